// Every sentence of the page, by its key, in both languages: made from the catalogue of the Python side.
import words from "../generated/words.json";

export type Language = "en" | "fr";
export type Key = keyof typeof words.en;

let language: Language = "en";

export function setLanguage(newLanguage: Language): void {
  language = newLanguage;
  document.documentElement.lang = newLanguage;
}

export function currentLanguage(): Language {
  return language;
}

/** A sentence, its gaps filled. */
export function say(key: Key, gaps: Record<string, string | number> = {}): string {
  return words[language][key].replace(/\{(\w+)\}/g, (whole, name) => String(gaps[name] ?? whole));
}

/** A number as people of the language write it. */
export function formatNumber(number: number): string {
  return number.toLocaleString(language === "fr" ? "fr-FR" : "en-GB");
}

export function formatSeconds(number: number): string {
  return number.toLocaleString(language === "fr" ? "fr-FR" : "en-GB", { maximumFractionDigits: 2 });
}

/** What stands in the middle of a line, as a sentence of its own: a capital, and a full stop. */
export function asSentence(text: string): string {
  const capitalised = text.slice(0, 1).toUpperCase() + text.slice(1);
  return /[.!?:…]$/.test(capitalised) || !capitalised ? capitalised : `${capitalised}.`;
}
