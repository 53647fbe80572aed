// What the Light Up page does: boards come, marks are made, questions are asked, and their answers shown.
import type { Assignment } from "../ask";
import { never } from "../never";
import { heard, newest, RefusedError, type Said, workOf } from "../play/asking";
import { began, done, type History, redone, undone } from "../play/history";
import { beginWith, keeper, shareLink } from "../play/keeping";
import { type SaidKind, saidOf } from "../play/outcome";
import { cellOf } from "../play/types";
import { say, sentence } from "../words";
import { bringProof, isOfExercise, keptProof, proofOf, readExercise, readProof, resetProof } from "./proof";
import {
  areMarks,
  asKept,
  cycled,
  ERRORS,
  FIRST,
  given,
  isSketch,
  isWhite,
  type Kept,
  type Marked,
  MOST_CELLS,
  type Mode,
  marked,
  rowsOf,
  type Sketch,
  store,
  toBeKept,
  withCell,
} from "./state";
import type {
  Checked,
  ExerciseFile,
  Explained,
  Generated,
  Hinted,
  Rated,
  Solved,
  Staged,
  StepDrawn,
  StepTold,
} from "./types";

// ---------------------------------------------------------------------- boards

let asked = 0; // boards: the one that was asked for last is shown, whichever comes last

/** Take a board in any format. What is wrong is thrown, with its places. */
export async function open(text: string, mode?: Mode, sketches?: History<Sketch>): Promise<void> {
  const number = ++asked;
  const { answer } = await heard<Staged>("lightup.stage", { board: { text, max_cells: MOST_CELLS } });
  if (number === asked) show(answer, mode, sketches);
}

/** Take anything that people have as a text: an exercise, a proof of LEGUP, a board. What is wrong is thrown. */
export async function take(text: string): Promise<void> {
  const prove = (board: string) => open(board, "prove");
  if (/^[\s\uFEFF]*\{/.test(text) && text.includes('"exercise"')) await readExercise(text, prove);
  else if (text.includes("<transition")) await readProof(text, prove);
  else await open(text);
}

function show(staged: Staged, mode?: Mode, sketches?: History<Sketch>): void {
  const cells = staged.rows.join("");
  const bare = [...cells].map((cell) => (cell === "L" || cell === "x" ? "." : cell)).join("");
  resetProof(bare);
  store.set((state) => ({
    stage: staged.stage,
    bare,
    marks: began<Marked>({ cells }),
    sketches: sketches ?? began<Sketch>({ cells: bare, width: staged.stage.width }),
    mode: mode ?? (state.mode === "draw" ? "play" : state.mode),
    ...NOTHING_TOLD,
    isSolved: false,
    seconds: 0,
    isPaused: false,
    explained: null,
    step: 0,
    drawnStep: null,
    verdict: null,
  }));
  afterMarks();
  if (store.get().mode === "explain") void explain();
}

const NOTHING_TOLD = {
  said: null,
  pointed: null,
  overlay: "",
  hint: 0,
  wrong: [] as number[],
  findings: [] as string[],
};

export function tell(said: Said | null): void {
  store.set({ said });
}

export const work = workOf(store);

/** A new board as it is wished for; a seed that is not told is a new one each time. */
export async function generate(): Promise<void> {
  const { wish } = store.get();
  const seed = wish.seed.trim() || String(Math.floor(Math.random() * 1e9));
  const level = say(`play.level.${wish.level}`);
  const made = await work(say("play.generating", { level }), async (signal) => {
    const { width, height, symmetry, black } = wish;
    const { answer } = await heard<Generated>(
      "lightup.generate",
      { width, height, level: wish.level, symmetry, black, seed, limits: { seconds: 110 } },
      {
        signal,
        onProgress: ({ event }) => {
          const { busy } = store.get();
          if (busy && event.count)
            store.set({ busy: { ...busy, text: say("play.generating.tried", { level, count: event.count }) } });
        },
      },
    );
    return answer;
  });
  if (!made) return;
  await open(made.id);
  tell({ kind: "plain", text: say("play.generated", { level, seed: made.seed }) });
}

// ---------------------------------------------------------------------- marking

const checking = newest();

/** After every change of the marks: what is wrong with them, and whether they are the solution. */
function afterMarks(): void {
  const { stage, marks } = store.get();
  if (!stage) return;
  const { cells } = marks.now;
  checking(async () => {
    const { answer, told } = await heard<Checked, { findings?: string[] }>("lightup.check", {
      board: given(cells, stage),
    });
    if (store.get().marks.now.cells !== cells || store.get().stage !== stage) return;
    const wrong = answer.findings.filter((finding) => finding.wrong);
    const isSolved = answer.status === "solved";
    store.set({
      wrong: wrong.map((finding) => cellOf([finding.row, finding.column], stage)),
      findings: told.findings ?? [],
      isSolved,
    });
    if (isSolved && cells.includes("L") && store.get().mode === "play")
      tell({ kind: "good", text: say("play.solved") });
  });
}

function mark(history: History<Marked>): void {
  store.set({ ...NOTHING_TOLD, wrong: store.get().wrong, marks: history });
  afterMarks();
}

export function press(cell: number, kind: "main" | "other"): void {
  const { stage, marks, isPaused } = store.get();
  if (!stage || isPaused || !isWhite(stage, cell)) return;
  mark(marked(marks, withCell(marks.now.cells, cell, cycled(marks.now.cells[cell] ?? ".", kind))));
}

let painting = "x";

/** Dragging paints dots, or takes them away where it began on one. */
export function paint(cell: number, isFirst: boolean): void {
  const { stage, marks, isPaused } = store.get();
  if (!stage || isPaused) return;
  const { cells } = marks.now;
  if (isFirst) {
    painting = cells[cell] === "x" ? "." : "x";
    store.set({ marks: done(marks, marks.now) }); // the whole drag is one step back
  }
  if (!isWhite(stage, cell) || cells[cell] === "L") return;
  mark(marked(store.get().marks, withCell(cells, cell, painting), true));
}

export function undo(): void {
  mark(undone(store.get().marks));
}

export function redo(): void {
  mark(redone(store.get().marks));
}

export function restart(): void {
  const { marks, bare } = store.get();
  mark(done(marks, { cells: bare }));
  store.set({ seconds: 0, isPaused: false });
}

/** What if …: marks are supposed from here on, until they are kept or dropped. */
export function suppose(): void {
  const { marks } = store.get();
  mark(done(marks, { cells: marks.now.cells, base: marks.now.cells }));
}

export function keep(): void {
  const { marks } = store.get();
  mark(done(marks, { cells: marks.now.cells }));
}

export function drop(): void {
  const { marks } = store.get();
  if (marks.now.base !== undefined) mark(done(marks, { cells: marks.now.base }));
}

// ---------------------------------------------------------------------- help

export async function rightSoFar(): Promise<void> {
  const { stage, marks } = store.get();
  if (!stage) return;
  await work(say("play.asking"), async (signal) => {
    const board = given(marks.now.cells, stage);
    const { answer } = await heard<Checked>("lightup.check", { board, can_finish: true }, { signal });
    const { can_finish: canFinish } = answer;
    if (canFinish === undefined || canFinish === null) tell({ kind: "plain", text: say("play.right.unknown") });
    else tell({ kind: canFinish ? "good" : "bad", text: say(canFinish ? "play.right.yes" : "play.right.no") });
  });
}

/** What is wrong by the rules alone, told when it is asked for. */
export function showErrors(): void {
  const { wrong, findings, isSolved } = store.get();
  const text = wrong.length
    ? say("play.errors.some", { count: wrong.length })
    : say(isSolved ? "play.solved" : "play.errors.none");
  store.set({
    said: { kind: wrong.length ? "bad" : "good", text, lines: wrong.length ? findings : [] },
    pointed: { cells: wrong, role: "pointed" },
  });
}

const STRENGTHS = ["where", "rule", "step"] as const;
const HINTS: Record<Hinted["status"], SaidKind> = {
  step: "plain",
  wrong: "bad",
  solved: "good",
  none: "bad",
  multiple: "plain",
};

/** A hint: each one for the same marks is stronger. */
export async function hint(): Promise<void> {
  const { stage, marks, hint: before } = store.get();
  const strength = STRENGTHS[Math.min(before, 2)];
  if (!stage) return;
  await work(say("play.asking"), async (signal) => {
    const board = given(marks.now.cells, stage);
    const { answer, told } = await heard<Hinted, { steps?: StepTold[] }>(
      "lightup.hint",
      { board, strength },
      { signal },
    );
    if (store.get().marks !== marks) return;
    const kind = HINTS[answer.status];
    const site = answer.site ?? answer.step?.site;
    const wrong = answer.wrong?.column ? ([answer.wrong.row, answer.wrong.column] as [number, number]) : null;
    const pointed = wrong
      ? { cells: [cellOf(wrong, stage)], role: "pointed" }
      : site
        ? { cells: [cellOf(site, stage)], role: "site" }
        : null;
    store.set({ said: { kind, text: told.text ?? "" }, pointed, overlay: "", hint: Math.min(before + 1, 3) });
    if (answer.step) {
      const { answer: drawn } = await heard<StepDrawn>("lightup.draw_step", { step: answer.step }, { signal });
      if (store.get().marks === marks) store.set({ overlay: drawn.frames, pointed: null });
    }
  });
}

/** The next step, played: its marks on the board, what it rests on framed, its sentence below. */
export async function nextStep(): Promise<void> {
  const { stage, marks } = store.get();
  if (!stage) return;
  await work(say("play.asking"), async (signal) => {
    const board = given(marks.now.cells, stage);
    const asked = { board, strength: "step" };
    const { answer, told } = await heard<Hinted, { steps?: StepTold[] }>("lightup.hint", asked, { signal });
    if (store.get().marks !== marks) return;
    if (!answer.step) {
      const wrong = answer.wrong?.column ? cellOf([answer.wrong.row, answer.wrong.column], stage) : null;
      store.set({
        said: { kind: HINTS[answer.status], text: told.text ?? "" },
        pointed: wrong === null ? null : { cells: [wrong], role: "pointed" },
        overlay: "",
      });
      return;
    }
    const { answer: drawn } = await heard<StepDrawn>("lightup.draw_step", { step: answer.step }, { signal });
    if (store.get().marks !== marks) return;
    mark(marked(marks, answer.step.board.join("")));
    const step = told.steps?.[0];
    store.set({
      said: { kind: "plain", text: told.text ?? "", lines: step?.argument.map(([, line]) => line) ?? [] },
      overlay: drawn.frames,
    });
  });
}

export async function rate(): Promise<void> {
  const { stage, bare } = store.get();
  if (!stage) return;
  await work(say("play.asking"), async (signal) => {
    const { answer, told } = await heard<Rated>("lightup.rate", { board: given(bare, stage) }, { signal });
    const text = told.text ?? "";
    tell({ kind: "plain", text: answer.level ? say("play.rated", { level: text }) : sentence(text) });
  });
}

export async function solve(): Promise<void> {
  const { stage, bare, marks } = store.get();
  if (!stage) return;
  await work(say("play.asking"), async (signal) => {
    const { answer, told } = await heard<Solved, { why?: string[]; places?: [number, number][] }>(
      "lightup.solve",
      { board: given(bare, stage) },
      { signal },
    );
    const solution = answer.solution ?? [];
    const { status } = answer;
    switch (status) {
      case "none": {
        const cells = (told.places ?? []).map((spot) => cellOf(spot, stage));
        const why = told.why ? ` ${sentence(told.text ?? "")}` : "";
        const said = { kind: "bad" as const, text: say("play.draw.none") + why, lines: told.why ?? [] };
        return store.set({ said, pointed: { cells, role: "pointed" } });
      }
      case "unique":
      case "multiple":
        mark(done(marks, { cells: solution.join("") }));
        return tell({
          kind: "plain",
          text: say(status === "unique" ? "play.solution.only" : "play.solution.first"),
        });
      default:
        never(status);
    }
  });
}

// ---------------------------------------------------------------------- explaining

export async function explain(): Promise<void> {
  const { stage, bare, explained } = store.get();
  if (!stage || explained) return;
  await work(say("play.explaining"), async (signal) => {
    const { answer, told } = await heard<Explained, { steps: StepTold[] }>(
      "lightup.explain",
      { board: given(bare, stage) },
      { signal },
    );
    if (store.get().bare !== bare) return;
    store.set({
      explained: { answer, told: { text: told.text ?? null, advice: told.advice ?? "", steps: told.steps } },
      step: 0,
      drawnStep: null,
    });
  });
}

const drawing = newest();

export function goToStep(number: number): void {
  const { explained } = store.get();
  const steps = explained?.answer.steps ?? [];
  const step = Math.max(0, Math.min(number, steps.length));
  store.set({ step });
  const chosen = steps[step - 1];
  if (!chosen) {
    store.set({ drawnStep: null });
    return;
  }
  drawing(async () => {
    const { answer } = await heard<StepDrawn>("lightup.draw_step", { step: chosen });
    if (store.get().step === step) store.set({ drawnStep: { number: step, drawn: answer } });
  });
}

export function setMode(mode: Mode): void {
  store.set({ mode, ...NOTHING_TOLD, wrong: store.get().wrong });
  if (mode === "explain") void explain();
  if (mode === "draw") judgeDrawing();
  if (mode === "play") afterMarks();
}

// ---------------------------------------------------------------------- drawing

const staging = newest();
const judging = newest();

/** A cell of the board itself becomes something else; all cells of a drag are one step back. */
export function draw(cell: number, value: string, isGoingOn = false): void {
  const { bare, sketches, stage } = store.get();
  if (!stage || bare[cell] === value) return;
  const now: Sketch = { cells: withCell(bare, cell, value), width: stage.width };
  sketch(isGoingOn ? { ...sketches, now, future: [] } : done(withMarks(), now));
}

/** What has been drawn so far; the marks that stood on the board come back with it. */
function withMarks(): History<Sketch> {
  const { sketches, marks } = store.get();
  return marks.past.length ? { ...sketches, now: { ...sketches.now, marks } } : sketches;
}

export function undoDrawing(): void {
  const { sketches } = store.get();
  if (sketches.past.length) sketch(undone(sketches));
}

export function redoDrawing(): void {
  const { sketches } = store.get();
  if (sketches.future.length) sketch(redone(withMarks()));
}

export function resize(height: number, width: number): void {
  const { stage, bare } = store.get();
  if (!stage) return;
  const cells = Array.from({ length: height }, (_, row) =>
    Array.from({ length: width }, (_, column) =>
      row < stage.height && column < stage.width ? (bare[row * stage.width + column] ?? ".") : ".",
    ).join(""),
  ).join("");
  sketch(done(withMarks(), { cells, width }));
}

/** A board without a wall, to be drawn. */
export function drawEmpty(size: number): void {
  sketch(done(withMarks(), { cells: ".".repeat(size * size), width: size }));
  store.set({ mode: "draw", ...NOTHING_TOLD });
}

/** The board is what was drawn last. */
function sketch(sketches: History<Sketch>): void {
  const { stage } = store.get();
  const { cells, width, marks } = sketches.now;
  if (!stage) return;
  if (width !== stage.width || cells.length !== stage.width * stage.height) {
    const rows = rowsOf(cells, { width, height: cells.length / width });
    void open(rows.join("\n"), "draw", sketches).then(() => {
      if (marks) store.set({ marks });
      judgeDrawing();
    });
    return;
  }
  store.set({ sketches });
  redraw(cells, marks);
}

function redraw(bare: string, marks?: History<Marked>): void {
  const { stage } = store.get();
  if (!stage) return;
  resetProof(bare);
  store.set({
    bare,
    marks: marks ?? began<Marked>({ cells: bare }),
    said: null,
    explained: null,
    isSolved: false,
    verdict: null,
    pointed: null,
  });
  staging(async () => {
    const { answer } = await heard<Staged>("lightup.stage", { board: given(bare, stage) });
    if (store.get().bare === bare) store.set({ stage: answer.stage });
  });
  judgeDrawing();
}

/** Unique, several solutions, or none: told while the board is drawn. */
export function judgeDrawing(): void {
  const { stage, bare } = store.get();
  if (!stage) return;
  judging(async () => {
    const asked = { board: given(bare, stage), gives: "second", limits: { seconds: 10 } };
    try {
      const { answer, told } = await heard<Solved, { why?: string[]; places?: [number, number][] }>(
        "lightup.solve",
        asked,
      );
      const both = answer.solution && answer.second ? [answer.solution, answer.second] : [];
      const places = differing(both);
      const { answer: drawn } = both.length
        ? await heard<{ answer: "lightup.drawn"; pictures: string[] }>("lightup.draw", {
            pictures: both.map((rows) => ({ board: { text: rows.join("\n"), max_cells: MOST_CELLS }, places })),
          })
        : { answer: { pictures: [] } };
      if (store.get().bare !== bare) return;
      const text = [say(`play.draw.${answer.status}`), ...(told.why ?? [])].join("\n");
      store.set({
        verdict: { status: answer.status, text, pictures: drawn.pictures },
        pointed: told.places ? { cells: told.places.map((spot) => cellOf(spot, stage)), role: "pointed" } : null,
      });
    } catch (error) {
      if (error instanceof RefusedError && store.get().bare === bare) store.set({ said: saidOf(error) });
    }
  });
}

/** Where two solutions are not the same. */
function differing(both: string[][]): [number, number][] {
  const [first, second] = both;
  const places: [number, number][] = [];
  first?.forEach((row, y) => {
    [...row].forEach((cell, x) => {
      if (second?.[y]?.[x] !== cell) places.push([y + 1, x + 1]);
    });
  });
  return places;
}

// ---------------------------------------------------------------------- keeping

export async function begin(assignment: Assignment | null): Promise<void> {
  store.set({ assignment });
  await beginWith("lightup", {
    bring,
    ...(assignment && { task: JSON.parse(assignment.task) }),
    first: () => open(FIRST).catch((error) => tell({ kind: "bad", text: String(error.message) })),
    tell: (text) => tell({ kind: "bad", text }),
  });
  if (assignment?.skeleton.includes("<transition") && !proofOf.get().draft.now.steps.length)
    await readProof(assignment.skeleton, (board) => open(board, "prove")).catch(() => undefined);
  const write = keeper(
    "lightup",
    () => toBeKept(store.get(), keptProof(true), true) ?? {},
    () => toBeKept(store.get(), keptProof(false), false) ?? {},
  );
  store.subscribe(write);
  proofOf.subscribe(write);
}

/** Bring back what a link or the storage holds; or why not, and the page is as it was. */
async function bring(value: unknown, before?: unknown): Promise<string | null> {
  try {
    const kept = asKept(value);
    if (kept) return await bringBoard(kept);
    if (typeof (value as { exercise?: unknown } | null)?.exercise !== "string") return say("play.link.broken");
    if (before) await bring(before); // perhaps it is this exercise, and steps have been made
    if (!isOfExercise(value as ExerciseFile)) await take(JSON.stringify(value));
    return null;
  } catch (error) {
    return error instanceof RefusedError ? error.message : say("play.link.broken");
  }
}

async function bringBoard(kept: Kept): Promise<string | null> {
  const number = asked + 1;
  await open(kept.rows.join("\n"), kept.mode);
  if (number !== asked) return null; // somebody wanted another board meanwhile
  const { marks, bare } = store.get();
  const fits = (value: unknown): value is Marked => areMarks((value as Marked | null)?.cells, bare);
  const past = kept.marks?.past?.filter(fits) ?? [];
  const future = kept.marks?.future?.filter(fits) ?? [];
  const base = areMarks(kept.base, bare) ? { base: kept.base } : {};
  store.set(({ errors, wish, sketches }) => ({
    marks: { past, now: { ...marks.now, ...base }, future },
    seconds: typeof kept.seconds === "number" ? kept.seconds : 0,
    errors: kept.errors && ERRORS.includes(kept.errors) ? kept.errors : errors,
    wish: { ...wish, ...kept.wish },
    sketches: {
      past: kept.sketches?.past?.filter(isSketch) ?? [],
      now: sketches.now,
      future: kept.sketches?.future?.filter(isSketch) ?? [],
    },
  }));
  bringProof(kept.proof);
  if (kept.mode === "draw") judgeDrawing();
  if (kept.base !== undefined && !("base" in base)) tell({ kind: "bad", text: say("play.link.marks") });
  return null;
}

export function link(): Promise<string | null> {
  return shareLink("lightup", toBeKept(store.get(), keptProof(false), false) ?? {});
}
