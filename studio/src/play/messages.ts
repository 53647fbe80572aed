// How answers are shown to a player: good news, bad news, or unknown.
import type { OutcomeKind } from "../types";
import type { Message, RefusedError } from "./questions";

export type MessageKind = Message["kind"];

/** The kind of message for each kind of outcome. */
export const MESSAGE_KINDS: Record<OutcomeKind, MessageKind> = { good: "good", bad: "bad", open: "plain" };

/** The message for a refused question; reaching a limit is not bad news about the board. */
export function messageOf(error: RefusedError): Message {
  return { kind: MESSAGE_KINDS[error.texts.outcome ?? "bad"], text: error.message };
}

/** Whether a question reached its limit, so that nothing is known. */
export function isLimit(error: RefusedError): boolean {
  return error.texts.outcome === "open";
}
