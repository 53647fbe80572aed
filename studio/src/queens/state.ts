// The state of the Queens page: a chess board, or a board of regions, each with its marks.

import type { Layer } from "../play/board";
import { createHistory, type History, truncateHistory } from "../play/history";
import type { Message } from "../play/questions";
import type { Stage } from "../play/types";
import { createStore } from "../store";

export type Game = "chess" | "regions";
export const GAMES: Game[] = ["chess", "regions"];

/** A mark for each square: unknown, a queen, or no queen. */
export type Marks = string;
export const UNKNOWN = ".";
export const QUEEN = "*";
export const NONE = "x";

export interface State {
  game: Game;
  size: number; // of the chess board
  regions: string; // the letters of all cells
  stage: Stage | null;
  names: string[]; // of the squares of a chess board
  marks: History<Marks>;
  linkProblem: string | null; // why a link could not be restored
  message: Message | null;
  count: string | null; // in how many ways the marks can be completed
  highlighted: number[];
  shownCompletion: number[]; // the completion that is shown
  shownColumns: number[][]; // the completions shown so far, as columns
  isDrawing: boolean; // drawing regions
  sketches: History<string>; // the history of the regions while drawing
  pen: string;
  isAsking: boolean; // the next click asks why no queen can be there
  isBusy: boolean;
  dialog: "share" | "keys" | "new" | null;
}

export const LETTERS = "abcdefghijklmnopqrstuvwxyz"; // of regions

export const store = createStore<State>({
  game: "chess",
  size: 8,
  regions: "aaabbbabbbccaddeecffddecfeeeecfccccc",
  stage: null,
  names: [],
  marks: createHistory(""),
  linkProblem: null,
  message: null,
  count: null,
  highlighted: [],
  shownCompletion: [],
  shownColumns: [],
  isDrawing: false,
  sketches: createHistory(""),
  pen: "a",
  isAsking: false,
  isBusy: false,
  dialog: null,
});

export function widthOf(regions: string): number {
  return Math.round(Math.sqrt(regions.length));
}

/** A board of regions as questions expect it, with its marks. */
export function boardText(regions: string, marks: Marks = ""): string {
  const size = widthOf(regions);
  const rows = (cells: string) =>
    Array.from({ length: size }, (_, row) => cells.slice(row * size, (row + 1) * size)).join("/");
  return marks.replaceAll(UNKNOWN, "") ? `${rows(regions)} ${rows(marks)}` : rows(regions);
}

export function squaresWith(marks: Marks, mark: string): number[] {
  return [...marks].flatMap((value, cell) => (value === mark ? [cell] : []));
}

/** The squares attacked by the queens, by the groups of the stage. */
export function attackedSquares(marks: Marks, stage: Stage): Set<number> {
  const squares = new Set<number>();
  for (const group of stage.groups ?? [])
    if (group.some((cell) => marks[cell] === QUEEN)) for (const cell of group) squares.add(cell);
  return squares;
}

export function layersOf(state: State): Layer[] {
  const { stage, marks, shownCompletion, highlighted, game } = state;
  const piece = game === "chess" ? "queen" : "star";
  if (!stage) return [];
  const attacked = attackedSquares(marks.now, stage);
  const below = new Map<number, string>();
  for (const cell of attacked) if (marks.now[cell] === UNKNOWN) below.set(cell, "dot:attacked");
  const pieces = new Map<number, string>();
  for (const cell of squaresWith(marks.now, NONE)) pieces.set(cell, "cross");
  for (const cell of shownCompletion) pieces.set(cell, `${piece}:shown`);
  for (const cell of squaresWith(marks.now, QUEEN)) pieces.set(cell, piece);
  return [below, pieces, new Map(highlighted.map((cell) => [cell, "frame-pointed"]))];
}

// ---------------------------------------------------------------------- storage

export interface StoredGame {
  game: Game;
  size: number;
  regions: string;
  marks: string;
  history?: History<Marks>;
}

export function storedGameOf(state: State, withHistory: boolean): StoredGame {
  const { game, size, regions, marks } = state;
  return { game, size, regions, marks: marks.now, ...(withHistory && { history: truncateHistory(marks) }) };
}

export function parseStoredGame(value: unknown): StoredGame | null {
  const stored = value as StoredGame | null;
  if (typeof stored !== "object" || stored === null) return null;
  const isValid =
    GAMES.includes(stored.game) &&
    Number.isInteger(stored.size) &&
    typeof stored.regions === "string" &&
    typeof stored.marks === "string" &&
    isMarkText(stored.marks);
  return isValid ? stored : null;
}

export function isMarkText(marks: string): boolean {
  return /^[.*x]*$/.test(marks);
}
