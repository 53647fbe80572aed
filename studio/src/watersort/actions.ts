// What the Water Sort page knows and does. A game is a level and moves; which pours are allowed, the answer says.
import { never } from "../never";
import { heard, newest, RefusedError, type Working, workOf } from "../play/asking";
import { began, done, type History, redone, toKeep, undone } from "../play/history";
import { beginWith, keeper, shareLink } from "../play/keeping";
import { isLimit, type SaidKind, saidOf } from "../play/outcome";
import { createStore } from "../store";
import type { Statuses } from "../types";
import { say, spoken } from "../words";

export const GRADES = ["any", "easy", "medium", "hard", "expert"] as const;
export type Grade = (typeof GRADES)[number];

export interface Move {
  from: number;
  to: number;
  colour: string;
  layers: number;
}

interface Staged {
  answer: "watersort.staged";
  status: Statuses["watersort.staged"]["status"];
  height: number;
  tubes: string[][];
  pictures: string[];
  pours: Move[];
}

/** The tubes as they stand after some moves. */
export interface Shown {
  moves: string[];
  isSorted: boolean;
  tubes: string[][];
  pictures: string[];
  pours: Move[];
  refusals: Record<string, string>;
}

export interface Wish {
  colours: number;
  empty: number;
  height: number;
  grade: Grade;
}

export interface State extends Working {
  level: string; // as a text
  moves: History<string[]>;
  shown: Shown | null;
  taken: number | null; // the tube that is to be poured from
  hinted: Move | null;
  plan: { moves: string[]; captions: string[]; step: number; shown: Shown | null; isPlaying: boolean } | null;
  wish: Wish;
  dialog: "new" | "share" | "keys" | null;
}

const FIRST = JSON.stringify({
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
  level: FIRST,
  moves: began([]),
  shown: null,
  taken: null,
  said: null,
  hinted: null,
  plan: null,
  wish: { colours: 7, empty: 2, height: 4, grade: "any" },
  busy: null,
  dialog: null,
});

// ---------------------------------------------------------------------- levels

const SORTED: Record<Staged["status"], boolean> = { sorted: true, open: false };

async function stage(level: string, moves: string[]): Promise<Shown> {
  const { answer, told } = await heard<Staged, { refusals: Record<string, string> }>("watersort.stage", {
    level: { text: level },
    moves: moves.join(" "),
  });
  const { tubes, pictures, pours } = answer;
  return { moves, isSorted: SORTED[answer.status], tubes, pictures, pours, refusals: told.refusals };
}

let wanted = 0; // levels: the one that was asked for last is shown, whichever comes last

/** Another level, in any format; what is wrong with it is thrown. */
export async function open(text: string, moves: string[] = []): Promise<void> {
  const number = ++wanted;
  const shown = await stage(text, moves);
  if (number !== wanted) return;
  store.set({ level: text, moves: began(moves), shown, taken: null, hinted: null, plan: null, said: null });
  if (shown.isSorted)
    store.set({ said: { kind: "good", text: say("play.watersort.sorted", { count: moves.length }) } });
}

const work = workOf(store);

export async function generate(): Promise<void> {
  const { wish } = store.get();
  const made = await work(say("play.watersort.generating"), async (signal) => {
    const { grade, ...sizes } = wish;
    const question = {
      ...sizes,
      ...(grade !== "any" && { grade }),
      seed: Math.floor(Math.random() * 1e9),
      words: spoken(),
      limits: { seconds: 60 },
    };
    const { answer } = await heard<{ answer: "watersort.generated"; height: number; tubes: string[][] }>(
      "watersort.generate",
      question,
      { signal },
    );
    return answer;
  });
  if (made) await open(JSON.stringify({ height: made.height, tubes: made.tubes }));
}

// ---------------------------------------------------------------------- pouring

const playing = newest();

function go(moves: History<string[]>): void {
  store.set({ moves, taken: null, hinted: null, said: null });
  playing(async () => {
    const { level } = store.get();
    try {
      const shown = await stage(level, moves.now);
      if (store.get().moves.now !== moves.now) return;
      store.set({ shown });
      if (shown.isSorted)
        store.set({ said: { kind: "good", text: say("play.watersort.sorted", { count: moves.now.length }) } });
    } catch (error) {
      if (error instanceof RefusedError) store.set({ said: { kind: "bad", text: error.message } });
    }
  });
}

/** A tube is chosen: first the one to pour from, then the one to pour into. Tubes are counted from 1. */
export function choose(tube: number): void {
  const { taken, shown } = store.get();
  if (!shown) return;
  if (taken === tube) store.set({ taken: null, said: null });
  else if (taken !== null) pour(taken, tube);
  else if (shown.pours.some((move) => move.from === tube)) store.set({ taken: tube, said: null });
  else {
    const reason = shown.tubes[tube - 1]?.length
      ? say("play.watersort.stuck", { tube })
      : shown.refusals[`${tube}>${tube === 1 ? 2 : 1}`];
    store.set({ said: { kind: "bad", text: reason ?? "" } });
  }
}

export function pour(from: number, to: number): void {
  const { shown, moves } = store.get();
  if (!shown || from === to || moves.now !== shown.moves) return;
  const isAllowed = shown.pours.some((move) => move.from === from && move.to === to);
  if (isAllowed) go(done(moves, [...moves.now, `${from}>${to}`]));
  else store.set({ taken: null, said: { kind: "bad", text: shown.refusals[`${from}>${to}`] ?? "" } });
}

export const undo = () => go(undone(store.get().moves));
export const redo = () => go(redone(store.get().moves));
export const restart = () => go(done(store.get().moves, []));

// ---------------------------------------------------------------------- help

function asked() {
  const { level, moves } = store.get();
  return { level: { text: level }, moves: moves.now.join(" "), limits: { seconds: 30 } };
}

const HINTS: Record<Statuses["watersort.hinted"]["status"], SaidKind> = { solved: "plain", unsolvable: "bad" };

export async function hint(): Promise<void> {
  const { moves } = store.get();
  await work(say("play.asking"), async (signal) => {
    interface Hinted {
      answer: "watersort.hinted";
      status: Statuses["watersort.hinted"]["status"];
      pour?: Move | null;
    }
    const { answer, told } = await heard<Hinted>("watersort.hint", asked(), { signal });
    if (store.get().moves !== moves) return;
    store.set({ said: { kind: HINTS[answer.status], text: told.text ?? "" }, hinted: answer.pour ?? null });
  });
}

/** Can it still be won? Proved, or not known yet. */
export async function canBeWon(): Promise<void> {
  await work(say("play.asking"), async (signal) => {
    try {
      const question = { ...asked(), finish: true };
      const { answer } = await heard<{ answer: "watersort.checked"; can_finish?: boolean | null }>(
        "watersort.check",
        question,
        { signal },
      );
      const { can_finish: canFinish } = answer;
      const lost = store.get().moves.now.length ? "play.watersort.cannot" : "play.watersort.never";
      if (canFinish === undefined || canFinish === null)
        store.set({ said: { kind: "plain", text: say("play.watersort.unknown") } });
      else
        store.set({
          said: { kind: canFinish ? "good" : "bad", text: say(canFinish ? "play.watersort.can" : lost) },
        });
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      const text = `${say("play.watersort.unknown")} ${error.message}`;
      const said = isLimit(error) ? { kind: "plain" as const, text } : saidOf(error);
      store.set({ said });
    }
  });
}

export async function rate(): Promise<void> {
  const { level } = store.get();
  await work(say("play.asking"), async (signal) => {
    const question = { level: { text: level }, limits: { seconds: 60 } };
    const { told } = await heard("watersort.rate", question, { signal });
    store.set({ said: { kind: "plain", text: told.text ?? "" } });
  });
}

/** The least solution of the level, to be played beside one's own. */
export async function showPlan(): Promise<void> {
  const { level } = store.get();
  await work(say("play.watersort.solving"), async (signal) => {
    const question = { level: { text: level }, limits: { seconds: 60 } };
    interface Solved {
      answer: "watersort.solved";
      status: Statuses["watersort.solved"]["status"];
      plan?: Move[] | null;
    }
    const { answer, told } = await heard<Solved, { steps: string[] }>("watersort.solve", question, { signal });
    const { status, plan } = answer;
    switch (status) {
      case "unsolvable":
        return store.set({ said: { kind: "bad", text: told.text ?? "" } });
      case "solved": {
        const moves = (plan ?? []).map((move) => `${move.from}>${move.to}`);
        store.set({ plan: { moves, captions: told.steps, step: 0, shown: null, isPlaying: false } });
        return goToStep(0);
      }
      default:
        never(status);
    }
  });
}

const filming = newest();

export function goToStep(step: number): void {
  const { plan, level } = store.get();
  if (!plan) return;
  const number = Math.max(0, Math.min(step, plan.moves.length));
  store.set({ plan: { ...plan, step: number, isPlaying: plan.isPlaying && number < plan.moves.length } });
  filming(async () => {
    const shown = await stage(level, plan.moves.slice(0, number));
    const now = store.get().plan;
    if (now?.step === number && store.get().level === level) store.set({ plan: { ...now, shown } });
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

// ---------------------------------------------------------------------- keeping

interface Kept {
  level: string;
  moves: string[];
  history?: History<string[]>;
  wish?: Wish;
}

function toBeKept(isWhole: boolean): Kept {
  const { level, moves, wish } = store.get();
  return { level, moves: moves.now, ...(isWhole && { history: toKeep(moves), wish }) };
}

function areMoves(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((move) => typeof move === "string" && /^\d+>\d+$/.test(move));
}

async function bring(value: unknown): Promise<string | null> {
  const kept = value as Kept | null;
  if (typeof kept?.level !== "string" || !areMoves(kept.moves)) return say("play.link.broken");
  try {
    await open(kept.level, kept.moves);
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    return error.message;
  }
  const past = kept.history?.past?.filter(areMoves) ?? [];
  const future = kept.history?.future?.filter(areMoves) ?? [];
  store.set(({ moves, wish }) => ({ moves: { past, now: moves.now, future }, wish: { ...wish, ...kept.wish } }));
  return null;
}

export async function begin(): Promise<void> {
  await beginWith("watersort", {
    bring,
    first: async () => void (await work(say("play.asking"), () => open(FIRST))),
    tell: (text) => store.set({ said: { kind: "bad", text } }),
  });
  store.subscribe(
    keeper(
      "watersort",
      () => toBeKept(true),
      () => toBeKept(false),
    ),
  );
}

export function link(): Promise<string | null> {
  return shareLink("watersort", toBeKept(false));
}
