// Files: opened from the disk, dropped in, saved, exported; and the one that the studio was started with.
import { ask, isFailure, openedFile, saveFile } from "../ask";
import type { Drawn } from "../types";
import { say, spoken } from "../words";
import { giveData, open, openInstead, store } from "./actions";
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
      await openInstead(await file.text(), file.name);
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

export async function openStarted(): Promise<boolean> {
  const file = await openedFile().catch(() => null);
  if (!file) return false;
  open(file.text, file.name);
  store.set({ file: { version: file.version, text: file.text } });
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

export async function exportAs(kind: Export): Promise<void> {
  const state = store.get();
  const stem = state.name.replace(/\.\w+$/, "");
  const source = sourceOf(state);
  const asked = async <A extends { answer: string }>(name: string, question: object): Promise<A | null> => {
    const reply = await ask<A>(name, question, { language: spoken() }).catch(() => null);
    if (reply && !isFailure(reply.answer)) return reply.answer;
    store.set({ notice: reply?.told.text ?? say("studio.failed") });
    return null;
  };
  if (kind === "latex") {
    const answer = await asked<{ answer: string; text: string }>("mathematics", {
      source,
      target: "document",
      language: spoken(),
    });
    if (answer) download(`${stem}.tex`, answer.text, "application/x-tex");
    return;
  }
  if (kind === "dimacs") {
    const answer = await asked<{ answer: string; text: string; format: string }>("export", { source });
    const endings: Record<string, string> = {
      dimacs: "cnf",
      wcnf: "wcnf",
      qdimacs: "qdimacs",
      smtlib: "smt2",
      z3: "smt2",
    };
    if (answer) download(`${stem}.${endings[answer.format] ?? "txt"}`, answer.text, "text/plain");
    return;
  }
  const exhibit = shownModel(state)?.model.exhibit;
  if (!isDrawable(exhibit)) {
    store.set({ notice: say("studio.export.nothing") });
    return;
  }
  const format = kind === "svg" ? "sheet" : kind;
  const answer = await asked<Drawn>("draw", { exhibit, format, title: state.name, words: spoken() });
  if (!answer?.content) return;
  const bytes = Uint8Array.from(atob(answer.content), (character) => character.charCodeAt(0));
  const types = { svg: "image/svg+xml", png: "image/png", gif: "image/gif", page: "text/html" } as const;
  download(`${stem}.${kind === "page" ? "html" : kind}`, bytes, types[kind]);
}
