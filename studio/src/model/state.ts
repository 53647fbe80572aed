// The state of the model page, and the pure functions that read it.

import type { Assignment } from "../ask";
import { assertNever } from "../assert";
import type { Theme } from "../look/theme";
import { createHistory, type History } from "../play/history";
import type {
  AnswerTexts,
  CheckAnswer,
  Clash,
  DiagnosticText,
  Exhibit,
  Guess,
  Model,
  Piece,
  RuleSize,
  RuleVerdict,
  Setting,
  SolveAnswer,
  Source,
  StepsAnswer,
  WhyAnswer,
} from "../types";
import type { Language } from "../words";

export const TABS = ["exercise", "picture", "atoms", "mathematics", "size", "why", "rules", "steps"] as const;
export type Tab = (typeof TABS)[number];

/** The atoms a player has marked true or false. */
export type Marks = Readonly<Record<string, boolean>>;

export interface Frame {
  svg: string;
  caption: string;
  step: number | null;
}

/** A model with its pictures, if they are drawn already. */
export interface ShownModel {
  model: Model;
  frames: Frame[] | null;
}

/** An answer and the revision of the text it belongs to. */
export interface Dated<A> {
  revision: number;
  answer: A;
  texts: AnswerTexts;
}

export interface Busy {
  what: string; // the key of the running work
  text: string;
  count: number;
  total: number;
  since: number;
}

export interface Offer {
  guess: Guess;
  words: string;
  svg: string;
}

export interface AtomQuestion {
  atom: string;
  isTrue: boolean;
  reply: Dated<WhyAnswer> | null; // null while pending
  failure: string | null;
}

export interface State {
  id: string; // identifies this text among the recent ones
  text: string;
  name: string;
  settings: Record<string, string>;
  tab: Tab;
  revision: number; // incremented by every change of text, settings or data
  data: Record<string, string>; // files the text asks for, in base64
  language: Language;
  theme: Theme;
  isLarge: boolean;
  isLive: boolean; // small files are solved while typing

  checked: Dated<CheckAnswer> | null;
  diagnostics: DiagnosticText[];
  refusals: DiagnosticText[]; // those found by solving, not by checking
  knownSettings: Setting[];
  missingFiles: string[]; // files the text asks for that are not available

  busy: Busy | null;
  failure: Dated<string> | null;
  solved: Dated<SolveAnswer> | null;
  models: ShownModel[];
  index: number; // of the shown model
  isAll: boolean; // there are no other models
  count: { number: number; isAll: boolean } | null; // of models; a lower bound unless isAll
  frame: number;
  isPlaying: boolean;
  speed: number;
  offers: Dated<Offer[]> | null;
  atomQuestion: AtomQuestion | null;

  pieces: Dated<Piece[]> | null;
  sizes: Dated<RuleSize[]> | null;
  why: Dated<WhyAnswer> | null;
  argumentStep: number; // the highlighted step of the argument; -1 for none
  rules: Dated<RuleVerdict[]> | null;
  rulePictures: Record<number, string>;
  stepsAnswer: Dated<StepsAnswer> | null;
  wave: number; // the wave of steps that is shown
  wavePictures: Record<number, string>;
  isPlayingPuzzle: boolean; // played rather than watched
  marks: History<Marks>;
  marksRevision: number; // the revision of the text the marks belong to
  markedPicture: { marks: Marks; svg: string } | null; // the picture of these marks
  hintAnswer: { marks: Marks; texts: AnswerTexts; strength: number } | null;
  clues: Dated<string[]> | null; // of the board; pictures of two solutions if there are several

  highlightedSpans: [number, number][]; // highlighted spans of the text
  notice: string | null; // what was just done, for the status line
  dialog: "keys" | "share" | "rename" | null;
  link: string | null;
  nameToRename: string; // the name that the rename dialog is about
  file: { version: string; text: string } | null; // the file the studio was started with
  changedFile: { text: string; version: string } | null; // that file as it was changed outside
  pane: "text" | "answer"; // on a narrow screen
  isNew: boolean; // a first visit: show the introduction
  assignment: Assignment | null; // the open exercise
  hasExercises: boolean;
}

export const INITIAL_STATE: State = {
  id: "",
  text: "",
  name: "model.touist",
  settings: {},
  tab: "picture",
  revision: 0,
  data: {},
  language: "en",
  theme: "system",
  isLarge: false,
  isLive: true,
  checked: null,
  diagnostics: [],
  refusals: [],
  knownSettings: [],
  missingFiles: [],
  busy: null,
  failure: null,
  solved: null,
  models: [],
  index: 0,
  isAll: false,
  count: null,
  frame: 0,
  isPlaying: false,
  speed: 1,
  offers: null,
  atomQuestion: null,
  pieces: null,
  sizes: null,
  why: null,
  argumentStep: -1,
  rules: null,
  rulePictures: {},
  stepsAnswer: null,
  wave: 0,
  wavePictures: {},
  isPlayingPuzzle: false,
  marks: createHistory({}),
  marksRevision: -1,
  markedPicture: null,
  hintAnswer: null,
  clues: null,
  highlightedSpans: [],
  notice: null,
  dialog: null,
  link: null,
  nameToRename: "",
  file: null,
  changedFile: null,
  pane: "text",
  isNew: false,
  assignment: null,
  hasExercises: false,
};

/** The visible tabs: an exercise has one more. */
export function visibleTabs({ assignment }: State): Tab[] {
  return TABS.filter((tab) => tab !== "exercise" || assignment !== null);
}

/** The text with its settings and data, as questions expect it. */
export function sourceOf(state: State): Source {
  return {
    text: state.text,
    name: state.name,
    assignments: Object.entries(state.settings).map(([name, value]) => `${name}=${value}`),
    data: state.data,
  };
}

/** Whether an answer belongs to the current text. */
export function isFresh(dated: Dated<unknown> | null, state: State): boolean {
  return dated !== null && dated.revision === state.revision;
}

export function hasErrors(state: State): boolean {
  return state.diagnostics.some((diagnostic) => diagnostic.severity === "error");
}

/** Whether the text has quantifiers: then it is a game, which is won or lost and cannot be explained. */
export function isGame(state: State): boolean {
  const answer = freshAnswer(state);
  if (!answer) return state.checked?.answer.mode === "qbf";
  switch (answer.answer) {
    case "solved":
      return answer.mode === "qbf";
    case "game":
      return true;
    case "best":
    case "planned":
      return false;
    default:
      return assertNever(answer);
  }
}

/** The answer for the current text, if there is one. */
export function freshAnswer(state: State): SolveAnswer | null {
  return isFresh(state.solved, state) ? (state.solved?.answer ?? null) : null;
}

/** The outcome of a search in the language of the page, and what to try next. */
export function outcomeOf({ texts }: { texts: AnswerTexts }, language: Language): { text: string; advice: string } {
  return texts.in_languages?.[language] ?? { text: texts.text ?? "", advice: texts.advice ?? "" };
}

export function shownModel(state: State): ShownModel | null {
  return state.models[state.index] ?? null;
}

/** Fields that are reset when the text changes. */
export const STALE_AFTER_CHANGE: Partial<State> = {
  failure: null,
  refusals: [],
  isAll: false,
  count: null,
  offers: null,
  atomQuestion: null,
  isPlaying: false,
  highlightedSpans: [],
  argumentStep: -1,
};

/** The first clash of an answer, if it has one. */
export function clashOf(reasons: WhyAnswer | null): Clash | null {
  return reasons?.clashes?.[0] ?? null;
}

/** A view as written after `;;@ view`. */
export function viewText(guess: Guess): string {
  const shapes = guess.shapes.map(
    (shape) =>
      (shape.roles.length ? `${shape.predicate}(${shape.roles.join(",")})` : shape.predicate) +
      (shape.look ? ` as ${shape.look}` : ""),
  );
  return [guess.kind, ...shapes].join(" ");
}

const MAX_TABLE_ROWS = 2000; // rows of tables that are drawn without a view

/** Whether a model can be drawn: by a view, or as tables that are not too long. */
export function isDrawable(exhibit: Exhibit | undefined | null): exhibit is Exhibit {
  if (!exhibit) return false;
  const rows = exhibit.rest.reduce((sum, table) => sum + table.true.length + table.numbers.length, 0);
  return hasView(exhibit) || (rows > 0 && rows <= MAX_TABLE_ROWS);
}

/** Whether the models have a view, given by the text or guessed. */
export function hasView(exhibit: Exhibit | undefined | null): boolean {
  return !!exhibit && (exhibit.pictures.length > 0 || exhibit.rest.some(({ kind }) => kind));
}

/** Whether the text has a `;;@ clues` line, so that other boards can be generated. */
export function hasBoards(state: State): boolean {
  return /^\s*;;@\s*clues\b/m.test(state.text);
}
