// The marks of a board, kept in the browser's storage together with the text they belong to.
import { createHistory, type History, truncateHistory } from "../play/history";
import type { Marks, State } from "./state";

const STORAGE_KEY = "bigand.marks";

const boardKey = ({ text, settings }: State) => JSON.stringify([text, settings]);

export function saveMarks(state: State): void {
  try {
    localStorage.setItem(
      STORAGE_KEY,
      JSON.stringify({ about: boardKey(state), marks: truncateHistory(state.marks) }),
    );
  } catch {
    // The storage is full or forbidden: the marks last as long as the page.
  }
}

/** The stored marks for this text, or none. */
export function loadMarks(state: State): History<Marks> {
  try {
    const saved = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "null");
    const { past, now, future } = saved.marks;
    if (saved.about === boardKey(state) && [now, ...past, ...future].every(isMarks)) return { past, now, future };
  } catch {
    // Nothing is stored, or it is malformed.
  }
  return createHistory({});
}

function isMarks(value: unknown): value is Marks {
  if (typeof value !== "object" || value === null) return false;
  return Object.values(value).every((mark) => typeof mark === "boolean");
}
