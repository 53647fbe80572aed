// Start the model page: apply the preferences, then restore what was open.
import { render } from "preact";
import { type Assignment, loadAssignment, type ServerInfo } from "../ask";
import { loadPreferences, type Preferences, preferredLanguage, savePreferences } from "../look/preferences";
import { applyTheme, PREFERS_DARK } from "../look/theme";
import { setLanguage } from "../words";
import { store } from "./actions";
import { ModelPage } from "./page";
import { restore, startSaving } from "./persistence";

export async function start(
  root: HTMLElement,
  server: ServerInfo | null,
  assignment: Assignment | string | null,
): Promise<void> {
  const defaults: Preferences & { isLive: boolean } = {
    language: preferredLanguage(server?.language),
    theme: "system",
    isLarge: false,
    isLive: true,
  };
  const chosen = loadPreferences(defaults);
  setLanguage(chosen.language);
  store.set({ ...chosen, hasExercises: !!server?.exercises });
  if (typeof assignment === "object") store.set({ assignment });
  applyTheme(store.get());
  await restore(!!server?.file);
  if (typeof assignment === "string") store.set({ notice: assignment });
  const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? "";
  render(<ModelPage nonce={nonce} />, root);
  startSaving();
  savePreferencesOnChange();
}

/** Load the statement in the current language, if it has been translated. */
async function translate(assignment: Assignment | null): Promise<void> {
  const translated = assignment && (await loadAssignment(assignment.name, store.get().language));
  if (translated && typeof translated === "object") store.set({ assignment: translated });
}

/** Apply and save the preferences after every change. */
function savePreferencesOnChange(): void {
  store.subscribe((state, before) => {
    const parts = ["language", "theme", "isLarge", "isLive"] as const;
    if (parts.every((part) => state[part] === before[part])) return;
    applyTheme(state);
    const { language, theme, isLarge, isLive } = state;
    savePreferences({ language, theme, isLarge, isLive });
    if (language !== before.language) void translate(state.assignment);
  });
  PREFERS_DARK.addEventListener("change", () => applyTheme(store.get()));
}
