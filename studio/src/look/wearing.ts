// How the page looks, as it was chosen: the theme and the size of letters.

export type Theme = "system" | "light" | "dark";

export const DARK = matchMedia("(prefers-color-scheme: dark)");

export function wear({ theme, isLarge }: { theme: Theme; isLarge: boolean }): void {
  const { dataset } = document.documentElement;
  const own = DARK.matches ? "dark" : "light";
  dataset.theme = theme === "system" ? own : theme;
  dataset.large = String(isLarge);
}
