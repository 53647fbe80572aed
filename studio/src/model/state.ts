// All that the model page knows, as one value; and the pure functions that read it.

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

/** What a player has made true or false. */
export type Marks = Readonly<Record<string, boolean>>;

export interface Frame {
  svg: string;
  caption: string;
  step: number | null;
}

/** A model with its pictures, as far as they are drawn. */
export interface ShownModel {
  model: Model;
  frames: Frame[] | null;
}

/** An answer, and the revision of the text that it is about. */
export interface Dated<A> {
  revision: number;
  answer: A;
  texts: AnswerTexts;
}

export interface Busy {
  what: string; // a key of the work under way
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
  reply: Dated<WhyAnswer> | null; // null while it is looked for
  failure: string | null;
}

export interface State {
  id: string; // of this text among those that were open
  text: string;
  name: string;
  settings: Record<string, string>;
  tab: Tab;
  revision: number; // grows with every change of text, settings or data
  data: Record<string, string>; // files that the text asks for, in base64
  language: Language;
  theme: Theme;
  isLarge: boolean;
  isLive: boolean; // small files are solved as one types

  checked: Dated<CheckAnswer> | null;
  diagnostics: DiagnosticText[];
  refusals: DiagnosticText[]; // those of them that only solving tells
  knownSettings: Setting[];
  missingFiles: string[]; // files that the text asks for and that are not there

  busy: Busy | null;
  failure: Dated<string> | null;
  solved: Dated<SolveAnswer> | null;
  models: ShownModel[];
  index: number; // of the model that is shown
  isAll: boolean; // there are no others
  count: { number: number; isAll: boolean } | null; // of models; at least so many if that is not all
  frame: number;
  isPlaying: boolean;
  speed: number;
  offers: Dated<Offer[]> | null;
  atomQuestion: AtomQuestion | null;

  pieces: Dated<Piece[]> | null;
  sizes: Dated<RuleSize[]> | null;
  why: Dated<WhyAnswer> | null;
  argumentStep: number; // the step of the argument that is lit
  rules: Dated<RuleVerdict[]> | null;
  rulePictures: Record<number, string>;
  stepsAnswer: Dated<StepsAnswer> | null;
  wave: number; // the steps that are shown
  wavePictures: Record<number, string>;
  isPlayingPuzzle: boolean; // it is played instead of shown
  marks: History<Marks>;
  marksRevision: number; // the revision of the text that they are about
  markedPicture: { marks: Marks; svg: string } | null; // the picture of some marks
  hintAnswer: { marks: Marks; texts: AnswerTexts; strength: number } | null;
  clues: Dated<string[]> | null; // what is told of the board, with pictures of two solutions where there are several

  highlightedSpans: [number, number][]; // pieces of the text that are lit up
  notice: string | null; // what was just done, told for a moment
  dialog: "keys" | "share" | "rename" | null;
  link: string | null;
  nameToRename: string; // the name that is to be another
  file: { version: string; text: string } | null; // the file that the studio was started with
  changedFile: { text: string; version: string } | null; // that file as somebody else has left it
  pane: "text" | "answer"; // on a narrow screen
  isNew: boolean; // nobody was here before: three sentences say what this is
  assignment: Assignment | null; // the exercise that is open
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

/** The tabs that there are: an exercise has one more. */
export function visibleTabs({ assignment }: State): Tab[] {
  return TABS.filter((tab) => tab !== "exercise" || assignment !== null);
}

/** The text with all that it gets from outside, as questions take it. */
export function sourceOf(state: State): Source {
  return {
    text: state.text,
    name: state.name,
    assignments: Object.entries(state.settings).map(([name, value]) => `${name}=${value}`),
    data: state.data,
  };
}

/** Whether an answer is about the text as it is now. */
export function isFresh(dated: Dated<unknown> | null, state: State): boolean {
  return dated !== null && dated.revision === state.revision;
}

export function hasErrors(state: State): boolean {
  return state.diagnostics.some((diagnostic) => diagnostic.severity === "error");
}

/** Whether the text has quantifiers, so that two sides play: it is won or lost, and has no reasons. */
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

/** The answer about the text as it is now, if there is one. */
export function freshAnswer(state: State): SolveAnswer | null {
  return isFresh(state.solved, state) ? (state.solved?.answer ?? null) : null;
}

/** What a search for models came to, in the language of the page; and what to try next. */
export function outcomeOf({ texts }: { texts: AnswerTexts }, language: Language): { text: string; advice: string } {
  return texts.in_languages?.[language] ?? { text: texts.text ?? "", advice: texts.advice ?? "" };
}

export function shownModel(state: State): ShownModel | null {
  return state.models[state.index] ?? null;
}

/** What is known only of the text as it was: taken back when it changes. */
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

/** A view as a line of a text has it after `;;@ view`. */
export function viewText(guess: Guess): string {
  const shapes = guess.shapes.map(
    (shape) =>
      (shape.roles.length ? `${shape.predicate}(${shape.roles.join(",")})` : shape.predicate) +
      (shape.look ? ` as ${shape.look}` : ""),
  );
  return [guess.kind, ...shapes].join(" ");
}

const MAX_TABLE_ROWS = 2000; // rows of tables that nobody has asked for

/** Whether there is anything to be drawn of a model: what a view names, or tables that are not too long. */
export function isDrawable(exhibit: Exhibit | undefined | null): exhibit is Exhibit {
  if (!exhibit) return false;
  const rows = exhibit.rest.reduce((sum, table) => sum + table.true.length + table.numbers.length, 0);
  return hasView(exhibit) || (rows > 0 && rows <= MAX_TABLE_ROWS);
}

/** Whether the text says how its models are drawn, or it was guessed. */
export function hasView(exhibit: Exhibit | undefined | null): boolean {
  return !!exhibit && (exhibit.pictures.length > 0 || exhibit.rest.some(({ kind }) => kind));
}

/** Whether the text says what a board may give, so that others can be made. */
export function hasBoards(state: State): boolean {
  return /^\s*;;@\s*clues\b/m.test(state.text);
}
