// Files: opened from the disk, dropped in, saved, exported; and the one that the studio was started with.
import { openedFile, saveFile } from "../ask";
import type { Stored } from "../link";
import type { Drawn } from "../types";
import { say, spoken } from "../words";
import { giveData, open, openInstead, store, work } from "./actions";
import { isDrawable, shownModel, sourceOf } from "./state";

const LARGEST = 4_000_000; // bytes of a file that is opened

export function download(name: string, content: BlobPart, type: string): void {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Models are opened; all else is data that a text may ask for. */
export async function take(files: Iterable<File>): Promise<void> {
  for (const file of files) {
    if (file.size > LARGEST) {
      store.set({ notice: say("studio.file.large", { name: file.name }) });
    } else if (/\.(touist|txt|tst)$/i.test(file.name)) {
      await openInstead({ text: await file.text(), name: file.name });
      store.set({ notice: say("studio.file.opened", { name: file.name }) });
    } else {
      const bytes = new Uint8Array(await file.arrayBuffer());
      let text = "";
      for (const byte of bytes) text += String.fromCharCode(byte);
      giveData(file.name, btoa(text));
      store.set({ notice: say("studio.file.data", { name: file.name }) });
    }
  }
}

export function pick(): void {
  const input = document.createElement("input");
  input.type = "file";
  input.multiple = true;
  input.onchange = () => void take(input.files ?? []);
  input.click();
}

/** Open the file that the studio was started with; changes of it that were not saved are there again. */
export async function openStarted(before: Stored | null): Promise<boolean> {
  const file = await openedFile().catch(() => null);
  if (!file) return false;
  const own = before?.version && before.name === file.name ? before : null;
  const unsaved = own?.isUnsaved && own.text !== file.text ? own : null;
  open({ ...own, data: {}, text: unsaved?.text ?? file.text, name: file.name }); // its data are read anew
  store.set({ file: { version: unsaved?.version ?? file.version, text: file.text } });
  if (unsaved) store.set({ notice: say("studio.file.unsaved") });
  return true;
}

/** Write the file that the studio was started with; without one the text is downloaded. */
export async function save(): Promise<void> {
  const { file, text, name } = store.get();
  if (!file) {
    download(name, text, "text/plain;charset=utf-8");
    store.set({ notice: say("studio.file.downloaded", { name }) });
    return;
  }
  try {
    const saved = await saveFile(text, file.version);
    if ("changed" in saved) store.set({ outside: saved.changed });
    else
      store.set({
        file: { version: saved.version, text },
        outside: null,
        notice: say("studio.file.saved", { name }),
      });
  } catch (error) {
    store.set({ notice: say("studio.file.failed", { reason: error instanceof Error ? error.message : "" }) });
  }
}

// ---------------------------------------------------------------------- exports

export const EXPORTS = ["latex", "dimacs", "svg", "png", "gif", "page"] as const;
export type Export = (typeof EXPORTS)[number];
const ENDINGS: Record<string, string> = {
  dimacs: "cnf",
  wcnf: "wcnf",
  qdimacs: "qdimacs",
  smtlib: "smt2",
  z3: "smt2",
};

export async function exportAs(kind: Export): Promise<void> {
  const state = store.get();
  const stem = state.name.replace(/\.\w+$/, "");
  const source = sourceOf(state);
  if (kind === "latex") {
    const question = { source, target: "document", language: spoken() };
    const reply = await work<{ answer: string; text: string }>("export", "mathematics", question);
    if (reply) download(`${stem}.tex`, reply.answer.text, "application/x-tex");
    return;
  }
  if (kind === "dimacs") {
    const reply = await work<{ answer: string; text: string; format: string }>("export", "export", { source });
    if (reply) download(`${stem}.${ENDINGS[reply.answer.format] ?? "txt"}`, reply.answer.text, "text/plain");
    return;
  }
  const exhibit = shownModel(state)?.model.exhibit;
  if (!isDrawable(exhibit)) {
    store.set({ notice: say("studio.export.nothing") });
    return;
  }
  const format = kind === "svg" ? "sheet" : kind;
  const reply = await work<Drawn>("export", "draw", { exhibit, format, title: state.name, words: spoken() });
  if (!reply?.answer.content) return;
  const bytes = Uint8Array.from(atob(reply.answer.content), (character) => character.charCodeAt(0));
  const types = { svg: "image/svg+xml", png: "image/png", gif: "image/gif", page: "text/html" } as const;
  download(`${stem}.${kind === "page" ? "html" : kind}`, bytes, types[kind]);
}
