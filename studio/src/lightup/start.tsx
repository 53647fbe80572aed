// The Light Up page begins: the look, what was open before, the page itself.
import { render } from "preact";
import type { Assignment, Started } from "../ask";
import { dress } from "../look/worn";
import { begin } from "./actions";
import { LightUpPage } from "./page";

export async function start(
  root: HTMLElement,
  server: Started | null,
  assignment: Assignment | string | null,
): Promise<void> {
  dress(server?.language);
  render(<LightUpPage />, root);
  await begin(typeof assignment === "object" ? assignment : null);
}
