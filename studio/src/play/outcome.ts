// What an answer is to a player: good news, bad news, or that something is not known.
import type { OutcomeKind } from "../types";
import type { RefusedError, Said } from "./asking";

export type SaidKind = Said["kind"];

/** How an answer of a kind is shown. */
export const SAID: Record<OutcomeKind, SaidKind> = { good: "good", bad: "bad", open: "plain" };

/** Why there is no answer; that a limit was met is no bad news of the board. */
export function saidOf(error: RefusedError): Said {
  return { kind: SAID[error.told.outcome ?? "bad"], text: error.message };
}

/** Whether a question met its limit, so that nothing is known. */
export function isLimit(error: RefusedError): boolean {
  return error.told.outcome === "open";
}
