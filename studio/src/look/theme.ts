// Applying the chosen theme and text size.

export type Theme = "system" | "light" | "dark";

export const PREFERS_DARK = matchMedia("(prefers-color-scheme: dark)");

export function applyTheme({ theme, isLarge }: { theme: Theme; isLarge: boolean }): void {
  const { dataset } = document.documentElement;
  const systemTheme = PREFERS_DARK.matches ? "dark" : "light";
  dataset.theme = theme === "system" ? systemTheme : theme;
  dataset.large = String(isLarge);
}
