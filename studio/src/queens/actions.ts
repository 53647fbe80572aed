// What the Queens page does: squares are marked, and every time it is asked whether that can be completed, and how often.
import { never } from "../never";
import { heard, newest, RefusedError } from "../play/asking";
import { began, done, type History, redone, undone } from "../play/history";
import { beginWith, keeper, shareLink } from "../play/keeping";
import { isLimit, type SaidKind, saidOf } from "../play/outcome";
import { cellOf, type Stage } from "../play/types";
import type { Statuses } from "../types";
import { amount, say } from "../words";
import {
  areMarks,
  asKept,
  boardText,
  type Game,
  LETTERS,
  type Marks,
  NONE,
  NOTHING,
  QUEEN,
  squaresOf,
  store,
  toBeKept,
  widthOf,
} from "./state";

export const MOST = 32; // queens

interface Staged {
  answer: "queens.staged" | "starbattle.staged";
  stage: Stage;
  names?: string[];
  board?: { size: number; regions: string; marks: string };
}

interface Solved {
  answer: "queens.solved";
  status: Statuses["queens.solved"]["status"];
  solutions: string[][];
  columns: number[][];
}

const UNTOLD = { trouble: null, said: null, count: null, pointed: [], shown: [], known: [], isAsking: false };

// ---------------------------------------------------------------------- boards

let wanted = 0; // boards: the one that was asked for last is shown, whichever comes last

export async function openChess(size: number, marks = ""): Promise<void> {
  const number = ++wanted;
  const { answer } = await heard<Staged>("queens.stage", { size });
  if (number !== wanted) return;
  const fits = marks.length === size * size ? marks : NOTHING.repeat(size * size);
  store.set({ game: "chess", size, stage: answer.stage, names: answer.names ?? [], marks: began(fits), ...UNTOLD });
  judge();
}

/** A board of regions in any format, with or without marks. */
export async function openRegions(text: string): Promise<void> {
  const number = ++wanted;
  const { answer } = await heard<Staged>("starbattle.stage", { board: text });
  if (number !== wanted) return;
  const { regions, marks } = answer.board ?? { regions: "", marks: "" };
  const shown = { game: "regions" as const, regions, stage: answer.stage, names: [] };
  store.set({ ...shown, marks: began(marks), isDrawing: false, ...UNTOLD });
  judge();
}

export async function change(game: Game): Promise<void> {
  const { size, regions } = store.get();
  await guarded(async () => (game === "chess" ? openChess(size) : openRegions(boardText(regions))));
}

/** Do something; what goes wrong is told. */
export async function guarded(act: () => Promise<void>): Promise<void> {
  store.set({ isBusy: true });
  try {
    await act();
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    store.set({ said: saidOf(error) });
  } finally {
    store.set({ isBusy: false });
  }
}

export async function generate(size: number): Promise<void> {
  await guarded(async () => {
    store.set({ said: { kind: "plain", text: say("play.asking") } });
    const seed = Math.floor(Math.random() * 1e6);
    const { answer } = await heard<{ answer: "starbattle.generated"; board: { regions: string } }>(
      "starbattle.generate",
      {
        seed,
        size,
        limits: { seconds: 60 },
      },
    );
    await openRegions(boardText(answer.board.regions));
  });
}

// ---------------------------------------------------------------------- marking

function mark(marks: History<Marks>): void {
  store.set({ marks, ...UNTOLD });
  judge();
}

export function press(cell: number, kind: "main" | "other"): void {
  const { marks, isDrawing, isAsking } = store.get();
  if (isDrawing) {
    draw(cell);
    return;
  }
  if (isAsking) {
    void whyNot(cell);
    return;
  }
  const now = marks.now[cell] ?? NOTHING;
  const next =
    kind === "other" ? (now === NONE ? NOTHING : NONE) : now === NOTHING ? QUEEN : now === QUEEN ? NONE : NOTHING;
  mark(done(marks, marks.now.slice(0, cell) + next + marks.now.slice(cell + 1)));
}

/** Dragging forbids squares. */
export function paint(cell: number, isFirst: boolean): void {
  const { marks, isDrawing } = store.get();
  if (isDrawing) {
    draw(cell, !isFirst);
    return;
  }
  const history = isFirst ? done(marks, marks.now) : marks;
  const value = marks.now[cell] === QUEEN ? QUEEN : NONE;
  mark({ ...history, now: marks.now.slice(0, cell) + value + marks.now.slice(cell + 1) });
}

export function undo(): void {
  const { isDrawing, sketches, marks } = store.get();
  if (isDrawing) redraw(undone(sketches));
  else mark(undone(marks));
}

export function redo(): void {
  const { isDrawing, sketches, marks } = store.get();
  if (isDrawing) redraw(redone(sketches));
  else mark(redone(marks));
}

export function restart(): void {
  const { marks } = store.get();
  mark(done(marks, NOTHING.repeat(marks.now.length)));
}

// ---------------------------------------------------------------------- judging

const judging = newest();

/** After every change: can it be completed, in how many ways, and if not, why. */
function judge(): void {
  const { marks, game, isDrawing } = store.get();
  if (isDrawing) return;
  judging(async () => {
    try {
      await (game === "chess" ? judgeChess(marks.now) : judgeRegions(marks.now));
    } catch (error) {
      if (error instanceof RefusedError && store.get().marks.now === marks.now) store.set({ said: saidOf(error) });
    }
  });
}

function asked(marks: Marks): { size: number; placed: string[]; forbidden: string[] } {
  const { size, names } = store.get();
  const named = (mark: string) => squaresOf(marks, mark).map((cell) => names[cell] ?? "");
  return { size, placed: named(QUEEN), forbidden: named(NONE) };
}

async function judgeChess(marks: Marks): Promise<void> {
  const question = asked(marks);
  const isStill = () => store.get().marks.now === marks && store.get().size === question.size;
  interface Reasons {
    answer: "queens.reasons";
    placed?: string[] | null;
    forbidden?: string[];
  }
  const { answer, told } = await heard<Reasons>("queens.why", { ...question, limits: { seconds: 30 } });
  if (!isStill()) return;
  if (answer.placed) {
    const { names } = store.get();
    const pointed = [...answer.placed, ...(answer.forbidden ?? [])].map((name) => names.indexOf(name));
    store.set({ said: { kind: "bad", text: told.text ?? "" }, count: null, pointed });
    return;
  }
  const isDone = question.placed.length === question.size;
  const text = say(isDone ? "play.queens.done" : "play.queens.can");
  store.set({ said: { kind: "good", text }, pointed: [] });
  if (isDone) return;
  try {
    interface Counted {
      answer: "queens.counted";
      count: number;
      complete: boolean;
    }
    const { answer: counted } = await heard<Counted>("queens.count", { ...question, limits: { seconds: 3 } });
    const key = counted.complete ? "play.queens.count" : "play.queens.count.least";
    if (isStill()) store.set({ count: say(key, { count: amount(counted.count) }) });
  } catch (error) {
    if (!(error instanceof RefusedError) || !isStill()) return;
    store.set({ count: isLimit(error) ? say("play.queens.uncounted") : error.message });
  }
}

const CHECKS: Record<Statuses["starbattle.checked"]["status"], SaidKind> = {
  solved: "good",
  open: "plain",
  wrong: "bad",
};

async function judgeRegions(marks: Marks): Promise<void> {
  const { regions } = store.get();
  const board = boardText(regions, marks);
  interface Checked {
    answer: "starbattle.checked";
    status: Statuses["starbattle.checked"]["status"];
    findings?: { cells: { row: number; column: number }[] }[];
  }
  const { answer, told } = await heard<Checked, { findings?: string[] }>("starbattle.check", { board });
  const { stage } = store.get();
  if (store.get().marks.now !== marks || !stage) return;
  const spots = (answer.findings ?? []).flatMap((finding) => finding.cells);
  const pointed = spots.map(({ row, column }) => cellOf([row, column], stage));
  const kind = CHECKS[answer.status];
  const lines = told.findings?.slice(1) ?? [];
  store.set({ said: { kind, text: told.text ?? "", lines }, pointed });
}

// ---------------------------------------------------------------------- asking

/** A completion of what stands there, another one each time. */
export async function next(): Promise<void> {
  const { marks, known, names } = store.get();
  await guarded(async () => {
    const question = { ...asked(marks.now), excluded: known, limits: { seconds: 30 } };
    const { answer } = await heard<Solved>("queens.solve", question);
    if (store.get().marks !== marks) return;
    const { status } = answer;
    switch (status) {
      case "unsat": {
        const text = say(known.length ? "play.queens.no_other" : "play.queens.cannot");
        return store.set({ said: { kind: "plain", text }, known: [], shown: [] });
      }
      case "sat": {
        const shown = (answer.solutions[0] ?? []).map((name) => names.indexOf(name));
        const all = [...known, ...answer.columns.slice(0, 1)];
        const text = say("play.queens.shown", { number: all.length });
        return store.set({ shown, known: all, said: { kind: "plain", text } });
      }
      default:
        never(status);
    }
  });
}

const UNIQUE: Record<Statuses["starbattle.solved"]["status"], SaidKind> = {
  unique: "good",
  multiple: "bad",
  none: "bad",
};

/** Is there exactly one solution of these regions? */
export async function unique(): Promise<void> {
  const { regions } = store.get();
  await guarded(async () => {
    const question = { board: boardText(regions), limits: { seconds: 60 } };
    interface Judged {
      answer: "starbattle.solved";
      status: Statuses["starbattle.solved"]["status"];
    }
    const { answer } = await heard<Judged>("starbattle.solve", question);
    store.set({ said: { kind: UNIQUE[answer.status], text: say(`play.draw.${answer.status}`) } });
  });
}

interface Hinted {
  answer: "starbattle.hinted";
  status: Statuses["starbattle.hinted"]["status"];
  board: { marks: string };
  cell?: { row: number; column: number } | null;
}

const HINTS: Record<Hinted["status"], SaidKind> = { step: "plain", solved: "good", open: "plain", none: "bad" };

export async function hint(): Promise<void> {
  const { regions, marks, stage } = store.get();
  await guarded(async () => {
    const question = { board: boardText(regions, marks.now), limits: { seconds: 60 } };
    const { answer, told } = await heard<Hinted, { premises: string[] }>("starbattle.hint", question);
    if (store.get().marks !== marks || !stage) return;
    if (answer.cell) store.set({ marks: done(marks, answer.board.marks), ...UNTOLD });
    const kind = HINTS[answer.status];
    const pointed = answer.cell ? [cellOf([answer.cell.row, answer.cell.column], stage)] : [];
    store.set({ said: { kind, text: told.text ?? "", lines: told.premises }, pointed });
  });
}

/** Why no queen can stand on a square, with the marks as they are. */
export async function whyNot(cell: number): Promise<void> {
  const { regions, marks, game, names, stage } = store.get();
  store.set({ isAsking: false });
  if (!stage) return;
  const supposed = marks.now.slice(0, cell) + QUEEN + marks.now.slice(cell + 1);
  await guarded(async () => {
    if (game === "chess") {
      const question = { ...asked(supposed), limits: { seconds: 30 } };
      const { answer, told } = await heard<{
        answer: "queens.reasons";
        placed?: string[] | null;
        forbidden?: string[];
      }>("queens.why", question);
      const pointed = [...(answer.placed ?? []), ...(answer.forbidden ?? [])].map((name) => names.indexOf(name));
      const text = answer.placed ? (told.text ?? "") : say("play.queens.may");
      store.set({ said: { kind: answer.placed ? "bad" : "good", text }, pointed: [cell, ...pointed] });
      return;
    }
    const question = { board: boardText(regions, supposed), limits: { seconds: 60 } };
    const { answer, told } = await heard<Hinted, { premises: string[] }>("starbattle.hint", question);
    const isImpossible = answer.status === "none";
    store.set({
      said: {
        kind: isImpossible ? "bad" : "good",
        text: say(isImpossible ? "play.queens.may_not" : "play.queens.may"),
        lines: isImpossible ? told.premises : [],
      },
      pointed: [cell],
    });
  });
}

// ---------------------------------------------------------------------- drawing regions

const staging = newest();

export function drawRegions(size: number): void {
  const regions = store.get().regions;
  const isSame = widthOf(regions) === size;
  const rows = Array.from({ length: size }, (_, row) => (LETTERS[row] ?? "a").repeat(size)).join("");
  const { sketches, isDrawing } = store.get();
  const now = isSame ? regions : rows;
  redraw(isDrawing ? done(sketches, now) : isSame ? began(now) : done(began(regions), now));
}

/** A cell goes to the region of the pen; all cells of a drag are one step back. */
function draw(cell: number, isGoingOn = false): void {
  const { regions, pen, sketches } = store.get();
  if (regions[cell] === pen) return;
  const now = regions.slice(0, cell) + pen + regions.slice(cell + 1);
  redraw(isGoingOn ? { ...sketches, now, future: [] } : done(sketches, now));
}

/** The board with other regions: drawn anew, and judged as it stands. */
function redraw(sketches: History<string>): void {
  const regions = sketches.now;
  const marks = NOTHING.repeat(regions.length);
  store.set({ game: "regions", regions, sketches, marks: began(marks), isDrawing: true, ...UNTOLD });
  staging(async () => {
    try {
      const { answer } = await heard<Staged>("starbattle.stage", { board: boardText(regions) });
      if (store.get().regions !== regions) return;
      store.set({ stage: answer.stage });
      await unique();
    } catch (error) {
      if (error instanceof RefusedError && store.get().regions === regions) store.set({ said: saidOf(error) });
    }
  });
}

export function endDrawing(): void {
  const { regions } = store.get();
  void guarded(() => openRegions(boardText(regions)));
}

// ---------------------------------------------------------------------- keeping

export async function begin(): Promise<void> {
  await beginWith("queens", {
    bring,
    first: () => guarded(() => openChess(8)),
    tell: (trouble) => store.set({ trouble }),
  });
  store.subscribe(
    keeper(
      "queens",
      () => toBeKept(store.get(), true),
      () => toBeKept(store.get(), false),
    ),
  );
}

async function bring(value: unknown): Promise<string | null> {
  const kept = asKept(value);
  if (!kept) return say("play.link.broken");
  const cells = kept.game === "chess" ? kept.size ** 2 : kept.regions.length;
  if (kept.marks && kept.marks.length !== cells) return say("play.link.marks");
  try {
    if (kept.game === "chess") await openChess(Math.min(MOST, kept.size), kept.marks);
    else await openRegions(boardText(kept.regions, kept.marks.length === kept.regions.length ? kept.marks : ""));
  } catch (error) {
    return error instanceof RefusedError ? error.message : say("play.link.broken");
  }
  const { marks } = store.get();
  const fits = (value: unknown): value is Marks =>
    typeof value === "string" && value.length === marks.now.length && areMarks(value);
  const past = kept.history?.past?.filter(fits) ?? [];
  store.set({ marks: { past, now: marks.now, future: kept.history?.future?.filter(fits) ?? [] } });
  return null;
}

export function link(): Promise<string | null> {
  return shareLink("queens", toBeKept(store.get(), false));
}
