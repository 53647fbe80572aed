// Preferences of all pages: language, theme, text size; stored in the browser.
import { createStore } from "../store";
import { type Language, setLanguage } from "../words";
import { applyTheme, PREFERS_DARK, type Theme } from "./theme";

export const THEMES: Theme[] = ["system", "light", "dark"];

export interface Preferences {
  language: Language;
  theme: Theme;
  isLarge: boolean;
}

const STORAGE_KEY = "bigand.look";
export const preferences = createStore<Preferences>({ language: "en", theme: "system", isLarge: false });

/** Load the stored preferences on top of defaults. */
export function loadPreferences<L extends Preferences>(defaults: L): L {
  try {
    return { ...defaults, ...JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "{}") };
  } catch {
    return defaults;
  }
}

/** The browser's language if it is supported, otherwise the server's. */
export function preferredLanguage(server = ""): Language {
  const languages = [...navigator.languages, server].map((tag) => tag.slice(0, 2));
  return languages.find((tag) => tag === "en" || tag === "fr") === "fr" ? "fr" : "en";
}

export function savePreferences(changes: object): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify({ ...loadPreferences({} as Preferences), ...changes }));
  } catch {
    // The storage is full or forbidden: the next start uses the defaults.
  }
}

/** Load the preferences of a puzzle page, and apply and save them at every change. */
export function initPreferences(server?: string): void {
  const saved = loadPreferences<Preferences>({
    language: preferredLanguage(server),
    theme: "system",
    isLarge: false,
  });
  setLanguage(saved.language);
  preferences.set(saved);
  applyTheme(preferences.get());
  preferences.subscribe((state) => {
    setLanguage(state.language);
    applyTheme(state);
    savePreferences(state);
  });
  PREFERS_DARK.addEventListener("change", () => applyTheme(preferences.get()));
}
