// The parts of answers that the puzzle pages share.
import type { AnswerTexts, Failure } from "../types";

/** A board to play on; squares are numbered from 0 at the top left. */
export interface Stage {
  svg: string;
  height: number;
  width: number;
  left: number;
  top: number;
  square: number;
  pieces: Record<string, string>;
  groups?: number[][];
}

export type Spot = [number, number]; // a row and a column, from 1

export function cellOf([row, column]: Spot, stage: { width: number }): number {
  return (row - 1) * stage.width + column - 1;
}

export function spotOf(cell: number, stage: { width: number }): Spot {
  return [Math.floor(cell / stage.width) + 1, (cell % stage.width) + 1];
}

export type { AnswerTexts, Failure };
