// The answers the Light Up page reads; a board is its rows, in the characters of the text format.
import type { Spot, Stage } from "../play/types";
import type { Statuses } from "../types";

export interface StageAnswer {
  answer: "lightup.staged";
  format: string;
  rows: string[];
  stage: Stage;
}

export interface CheckAnswer {
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

export interface StepText {
  name: string;
  sentence: string;
  argument: [number, string][];
}

export interface HintAnswer {
  answer: "lightup.hinted";
  status: Statuses["lightup.hinted"]["status"];
  site?: Spot | null;
  step?: Step | null;
  wrong?: { row: number; column?: number | null } | null;
}

export interface ExplainAnswer {
  answer: "lightup.explained";
  status: Statuses["lightup.explained"]["status"];
  complete?: boolean; // false if the time limit was reached first
  level?: string | null;
  board: string[];
  solution?: string[] | null;
  steps: Step[];
}

export interface DrawStepAnswer {
  answer: "lightup.step_drawn";
  rows: string[]; // the board under the frames
  frames: string;
  argument?: string[];
}

export interface SolveAnswer {
  answer: "lightup.solved";
  status: Statuses["lightup.solved"]["status"];
  solution?: string[] | null;
  second?: string[] | null;
}

export interface RateAnswer {
  answer: "lightup.rated";
  status: Statuses["lightup.rated"]["status"];
  level: Statuses["lightup.rated"]["level"] | null;
}

export interface GenerateAnswer {
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

export interface Objection {
  reason: string;
  node?: string | null;
  cells: [number, number][]; // x and y, from 0
  counterexample?: string[] | null;
}

/** An exercise as stored in its file and its link; without `rules`, all rules are allowed. */
export interface ExerciseFile {
  exercise: "lightup.proof";
  title?: string;
  statement?: string;
  board: string[];
  rules?: string[] | null;
  goal?: Partial<DraftGoal>;
}

export interface NodeVerdict {
  name: string;
  rows: string[];
  state: "inner" | "open" | "solved" | "contradiction";
  cells?: Spot[]; // the cells of a contradiction
  errors?: Objection[];
}

export interface JudgeDraftAnswer {
  answer: "lightup.draft_judged";
  accepted: boolean;
  nodes: NodeVerdict[];
  errors: Objection[];
  written?: string | null;
}

export interface ErrorText {
  message: string;
  note: string | null;
}

export interface DraftTexts {
  errors?: ErrorText[];
  nodes?: Record<string, ErrorText[]>;
}

export interface TryStepAnswer {
  answer: "lightup.step_tried";
  verdict: "valid" | "invalid";
  parts?: Marks[];
  cells?: Spot[];
  why?: Objection | null;
}

export interface Rule {
  id: string;
  name: string; // in LEGUP
  kind: "direct" | "case" | "contradiction";
}

export interface RuleText {
  name: string;
  says: string;
  svg: string;
}
