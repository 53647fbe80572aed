// How all pages look: language, colours, size of letters; kept in the browser, the same for every page.
import { createStore } from "../store";
import { type Language, speak } from "../words";
import { DARK, type Theme, wear } from "./wearing";

export const THEMES: Theme[] = ["system", "light", "dark"];

export interface Look {
  language: Language;
  theme: Theme;
  isLarge: boolean;
}

const LOOK = "bigand.look";
export const worn = createStore<Look>({ language: "en", theme: "system", isLarge: false });

/** What was chosen before; the language is the server's until one is. */
export function readLook<L extends Look>(own: L): L {
  try {
    return { ...own, ...JSON.parse(localStorage.getItem(LOOK) ?? "{}") };
  } catch {
    return own;
  }
}

/** The language of the browser, if we have it, else that of the server. */
export function languageAsked(server = ""): Language {
  const asked = [...navigator.languages, server].map((one) => one.slice(0, 2));
  return asked.find((one) => one === "en" || one === "fr") === "fr" ? "fr" : "en";
}

export function keepLook(look: object): void {
  try {
    localStorage.setItem(LOOK, JSON.stringify({ ...readLook({} as Look), ...look }));
  } catch {
    // The next start looks as the first one.
  }
}

/** For pages that have no text: the look is a store of its own, worn and kept at every change. */
export function dress(server?: string): void {
  const look = readLook<Look>({ language: languageAsked(server), theme: "system", isLarge: false });
  speak(look.language);
  worn.set(look);
  wear(worn.get());
  worn.subscribe((state) => {
    speak(state.language);
    wear(state);
    keepLook(state);
  });
  DARK.addEventListener("change", () => wear(worn.get()));
}
