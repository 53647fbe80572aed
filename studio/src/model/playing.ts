// A text as a puzzle that is played: marks, whether they are right, hints.
import { done, type History, redone, undone } from "../play/history";
import type { Exhibit, Words } from "../types";
import { spoken } from "../words";
import { askFor, drawn, store, work } from "./actions";
import { keepMarks } from "./marks";
import { isDrawable, type Marks, type State, sourceOf } from "./state";

const NOT = "not ";

/** What is known before anything is thought over: the first wave, atoms with their values. */
export function givenOf({ stepped }: State): Marks {
  const steps = stepped?.answer.steps ?? [];
  const facts = steps.filter(({ wave }) => wave === steps[0]?.wave).flatMap((step) => step.facts);
  return Object.fromEntries(facts.map((fact) => [fact.replace(NOT, ""), !fact.startsWith(NOT)]));
}

export function startPuzzle(isPuzzling: boolean): void {
  store.set({ isPuzzling });
  if (isPuzzling) void draw();
}

/** Open, true, false, open again. */
export function mark(atom: string): void {
  const { [atom]: value, ...others } = store.get().marks.now;
  change(done(store.get().marks, value === false ? others : { ...others, [atom]: value === undefined }));
}

export function undoMark(): void {
  change(undone(store.get().marks));
}

export function redoMark(): void {
  change(redone(store.get().marks));
}

function change(marks: History<Marks>): void {
  store.set({ marks });
  keepMarks(store.get());
  void draw();
}

let isDrawing = false;

async function draw(): Promise<void> {
  if (isDrawing) return; // it goes on with the marks that there are then
  isDrawing = true;
  while (await drawMarks()) {}
  isDrawing = false;
}

/** Draw the marks; whether there may be others by now. */
async function drawMarks(): Promise<boolean> {
  const state = store.get();
  const { stepped, marks, marked } = state;
  if (!stepped || !state.isPuzzling || marked?.marks === marks.now) return false;
  const known: Marks = { ...givenOf(state), ...marks.now };
  const atoms = new Set([...Object.keys(known), ...atomsIn(stepped.answer.pictures?.[0])]);
  const model = {
    true: [...atoms].filter((atom) => known[atom]),
    false: [...atoms].filter((atom) => !known[atom]),
  };
  const viewed = await askFor<{ answer: string; exhibit: Exhibit | null }>("marks", "view", {
    source: sourceOf(state),
    saved: JSON.stringify({ answer: "solved", status: "sat", models: [model] }),
    words: spoken(),
  });
  const exhibit = viewed?.answer.exhibit;
  const last = isDrawable(exhibit) ? (await drawn(exhibit, "marks"))?.at(-1) : null;
  if (store.get().stepped !== stepped) return true;
  if (last) store.set({ marked: { marks: marks.now, svg: last.svg } });
  return !!last;
}

/** The atoms of all places of a picture. */
function atomsIn(exhibit: Exhibit | undefined): string[] {
  const found: string[] = [];
  JSON.stringify(exhibit ?? null, (key, value) => {
    if (key === "atoms" && Array.isArray(value)) found.push(...value);
    return value;
  });
  return found;
}

/** Whether the marks are right (0), and what follows next, told more or less strongly. */
export async function hint(strength: number): Promise<void> {
  const { marks, hinted } = store.get();
  if (hinted?.marks === marks.now) return store.set({ hinted: { ...hinted, strength } });
  const facts = Object.entries(marks.now).map(([atom, value]) => (value ? atom : NOT + atom));
  const reply = await work<{ answer: string }>("hint", "hint", { source: sourceOf(store.get()), marks: facts });
  if (reply) store.set({ hinted: { marks: marks.now, told: reply.told as Words, strength } });
}
