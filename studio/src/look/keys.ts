// Keyboard shortcuts of a whole page, except in text inputs.
import { useEffect } from "preact/hooks";

const TEXT_INPUTS = "input, select, textarea, .cm-editor, dialog";

export interface KeyPress {
  key: string; // its name, such as `ArrowLeft` or `?`; letters in lower case
  isControl: boolean;
  event: KeyboardEvent;
}

/** Call `handleKey` for each key that nothing else has handled; it returns whether it handles the key. */
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

/** Handle the usual keys for undo and redo; return whether it was one of them. */
export function handleUndoRedo({ key, isControl, event }: KeyPress, undo: () => void, redo: () => void): boolean {
  if (!isControl || (key !== "z" && key !== "y")) return false;
  if (key === "y" || event.shiftKey) redo();
  else undo();
  return true;
}
