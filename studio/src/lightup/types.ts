// What the Light Up page reads of answers; a board is its rows, in the characters of the text format.
import type { Spot, Stage } from "../play/types";
import type { Statuses } from "../types";

export interface Staged {
  answer: "lightup.staged";
  format: string;
  rows: string[];
  stage: Stage;
}

export interface Checked {
  answer: "lightup.checked";
  status: Statuses["lightup.checked"]["status"];
  findings: { kind: string; wrong: boolean; row: number; column: number; others?: Spot[] }[];
  can_finish?: boolean | null;
}

export interface Step {
  number: number;
  technique: string;
  level: string;
  site: Spot;
  bulbs?: Spot[];
  dots?: Spot[];
  before: string[];
  board: string[];
}

export interface StepTold {
  name: string;
  sentence: string;
  argument: [number, string][];
}

export interface Hinted {
  answer: "lightup.hinted";
  status: Statuses["lightup.hinted"]["status"];
  site?: Spot | null;
  step?: Step | null;
  wrong?: { row: number; column?: number | null } | null;
}

export interface Explained {
  answer: "lightup.explained";
  status: Statuses["lightup.explained"]["status"];
  complete?: boolean; // else the time was up before all was explained
  level?: string | null;
  board: string[];
  solution?: string[] | null;
  steps: Step[];
}

export interface StepDrawn {
  answer: "lightup.step_drawn";
  rows: string[]; // the board that the frames lie on
  frames: string;
  argument?: string[];
}

export interface Solved {
  answer: "lightup.solved";
  status: Statuses["lightup.solved"]["status"];
  solution?: string[] | null;
  second?: string[] | null;
}

export interface Rated {
  answer: "lightup.rated";
  status: Statuses["lightup.rated"]["status"];
  level: Statuses["lightup.rated"]["level"] | null;
}

export interface Generated {
  answer: "lightup.generated";
  id: string;
  rows: string[];
  seed: string;
}

export const LEVELS = ["easy", "tricky", "hard", "expert"] as const;
export type Level = (typeof LEVELS)[number];
export const SYMMETRIES = ["none", "mirror", "rot2", "mirror4", "rot4"] as const;
export type Symmetry = (typeof SYMMETRIES)[number];

// ---------------------------------------------------------------------- proofs

export interface Marks {
  bulbs?: Spot[];
  dots?: Spot[];
}

export interface DraftStep {
  name: string;
  parents: string[];
  rule?: string | null;
  marks?: Marks;
  written?: string;
}

export interface DraftGoal {
  aim: string;
  marks?: Marks;
  assumes_solution?: boolean;
}

export interface Objected {
  reason: string;
  node?: string | null;
  cells: [number, number][]; // x and y, from 0
  counterexample?: string[] | null;
}

/** What a teacher sets, as its file and its link have it; without rules, all may be used. */
export interface ExerciseFile {
  exercise: "lightup.proof";
  title?: string;
  statement?: string;
  board: string[];
  rules?: string[] | null;
  goal?: Partial<DraftGoal>;
}

export interface NodeJudged {
  name: string;
  rows: string[];
  state: "inner" | "open" | "solved" | "contradiction";
  cells?: Spot[]; // that a contradiction is about
  errors?: Objected[];
}

export interface DraftJudged {
  answer: "lightup.draft_judged";
  accepted: boolean;
  nodes: NodeJudged[];
  errors: Objected[];
  written?: string | null;
}

export interface ErrorTold {
  message: string;
  note: string | null;
}

export interface DraftTold {
  errors?: ErrorTold[];
  nodes?: Record<string, ErrorTold[]>;
}

export interface StepTried {
  answer: "lightup.step_tried";
  verdict: "valid" | "invalid";
  parts?: Marks[];
  cells?: Spot[];
  why?: Objected | null;
}

export interface Rule {
  id: string;
  name: string; // LEGUP's
  kind: "direct" | "case" | "contradiction";
}

export interface RuleTold {
  name: string;
  says: string;
  svg: string;
}
