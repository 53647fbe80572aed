// The model page begins: the language and the look that were chosen, then what was open.
import { render } from "preact";
import { type Assignment, assigned, type Started } from "../ask";
import { DARK, wear } from "../look/wearing";
import { keepLook, type Look, languageAsked, readLook } from "../look/worn";
import { speak } from "../words";
import { store } from "./actions";
import { keepAll, restore } from "./keeping";
import { ModelPage } from "./page";

export async function start(
  root: HTMLElement,
  server: Started | null,
  assignment: Assignment | string | null,
): Promise<void> {
  const own: Look & { isLive: boolean } = {
    language: languageAsked(server?.language),
    theme: "system",
    isLarge: false,
    isLive: true,
  };
  const chosen = readLook(own);
  speak(chosen.language);
  store.set({ ...chosen, hasExercises: !!server?.exercises });
  if (typeof assignment === "object") store.set({ assignment });
  wear(store.get());
  await restore(!!server?.file);
  if (typeof assignment === "string") store.set({ notice: assignment });
  const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? "";
  render(<ModelPage nonce={nonce} />, root);
  keepAll();
  keepChanges();
}

/** The statement may be there in the other language, too. */
async function translate(assignment: Assignment | null): Promise<void> {
  const translated = assignment && (await assigned(assignment.name, store.get().language));
  if (translated && typeof translated === "object") store.set({ assignment: translated });
}

/** After every change: how it looks, and the storage of it. */
function keepChanges(): void {
  store.subscribe((state, before) => {
    const parts = ["language", "theme", "isLarge", "isLive"] as const;
    if (parts.every((part) => state[part] === before[part])) return;
    wear(state);
    const { language, theme, isLarge, isLive } = state;
    keepLook({ language, theme, isLarge, isLive });
    if (language !== before.language) void translate(state.assignment);
  });
  DARK.addEventListener("change", () => wear(store.get()));
}
