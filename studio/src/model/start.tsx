// The model page begins: the language and the look that were chosen, then what was open.
import { render } from "preact";
import type { Started } from "../ask";
import { DARK, wear } from "../look/wearing";
import { keepLook, type Look, languageAsked, readLook } from "../look/worn";
import { speak } from "../words";
import { store } from "./actions";
import { keepAll, restore } from "./keeping";
import { ModelPage } from "./page";

export async function start(root: HTMLElement, server: Started | null): Promise<void> {
  const own: Look & { isLive: boolean } = {
    language: languageAsked(server?.language),
    theme: "system",
    isLarge: false,
    isLive: true,
  };
  const chosen = readLook(own);
  speak(chosen.language);
  store.set(chosen);
  wear(store.get());
  await restore(!!server?.file);
  const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? "";
  render(<ModelPage nonce={nonce} />, root);
  keepAll();
  keepChanges();
}

/** After every change: how it looks, and the storage of it. */
function keepChanges(): void {
  store.subscribe((state, before) => {
    const parts = ["language", "theme", "isLarge", "isLive"] as const;
    if (parts.every((part) => state[part] === before[part])) return;
    wear(state);
    const { language, theme, isLarge, isLive } = state;
    keepLook({ language, theme, isLarge, isLive });
  });
  DARK.addEventListener("change", () => wear(store.get()));
}
