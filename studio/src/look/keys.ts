// Keys that mean something wherever one is on a page, but where one writes.
import { useEffect } from "preact/hooks";

const WRITING = "input, select, textarea, .cm-editor, dialog";

export interface Pressed {
  key: string; // as it is called: `ArrowLeft`, `?`; letters are small
  isControl: boolean;
  event: KeyboardEvent;
}

/** Tell each key that nobody else takes; `act` says whether it takes it. */
export function useKeys(
  act: (pressed: Pressed) => boolean,
  { elsewhere = "", given = [] as unknown[] } = {},
): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const place = elsewhere ? `${WRITING}, ${elsewhere}` : WRITING;
      if (event.defaultPrevented || document.querySelector("dialog[open]")) return;
      if (event.target instanceof Element && event.target.closest(place)) return;
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
      if (act({ key, isControl: event.ctrlKey || event.metaKey, event })) event.preventDefault();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, given);
}

/** The usual keys to go back and forth through what was done; whether it was one of them. */
export function undoOrRedo({ key, isControl, event }: Pressed, undo: () => void, redo: () => void): boolean {
  if (!isControl || (key !== "z" && key !== "y")) return false;
  if (key === "y" || event.shiftKey) redo();
  else undo();
  return true;
}
