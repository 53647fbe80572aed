// The state and actions of the Water Sort page. A game is a level and moves; the server lists the legal pours.
import { assertNever } from "../assert";
import {
  createHistory,
  type History,
  pushHistory,
  redoHistory,
  truncateHistory,
  undoHistory,
} from "../play/history";
import { isLimit, type MessageKind, messageOf } from "../play/messages";
import { createSaver, restorePage, shareLink } from "../play/persistence";
import { askOrThrow, createLatestOnly, createWorkRunner, RefusedError, type WorkState } from "../play/questions";
import { createStore } from "../store";
import type { Statuses } from "../types";
import { currentLanguage, say } from "../words";

export const GRADES = ["any", "easy", "medium", "hard", "expert"] as const;
export type Grade = (typeof GRADES)[number];

export interface Move {
  from: number;
  to: number;
  colour: string;
  layers: number;
}

interface StageAnswer {
  answer: "watersort.staged";
  status: Statuses["watersort.staged"]["status"];
  height: number;
  tubes: string[][];
  pictures: string[];
  pours: Move[];
}

/** The tubes after some moves. */
export interface TubesView {
  moves: string[];
  isSorted: boolean;
  tubes: string[][];
  pictures: string[];
  pours: Move[];
  refusals: Record<string, string>;
}

export interface GenerateOptions {
  colours: number;
  empty: number;
  height: number;
  grade: Grade;
}

export interface State extends WorkState {
  level: string; // as a text
  moves: History<string[]>;
  tubesView: TubesView | null;
  selectedTube: number | null; // the tube to pour from
  hintedMove: Move | null;
  plan: {
    moves: string[];
    captions: string[];
    step: number;
    tubesView: TubesView | null;
    isPlaying: boolean;
  } | null;
  generateOptions: GenerateOptions;
  dialog: "new" | "share" | "keys" | null;
}

const FIRST_LEVEL = JSON.stringify({
  height: 4,
  tubes: [
    ["red", "blue", "green", "red"],
    ["blue", "green", "red", "blue"],
    ["green", "red", "blue", "green"],
    [],
    [],
  ],
});

export const store = createStore<State>({
  level: FIRST_LEVEL,
  moves: createHistory([]),
  tubesView: null,
  selectedTube: null,
  message: null,
  hintedMove: null,
  plan: null,
  generateOptions: { colours: 7, empty: 2, height: 4, grade: "any" },
  busy: null,
  dialog: null,
});

// ---------------------------------------------------------------------- levels

const IS_SORTED: Record<StageAnswer["status"], boolean> = { sorted: true, open: false };

async function loadTubes(level: string, moves: string[]): Promise<TubesView> {
  const { answer, texts } = await askOrThrow<StageAnswer, { refusals: Record<string, string> }>("watersort.stage", {
    level: { text: level },
    moves: moves.join(" "),
  });
  const { tubes, pictures, pours } = answer;
  return { moves, isSorted: IS_SORTED[answer.status], tubes, pictures, pours, refusals: texts.refusals };
}

let openCount = 0; // of levels: only the one requested last is shown

/** Open a level in any format; throws if it is malformed. */
export async function open(text: string, moves: string[] = []): Promise<void> {
  const number = ++openCount;
  const tubesView = await loadTubes(text, moves);
  if (number !== openCount) return;
  store.set({
    level: text,
    moves: createHistory(moves),
    tubesView,
    selectedTube: null,
    hintedMove: null,
    plan: null,
    message: null,
  });
  if (tubesView.isSorted)
    store.set({ message: { kind: "good", text: say("play.watersort.sorted", { count: moves.length }) } });
}

const runWork = createWorkRunner(store);

export async function generate(): Promise<void> {
  const { generateOptions } = store.get();
  const generated = await runWork(say("play.watersort.generating"), async (signal) => {
    const { grade, ...sizes } = generateOptions;
    const question = {
      ...sizes,
      ...(grade !== "any" && { grade }),
      seed: Math.floor(Math.random() * 1e9),
      words: currentLanguage(),
      limits: { seconds: 60 },
    };
    const { answer } = await askOrThrow<{ answer: "watersort.generated"; height: number; tubes: string[][] }>(
      "watersort.generate",
      question,
      { signal },
    );
    return answer;
  });
  if (generated) await open(JSON.stringify({ height: generated.height, tubes: generated.tubes }));
}

// ---------------------------------------------------------------------- moves

const playLatest = createLatestOnly();

function setMoves(moves: History<string[]>): void {
  store.set({ moves, selectedTube: null, hintedMove: null, message: null });
  playLatest(async () => {
    const { level } = store.get();
    try {
      const tubesView = await loadTubes(level, moves.now);
      if (store.get().moves.now !== moves.now) return;
      store.set({ tubesView });
      if (tubesView.isSorted)
        store.set({ message: { kind: "good", text: say("play.watersort.sorted", { count: moves.now.length }) } });
    } catch (error) {
      if (error instanceof RefusedError) store.set({ message: { kind: "bad", text: error.message } });
    }
  });
}

/** Select a tube: first the one to pour from, then the one to pour into. Tubes are numbered from 1. */
export function selectTube(tube: number): void {
  const { selectedTube, tubesView } = store.get();
  if (!tubesView) return;
  if (selectedTube === tube) store.set({ selectedTube: null, message: null });
  else if (selectedTube !== null) pour(selectedTube, tube);
  else if (tubesView.pours.some((move) => move.from === tube)) store.set({ selectedTube: tube, message: null });
  else {
    const reason = tubesView.tubes[tube - 1]?.length
      ? say("play.watersort.stuck", { tube })
      : tubesView.refusals[`${tube}>${tube === 1 ? 2 : 1}`];
    store.set({ message: { kind: "bad", text: reason ?? "" } });
  }
}

export function pour(from: number, to: number): void {
  const { tubesView, moves } = store.get();
  if (!tubesView || from === to || moves.now !== tubesView.moves) return;
  const isAllowed = tubesView.pours.some((move) => move.from === from && move.to === to);
  if (isAllowed) setMoves(pushHistory(moves, [...moves.now, `${from}>${to}`]));
  else store.set({ selectedTube: null, message: { kind: "bad", text: tubesView.refusals[`${from}>${to}`] ?? "" } });
}

export const undo = () => setMoves(undoHistory(store.get().moves));
export const redo = () => setMoves(redoHistory(store.get().moves));
export const restart = () => setMoves(pushHistory(store.get().moves, []));

// ---------------------------------------------------------------------- help

function levelQuestion() {
  const { level, moves } = store.get();
  return { level: { text: level }, moves: moves.now.join(" "), limits: { seconds: 30 } };
}

const HINT_KINDS: Record<Statuses["watersort.hinted"]["status"], MessageKind> = {
  solved: "plain",
  unsolvable: "bad",
};

export async function hint(): Promise<void> {
  const { moves } = store.get();
  await runWork(say("play.asking"), async (signal) => {
    interface HintAnswer {
      answer: "watersort.hinted";
      status: Statuses["watersort.hinted"]["status"];
      pour?: Move | null;
    }
    const { answer, texts } = await askOrThrow<HintAnswer>("watersort.hint", levelQuestion(), { signal });
    if (store.get().moves !== moves) return;
    store.set({
      message: { kind: HINT_KINDS[answer.status], text: texts.text ?? "" },
      hintedMove: answer.pour ?? null,
    });
  });
}

/** Check whether the game can still be won: yes, no, or unknown. */
export async function checkCanBeWon(): Promise<void> {
  await runWork(say("play.asking"), async (signal) => {
    try {
      const question = { ...levelQuestion(), finish: true };
      const { answer } = await askOrThrow<{ answer: "watersort.checked"; can_finish?: boolean | null }>(
        "watersort.check",
        question,
        { signal },
      );
      const { can_finish: canFinish } = answer;
      const lost = store.get().moves.now.length ? "play.watersort.cannot" : "play.watersort.never";
      if (canFinish === undefined || canFinish === null)
        store.set({ message: { kind: "plain", text: say("play.watersort.unknown") } });
      else
        store.set({
          message: { kind: canFinish ? "good" : "bad", text: say(canFinish ? "play.watersort.can" : lost) },
        });
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      const text = `${say("play.watersort.unknown")} ${error.message}`;
      const message = isLimit(error) ? { kind: "plain" as const, text } : messageOf(error);
      store.set({ message });
    }
  });
}

export async function rate(): Promise<void> {
  const { level } = store.get();
  await runWork(say("play.asking"), async (signal) => {
    const question = { level: { text: level }, limits: { seconds: 60 } };
    const { texts } = await askOrThrow("watersort.rate", question, { signal });
    store.set({ message: { kind: "plain", text: texts.text ?? "" } });
  });
}

/** Find the shortest solution of the level, and show it beside the user's game. */
export async function showPlan(): Promise<void> {
  const { level } = store.get();
  await runWork(say("play.watersort.solving"), async (signal) => {
    const question = { level: { text: level }, limits: { seconds: 60 } };
    interface SolveAnswer {
      answer: "watersort.solved";
      status: Statuses["watersort.solved"]["status"];
      plan?: Move[] | null;
    }
    const { answer, texts } = await askOrThrow<SolveAnswer, { steps: string[] }>("watersort.solve", question, {
      signal,
    });
    const { status, plan } = answer;
    switch (status) {
      case "unsolvable":
        return store.set({ message: { kind: "bad", text: texts.text ?? "" } });
      case "solved": {
        const moves = (plan ?? []).map((move) => `${move.from}>${move.to}`);
        store.set({ plan: { moves, captions: texts.steps, step: 0, tubesView: null, isPlaying: false } });
        return goToStep(0);
      }
      default:
        assertNever(status);
    }
  });
}

const drawStepLatest = createLatestOnly();

export function goToStep(step: number): void {
  const { plan, level } = store.get();
  if (!plan) return;
  const number = Math.max(0, Math.min(step, plan.moves.length));
  store.set({ plan: { ...plan, step: number, isPlaying: plan.isPlaying && number < plan.moves.length } });
  drawStepLatest(async () => {
    const tubesView = await loadTubes(level, plan.moves.slice(0, number));
    const currentPlan = store.get().plan;
    if (currentPlan?.step === number && store.get().level === level)
      store.set({ plan: { ...currentPlan, tubesView } });
  });
}

export function setPlaying(isPlaying: boolean): void {
  const { plan } = store.get();
  if (!plan) return;
  const isAtEnd = plan.step >= plan.moves.length;
  store.set({ plan: { ...plan, isPlaying } });
  if (isPlaying && isAtEnd) goToStep(0);
}

export function closePlan(): void {
  store.set({ plan: null });
}

// ---------------------------------------------------------------------- storage

interface StoredGame {
  level: string;
  moves: string[];
  history?: History<string[]>;
  wish?: GenerateOptions;
}

function storedGameOf(withHistory: boolean): StoredGame {
  const { level, moves, generateOptions } = store.get();
  return {
    level,
    moves: moves.now,
    ...(withHistory && { history: truncateHistory(moves), wish: generateOptions }),
  };
}

function isMoveList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((move) => typeof move === "string" && /^\d+>\d+$/.test(move));
}

async function restoreGame(value: unknown): Promise<string | null> {
  const stored = value as StoredGame | null;
  if (typeof stored?.level !== "string" || !isMoveList(stored.moves)) return say("play.link.broken");
  try {
    await open(stored.level, stored.moves);
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    return error.message;
  }
  const past = stored.history?.past?.filter(isMoveList) ?? [];
  const future = stored.history?.future?.filter(isMoveList) ?? [];
  store.set(({ moves, generateOptions }) => ({
    moves: { past, now: moves.now, future },
    generateOptions: { ...generateOptions, ...stored.wish },
  }));
  return null;
}

export async function startGame(): Promise<void> {
  await restorePage("watersort", {
    restore: restoreGame,
    openFirst: async () => void (await runWork(say("play.asking"), () => open(FIRST_LEVEL))),
    reportProblem: (text) => store.set({ message: { kind: "bad", text } }),
  });
  store.subscribe(
    createSaver(
      "watersort",
      () => storedGameOf(true),
      () => storedGameOf(false),
    ),
  );
}

export function makeShareLink(): Promise<string | null> {
  return shareLink("watersort", storedGameOf(false));
}
