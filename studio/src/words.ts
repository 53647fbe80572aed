// The page's messages by key, in both languages; generated from Python catalogues.
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

/** The message of a key in the current language, with its placeholders filled in. */
export function say(key: Key, gaps: Record<string, string | number> = {}): string {
  return words[language][key].replace(/\{(\w+)\}/g, (whole, name) => String(gaps[name] ?? whole));
}

/** Format a number for the current language. */
export function formatNumber(number: number): string {
  return number.toLocaleString(language === "fr" ? "fr-FR" : "en-GB");
}

export function formatSeconds(number: number): string {
  return number.toLocaleString(language === "fr" ? "fr-FR" : "en-GB", { maximumFractionDigits: 2 });
}

/** Turn a phrase into a sentence: capitalised, with a full stop. */
export function asSentence(text: string): string {
  const capitalised = text.slice(0, 1).toUpperCase() + text.slice(1);
  return /[.!?:…]$/.test(capitalised) || !capitalised ? capitalised : `${capitalised}.`;
}
