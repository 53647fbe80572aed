// The state of the Light Up page, and the pure functions that change it.

import type { Assignment } from "../ask";
import type { Layer } from "../play/board";
import { createHistory, type History, pushHistory, truncateHistory } from "../play/history";
import type { WorkState } from "../play/questions";
import type { Stage } from "../play/types";
import { createStore } from "../store";
import type { DrawStepAnswer, ExplainAnswer, Level, SolveAnswer, StepText, Symmetry } from "./types";

export type Mode = "play" | "draw" | "explain" | "prove";
export const MODES: Mode[] = ["play", "explain", "prove", "draw"];
export type Errors = "at_once" | "on_demand" | "never";
export const ERRORS: Errors[] = ["at_once", "on_demand", "never"];

/** The marks on the board; while supposing, also the marks before (`base`). */
export interface MarkState {
  cells: string;
  base?: string;
}

/** A board being drawn, with the marks that were on it, if any. */
export interface Sketch {
  cells: string;
  width: number;
  marks?: History<MarkState>;
}

export interface GenerateOptions {
  width: number;
  height: number;
  level: Level;
  symmetry: Symmetry;
  black: number;
  seed: string;
}

export interface State extends WorkState {
  mode: Mode;
  stage: Stage | null;
  bare: string; // the board without marks, its rows concatenated
  marks: History<MarkState>;
  sketches: History<Sketch>; // of the board itself
  errors: Errors;
  wrong: number[]; // wrong cells by the last check
  findings: string[];
  isSolved: boolean;
  highlighted: { cells: number[]; role: string } | null; // the cells the message is about
  overlay: string; // the frames of a step
  hint: number; // strength of the last hint for these marks
  seconds: number;
  isPaused: boolean;
  dialog: "new" | "share" | "keys" | "exercise" | null;
  explained: { answer: ExplainAnswer; texts: { text: string | null; advice: string; steps: StepText[] } } | null;
  step: number; // of the explanation; 0 is the initial board
  drawnStep: { number: number; answer: DrawStepAnswer } | null;
  verdict: { status: SolveAnswer["status"]; text: string; pictures: string[] } | null; // while drawing
  pen: string; // what a click draws
  generateOptions: GenerateOptions;
  assignment: Assignment | null; // the open exercise
}

export const FIRST_BOARD = "7x7:bBe2c1g0g2g1c3eBb";
const BULB = "L";
const DOT = "x";
const UNKNOWN = ".";

export const store = createStore<State>({
  mode: "play",
  stage: null,
  bare: "",
  marks: createHistory({ cells: "" }),
  sketches: createHistory({ cells: "", width: 0 }),
  errors: "at_once",
  wrong: [],
  findings: [],
  isSolved: false,
  message: null,
  highlighted: null,
  overlay: "",
  hint: 0,
  seconds: 0,
  isPaused: false,
  busy: null,
  dialog: null,
  explained: null,
  step: 0,
  drawnStep: null,
  verdict: null,
  pen: "#",
  generateOptions: { width: 7, height: 7, level: "easy", symmetry: "rot2", black: 20, seed: "" },
  assignment: null,
});

// ---------------------------------------------------------------------- boards

export function rowsOf(cells: string, stage: { height: number; width: number }): string[] {
  return Array.from({ length: stage.height }, (_, row) => cells.slice(row * stage.width, (row + 1) * stage.width));
}

/** A board as questions expect it. */
export function boardInput(cells: string, stage: Stage): { text: string; max_cells: number } {
  return { text: rowsOf(cells, stage).join("\n"), max_cells: MAX_CELLS };
}

export const MAX_CELLS = 10_000; // the most a page can show

export function withCell(cells: string, cell: number, value: string): string {
  return cells.slice(0, cell) + value + cells.slice(cell + 1);
}

/** For each cell, the groups it belongs to; a cell in no group cannot be marked. */
export function groupsOf(stage: Stage): number[][] {
  const groupsByCell: number[][] = Array.from({ length: stage.height * stage.width }, () => []);
  (stage.groups ?? []).forEach((group, number) => {
    for (const cell of group) groupsByCell[cell]?.push(number);
  });
  return groupsByCell;
}

export function isWhite(stage: Stage, cell: number): boolean {
  return (stage.groups ?? []).some((group) => group.includes(cell));
}

/** The cells lit by the bulbs: every cell of a group that contains a bulb. */
export function litBy(cells: string, stage: Stage): Set<number> {
  const lit = new Set<number>();
  for (const group of stage.groups ?? [])
    if (group.some((cell) => cells[cell] === BULB)) for (const cell of group) lit.add(cell);
  return lit;
}

/** The layers of a board: light, marks and frames; supposed marks look different. */
export function layersOf(cells: string, stage: Stage, base?: string, frames?: Layer): Layer[] {
  const litBefore = litBy(base ?? cells, stage);
  const light = new Map<number, string>();
  for (const cell of litBy(cells, stage)) light.set(cell, litBefore.has(cell) ? "light" : "ghost-light");
  const marks = new Map<number, string>();
  for (let cell = 0; cell < cells.length; cell++) {
    const mark = cells[cell];
    const name = mark === BULB ? "bulb" : mark === DOT ? "dot" : null;
    if (name) marks.set(cell, base !== undefined && base[cell] !== mark ? `ghost-${name}` : name);
  }
  return [light, marks, frames ?? new Map()];
}

// ---------------------------------------------------------------------- marks

/** Cycle: unknown, bulb, dot, unknown again; the secondary button toggles the dot. */
export function nextMark(mark: string, kind: "main" | "other"): string {
  if (kind === "other") return mark === DOT ? UNKNOWN : DOT;
  return mark === UNKNOWN ? BULB : mark === BULB ? DOT : UNKNOWN;
}

export function pushMarks(history: History<MarkState>, cells: string, isContinued = false): History<MarkState> {
  const { base } = history.now;
  const now: MarkState = base === undefined ? { cells } : { cells, base };
  return isContinued ? { ...history, now, future: [] } : pushHistory(history, now);
}

export function describeCell(cells: string, cell: number, stage: Stage): string {
  const mark = cells[cell];
  if (mark === BULB) return "bulb";
  if (mark === DOT) return "dot";
  if (mark === "#") return "wall";
  if (mark !== UNKNOWN) return "clue";
  return litBy(cells, stage).has(cell) ? "lit" : "dark";
}

// ---------------------------------------------------------------------- storage

export interface StoredGame {
  mode: Mode;
  rows: string[]; // with marks
  base?: string;
  seconds?: number;
  errors?: Errors;
  proof?: unknown;
  marks?: History<MarkState>;
  sketches?: History<Sketch>;
  wish?: GenerateOptions;
}

export function storedGameOf(state: State, proof: unknown, withHistory: boolean): StoredGame | null {
  if (!state.stage) return null;
  const { cells, base } = state.marks.now;
  return {
    mode: state.mode,
    rows: rowsOf(cells, state.stage),
    ...(base !== undefined && { base }),
    ...(proof !== null && { proof }),
    ...(withHistory && {
      seconds: Math.floor(state.seconds),
      errors: state.errors,
      marks: truncateHistory(state.marks),
      sketches: truncateHistory(bareSketches(state.sketches)),
      wish: state.generateOptions,
    }),
  };
}

/** Whether these cells are this board: the same walls, and marks only on unknown cells. */
export function isBoardWithMarks(cells: unknown, bare: string): cells is string {
  if (typeof cells !== "string" || cells.length !== bare.length) return false;
  return [...cells].every((cell, index) => cell === bare[index] || (bare[index] === UNKNOWN && /[Lx]/.test(cell)));
}

export function isSketch(value: unknown): value is Sketch {
  const { cells, width, marks } = (value ?? {}) as Partial<Sketch>;
  const isBoard = typeof cells === "string" && /^[.#0-4]+$/.test(cells) && cells.length <= MAX_CELLS;
  return isBoard && typeof width === "number" && width > 0 && cells.length % width === 0 && marks === undefined;
}

function bareSketches({ past, now, future }: History<Sketch>): History<Sketch> {
  const bare = ({ cells, width }: Sketch): Sketch => ({ cells, width });
  return { past: past.map(bare), now: bare(now), future: future.map(bare) };
}

/** Parse the content of a link or the storage; null if it is not for this page. */
export function parseStoredGame(value: unknown): StoredGame | null {
  if (typeof value !== "object" || value === null) return null;
  const fields = value as Record<string, unknown>;
  if (!Array.isArray(fields.rows) || !fields.rows.every((row) => typeof row === "string")) return null;
  return {
    ...(value as StoredGame),
    mode: MODES.includes(fields.mode as Mode) ? (fields.mode as Mode) : "play",
  };
}
