// Files: opening, dropping, saving and exporting them; and the file the studio was started with.
import { loadStartedFile, saveFile } from "../ask";
import { download } from "../download";
import type { StoredPage } from "../link";
import type { DrawAnswer } from "../types";
import { currentLanguage, say } from "../words";
import { addData, open, replaceText, runWork, store } from "./actions";
import { isDrawable, shownModel, sourceOf } from "./state";

const MAX_FILE_BYTES = 4_000_000;

/** Open models; any other file becomes data that a text may ask for. */
export async function openFiles(files: Iterable<File>): Promise<void> {
  for (const file of files) {
    if (file.size > MAX_FILE_BYTES) {
      store.set({ notice: say("studio.file.large", { name: file.name }) });
    } else if (/\.(touist|txt|tst)$/i.test(file.name)) {
      await replaceText({ text: await file.text(), name: file.name });
      store.set({ notice: say("studio.file.opened", { name: file.name }) });
    } else {
      const bytes = new Uint8Array(await file.arrayBuffer());
      let text = "";
      for (const byte of bytes) text += String.fromCharCode(byte);
      addData(file.name, btoa(text));
      store.set({ notice: say("studio.file.data", { name: file.name }) });
    }
  }
}

export function pickFiles(): void {
  const input = document.createElement("input");
  input.type = "file";
  input.multiple = true;
  input.onchange = () => void openFiles(input.files ?? []);
  input.click();
}

/** Open the file the studio was started with, and restore its unsaved changes. */
export async function openStartedFile(before: StoredPage | null): Promise<boolean> {
  const file = await loadStartedFile().catch(() => null);
  if (!file) return false;
  const storedVersion = before?.version && before.name === file.name ? before : null;
  const unsaved = storedVersion?.isUnsaved && storedVersion.text !== file.text ? storedVersion : null;
  open({ ...storedVersion, data: {}, text: unsaved?.text ?? file.text, name: file.name }); // its data is read again
  store.set({ file: { version: unsaved?.version ?? file.version, text: file.text } });
  if (unsaved) store.set({ notice: say("studio.file.unsaved") });
  return true;
}

/** Save the file the studio was started with; if there is none, download the text. */
export async function save(): Promise<void> {
  const { file, text, name } = store.get();
  if (!file) {
    download(name, text, "text/plain;charset=utf-8");
    store.set({ notice: say("studio.file.downloaded", { name }) });
    return;
  }
  try {
    const saved = await saveFile(text, file.version);
    if ("changed" in saved) store.set({ changedFile: saved.changed });
    else
      store.set({
        file: { version: saved.version, text },
        changedFile: null,
        notice: say("studio.file.saved", { name }),
      });
  } catch (error) {
    store.set({ notice: say("studio.file.failed", { reason: error instanceof Error ? error.message : "" }) });
  }
}

// ---------------------------------------------------------------------- exports

export const EXPORTS = ["latex", "dimacs", "svg", "png", "gif", "page"] as const;
export type Export = (typeof EXPORTS)[number];
const EXTENSIONS: Record<string, string> = {
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
    const question = { source, target: "document", language: currentLanguage() };
    const reply = await runWork<{ answer: string; text: string }>("export", "mathematics", question);
    if (reply) download(`${stem}.tex`, reply.answer.text, "application/x-tex");
    return;
  }
  if (kind === "dimacs") {
    const reply = await runWork<{ answer: string; text: string; format: string }>("export", "export", { source });
    if (reply) download(`${stem}.${EXTENSIONS[reply.answer.format] ?? "txt"}`, reply.answer.text, "text/plain");
    return;
  }
  const exhibit = shownModel(state)?.model.exhibit;
  if (!isDrawable(exhibit)) {
    store.set({ notice: say("studio.export.nothing") });
    return;
  }
  const format = kind === "svg" ? "sheet" : kind;
  const reply = await runWork<DrawAnswer>("export", "draw", {
    exhibit,
    format,
    title: state.name,
    words: currentLanguage(),
  });
  if (!reply?.answer.content) return;
  const bytes = Uint8Array.from(atob(reply.answer.content), (character) => character.charCodeAt(0));
  const types = { svg: "image/svg+xml", png: "image/png", gif: "image/gif", page: "text/html" } as const;
  download(`${stem}.${kind === "page" ? "html" : kind}`, bytes, types[kind]);
}
