// Playing a text as a puzzle: marks, checks, hints.
import { type History, pushHistory, redoHistory, undoHistory } from "../play/history";
import type { AnswerTexts, Exhibit } from "../types";
import { currentLanguage } from "../words";
import { askInSlot, drawFrames, runWork, store } from "./actions";
import { saveMarks } from "./marks";
import { isDrawable, type Marks, type State, sourceOf } from "./state";

const NEGATION = "not ";

/** The atoms that are known from the start (the first wave), with their values. */
export function givenMarks({ stepsAnswer }: State): Marks {
  const steps = stepsAnswer?.answer.steps ?? [];
  const facts = steps.filter(({ wave }) => wave === steps[0]?.wave).flatMap((step) => step.facts);
  return Object.fromEntries(facts.map((fact) => [fact.replace(NEGATION, ""), !fact.startsWith(NEGATION)]));
}

export function setPlayingPuzzle(isPlayingPuzzle: boolean): void {
  store.set({ isPlayingPuzzle });
  if (isPlayingPuzzle) void redrawMarks();
}

/** Cycle a mark: open, true, false, open again. */
export function cycleMark(atom: string): void {
  const { [atom]: value, ...others } = store.get().marks.now;
  setMarks(pushHistory(store.get().marks, value === false ? others : { ...others, [atom]: value === undefined }));
}

export function undoMark(): void {
  setMarks(undoHistory(store.get().marks));
}

export function redoMark(): void {
  setMarks(redoHistory(store.get().marks));
}

function setMarks(marks: History<Marks>): void {
  store.set({ marks });
  saveMarks(store.get());
  void redrawMarks();
}

let isDrawing = false;

async function redrawMarks(): Promise<void> {
  if (isDrawing) return; // the running loop picks up the newest marks
  isDrawing = true;
  while (await drawMarks()) {}
  isDrawing = false;
}

/** Draw the marks; return whether they may have changed since. */
async function drawMarks(): Promise<boolean> {
  const state = store.get();
  const { stepsAnswer, marks, markedPicture } = state;
  if (!stepsAnswer || !state.isPlayingPuzzle || markedPicture?.marks === marks.now) return false;
  const values: Marks = { ...givenMarks(state), ...marks.now };
  const atoms = new Set([...Object.keys(values), ...atomsIn(stepsAnswer.answer.pictures?.[0])]);
  const model = {
    true: [...atoms].filter((atom) => values[atom]),
    false: [...atoms].filter((atom) => !values[atom]),
  };
  const reply = await askInSlot<{ answer: string; exhibit: Exhibit | null }>("marks", "view", {
    source: sourceOf(state),
    saved: JSON.stringify({ answer: "solved", status: "sat", models: [model] }),
    words: currentLanguage(),
  });
  const exhibit = reply?.answer.exhibit;
  const last = isDrawable(exhibit) ? (await drawFrames(exhibit, "marks"))?.at(-1) : null;
  if (store.get().stepsAnswer !== stepsAnswer) return true;
  if (last) store.set({ markedPicture: { marks: marks.now, svg: last.svg } });
  return !!last;
}

/** The atoms of all places in a picture. */
function atomsIn(exhibit: Exhibit | undefined): string[] {
  const atoms: string[] = [];
  JSON.stringify(exhibit ?? null, (key, value) => {
    if (key === "atoms" && Array.isArray(value)) atoms.push(...value);
    return value;
  });
  return atoms;
}

/** Ask whether the marks are right (strength 0), or for a hint on what follows next. */
export async function askHint(strength: number): Promise<void> {
  const { marks, hintAnswer } = store.get();
  if (hintAnswer?.marks === marks.now) return store.set({ hintAnswer: { ...hintAnswer, strength } });
  const facts = Object.entries(marks.now).map(([atom, value]) => (value ? atom : NEGATION + atom));
  const reply = await runWork<{ answer: string }>("hint", "hint", { source: sourceOf(store.get()), marks: facts });
  if (reply) store.set({ hintAnswer: { marks: marks.now, texts: reply.texts as AnswerTexts, strength } });
}
