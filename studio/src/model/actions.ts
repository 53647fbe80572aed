// What can be done on the model page. Each thing asks a question and puts its answer into the state; an answer that
// comes after its text has changed, or after a newer question of its kind, is dropped.
import { ask, dataFile, isFailure, UnreachableError } from "../ask";
import { remember, toLink } from "../link";
import { never } from "../never";
import { createStore } from "../store";
import type {
  BestAnswer,
  Checked,
  Drawn,
  Edit,
  Exhibit,
  GameAnswer,
  Generated,
  Model,
  Piece,
  PlainAnswer,
  Progress,
  Reasons,
  RuleSize,
  Setting,
  Solved,
  Stepped,
  Told,
  Uniqueness,
  Witnessed,
  Words,
} from "../types";
import { amount, type Language, say, sentence, speak, spoken } from "../words";
import { keptMarks } from "./marks";
import {
  clashOf,
  EMPTY,
  FORGOTTEN,
  hasErrors,
  hasView,
  isDrawable,
  isFresh,
  isGame,
  type Offer,
  outcomeOf,
  type Shown,
  type State,
  sourceOf,
  type Tab,
  viewWords,
} from "./state";

export const store = createStore<State>(EMPTY);

const SMALL = 20_000; // instances of a file that is solved as one types
const CHECKED_AFTER = 50; // milliseconds without typing
const FOLLOWED_AFTER = 400;
const OFFERED = 4; // views that are shown small

// ---------------------------------------------------------------------- asking

const slots = new Map<string, AbortController>();

interface Answered<A> {
  answer: A;
  told: Words;
  revision: number;
}

/** Ask for a slot: an older question there is ended. Null if the answer is not wanted any more, or is a failure. */
export async function askFor<A extends { answer: string }>(
  slot: string,
  name: string,
  question: object,
  onProgress?: (progress: Progress) => void,
  onFailure: (text: string, told: Words, key?: string) => void = () => {},
): Promise<Answered<A> | null> {
  slots.get(slot)?.abort();
  const controller = new AbortController();
  slots.set(slot, controller);
  const { revision } = store.get();
  const isWanted = () => slots.get(slot) === controller && store.get().revision === revision;
  try {
    const reply = await ask<A>(name, question, {
      signal: controller.signal,
      language: spoken(),
      slot,
      ...(onProgress && { onProgress: (progress) => isWanted() && onProgress(progress) }),
    });
    if (!isWanted()) return null;
    if (isFailure(reply.answer)) {
      onFailure(reply.told.text ?? firstMessage(reply.told) ?? say("studio.failed"), reply.told, reply.answer.key);
      return null;
    }
    return { answer: reply.answer, told: reply.told, revision };
  } catch (error) {
    if (isWanted() && !controller.signal.aborted)
      onFailure(say(error instanceof UnreachableError ? "studio.unreachable" : "studio.failed"), {});
    return null;
  } finally {
    if (slots.get(slot) === controller) slots.delete(slot);
  }
}

function firstMessage(told: Words): string | null {
  return told.diagnostics?.find((one) => one.severity === "error")?.message ?? null;
}

/** The same for what people wait for: it is shown that it goes on, and one such thing is done at a time. */
export async function work<A extends { answer: string }>(
  what: string,
  name: string,
  question: object,
  onFailure: (text: string, told: Words, key?: string) => void = tellFailure,
  onPart: (part: A, told: Words) => void = () => {},
): Promise<Answered<A> | null> {
  const text = say(`studio.busy.${what}` as Parameters<typeof say>[0]);
  store.set({ busy: { what, text, count: 0, total: 0, since: Date.now() }, failure: null });
  const hear = ({ event, text, told }: Progress) => {
    const busy = store.get().busy;
    if (!busy) return;
    if (event.event === "part" && told) onPart(event.found as A, told);
    if (event.event === "stage")
      store.set({ busy: { ...busy, text: text ?? busy.text, count: 0, total: event.total ?? 0 } });
    if (event.event === "done") store.set({ busy: { ...busy, count: event.count ?? 0 } });
  };
  const answered = await askFor<A>("work", name, question, hear, onFailure);
  if (!slots.has("work")) store.set({ busy: null });
  return answered;
}

/** A failure in words: what is wrong with the text stands under it, all else in the line of state and above the tabs. */
function tellFailure(text: string, told: Words, key?: string): void {
  const { diagnostics = [] } = told;
  const words = key === "data.bad_set" ? say("studio.settings.wrong") : text;
  store.set(({ revision }) =>
    diagnostics.length ? { refusals: diagnostics } : { failure: { revision, answer: words, told } },
  );
  const state = store.get();
  if (diagnostics.length)
    store.set({ diagnostics: messages((isFresh(state.checked, state) && state.checked?.told) || {}) });
}

export function stop(): void {
  const running = slots.get("work");
  slots.delete("work");
  running?.abort();
  stopPlaying();
  if (!store.get().busy) return;
  store.set(({ asked }) => ({
    busy: null,
    asked: asked?.reply || asked?.failure ? asked : null,
    notice: say("studio.stopped"),
  }));
}

// ---------------------------------------------------------------------- the text

let checkTimer: ReturnType<typeof setTimeout> | undefined;
let followTimer: ReturnType<typeof setTimeout> | undefined;

/** The text, the settings or the files have changed: what was known of them is old. */
function changed(change: Partial<State>): void {
  slots.get("work")?.abort();
  slots.delete("work");
  store.set((state) => ({ ...FORGOTTEN, ...change, busy: null, revision: state.revision + 1 }));
  clearTimeout(checkTimer);
  clearTimeout(followTimer);
  checkTimer = setTimeout(check, CHECKED_AFTER);
}

export function edit(text: string): void {
  if (text === store.get().text) return;
  changed({ text, isNew: false, ...(text.trim() ? {} : NOTHING) });
}

export function set(name: string, value: string | null): void {
  const { [name]: _before, ...others } = store.get().settings;
  changed({ settings: value === null ? others : { ...others, [name]: value } });
}

export function giveData(name: string, content: string): void {
  changed({ data: { ...store.get().data, [name]: content } });
}

/** What is known of a text that nobody has looked at. */
const NOTHING: Partial<State> = {
  solved: null,
  models: [],
  index: 0,
  why: null,
  sizes: null,
  rules: null,
  stepped: null,
  pieces: null,
  diagnostics: [],
  checked: null,
  known: [],
  needs: [],
  frame: 0,
};

export function takeData(name: string): void {
  const { [name]: _content, ...others } = store.get().data;
  changed({ data: others });
}

/** A text that is opened, with what belongs to it; one without an id is a new one. */
export interface Opened {
  text: string;
  name: string;
  settings?: Record<string, string>;
  data?: Record<string, string>;
  id?: string;
}

/** Another text altogether. */
export function open({ text, name, settings = {}, data = {}, id }: Opened): void {
  changed({
    id: id || Math.random().toString(36).slice(2),
    text,
    name,
    settings,
    data,
    isNew: false,
    ...NOTHING,
  });
}

/** Another text in place of one that is left: the browser's Back and the recent texts bring that one again. */
export async function openInstead(opened: Opened): Promise<void> {
  const state = store.get();
  if (state.text.trim()) {
    remember(state);
    const link = await toLink(state);
    if (link) history.replaceState(null, "", `#${link}`);
    history.pushState(null, "", location.href);
  }
  open(opened);
  store.set({ file: null });
}

async function check(): Promise<void> {
  if (!store.get().text.trim()) return; // a blank sheet is no mistake
  const source = sourceOf(store.get());
  const fail = (text: string, told: Words, key?: string) => {
    store.set({ diagnostics: store.get().refusals });
    tellFailure(text, told, key);
  };
  const checked = await askFor<Checked>("check", "check", { source, suspicions: false }, undefined, fail);
  void needed();
  void settings();
  if (!checked) return;
  store.set({ checked: { ...checked }, diagnostics: messages(checked.told) });
  refreshTab();
  clearTimeout(followTimer);
  // By what the check says: solving may have refused the text meanwhile, and there may be doubts all the same.
  if (!firstMessage(checked.told)) followTimer = setTimeout(follow, FOLLOWED_AFTER);
}

/** The values that have fields beside the text. */
async function settings(): Promise<void> {
  const known = await askFor<{ answer: string; settings: Setting[] }>("settings", "settings", {
    source: sourceOf(store.get()),
  });
  if (known) store.set({ known: known.answer.settings });
}

/** Files that `;;@ data` lines name: those that lie beside the started file are read, the others asked for. */
async function needed(): Promise<void> {
  if (!/;;@\s*data/.test(store.get().text)) return store.set({ needs: [] });
  const reply = await askFor<{ answer: string; files: { path: string }[] }>("needs", "needs", {
    source: sourceOf(store.get()),
  });
  if (!reply) return;
  const missing = reply.answer.files.map(({ path }) => path).filter((path) => !(path in store.get().data));
  const hasFolder = store.get().file !== null;
  const read = await Promise.all(
    missing.map(async (path) => [path, hasFolder ? await dataFile(path) : null] as const),
  );
  const found = read.filter((one): one is [string, string] => one[1] !== null);
  store.set({ needs: read.filter(([, content]) => content === null).map(([path]) => path) });
  if (found.length) changed({ data: { ...store.get().data, ...Object.fromEntries(found) } });
}

/** When typing rests, after a text without errors: its solution, if it is small, and what is doubtful in it. */
async function follow(): Promise<void> {
  const source = sourceOf(store.get());
  // Somebody may have asked meanwhile, and be at another model, or read why there is no answer.
  const isUnasked = (state: State) =>
    !state.busy && !isFresh(state.solved, state) && !isFresh(state.failure, state);
  if (store.get().isLive && isUnasked(store.get())) {
    const sizes = await sized();
    if (sizes && isUnasked(store.get()) && total(sizes) <= SMALL) await solve();
  }
  const doubts = await askFor<Checked>("check", "check", { source, suspicions: true });
  if (doubts) store.set({ checked: { ...doubts }, diagnostics: messages(doubts.told) });
}

/** What checking tells of the text, and what solving has told of it since it was changed: a rule may be too large. */
function messages({ diagnostics = [] }: Words): Told[] {
  const { refusals } = store.get();
  const isNew = (told: Told) =>
    !diagnostics.some(({ code, message }) => code === told.code && message === told.message);
  return [...refusals.filter(isNew), ...diagnostics];
}

export function total(sizes: RuleSize[]): number {
  return sizes.reduce((sum, rule) => sum + rule.instances, 0);
}

/** Change the text as a person would, so that it can be undone; the editor does it. */
let editor: (edits: Edit[]) => void = () => {};

export function editBy(apply: (edits: Edit[]) => void): void {
  editor = apply;
}

export function applyEdits(edits: Edit[]): void {
  editor(edits);
}

export function applyFix(told: Told): void {
  if (told.fix) editor(told.fix);
}

const BLANK = /\s/;

/** What makes one text of the other that differs from it in blanks only: the cursor stays where it is. */
export function layoutEdits(before: string, after: string): Edit[] {
  const old = [...before];
  const laid = [...after];
  const edits: Edit[] = [];
  const skip = (points: string[], from: number) => {
    let to = from;
    while (to < points.length && BLANK.test(points[to] ?? "")) to++;
    return to;
  };
  for (let start = 0, from = 0; start < old.length || from < laid.length; start++, from++) {
    const end = skip(old, start);
    const to = skip(laid, from);
    const text = laid.slice(from, to).join("");
    if (old.slice(start, end).join("") !== text) edits.push({ start, end, text });
    if (old[end] !== laid[to]) return [{ start: 0, end: old.length, text: after }];
    [start, from] = [end, to];
  }
  return edits;
}

export async function format(): Promise<void> {
  const formatted = await askFor<{ answer: string; text: string; is_changed: boolean }>(
    "format",
    "format",
    { source: sourceOf(store.get()) },
    undefined,
    (text) => store.set({ notice: text }),
  );
  if (!formatted) return;
  editor(layoutEdits(store.get().text, formatted.answer.text));
  store.set({ notice: say(formatted.answer.is_changed ? "studio.formatted" : "studio.formatted.already") });
}

// ---------------------------------------------------------------------- models

/** Of a game, besides who wins, how: its strategy, where that is not too large to be shown. */
async function played(plain: Answered<Solved>, question: object): Promise<Answered<Solved>> {
  const { answer } = plain;
  if (answer.answer !== "solved" || answer.mode !== "qbf" || answer.status === "unknown") return plain;
  const game = await work<GameAnswer>("solve", "solve", { ...question, draw: false, strategy: true });
  const seconds = (plain.told.seconds ?? 0) + (game?.told.seconds ?? 0);
  if (game) return { ...plain, answer: { ...answer, game: game.answer }, told: { ...plain.told, seconds } };
  store.set(({ failure }) => ({ failure: null, ...(failure && { notice: failure.answer }) }));
  return plain;
}

/** The models of an answer of any kind. */
function modelsOf(solved: Solved): Model[] {
  switch (solved.answer) {
    case "solved":
    case "best":
      return solved.models;
    case "planned":
      return solved.model ? [solved.model] : [];
    case "game":
      return [];
    default:
      return never(solved);
  }
}

/** Whether it is known that there are no other models. */
function isWhole(solved: Solved): boolean {
  switch (solved.answer) {
    case "solved":
    case "best":
      return !!solved.is_complete;
    case "planned":
    case "game":
      return false;
    default:
      return never(solved);
  }
}

export async function solve(options: { seed?: number } = {}): Promise<void> {
  const question = { source: sourceOf(store.get()), draw: true, words: spoken(), ...options };
  const plain = await work<Solved>("solve", "solve", question);
  const { revision } = store.get();
  const solved = plain && (await played(plain, question));
  if (!solved || store.get().revision !== revision) return;
  const models = modelsOf(solved.answer).map((model): Shown => ({ model, frames: null }));
  store.set((state) => ({
    solved,
    models,
    index: 0,
    isAll: isWhole(solved.answer),
    frame: 0,
    offers: null,
    asked: null,
    why: solved.answer.status === "unsat" ? state.why : null,
  }));
  const { status } = solved.answer;
  switch (status) {
    case "sat":
      return drawShown();
    case "unsat":
      return isGame(store.get()) ? undefined : why();
    case "unknown":
      return; // nothing is shown that was not found
    default:
      never(status);
  }
}

/** Solve because somebody asked for it: on a narrow screen the answer comes to the front, unless the text is wrong. */
export async function solveNow(): Promise<void> {
  if (!hasErrors(store.get())) store.set({ pane: "answer" });
  await solve();
  if (hasErrors(store.get())) store.set({ pane: "text" }); // what is wrong stands under the text
}

export function random(): Promise<void> {
  return solve({ seed: Math.floor(Math.random() * 1_000_000) });
}

/** The next model: one that is not among those known. */
export async function next(): Promise<void> {
  const { models, index, isAll } = store.get();
  if (index + 1 < models.length) return show(index + 1);
  if (isAll || !models.length) return;
  const excluded = models.map(({ model: { exhibit: _picture, ...model } }) => model);
  const question = { source: sourceOf(store.get()), draw: true, words: spoken(), excluded };
  const solved = await work<Solved>("next", "solve", question);
  if (!solved) return;
  const found = modelsOf(solved.answer).map((model): Shown => ({ model, frames: null }));
  const { status } = solved.answer;
  switch (status) {
    case "sat":
      store.set({ models: [...models, ...found], isAll: isWhole(solved.answer), notice: null });
      return show(models.length);
    case "unsat":
      return store.set({ isAll: true, notice: say("studio.no_more", { count: amount(models.length) }) });
    case "unknown":
      return store.set({ notice: noticeOf(solved) });
    default:
      never(status);
  }
}

/** What a search came to and what to try next, told beside what is shown. */
function noticeOf(found: { told: Words }): string {
  const { text, advice } = outcomeOf(found, spoken());
  return advice ? `${sentence(text)} ${advice}` : text;
}

export async function show(index: number): Promise<void> {
  const { models } = store.get();
  if (index < 0 || index >= models.length) return;
  store.set({ index, frame: 0, asked: null, isPlaying: false });
  await drawShown();
}

export async function count(): Promise<void> {
  const question = { source: sourceOf(store.get()), count: true, wanted: null };
  const counted = await work<PlainAnswer | BestAnswer>("count", "solve", question);
  if (!counted) return;
  const { status, count: number } = counted.answer;
  switch (status) {
    case "sat": {
      const isAll = counted.told.outcome === "good";
      const notice = isAll && number !== null ? null : noticeOf(counted);
      return store.set({ count: number === null ? null : { number, isAll }, notice });
    }
    case "unsat":
    case "unknown":
      return store.set({ count: null, notice: noticeOf(counted) });
    default:
      never(status);
  }
}

/** The pictures of the model that is shown; of one that has no view, the views that fit it. */
async function drawShown(): Promise<void> {
  const { models, index } = store.get();
  const shown = models[index];
  if (!shown || shown.frames) return;
  const frames = isDrawable(shown.model.exhibit) ? await drawn(shown.model.exhibit) : [];
  if (frames === null) return;
  store.set((state) => ({
    models: state.models.map((other) => (other === shown ? { ...shown, frames } : other)),
    frame: 0,
  }));
  const solved = store.get().solved?.answer;
  const isGuessed = !!solved && solved.answer !== "game" && !!solved.guess;
  if (!hasView(shown.model.exhibit) || isGuessed) await offerViews();
}

let drawings = 0;

/** The frames of a picture; people wait for it, unless it has a slot of its own beside what they do. */
export async function drawn(exhibit: Exhibit, slot?: string) {
  const prefix = `drawing-${++drawings}`; // several stand in one page, each with ids of its own
  const question = { exhibit, format: "svg", words: spoken(), prefix };
  const answered = await (slot ? askFor<Drawn>(slot, "draw", question) : work<Drawn>("draw", "draw", question));
  return answered ? (answered.answer.frames ?? []) : null;
}

/** The views that fit a model, each drawn small. */
async function offerViews(): Promise<void> {
  const { models, index, revision } = store.get();
  const shown = models[index];
  if (!shown) return;
  const { exhibit: _picture, ...model } = shown.model;
  const saved = JSON.stringify({ answer: "solved", status: "sat", models: [model] });
  const source = sourceOf(store.get());
  const fitting = await askFor<{ answer: string; views: State["solved"] extends null ? never : Offer["guess"][] }>(
    "views",
    "views",
    { source, saved, words: spoken() },
  );
  if (!fitting) return;
  const offers: Offer[] = [];
  for (const guess of fitting.answer.views.slice(0, OFFERED)) {
    const words = viewWords(guess);
    const viewed = await askFor<{ answer: string; exhibit: Exhibit | null }>("views", "view", {
      source,
      saved,
      views: [words],
      words: spoken(),
    });
    if (!isDrawable(viewed?.answer.exhibit)) continue;
    const frames = await drawn(viewed.answer.exhibit, "views");
    const last = frames?.at(-1);
    if (last) offers.push({ guess, words, svg: last.svg });
  }
  if (store.get().revision === revision) store.set({ offers: { revision, answer: offers, told: {} } });
}

/** Write a view into the text, above all else. */
export function chooseView(offer: Offer): void {
  editor([{ start: 0, end: 0, text: `;;@ view ${offer.words}\n` }]);
  store.set({ notice: say("studio.view.written", { view: offer.words }) });
}

// ---------------------------------------------------------------------- films

let player: ReturnType<typeof setInterval> | undefined;

export function step(to: number): void {
  const { models, index } = store.get();
  const most = (models[index]?.frames?.length ?? 1) - 1;
  store.set({ frame: Math.max(0, Math.min(most, to)), asked: null });
}

export function play(): void {
  if (store.get().isPlaying) {
    stopPlaying();
    return;
  }
  const { models, index, frame, speed } = store.get();
  const most = (models[index]?.frames?.length ?? 1) - 1;
  store.set({ isPlaying: true, frame: frame >= most ? 0 : frame });
  player = setInterval(() => {
    const state = store.get();
    if (!state.isPlaying || state.frame >= most) return stopPlaying();
    store.set({ frame: state.frame + 1 });
  }, 1000 / speed);
}

export function stopPlaying(): void {
  clearInterval(player);
  if (store.get().isPlaying) store.set({ isPlaying: false });
}

export function setSpeed(speed: number): void {
  const wasPlaying = store.get().isPlaying;
  stopPlaying();
  store.set({ speed });
  if (wasPlaying) play();
}

// ---------------------------------------------------------------------- reasons

/** Why there is no model; the clash is shown while changes that would mend it are still looked for. */
export async function why(): Promise<void> {
  const { revision } = store.get();
  const show = (answer: Reasons, told: Words) =>
    store.set({ why: { revision, answer, told }, walked: -1, lit: spansOf(answer) });
  const question = { source: sourceOf(store.get()), drawn: true };
  const reasons = await work<Reasons>("why", "why", question, tellFailure, show);
  if (reasons) show(reasons.answer, reasons.told);
}

function spansOf(reasons: Reasons): [number, number][] {
  return (clashOf(reasons)?.rules ?? []).filter((rule) => !rule.is_expected).map((rule) => rule.span);
}

/** Light up one step of the argument; -1 for the whole clash. */
export function walk(to: number): void {
  const reasons = store.get().why?.answer ?? null;
  const steps = clashOf(reasons)?.steps ?? [];
  if (!reasons) return;
  const walked = Math.max(-1, Math.min(steps.length - 1, to));
  const at = steps[walked];
  const isOwn = at && !at.instance.is_expected;
  store.set({ walked, lit: walked < 0 ? spansOf(reasons) : isOwn ? [at.instance.span] : [] });
}

/** Why is this atom as it is? */
export async function whyAtom(atom: string, isTrue: boolean): Promise<void> {
  store.set({ asked: { atom, isTrue, reply: null, failure: null }, lit: [] });
  const settle = (change: Partial<NonNullable<State["asked"]>>) =>
    store.set((state) => (state.asked?.atom === atom ? { asked: { ...state.asked, ...change } } : {}));
  const question = { source: sourceOf(store.get()), atom, drawn: true };
  const reply = await work<Reasons>("why", "why_forced", question, (failure) => settle({ failure }));
  if (!reply) return;
  settle({ reply });
  store.set({ lit: reply.answer.status === "unsat" ? spansOf(reply.answer) : [] });
}

/** Show the model in which an atom is otherwise. */
export async function showOther(reasons: Reasons): Promise<void> {
  const { models } = store.get();
  if (!reasons.model) return;
  const known = models[0]?.model;
  const all = known ? [...known.true, ...(known.false ?? [])] : reasons.model;
  const chosen = new Set(reasons.model);
  const model: Model = {
    true: reasons.model,
    false: all.filter((atom) => !chosen.has(atom)),
    ...(reasons.exhibit && { exhibit: reasons.exhibit }),
  };
  store.set({ models: [...models, { model, frames: null }] });
  await show(models.length);
}

let sizing: { revision: number; sizes: Promise<RuleSize[] | null> } | null = null;

/** The sizes of this text: asked for once, whoever wants them (a hover, the tab, solving as one types). */
export function sized(): Promise<RuleSize[] | null> {
  const { revision } = store.get();
  if (sizing?.revision === revision) return sizing.sizes;
  const sizes = measured();
  sizing = { revision, sizes };
  void sizes.then((known) => {
    if (!known && sizing?.sizes === sizes) sizing = null; // it failed: the next one asks again
  });
  return sizes;
}

async function measured(): Promise<RuleSize[] | null> {
  const state = store.get();
  if (isFresh(state.sizes, state)) return state.sizes?.answer ?? null;
  const question = { source: sourceOf(state) };
  const fail = (text: string, told: Words) => void (store.get().tab === "size" && tellFailure(text, told));
  const reply = await askFor<{ answer: string; rules: RuleSize[] }>("size", "size", question, undefined, fail);
  if (!reply) return null;
  store.set({ sizes: { revision: reply.revision, answer: reply.answer.rules, told: reply.told } });
  return reply.answer.rules;
}

export async function rules(): Promise<void> {
  const reply = await work<{ answer: string; rules: Witnessed[] }>("rules", "witness", {
    source: sourceOf(store.get()),
    drawn: true,
  });
  if (!reply) return;
  store.set({
    rules: { revision: reply.revision, answer: reply.answer.rules, told: reply.told },
    rulePictures: {},
  });
  for (const [index, rule] of reply.answer.rules.entries()) {
    if (!isDrawable(rule.exhibit)) continue;
    const frames = await drawn(rule.exhibit, "rule");
    const last = frames?.at(-1);
    if (!last) continue;
    store.set((state) => ({ rulePictures: { ...state.rulePictures, [index]: last.svg } }));
  }
}

/** Solved in steps that people can follow. */
export async function steps(): Promise<void> {
  const stepped = await work<Stepped>("steps", "steps", { source: sourceOf(store.get()), drawn: true });
  if (!stepped) return;
  const { marksOf, wave } = store.get();
  const marks = keptMarks(store.get());
  const isSame = marksOf === stepped.revision; // only the language is another
  const isPuzzling = marks.past.length > 0; // somebody has begun
  const begun = isSame ? {} : { isPuzzling, marks, marksOf: stepped.revision };
  store.set({ stepped, wavePictures: {}, marked: null, hinted: null, ...begun });
  await showWave(isSame ? wave : 0);
}

/** Steps that can be seen at the same time. */
export async function showWave(to: number): Promise<void> {
  const most = (store.get().stepped?.told.waves?.length ?? 0) - 1;
  store.set({ wave: Math.max(0, Math.min(most, to)) });
  if (isDrawingWave) return; // then it goes on with this one: those in between are passed over
  isDrawingWave = true;
  while (await drawWave()) {}
  isDrawingWave = false;
}

let isDrawingWave = false;

/** Draw the steps that are shown; whether others may be shown by now. */
async function drawWave(): Promise<boolean> {
  const { stepped, wave, wavePictures } = store.get();
  const exhibit = stepped?.answer.pictures?.[wave];
  if (wavePictures[wave] || !isDrawable(exhibit)) return false;
  const last = (await drawn(exhibit, "wave"))?.at(-1);
  if (store.get().stepped !== stepped) return true;
  if (last) store.set((state) => ({ wavePictures: { ...state.wavePictures, [wave]: last.svg } }));
  return !!last;
}

/** Another board in place of this one: an edit of the text, which can be undone. */
export async function newBoard(level: string, symmetry: string): Promise<void> {
  const seed = Math.floor(Math.random() * 1_000_000);
  const question = { source: sourceOf(store.get()), level: level || null, symmetry, seed };
  const made = await work<Generated>("board", "generate", question);
  if (!made) return;
  const board = made.answer.boards?.[0];
  if (board) takeBoard(board);
  const { revision } = store.get();
  store.set({ clues: { revision, answer: [], told: made.told } });
  if (board) await steps();
}

function takeBoard({ text, values }: NonNullable<Generated["boards"]>[number]): void {
  const { text: before, settings } = store.get();
  for (const [name, value] of Object.entries(values)) {
    const variable = `$${name}`;
    if (text === before)
      set(variable, `[${value.join(",")}]`); // it does not stand in the text
    else if (variable in settings) set(variable, null); // it would hide what stands there now
  }
  if (text !== before) editor([changeTo(before, text)]);
}

/** What makes one text of the other: all that is between their common beginning and their common end. */
export function changeTo(before: string, after: string): Edit {
  const old = [...before];
  const now = [...after];
  const most = Math.min(old.length, now.length);
  let start = 0;
  while (start < most && old[start] === now[start]) start++;
  let same = 0;
  while (same < most - start && old.at(-1 - same) === now.at(-1 - same)) same++;
  return { start, end: old.length - same, text: now.slice(start, now.length - same).join("") };
}

/** Of which boards two solutions are drawn. */
const DIFFERS: Record<Uniqueness["status"], boolean> = { unique: false, several: true, none: false };

/** Whether there is one solution, and which clues are spare or missing. */
export async function clues(): Promise<void> {
  const { revision } = store.get();
  const found = await work<Uniqueness>("clues", "unique", { source: sourceOf(store.get()), drawn: true });
  if (!found) return;
  store.set({ clues: { revision, answer: [], told: found.told } });
  for (const { exhibit } of DIFFERS[found.answer.status] ? (found.answer.models ?? []) : []) {
    const last = isDrawable(exhibit) && (await drawn(exhibit, "clues"))?.at(-1);
    if (!last || store.get().clues?.told !== found.told) return;
    store.set(({ clues }) => (clues ? { clues: { ...clues, answer: [...clues.answer, last.svg] } } : {}));
  }
}

async function mathematics(): Promise<void> {
  const reply = await askFor<{ answer: string; pieces: Piece[] }>("mathematics", "mathematics", {
    source: sourceOf(store.get()),
    target: "mathml",
    has_classes: true,
    language: spoken(),
  });
  if (reply) store.set({ pieces: { revision: reply.revision, answer: reply.answer.pieces, told: reply.told } });
}

// ---------------------------------------------------------------------- what is seen

/** Another language: what was told in the one before is asked for again. */
export async function speakIn(language: Language): Promise<void> {
  speak(language);
  const wasWhy = isFresh(store.get().why, store.get());
  const wasStepped = isFresh(store.get().stepped, store.get());
  store.set((state) => ({
    language,
    notice: null,
    failure: null,
    asked: null,
    why: null,
    stepped: null,
    clues: null,
    pieces: null,
    models: state.models.map((shown) => ({ ...shown, frames: null })),
  }));
  void check();
  await drawShown();
  if (wasWhy) await why();
  if (wasStepped) await steps();
}

export function choose(tab: Tab): void {
  store.set({ tab, pane: "answer", asked: null });
  refreshTab();
}

/** What a tab shows without being asked: cheap things only. */
function refreshTab(): void {
  const state = store.get();
  if (state.tab === "mathematics" && !isFresh(state.pieces, state)) void mathematics();
  if (state.tab === "size" && !isFresh(state.sizes, state) && !hasErrors(state)) void sized();
}

export function light(lit: [number, number][]): void {
  store.set({ lit });
}

/** A part that speaks of pieces of the text: they are lit up while one points at it, or is in it by keys. */
export function lights(...spans: [number, number][]) {
  const on = () => light(spans);
  const off = () => (store.get().tab === "why" ? walk(store.get().walked) : light([]));
  return { onPointerEnter: on, onPointerLeave: off, onFocusIn: on, onFocusOut: off };
}
