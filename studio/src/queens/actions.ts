// The actions of the Queens page: after every mark, ask whether the board can be completed, and in how many ways.
import { assertNever } from "../assert";
import { createHistory, type History, pushHistory, redoHistory, undoHistory } from "../play/history";
import { isLimit, type MessageKind, messageOf } from "../play/messages";
import { createSaver, restorePage, shareLink } from "../play/persistence";
import { askOrThrow, createLatestOnly, RefusedError } from "../play/questions";
import { cellOf, type Stage } from "../play/types";
import type { Statuses } from "../types";
import { formatNumber, say } from "../words";
import {
  boardText,
  type Game,
  isMarkText,
  LETTERS,
  type Marks,
  NONE,
  parseStoredGame,
  QUEEN,
  type State,
  squaresWith,
  store,
  storedGameOf,
  UNKNOWN,
  widthOf,
} from "./state";

export const MAX_QUEENS = 32;

interface StageAnswer {
  answer: "queens.staged" | "starbattle.staged";
  stage: Stage;
  names?: string[];
  board?: { size: number; regions: string; marks: string };
}

interface SolveAnswer {
  answer: "queens.solved";
  status: Statuses["queens.solved"]["status"];
  solutions: string[][];
  columns: number[][];
}

const NO_MESSAGES = {
  linkProblem: null,
  message: null,
  count: null,
  highlighted: [],
  shownCompletion: [],
  shownColumns: [],
  isAsking: false,
} satisfies Partial<State>;

// ---------------------------------------------------------------------- boards

let openCount = 0; // of boards: only the one requested last is shown

export async function openChess(size: number, marks = ""): Promise<void> {
  const number = ++openCount;
  const { answer } = await askOrThrow<StageAnswer>("queens.stage", { size });
  if (number !== openCount) return;
  const fits = marks.length === size * size ? marks : UNKNOWN.repeat(size * size);
  store.set({
    game: "chess",
    size,
    stage: answer.stage,
    names: answer.names ?? [],
    marks: createHistory(fits),
    ...NO_MESSAGES,
  });
  judgeMarks();
}

/** Open a board of regions in any format, with or without marks. */
export async function openRegions(text: string): Promise<void> {
  const number = ++openCount;
  const { answer } = await askOrThrow<StageAnswer>("starbattle.stage", { board: text });
  if (number !== openCount) return;
  const { regions, marks } = answer.board ?? { regions: "", marks: "" };
  const board = { game: "regions" as const, regions, stage: answer.stage, names: [] };
  store.set({ ...board, marks: createHistory(marks), isDrawing: false, ...NO_MESSAGES });
  judgeMarks();
}

export async function changeGame(game: Game): Promise<void> {
  const { size, regions } = store.get();
  await runReportingErrors(async () => (game === "chess" ? openChess(size) : openRegions(boardText(regions))));
}

/** Run a task and show its errors. */
export async function runReportingErrors(task: () => Promise<void>): Promise<void> {
  store.set({ isBusy: true });
  try {
    await task();
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    store.set({ message: messageOf(error) });
  } finally {
    store.set({ isBusy: false });
  }
}

export async function generate(size: number): Promise<void> {
  await runReportingErrors(async () => {
    store.set({ message: { kind: "plain", text: say("play.asking") } });
    const seed = Math.floor(Math.random() * 1e6);
    const { answer } = await askOrThrow<{ answer: "starbattle.generated"; board: { regions: string } }>(
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

// ---------------------------------------------------------------------- marks

function setMarks(marks: History<Marks>): void {
  store.set({ marks, ...NO_MESSAGES });
  judgeMarks();
}

export function press(cell: number, kind: "main" | "other"): void {
  const { marks, isDrawing, isAsking } = store.get();
  if (isDrawing) {
    drawCell(cell);
    return;
  }
  if (isAsking) {
    void explainSquare(cell);
    return;
  }
  const now = marks.now[cell] ?? UNKNOWN;
  const next =
    kind === "other" ? (now === NONE ? UNKNOWN : NONE) : now === UNKNOWN ? QUEEN : now === QUEEN ? NONE : UNKNOWN;
  setMarks(pushHistory(marks, marks.now.slice(0, cell) + next + marks.now.slice(cell + 1)));
}

/** Dragging marks squares as excluded. */
export function paint(cell: number, isFirst: boolean): void {
  const { marks, isDrawing } = store.get();
  if (isDrawing) {
    drawCell(cell, !isFirst);
    return;
  }
  const history = isFirst ? pushHistory(marks, marks.now) : marks;
  const value = marks.now[cell] === QUEEN ? QUEEN : NONE;
  setMarks({ ...history, now: marks.now.slice(0, cell) + value + marks.now.slice(cell + 1) });
}

export function undo(): void {
  const { isDrawing, sketches, marks } = store.get();
  if (isDrawing) setRegions(undoHistory(sketches));
  else setMarks(undoHistory(marks));
}

export function redo(): void {
  const { isDrawing, sketches, marks } = store.get();
  if (isDrawing) setRegions(redoHistory(sketches));
  else setMarks(redoHistory(marks));
}

export function restart(): void {
  const { marks } = store.get();
  setMarks(pushHistory(marks, UNKNOWN.repeat(marks.now.length)));
}

// ---------------------------------------------------------------------- checks

const judgeLatest = createLatestOnly();

/** After every change, ask whether the marks can be completed, in how many ways, and if not, why. */
function judgeMarks(): void {
  const { marks, game, isDrawing } = store.get();
  if (isDrawing) return;
  judgeLatest(async () => {
    try {
      await (game === "chess" ? judgeChess(marks.now) : judgeRegions(marks.now));
    } catch (error) {
      if (error instanceof RefusedError && store.get().marks.now === marks.now)
        store.set({ message: messageOf(error) });
    }
  });
}

function boardQuestion(marks: Marks): { size: number; placed: string[]; forbidden: string[] } {
  const { size, names } = store.get();
  const namesWith = (mark: string) => squaresWith(marks, mark).map((cell) => names[cell] ?? "");
  return { size, placed: namesWith(QUEEN), forbidden: namesWith(NONE) };
}

async function judgeChess(marks: Marks): Promise<void> {
  const question = boardQuestion(marks);
  const isCurrent = () => store.get().marks.now === marks && store.get().size === question.size;
  interface WhyAnswer {
    answer: "queens.reasons";
    placed?: string[] | null;
    forbidden?: string[];
  }
  const { answer, texts } = await askOrThrow<WhyAnswer>("queens.why", { ...question, limits: { seconds: 30 } });
  if (!isCurrent()) return;
  if (answer.placed) {
    const { names } = store.get();
    const highlighted = [...answer.placed, ...(answer.forbidden ?? [])].map((name) => names.indexOf(name));
    store.set({ message: { kind: "bad", text: texts.text ?? "" }, count: null, highlighted });
    return;
  }
  const isDone = question.placed.length === question.size;
  const text = say(isDone ? "play.queens.done" : "play.queens.can");
  store.set({ message: { kind: "good", text }, highlighted: [] });
  if (isDone) return;
  try {
    interface CountAnswer {
      answer: "queens.counted";
      count: number;
      complete: boolean;
    }
    const { answer: counted } = await askOrThrow<CountAnswer>("queens.count", {
      ...question,
      limits: { seconds: 3 },
    });
    const key = counted.complete ? "play.queens.count" : "play.queens.count.least";
    if (isCurrent()) store.set({ count: say(key, { count: formatNumber(counted.count) }) });
  } catch (error) {
    if (!(error instanceof RefusedError) || !isCurrent()) return;
    store.set({ count: isLimit(error) ? say("play.queens.uncounted") : error.message });
  }
}

const CHECK_KINDS: Record<Statuses["starbattle.checked"]["status"], MessageKind> = {
  solved: "good",
  open: "plain",
  wrong: "bad",
};

async function judgeRegions(marks: Marks): Promise<void> {
  const { regions } = store.get();
  const board = boardText(regions, marks);
  interface CheckAnswer {
    answer: "starbattle.checked";
    status: Statuses["starbattle.checked"]["status"];
    findings?: { cells: { row: number; column: number }[] }[];
  }
  const { answer, texts } = await askOrThrow<CheckAnswer, { findings?: string[] }>("starbattle.check", { board });
  const { stage } = store.get();
  if (store.get().marks.now !== marks || !stage) return;
  const spots = (answer.findings ?? []).flatMap((finding) => finding.cells);
  const highlighted = spots.map(({ row, column }) => cellOf([row, column], stage));
  const kind = CHECK_KINDS[answer.status];
  const lines = texts.findings?.slice(1) ?? [];
  store.set({ message: { kind, text: texts.text ?? "", lines }, highlighted });
}

// ---------------------------------------------------------------------- questions

/** Show a completion of the marks, another one each time. */
export async function showNextCompletion(): Promise<void> {
  const { marks, shownColumns, names } = store.get();
  await runReportingErrors(async () => {
    const question = { ...boardQuestion(marks.now), excluded: shownColumns, limits: { seconds: 30 } };
    const { answer } = await askOrThrow<SolveAnswer>("queens.solve", question);
    if (store.get().marks !== marks) return;
    const { status } = answer;
    switch (status) {
      case "unsat": {
        const text = say(shownColumns.length ? "play.queens.no_other" : "play.queens.cannot");
        return store.set({ message: { kind: "plain", text }, shownColumns: [], shownCompletion: [] });
      }
      case "sat": {
        const shownCompletion = (answer.solutions[0] ?? []).map((name) => names.indexOf(name));
        const all = [...shownColumns, ...answer.columns.slice(0, 1)];
        const text = say("play.queens.shown", { number: all.length });
        return store.set({ shownCompletion, shownColumns: all, message: { kind: "plain", text } });
      }
      default:
        assertNever(status);
    }
  });
}

const UNIQUE_KINDS: Record<Statuses["starbattle.solved"]["status"], MessageKind> = {
  unique: "good",
  multiple: "bad",
  none: "bad",
};

/** Check whether these regions have exactly one solution. */
export async function checkUnique(): Promise<void> {
  const { regions } = store.get();
  await runReportingErrors(async () => {
    const question = { board: boardText(regions), limits: { seconds: 60 } };
    interface UniqueAnswer {
      answer: "starbattle.solved";
      status: Statuses["starbattle.solved"]["status"];
    }
    const { answer } = await askOrThrow<UniqueAnswer>("starbattle.solve", question);
    store.set({ message: { kind: UNIQUE_KINDS[answer.status], text: say(`play.draw.${answer.status}`) } });
  });
}

interface HintAnswer {
  answer: "starbattle.hinted";
  status: Statuses["starbattle.hinted"]["status"];
  board: { marks: string };
  cell?: { row: number; column: number } | null;
}

const HINT_KINDS: Record<HintAnswer["status"], MessageKind> = {
  step: "plain",
  solved: "good",
  open: "plain",
  none: "bad",
};

export async function hint(): Promise<void> {
  const { regions, marks, stage } = store.get();
  await runReportingErrors(async () => {
    const question = { board: boardText(regions, marks.now), limits: { seconds: 60 } };
    const { answer, texts } = await askOrThrow<HintAnswer, { premises: string[] }>("starbattle.hint", question);
    if (store.get().marks !== marks || !stage) return;
    if (answer.cell) store.set({ marks: pushHistory(marks, answer.board.marks), ...NO_MESSAGES });
    const kind = HINT_KINDS[answer.status];
    const highlighted = answer.cell ? [cellOf([answer.cell.row, answer.cell.column], stage)] : [];
    store.set({ message: { kind, text: texts.text ?? "", lines: texts.premises }, highlighted });
  });
}

/** Explain why no queen can be on a square, given the marks. */
export async function explainSquare(cell: number): Promise<void> {
  const { regions, marks, game, names, stage } = store.get();
  store.set({ isAsking: false });
  if (!stage) return;
  const supposed = marks.now.slice(0, cell) + QUEEN + marks.now.slice(cell + 1);
  await runReportingErrors(async () => {
    if (game === "chess") {
      const question = { ...boardQuestion(supposed), limits: { seconds: 30 } };
      const { answer, texts } = await askOrThrow<{
        answer: "queens.reasons";
        placed?: string[] | null;
        forbidden?: string[];
      }>("queens.why", question);
      const reasonSquares = [...(answer.placed ?? []), ...(answer.forbidden ?? [])].map((name) =>
        names.indexOf(name),
      );
      const text = answer.placed ? (texts.text ?? "") : say("play.queens.may");
      store.set({ message: { kind: answer.placed ? "bad" : "good", text }, highlighted: [cell, ...reasonSquares] });
      return;
    }
    const question = { board: boardText(regions, supposed), limits: { seconds: 60 } };
    const { answer, texts } = await askOrThrow<HintAnswer, { premises: string[] }>("starbattle.hint", question);
    const isImpossible = answer.status === "none";
    store.set({
      message: {
        kind: isImpossible ? "bad" : "good",
        text: say(isImpossible ? "play.queens.may_not" : "play.queens.may"),
        lines: isImpossible ? texts.premises : [],
      },
      highlighted: [cell],
    });
  });
}

// ---------------------------------------------------------------------- drawing regions

const stageLatest = createLatestOnly();

export function drawRegions(size: number): void {
  const regions = store.get().regions;
  const isSame = widthOf(regions) === size;
  const rows = Array.from({ length: size }, (_, row) => (LETTERS[row] ?? "a").repeat(size)).join("");
  const { sketches, isDrawing } = store.get();
  const now = isSame ? regions : rows;
  setRegions(
    isDrawing ? pushHistory(sketches, now) : isSame ? createHistory(now) : pushHistory(createHistory(regions), now),
  );
}

/** Assign a cell to the region of the pen; a whole drag is undone in one step. */
function drawCell(cell: number, isContinued = false): void {
  const { regions, pen, sketches } = store.get();
  if (regions[cell] === pen) return;
  const now = regions.slice(0, cell) + pen + regions.slice(cell + 1);
  setRegions(isContinued ? { ...sketches, now, future: [] } : pushHistory(sketches, now));
}

/** Change the regions: draw the board again and check its solutions. */
function setRegions(sketches: History<string>): void {
  const regions = sketches.now;
  const marks = UNKNOWN.repeat(regions.length);
  store.set({ game: "regions", regions, sketches, marks: createHistory(marks), isDrawing: true, ...NO_MESSAGES });
  stageLatest(async () => {
    try {
      const { answer } = await askOrThrow<StageAnswer>("starbattle.stage", { board: boardText(regions) });
      if (store.get().regions !== regions) return;
      store.set({ stage: answer.stage });
      await checkUnique();
    } catch (error) {
      if (error instanceof RefusedError && store.get().regions === regions)
        store.set({ message: messageOf(error) });
    }
  });
}

export function endDrawing(): void {
  const { regions } = store.get();
  void runReportingErrors(() => openRegions(boardText(regions)));
}

// ---------------------------------------------------------------------- storage

export async function startGame(): Promise<void> {
  await restorePage("queens", {
    restore: restoreGame,
    openFirst: () => runReportingErrors(() => openChess(8)),
    reportProblem: (linkProblem) => store.set({ linkProblem }),
  });
  store.subscribe(
    createSaver(
      "queens",
      () => storedGameOf(store.get(), true),
      () => storedGameOf(store.get(), false),
    ),
  );
}

async function restoreGame(value: unknown): Promise<string | null> {
  const stored = parseStoredGame(value);
  if (!stored) return say("play.link.broken");
  const cells = stored.game === "chess" ? stored.size ** 2 : stored.regions.length;
  if (stored.marks && stored.marks.length !== cells) return say("play.link.marks");
  try {
    if (stored.game === "chess") await openChess(Math.min(MAX_QUEENS, stored.size), stored.marks);
    else
      await openRegions(
        boardText(stored.regions, stored.marks.length === stored.regions.length ? stored.marks : ""),
      );
  } catch (error) {
    return error instanceof RefusedError ? error.message : say("play.link.broken");
  }
  const { marks } = store.get();
  const fits = (value: unknown): value is Marks =>
    typeof value === "string" && value.length === marks.now.length && isMarkText(value);
  const past = stored.history?.past?.filter(fits) ?? [];
  store.set({ marks: { past, now: marks.now, future: stored.history?.future?.filter(fits) ?? [] } });
  return null;
}

export function makeShareLink(): Promise<string | null> {
  return shareLink("queens", storedGameOf(store.get(), false));
}
