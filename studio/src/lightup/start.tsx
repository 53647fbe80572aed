// Start the Light Up page: apply the preferences, render the page, restore what was open.
import { render } from "preact";
import type { Assignment, ServerInfo } from "../ask";
import { initPreferences } from "../look/preferences";
import { startGame } from "./actions";
import { LightUpPage } from "./page";

export async function start(
  root: HTMLElement,
  server: ServerInfo | null,
  assignment: Assignment | string | null,
): Promise<void> {
  initPreferences(server?.language);
  render(<LightUpPage />, root);
  await startGame(typeof assignment === "object" ? assignment : null);
}
