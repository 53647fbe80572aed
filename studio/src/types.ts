// The parts of questions and answers the page reads; `/api/openapi.json` describes them in full.

import type { OutcomeKind, SolveState, Statuses } from "../generated/statuses";

export type { OutcomeKind, Statuses };

export const SIGNS: Record<OutcomeKind, string> = { good: "✓", bad: "✗", open: "?" };

export type Span = [number, number]; // offsets in code points

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

/** The atoms one side of a game makes true and false. */
export interface Move {
  true: string[];
  false: string[];
}

/** The winner's move, and its replies to each move of the other side. */
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

/** Models or their number; for a game, also how it is won. */
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
  alternatives?: Place[]; // any of these can be left out instead
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
  finished?: boolean; // false if the time limit was reached
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

/** A sentence, and the spans of the text it refers to. */
export interface Sentence {
  text: string;
  spans: Span[];
}

/** The texts the server adds to an answer, in the language of the page. */
export interface AnswerTexts {
  text?: string | null;
  outcome?: OutcomeKind; // a result, none for sure, or not fully known
  advice?: string; // what to try next
  seconds?: number; // time taken
  state?: SolveState; // of a search for models
  in_languages?: Record<"en" | "fr", { text: string; advice: string }>; // if it is not asked again
  diagnostics?: DiagnosticText[];
  upshot?: (string | null)[];
  steps?: string[][];
  repair?: string[];
  changes?: string[];
  rules?: string[];
  waves?: Sentence[][]; // steps that can be seen at the same time
  closing?: string[];
  hints?: Sentence[][]; // by strength
}

export interface Progress {
  event: { event: string; count?: number; total?: number; found?: unknown };
  text?: string | null;
  told?: AnswerTexts; // for a part of the answer that is already known
}

export interface Source {
  text: string;
  name?: string;
  assignments?: string[];
  data?: Record<string, string>;
}
