// Keys that mean something wherever one is on a page, but where one writes.
import { useEffect } from "preact/hooks";

const TEXT_INPUTS = "input, select, textarea, .cm-editor, dialog";

export interface KeyPress {
  key: string; // as it is called: `ArrowLeft`, `?`; letters are small
  isControl: boolean;
  event: KeyboardEvent;
}

/** Tell each key that nobody else takes; `act` says whether it takes it. */
export function useKeys(
  handleKey: (keyPress: KeyPress) => boolean,
  { alsoIgnored = "", dependencies = [] as unknown[] } = {},
): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const ignoredSelector = alsoIgnored ? `${TEXT_INPUTS}, ${alsoIgnored}` : TEXT_INPUTS;
      if (event.defaultPrevented || document.querySelector("dialog[open]")) return;
      if (event.target instanceof Element && event.target.closest(ignoredSelector)) return;
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
      if (handleKey({ key, isControl: event.ctrlKey || event.metaKey, event })) event.preventDefault();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, dependencies);
}

/** The usual keys to go back and forth through what was done; whether it was one of them. */
export function handleUndoRedo({ key, isControl, event }: KeyPress, undo: () => void, redo: () => void): boolean {
  if (!isControl || (key !== "z" && key !== "y")) return false;
  if (key === "y" || event.shiftKey) redo();
  else undo();
  return true;
}
