// The marks of a board that is played outlive the page: the storage has them, with the text that they are about.
import { began, type History, toKeep } from "../play/history";
import type { Marks, State } from "./state";

const KEPT = "bigand.marks";

const about = ({ text, settings }: State) => JSON.stringify([text, settings]);

export function keepMarks(state: State): void {
  try {
    localStorage.setItem(KEPT, JSON.stringify({ about: about(state), marks: toKeep(state.marks) }));
  } catch {
    // Full, or forbidden: they last as long as the page.
  }
}

/** The marks that were kept of this text, or none. */
export function keptMarks(state: State): History<Marks> {
  try {
    const kept = JSON.parse(localStorage.getItem(KEPT) ?? "null");
    const { past, now, future } = kept.marks;
    if (kept.about === about(state) && [now, ...past, ...future].every(areMarks)) return { past, now, future };
  } catch {
    // Nothing there, or not ours.
  }
  return began({});
}

function areMarks(value: unknown): value is Marks {
  if (typeof value !== "object" || value === null) return false;
  return Object.values(value).every((one) => typeof one === "boolean");
}
