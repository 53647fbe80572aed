// Start the Queens page: apply the preferences, render the page, restore what was open.
import { render } from "preact";
import type { ServerInfo } from "../ask";
import { initPreferences } from "../look/preferences";
import { startGame } from "./actions";
import { QueensPage } from "./page";

export async function start(root: HTMLElement, server: ServerInfo | null): Promise<void> {
  initPreferences(server?.language);
  render(<QueensPage />, root);
  await startGame();
}
