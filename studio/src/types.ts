// What the page reads of questions and answers. Their whole form is told by `/api/openapi.json`.

import type { OutcomeKind, SolveState, Statuses } from "../generated/statuses";

export type { OutcomeKind, Statuses };

export const SIGNS: Record<OutcomeKind, string> = { good: "✓", bad: "✗", open: "?" };

export type Span = [number, number]; // code points from the beginning of the text

export interface Edit {
  start: number;
  end: number;
  text: string;
}

export interface DiagnosticText {
  code: string;
  severity: "error" | "warning" | "info";
  message: string;
  label: string | null;
  notes: string[];
  help: string | null;
  start: number;
  end: number;
  related: { start: number; end: number; message: string | null }[];
  also: { start: number; end: number }[];
  fix: Edit[] | null;
  source: number;
}

export interface Place {
  line: number;
  column: number;
  end_line: number;
  text: string;
  span: Span;
}

export interface Rule extends Place {
  is_fact?: boolean;
  is_expected?: boolean;
}

export interface Instance extends Rule {
  binding: Record<string, number | boolean | string>;
  instance?: string;
}

export type Exhibit = {
  pictures: { predicates: string[]; step: number | null }[];
  moves: Record<string, string[]>;
  rest: { predicate: string; kind: string; true: unknown[]; numbers: unknown[] }[]; // what no picture shows
};

export interface Model {
  true: string[];
  false?: string[];
  values?: Record<string, number | string>;
  exhibit?: Exhibit;
}

export interface Guess {
  kind: string;
  shapes: { predicate: string; roles: string[]; look?: string }[];
  points: number;
}

/** Atoms that a side of a game makes true and false. */
export interface Move {
  true: string[];
  false: string[];
}

/** The winner's move, and what it does after each move of the other side. */
export interface Turn {
  move: Move | null;
  answers: { to: Move; then: Turn }[];
}

export interface Goal {
  kind: string;
  line: number;
  cost: unknown;
  bound: unknown;
}

/** Models, or how many there are; of a game, besides, how it is won. */
export interface PlainAnswer {
  answer: "solved";
  status: Statuses["solved"]["status"];
  mode: Statuses["solved"]["mode"];
  models: Model[];
  count: number | null;
  is_complete?: boolean;
  atoms: number;
  clauses: number;
  guess?: Guess | null;
  game?: GameAnswer;
}

export interface BestAnswer {
  answer: "best";
  status: Statuses["best"]["status"];
  models: Model[];
  count: number | null;
  is_complete?: boolean;
  optimal: boolean;
  goals?: Goal[];
  broken?: (Instance & { cost: number })[];
  guess?: Guess | null;
}

export interface PlanAnswer {
  answer: "planned";
  status: Statuses["planned"]["status"];
  horizon: Record<string, number | null>;
  model: Model | null;
  guess?: Guess | null;
}

export interface GameAnswer {
  answer: "game";
  status: Statuses["game"]["status"];
  winner: Statuses["game"]["winner"];
  strategy: Turn;
  omits_moves?: boolean;
}

export type SolveAnswer = PlainAnswer | BestAnswer | PlanAnswer | GameAnswer;

export interface CheckAnswer {
  answer: "checked";
  is_valid: boolean;
  mode: string;
  formulas: number;
  assignments: number;
}

export interface RuleSize {
  place: Place;
  instances: number;
  is_exact: boolean;
  written: number | null;
  encoded: number | null;
}

export interface Step {
  instance: Instance;
  follows?: [string, boolean][];
  is_contradiction?: boolean;
}

export interface Clash {
  rules: Rule[];
  instances: Instance[];
  steps?: Step[];
}

export interface Change extends Place {
  edits?: (Place & { instead: string })[] | null;
  missing?: boolean | null;
  instead?: string | null;
}

export interface WhyAnswer {
  answer: "reasons";
  status: Statuses["reasons"]["status"];
  finished?: boolean;
  clashes?: Clash[];
  without?: Place[];
  alternatives?: Place[]; // each of which may be left out instead
  changes?: Change[] | null;
  steps?: { variable: string; least: number | null; place?: Place | null; is_reason: boolean } | null;
  model?: string[] | null;
  exhibit?: Exhibit | null;
  forced?: unknown;
}

export interface RuleVerdict extends Rule {
  verdict: Statuses["witnesses.rules"]["verdict"];
  breaks?: { binding: Record<string, unknown>; instance: string } | null;
  model?: string[] | null;
  exhibit?: Exhibit | null;
}

export interface StepsAnswer {
  answer: "steps";
  status: Statuses["steps"]["status"];
  finished?: boolean; // else the time was up
  steps?: { facts: string[]; wave: number }[];
  pictures?: Exhibit[]; // what is known after each wave of steps
}

export const LEVELS = ["easy", "tricky", "hard", "expert"] as const;
export const SYMMETRIES = ["none", "rotation", "quarter", "horizontal", "vertical", "diagonal"] as const;

export interface GenerateAnswer {
  answer: "generate";
  boards?: { text: string; values: Record<string, string[]> }[];
}

export interface UniqueAnswer {
  answer: "unique";
  status: Statuses["unique"]["status"];
  models?: Model[];
}

export interface DrawAnswer {
  answer: "drawn";
  frames?: { svg: string; caption: string; step: number | null }[];
  content?: string;
}

export interface Setting {
  name: string;
  kind: "integer" | "value" | "set";
  text: string;
  span: Span;
  is_horizon?: boolean;
  least?: number | null;
  most?: number | null;
}

export interface Piece {
  span: Span;
  text: string;
}

export interface Lesson {
  name: string;
  title: string;
  about: string;
  group: string;
  text: string;
}

export interface Failure {
  answer: "failure";
  kind: string;
  key: string;
}

/** A sentence, and the pieces of the text that it speaks of. */
export interface Sentence {
  text: string;
  spans: Span[];
}

// What the server adds to an answer: sentences in the language of the page.
export interface AnswerTexts {
  text?: string | null;
  outcome?: OutcomeKind; // a result, surely none, or not wholly known
  advice?: string; // what to try next
  seconds?: number; // that it took
  state?: SolveState; // of a search for models
  in_languages?: Record<"en" | "fr", { text: string; advice: string }>; // of what is not asked again in another one
  diagnostics?: DiagnosticText[];
  upshot?: (string | null)[];
  steps?: string[][];
  repair?: string[];
  changes?: string[];
  rules?: string[];
  waves?: Sentence[][]; // steps that can be seen at the same time
  closing?: string[];
  hints?: Sentence[][]; // of each strength
}

export interface Progress {
  event: { event: string; count?: number; total?: number; found?: unknown };
  text?: string | null;
  told?: AnswerTexts; // of a part of the answer that is known already
}

export interface Source {
  text: string;
  name?: string;
  assignments?: string[];
  data?: Record<string, string>;
}
