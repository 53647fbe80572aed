// What an answer is to a player: good news, bad news, or that something is not known.
import type { OutcomeKind } from "../types";
import type { Message, RefusedError } from "./questions";

export type MessageKind = Message["kind"];

/** How an answer of a kind is shown. */
export const MESSAGE_KINDS: Record<OutcomeKind, MessageKind> = { good: "good", bad: "bad", open: "plain" };

/** Why there is no answer; that a limit was met is no bad news of the board. */
export function messageOf(error: RefusedError): Message {
  return { kind: MESSAGE_KINDS[error.texts.outcome ?? "bad"], text: error.message };
}

/** Whether a question met its limit, so that nothing is known. */
export function isLimit(error: RefusedError): boolean {
  return error.texts.outcome === "open";
}
