// The actions of the Light Up page: opening boards, marking, asking for help, explaining, drawing.
import type { Assignment } from "../ask";
import { assertNever } from "../assert";
import { createHistory, type History, pushHistory, redoHistory, undoHistory } from "../play/history";
import { type MessageKind, messageOf } from "../play/messages";
import { createSaver, restorePage, shareLink } from "../play/persistence";
import { askOrThrow, createLatestOnly, createWorkRunner, type Message, RefusedError } from "../play/questions";
import { cellOf } from "../play/types";
import { asSentence, say } from "../words";
import {
  isCurrentExercise,
  proofStore,
  readExercise,
  readProof,
  resetProof,
  restoreProof,
  storedProof,
} from "./proof";
import {
  boardInput,
  ERRORS,
  FIRST_BOARD,
  isBoardWithMarks,
  isSketch,
  isWhite,
  MAX_CELLS,
  type MarkState,
  type Mode,
  nextMark,
  parseStoredGame,
  pushMarks,
  rowsOf,
  type Sketch,
  type State,
  type StoredGame,
  store,
  storedGameOf,
  withCell,
} from "./state";
import type {
  CheckAnswer,
  DrawStepAnswer,
  ExerciseFile,
  ExplainAnswer,
  GenerateAnswer,
  HintAnswer,
  RateAnswer,
  SolveAnswer,
  StageAnswer,
  StepText,
} from "./types";

// ---------------------------------------------------------------------- boards

let openCount = 0; // of boards: only the one requested last is shown

/** Open a board in any format; throws an error with its places in the text. */
export async function open(text: string, mode?: Mode, sketches?: History<Sketch>): Promise<void> {
  const number = ++openCount;
  const { answer } = await askOrThrow<StageAnswer>("lightup.stage", { board: { text, max_cells: MAX_CELLS } });
  if (number === openCount) showStage(answer, mode, sketches);
}

/** Open any supported text: an exercise, a LEGUP proof, a board; throws if it is malformed. */
export async function openAny(text: string): Promise<void> {
  const prove = (board: string) => open(board, "prove");
  if (/^[\s\uFEFF]*\{/.test(text) && text.includes('"exercise"')) await readExercise(text, prove);
  else if (text.includes("<transition")) await readProof(text, prove);
  else await open(text);
}

function showStage(staged: StageAnswer, mode?: Mode, sketches?: History<Sketch>): void {
  const cells = staged.rows.join("");
  const bare = [...cells].map((cell) => (cell === "L" || cell === "x" ? "." : cell)).join("");
  resetProof(bare);
  store.set((state) => ({
    stage: staged.stage,
    bare,
    marks: createHistory<MarkState>({ cells }),
    sketches: sketches ?? createHistory<Sketch>({ cells: bare, width: staged.stage.width }),
    mode: mode ?? (state.mode === "draw" ? "play" : state.mode),
    ...NO_MESSAGES,
    isSolved: false,
    seconds: 0,
    isPaused: false,
    explained: null,
    step: 0,
    drawnStep: null,
    verdict: null,
  }));
  checkMarks();
  if (store.get().mode === "explain") void explain();
}

const NO_MESSAGES = {
  message: null,
  highlighted: null,
  overlay: "",
  hint: 0,
  wrong: [] as number[],
  findings: [] as string[],
} satisfies Partial<State>;

export function showMessage(message: Message | null): void {
  store.set({ message });
}

export const runWork = createWorkRunner(store);

/** Generate a board by the chosen options; without a seed, a random one each time. */
export async function generate(): Promise<void> {
  const { generateOptions } = store.get();
  const seed = generateOptions.seed.trim() || String(Math.floor(Math.random() * 1e9));
  const level = say(`play.level.${generateOptions.level}`);
  const generated = await runWork(say("play.generating", { level }), async (signal) => {
    const { width, height, symmetry, black } = generateOptions;
    const { answer } = await askOrThrow<GenerateAnswer>(
      "lightup.generate",
      { width, height, level: generateOptions.level, symmetry, black, seed, limits: { seconds: 110 } },
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
  if (!generated) return;
  await open(generated.id);
  showMessage({ kind: "plain", text: say("play.generated", { level, seed: generated.seed }) });
}

// ---------------------------------------------------------------------- marks

const checkLatest = createLatestOnly();

/** After every change, find what is wrong with the marks and whether they are the solution. */
function checkMarks(): void {
  const { stage, marks } = store.get();
  if (!stage) return;
  const { cells } = marks.now;
  checkLatest(async () => {
    const { answer, texts } = await askOrThrow<CheckAnswer, { findings?: string[] }>("lightup.check", {
      board: boardInput(cells, stage),
    });
    if (store.get().marks.now.cells !== cells || store.get().stage !== stage) return;
    const wrong = answer.findings.filter((finding) => finding.wrong);
    const isSolved = answer.status === "solved";
    store.set({
      wrong: wrong.map((finding) => cellOf([finding.row, finding.column], stage)),
      findings: texts.findings ?? [],
      isSolved,
    });
    if (isSolved && cells.includes("L") && store.get().mode === "play")
      showMessage({ kind: "good", text: say("play.solved") });
  });
}

function setMarks(history: History<MarkState>): void {
  store.set({ ...NO_MESSAGES, wrong: store.get().wrong, marks: history });
  checkMarks();
}

export function press(cell: number, kind: "main" | "other"): void {
  const { stage, marks, isPaused } = store.get();
  if (!stage || isPaused || !isWhite(stage, cell)) return;
  setMarks(pushMarks(marks, withCell(marks.now.cells, cell, nextMark(marks.now.cells[cell] ?? ".", kind))));
}

let paintedMark = "x";

/** Dragging paints dots, or removes them if it began on one. */
export function paint(cell: number, isFirst: boolean): void {
  const { stage, marks, isPaused } = store.get();
  if (!stage || isPaused) return;
  const { cells } = marks.now;
  if (isFirst) {
    paintedMark = cells[cell] === "x" ? "." : "x";
    store.set({ marks: pushHistory(marks, marks.now) }); // the whole drag is undone in one step
  }
  if (!isWhite(stage, cell) || cells[cell] === "L") return;
  setMarks(pushMarks(store.get().marks, withCell(cells, cell, paintedMark), true));
}

export function undo(): void {
  setMarks(undoHistory(store.get().marks));
}

export function redo(): void {
  setMarks(redoHistory(store.get().marks));
}

export function restart(): void {
  const { marks, bare } = store.get();
  setMarks(pushHistory(marks, { cells: bare }));
  store.set({ seconds: 0, isPaused: false });
}

/** Start supposing: the marks from here on are hypothetical until they are kept or dropped. */
export function suppose(): void {
  const { marks } = store.get();
  setMarks(pushHistory(marks, { cells: marks.now.cells, base: marks.now.cells }));
}

export function keepSupposed(): void {
  const { marks } = store.get();
  setMarks(pushHistory(marks, { cells: marks.now.cells }));
}

export function dropSupposed(): void {
  const { marks } = store.get();
  if (marks.now.base !== undefined) setMarks(pushHistory(marks, { cells: marks.now.base }));
}

// ---------------------------------------------------------------------- help

export async function checkRightSoFar(): Promise<void> {
  const { stage, marks } = store.get();
  if (!stage) return;
  await runWork(say("play.asking"), async (signal) => {
    const board = boardInput(marks.now.cells, stage);
    const { answer } = await askOrThrow<CheckAnswer>("lightup.check", { board, can_finish: true }, { signal });
    const { can_finish: canFinish } = answer;
    if (canFinish === undefined || canFinish === null)
      showMessage({ kind: "plain", text: say("play.right.unknown") });
    else
      showMessage({ kind: canFinish ? "good" : "bad", text: say(canFinish ? "play.right.yes" : "play.right.no") });
  });
}

/** Show what is wrong by the rules alone, on demand. */
export function showErrors(): void {
  const { wrong, findings, isSolved } = store.get();
  const text = wrong.length
    ? say("play.errors.some", { count: wrong.length })
    : say(isSolved ? "play.solved" : "play.errors.none");
  store.set({
    message: { kind: wrong.length ? "bad" : "good", text, lines: wrong.length ? findings : [] },
    highlighted: { cells: wrong, role: "pointed" },
  });
}

const STRENGTHS = ["where", "rule", "step"] as const;
const HINT_KINDS: Record<HintAnswer["status"], MessageKind> = {
  step: "plain",
  wrong: "bad",
  solved: "good",
  none: "bad",
  multiple: "plain",
};

/** Ask for a hint; each one for the same marks is stronger. */
export async function hint(): Promise<void> {
  const { stage, marks, hint: strengthBefore } = store.get();
  const strength = STRENGTHS[Math.min(strengthBefore, 2)];
  if (!stage) return;
  await runWork(say("play.asking"), async (signal) => {
    const board = boardInput(marks.now.cells, stage);
    const { answer, texts } = await askOrThrow<HintAnswer, { steps?: StepText[] }>(
      "lightup.hint",
      { board, strength },
      { signal },
    );
    if (store.get().marks !== marks) return;
    const kind = HINT_KINDS[answer.status];
    const site = answer.site ?? answer.step?.site;
    const wrong = answer.wrong?.column ? ([answer.wrong.row, answer.wrong.column] as [number, number]) : null;
    const highlighted = wrong
      ? { cells: [cellOf(wrong, stage)], role: "pointed" }
      : site
        ? { cells: [cellOf(site, stage)], role: "site" }
        : null;
    store.set({
      message: { kind, text: texts.text ?? "" },
      highlighted,
      overlay: "",
      hint: Math.min(strengthBefore + 1, 3),
    });
    if (answer.step) {
      const { answer: drawn } = await askOrThrow<DrawStepAnswer>(
        "lightup.draw_step",
        { step: answer.step },
        { signal },
      );
      if (store.get().marks === marks) store.set({ overlay: drawn.frames, highlighted: null });
    }
  });
}

/** Play the next step: mark it on the board, frame what it is based on, and show its sentence. */
export async function playNextStep(): Promise<void> {
  const { stage, marks } = store.get();
  if (!stage) return;
  await runWork(say("play.asking"), async (signal) => {
    const board = boardInput(marks.now.cells, stage);
    const question = { board, strength: "step" };
    const { answer, texts } = await askOrThrow<HintAnswer, { steps?: StepText[] }>("lightup.hint", question, {
      signal,
    });
    if (store.get().marks !== marks) return;
    if (!answer.step) {
      const wrong = answer.wrong?.column ? cellOf([answer.wrong.row, answer.wrong.column], stage) : null;
      store.set({
        message: { kind: HINT_KINDS[answer.status], text: texts.text ?? "" },
        highlighted: wrong === null ? null : { cells: [wrong], role: "pointed" },
        overlay: "",
      });
      return;
    }
    const { answer: drawn } = await askOrThrow<DrawStepAnswer>(
      "lightup.draw_step",
      { step: answer.step },
      { signal },
    );
    if (store.get().marks !== marks) return;
    setMarks(pushMarks(marks, answer.step.board.join("")));
    const step = texts.steps?.[0];
    store.set({
      message: { kind: "plain", text: texts.text ?? "", lines: step?.argument.map(([, line]) => line) ?? [] },
      overlay: drawn.frames,
    });
  });
}

export async function rate(): Promise<void> {
  const { stage, bare } = store.get();
  if (!stage) return;
  await runWork(say("play.asking"), async (signal) => {
    const { answer, texts } = await askOrThrow<RateAnswer>(
      "lightup.rate",
      { board: boardInput(bare, stage) },
      { signal },
    );
    const text = texts.text ?? "";
    showMessage({ kind: "plain", text: answer.level ? say("play.rated", { level: text }) : asSentence(text) });
  });
}

export async function solve(): Promise<void> {
  const { stage, bare, marks } = store.get();
  if (!stage) return;
  await runWork(say("play.asking"), async (signal) => {
    const { answer, texts } = await askOrThrow<SolveAnswer, { why?: string[]; places?: [number, number][] }>(
      "lightup.solve",
      { board: boardInput(bare, stage) },
      { signal },
    );
    const solution = answer.solution ?? [];
    const { status } = answer;
    switch (status) {
      case "none": {
        const cells = (texts.places ?? []).map((spot) => cellOf(spot, stage));
        const why = texts.why ? ` ${asSentence(texts.text ?? "")}` : "";
        const message = { kind: "bad" as const, text: say("play.draw.none") + why, lines: texts.why ?? [] };
        return store.set({ message, highlighted: { cells, role: "pointed" } });
      }
      case "unique":
      case "multiple":
        setMarks(pushHistory(marks, { cells: solution.join("") }));
        return showMessage({
          kind: "plain",
          text: say(status === "unique" ? "play.solution.only" : "play.solution.first"),
        });
      default:
        assertNever(status);
    }
  });
}

// ---------------------------------------------------------------------- explanations

export async function explain(): Promise<void> {
  const { stage, bare, explained } = store.get();
  if (!stage || explained) return;
  await runWork(say("play.explaining"), async (signal) => {
    const { answer, texts } = await askOrThrow<ExplainAnswer, { steps: StepText[] }>(
      "lightup.explain",
      { board: boardInput(bare, stage) },
      { signal },
    );
    if (store.get().bare !== bare) return;
    store.set({
      explained: { answer, texts: { text: texts.text ?? null, advice: texts.advice ?? "", steps: texts.steps } },
      step: 0,
      drawnStep: null,
    });
  });
}

const drawLatest = createLatestOnly();

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
  drawLatest(async () => {
    const { answer } = await askOrThrow<DrawStepAnswer>("lightup.draw_step", { step: chosen });
    if (store.get().step === step) store.set({ drawnStep: { number: step, answer } });
  });
}

export function setMode(mode: Mode): void {
  store.set({ mode, ...NO_MESSAGES, wrong: store.get().wrong });
  if (mode === "explain") void explain();
  if (mode === "draw") judgeDrawing();
  if (mode === "play") checkMarks();
}

// ---------------------------------------------------------------------- drawing

const stageLatest = createLatestOnly();
const judgeLatest = createLatestOnly();

/** Change a cell of the board itself; a whole drag is undone in one step. */
export function drawCell(cell: number, value: string, isContinued = false): void {
  const { bare, sketches, stage } = store.get();
  if (!stage || bare[cell] === value) return;
  const now: Sketch = { cells: withCell(bare, cell, value), width: stage.width };
  applySketch(isContinued ? { ...sketches, now, future: [] } : pushHistory(sketchesWithMarks(), now));
}

/** The drawing history; undoing restores the marks that were on the board. */
function sketchesWithMarks(): History<Sketch> {
  const { sketches, marks } = store.get();
  return marks.past.length ? { ...sketches, now: { ...sketches.now, marks } } : sketches;
}

export function undoDrawing(): void {
  const { sketches } = store.get();
  if (sketches.past.length) applySketch(undoHistory(sketches));
}

export function redoDrawing(): void {
  const { sketches } = store.get();
  if (sketches.future.length) applySketch(redoHistory(sketchesWithMarks()));
}

export function resize(height: number, width: number): void {
  const { stage, bare } = store.get();
  if (!stage) return;
  const cells = Array.from({ length: height }, (_, row) =>
    Array.from({ length: width }, (_, column) =>
      row < stage.height && column < stage.width ? (bare[row * stage.width + column] ?? ".") : ".",
    ).join(""),
  ).join("");
  applySketch(pushHistory(sketchesWithMarks(), { cells, width }));
}

/** Start drawing on an empty board. */
export function drawEmpty(size: number): void {
  applySketch(pushHistory(sketchesWithMarks(), { cells: ".".repeat(size * size), width: size }));
  store.set({ mode: "draw", ...NO_MESSAGES });
}

/** Show the board as drawn last. */
function applySketch(sketches: History<Sketch>): void {
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

function redraw(bare: string, marks?: History<MarkState>): void {
  const { stage } = store.get();
  if (!stage) return;
  resetProof(bare);
  store.set({
    bare,
    marks: marks ?? createHistory<MarkState>({ cells: bare }),
    message: null,
    explained: null,
    isSolved: false,
    verdict: null,
    highlighted: null,
  });
  stageLatest(async () => {
    const { answer } = await askOrThrow<StageAnswer>("lightup.stage", { board: boardInput(bare, stage) });
    if (store.get().bare === bare) store.set({ stage: answer.stage });
  });
  judgeDrawing();
}

/** While the board is drawn, check whether it has one solution, several, or none. */
export function judgeDrawing(): void {
  const { stage, bare } = store.get();
  if (!stage) return;
  judgeLatest(async () => {
    const question = { board: boardInput(bare, stage), gives: "second", limits: { seconds: 10 } };
    try {
      const { answer, texts } = await askOrThrow<SolveAnswer, { why?: string[]; places?: [number, number][] }>(
        "lightup.solve",
        question,
      );
      const solutions = answer.solution && answer.second ? [answer.solution, answer.second] : [];
      const places = differingCells(solutions);
      const { answer: drawn } = solutions.length
        ? await askOrThrow<{ answer: "lightup.drawn"; pictures: string[] }>("lightup.draw", {
            pictures: solutions.map((rows) => ({ board: { text: rows.join("\n"), max_cells: MAX_CELLS }, places })),
          })
        : { answer: { pictures: [] } };
      if (store.get().bare !== bare) return;
      const text = [say(`play.draw.${answer.status}`), ...(texts.why ?? [])].join("\n");
      store.set({
        verdict: { status: answer.status, text, pictures: drawn.pictures },
        highlighted: texts.places
          ? { cells: texts.places.map((spot) => cellOf(spot, stage)), role: "pointed" }
          : null,
      });
    } catch (error) {
      if (error instanceof RefusedError && store.get().bare === bare) store.set({ message: messageOf(error) });
    }
  });
}

/** The cells in which two solutions differ. */
function differingCells(solutions: string[][]): [number, number][] {
  const [first, second] = solutions;
  const places: [number, number][] = [];
  first?.forEach((row, y) => {
    [...row].forEach((cell, x) => {
      if (second?.[y]?.[x] !== cell) places.push([y + 1, x + 1]);
    });
  });
  return places;
}

// ---------------------------------------------------------------------- storage

export async function startGame(assignment: Assignment | null): Promise<void> {
  store.set({ assignment });
  await restorePage("lightup", {
    restore: restoreGame,
    ...(assignment && { task: JSON.parse(assignment.task) }),
    openFirst: () => open(FIRST_BOARD).catch((error) => showMessage({ kind: "bad", text: String(error.message) })),
    reportProblem: (text) => showMessage({ kind: "bad", text }),
  });
  if (assignment?.skeleton.includes("<transition") && !proofStore.get().draft.now.steps.length)
    await readProof(assignment.skeleton, (board) => open(board, "prove")).catch(() => undefined);
  const save = createSaver(
    "lightup",
    () => storedGameOf(store.get(), storedProof(true), true) ?? {},
    () => storedGameOf(store.get(), storedProof(false), false) ?? {},
  );
  store.subscribe(save);
  proofStore.subscribe(save);
}

/** Restore the content of a link or the storage; or return the problem and change nothing. */
async function restoreGame(value: unknown, before?: unknown): Promise<string | null> {
  try {
    const stored = parseStoredGame(value);
    if (stored) return await restoreBoard(stored);
    if (typeof (value as { exercise?: unknown } | null)?.exercise !== "string") return say("play.link.broken");
    if (before) await restoreGame(before); // it may be this exercise with some steps made already
    if (!isCurrentExercise(value as ExerciseFile)) await openAny(JSON.stringify(value));
    return null;
  } catch (error) {
    return error instanceof RefusedError ? error.message : say("play.link.broken");
  }
}

async function restoreBoard(stored: StoredGame): Promise<string | null> {
  const number = openCount + 1;
  await open(stored.rows.join("\n"), stored.mode);
  if (number !== openCount) return null; // another board was requested meanwhile
  const { marks, bare } = store.get();
  const fits = (value: unknown): value is MarkState => isBoardWithMarks((value as MarkState | null)?.cells, bare);
  const past = stored.marks?.past?.filter(fits) ?? [];
  const future = stored.marks?.future?.filter(fits) ?? [];
  const base = isBoardWithMarks(stored.base, bare) ? { base: stored.base } : {};
  store.set(({ errors, generateOptions, sketches }) => ({
    marks: { past, now: { ...marks.now, ...base }, future },
    seconds: typeof stored.seconds === "number" ? stored.seconds : 0,
    errors: stored.errors && ERRORS.includes(stored.errors) ? stored.errors : errors,
    generateOptions: { ...generateOptions, ...stored.wish },
    sketches: {
      past: stored.sketches?.past?.filter(isSketch) ?? [],
      now: sketches.now,
      future: stored.sketches?.future?.filter(isSketch) ?? [],
    },
  }));
  restoreProof(stored.proof);
  if (stored.mode === "draw") judgeDrawing();
  if (stored.base !== undefined && !("base" in base)) showMessage({ kind: "bad", text: say("play.link.marks") });
  return null;
}

export function makeShareLink(): Promise<string | null> {
  return shareLink("lightup", storedGameOf(store.get(), storedProof(false), false) ?? {});
}
