// The actions of the model page. Each asks a question and puts the answer into the state; an answer that arrives
// after the text has changed, or after a newer question of its kind, is dropped.
import { ask, isFailure, loadDataFile, UnreachableError } from "../ask";
import { assertNever } from "../assert";
import { addRecent, toLink } from "../link";
import { createStore } from "../store";
import type {
  AnswerTexts,
  BestAnswer,
  CheckAnswer,
  DiagnosticText,
  DrawAnswer,
  Edit,
  Exhibit,
  GameAnswer,
  GenerateAnswer,
  Model,
  Piece,
  PlainAnswer,
  Progress,
  RuleSize,
  RuleVerdict,
  Setting,
  SolveAnswer,
  StepsAnswer,
  UniqueAnswer,
  WhyAnswer,
} from "../types";
import { asSentence, currentLanguage, formatNumber, type Language, say, setLanguage } from "../words";
import { loadMarks } from "./marks";
import {
  clashOf,
  hasErrors,
  hasView,
  INITIAL_STATE,
  isDrawable,
  isFresh,
  isGame,
  type Offer,
  outcomeOf,
  type ShownModel,
  STALE_AFTER_CHANGE,
  type State,
  sourceOf,
  type Tab,
  viewText,
} from "./state";

export const store = createStore<State>(INITIAL_STATE);

const MAX_LIVE_INSTANCES = 20_000; // instances; larger files are not solved while typing
const CHECK_DELAY = 50; // milliseconds after the last keystroke
const FOLLOW_UP_DELAY = 400;
const MAX_OFFERS = 4; // views shown as thumbnails

// ---------------------------------------------------------------------- questions

const slots = new Map<string, AbortController>();

interface RevisionAnswer<A> {
  answer: A;
  texts: AnswerTexts;
  revision: number;
}

/** Ask in a slot, which aborts an older question there. Null if the answer is outdated or a failure. */
export async function askInSlot<A extends { answer: string }>(
  slot: string,
  name: string,
  question: object,
  onProgress?: (progress: Progress) => void,
  onFailure: (text: string, texts: AnswerTexts, key?: string) => void = () => {},
): Promise<RevisionAnswer<A> | null> {
  slots.get(slot)?.abort();
  const controller = new AbortController();
  slots.set(slot, controller);
  const { revision } = store.get();
  const isWanted = () => slots.get(slot) === controller && store.get().revision === revision;
  try {
    const reply = await ask<A>(name, question, {
      signal: controller.signal,
      language: currentLanguage(),
      slot,
      ...(onProgress && { onProgress: (progress) => isWanted() && onProgress(progress) }),
    });
    if (!isWanted()) return null;
    if (isFailure(reply.answer)) {
      onFailure(
        reply.texts.text ?? firstErrorMessage(reply.texts) ?? say("studio.failed"),
        reply.texts,
        reply.answer.key,
      );
      return null;
    }
    return { answer: reply.answer, texts: reply.texts, revision };
  } catch (error) {
    if (isWanted() && !controller.signal.aborted)
      onFailure(say(error instanceof UnreachableError ? "studio.unreachable" : "studio.failed"), {});
    return null;
  } finally {
    if (slots.get(slot) === controller) slots.delete(slot);
  }
}

function firstErrorMessage(texts: AnswerTexts): string | null {
  return texts.diagnostics?.find((diagnostic) => diagnostic.severity === "error")?.message ?? null;
}

/** The same for work the user waits for: progress is shown, and only one such task runs at a time. */
export async function runWork<A extends { answer: string }>(
  what: string,
  name: string,
  question: object,
  onFailure: (text: string, texts: AnswerTexts, key?: string) => void = showFailure,
  onPart: (part: A, texts: AnswerTexts) => void = () => {},
): Promise<RevisionAnswer<A> | null> {
  const text = say(`studio.busy.${what}` as Parameters<typeof say>[0]);
  store.set({ busy: { what, text, count: 0, total: 0, since: Date.now() }, failure: null });
  const onProgress = ({ event, text, told: texts }: Progress) => {
    const busy = store.get().busy;
    if (!busy) return;
    if (event.event === "part" && texts) onPart(event.found as A, texts);
    if (event.event === "stage")
      store.set({ busy: { ...busy, text: text ?? busy.text, count: 0, total: event.total ?? 0 } });
    if (event.event === "done") store.set({ busy: { ...busy, count: event.count ?? 0 } });
  };
  const reply = await askInSlot<A>("work", name, question, onProgress, onFailure);
  if (!slots.has("work")) store.set({ busy: null });
  return reply;
}

/** Show a failure: diagnostics under the text, anything else in the status line and above the tabs. */
function showFailure(text: string, texts: AnswerTexts, key?: string): void {
  const { diagnostics = [] } = texts;
  const message = key === "data.bad_set" ? say("studio.settings.wrong") : text;
  store.set(({ revision }) =>
    diagnostics.length ? { refusals: diagnostics } : { failure: { revision, answer: message, texts } },
  );
  const state = store.get();
  if (diagnostics.length)
    store.set({ diagnostics: mergeDiagnostics((isFresh(state.checked, state) && state.checked?.texts) || {}) });
}

export function stop(): void {
  const running = slots.get("work");
  slots.delete("work");
  running?.abort();
  stopPlaying();
  if (!store.get().busy) return;
  store.set(({ atomQuestion }) => ({
    busy: null,
    atomQuestion: atomQuestion?.reply || atomQuestion?.failure ? atomQuestion : null,
    notice: say("studio.stopped"),
  }));
}

// ---------------------------------------------------------------------- the text

let checkTimer: ReturnType<typeof setTimeout> | undefined;
let followTimer: ReturnType<typeof setTimeout> | undefined;

/** Apply a change of the text, the settings or the data; earlier results become outdated. */
function applyChange(change: Partial<State>): void {
  slots.get("work")?.abort();
  slots.delete("work");
  store.set((state) => ({ ...STALE_AFTER_CHANGE, ...change, busy: null, revision: state.revision + 1 }));
  clearTimeout(checkTimer);
  clearTimeout(followTimer);
  checkTimer = setTimeout(check, CHECK_DELAY);
}

export function setText(text: string): void {
  if (text === store.get().text) return;
  applyChange({ text, isNew: false, ...(text.trim() ? {} : NO_RESULTS) });
}

export function setSetting(name: string, value: string | null): void {
  const { [name]: _before, ...others } = store.get().settings;
  applyChange({ settings: value === null ? others : { ...others, [name]: value } });
}

export function addData(name: string, content: string): void {
  applyChange({ data: { ...store.get().data, [name]: content } });
}

/** The results of a text that has not been checked yet: none. */
const NO_RESULTS: Partial<State> = {
  solved: null,
  models: [],
  index: 0,
  why: null,
  sizes: null,
  rules: null,
  stepsAnswer: null,
  pieces: null,
  diagnostics: [],
  checked: null,
  knownSettings: [],
  missingFiles: [],
  frame: 0,
};

export function removeData(name: string): void {
  const { [name]: _content, ...others } = store.get().data;
  applyChange({ data: others });
}

/** A text to open, with its settings and data; without an id it is a new one. */
export interface TextToOpen {
  text: string;
  name: string;
  settings?: Record<string, string>;
  data?: Record<string, string>;
  id?: string;
}

/** Open another text. */
export function open({ text, name, settings = {}, data = {}, id }: TextToOpen): void {
  applyChange({
    id: id || Math.random().toString(36).slice(2),
    text,
    name,
    settings,
    data,
    isNew: false,
    ...NO_RESULTS,
  });
}

/** Open another text; the current one stays reachable by the browser's Back button and the recent texts. */
export async function replaceText(textToOpen: TextToOpen): Promise<void> {
  const state = store.get();
  if (state.text.trim()) {
    addRecent(state);
    const link = await toLink(state);
    if (link) history.replaceState(null, "", `#${link}`);
    history.pushState(null, "", location.href);
  }
  open(textToOpen);
  store.set({ file: null });
}

async function check(): Promise<void> {
  if (!store.get().text.trim()) return; // an empty text is not an error
  const source = sourceOf(store.get());
  const onFailure = (text: string, texts: AnswerTexts, key?: string) => {
    store.set({ diagnostics: store.get().refusals });
    showFailure(text, texts, key);
  };
  const reply = await askInSlot<CheckAnswer>("check", "check", { source, suspicions: false }, undefined, onFailure);
  void loadNeededFiles();
  void loadSettings();
  if (!reply) return;
  store.set({ checked: { ...reply }, diagnostics: mergeDiagnostics(reply.texts) });
  refreshTab();
  clearTimeout(followTimer);
  // Decide by the check alone: solving may have rejected the text meanwhile, but there can still be warnings.
  if (!firstErrorMessage(reply.texts)) followTimer = setTimeout(followUpCheck, FOLLOW_UP_DELAY);
}

/** Load the values that have input fields beside the text. */
async function loadSettings(): Promise<void> {
  const reply = await askInSlot<{ answer: string; settings: Setting[] }>("settings", "settings", {
    source: sourceOf(store.get()),
  });
  if (reply) store.set({ knownSettings: reply.answer.settings });
}

/** Load the files named by `;;@ data` lines if they are beside the started file; report the others as missing. */
async function loadNeededFiles(): Promise<void> {
  if (!/;;@\s*data/.test(store.get().text)) return store.set({ missingFiles: [] });
  const reply = await askInSlot<{ answer: string; files: { path: string }[] }>("needs", "needs", {
    source: sourceOf(store.get()),
  });
  if (!reply) return;
  const missing = reply.answer.files.map(({ path }) => path).filter((path) => !(path in store.get().data));
  const hasFolder = store.get().file !== null;
  const contents = await Promise.all(
    missing.map(async (path) => [path, hasFolder ? await loadDataFile(path) : null] as const),
  );
  const available = contents.filter((entry): entry is [string, string] => entry[1] !== null);
  store.set({ missingFiles: contents.filter(([, content]) => content === null).map(([path]) => path) });
  if (available.length) applyChange({ data: { ...store.get().data, ...Object.fromEntries(available) } });
}

/** Once typing has paused and the text has no errors: solve it if it is small, and look for warnings. */
async function followUpCheck(): Promise<void> {
  const source = sourceOf(store.get());
  // Somebody may have asked meanwhile, and look at another model, or read why there is no answer.
  const isUnasked = (state: State) =>
    !state.busy && !isFresh(state.solved, state) && !isFresh(state.failure, state);
  if (store.get().isLive && isUnasked(store.get())) {
    const sizes = await loadSizes();
    if (sizes && isUnasked(store.get()) && totalInstances(sizes) <= MAX_LIVE_INSTANCES) await solve();
  }
  const reply = await askInSlot<CheckAnswer>("check", "check", { source, suspicions: true });
  if (reply) store.set({ checked: { ...reply }, diagnostics: mergeDiagnostics(reply.texts) });
}

/** The diagnostics of the check, and those of solving since the last change (a rule may be too large). */
function mergeDiagnostics({ diagnostics = [] }: AnswerTexts): DiagnosticText[] {
  const { refusals } = store.get();
  const isNew = (diagnostic: DiagnosticText) =>
    !diagnostics.some(({ code, message }) => code === diagnostic.code && message === diagnostic.message);
  return [...refusals.filter(isNew), ...diagnostics];
}

export function totalInstances(sizes: RuleSize[]): number {
  return sizes.reduce((sum, rule) => sum + rule.instances, 0);
}

/** Apply edits in the editor, so that the user can undo them. */
let applyInEditor: (edits: Edit[]) => void = () => {};

export function setEditor(apply: (edits: Edit[]) => void): void {
  applyInEditor = apply;
}

export function applyEdits(edits: Edit[]): void {
  applyInEditor(edits);
}

export function applyFix(diagnostic: DiagnosticText): void {
  if (diagnostic.fix) applyInEditor(diagnostic.fix);
}

const BLANK = /\s/;

/** The edits between two texts that differ only in whitespace; small edits keep the cursor in place. */
export function whitespaceEdits(before: string, after: string): Edit[] {
  const old = [...before];
  const formatted = [...after];
  const edits: Edit[] = [];
  const skip = (points: string[], from: number) => {
    let to = from;
    while (to < points.length && BLANK.test(points[to] ?? "")) to++;
    return to;
  };
  for (let start = 0, from = 0; start < old.length || from < formatted.length; start++, from++) {
    const end = skip(old, start);
    const to = skip(formatted, from);
    const text = formatted.slice(from, to).join("");
    if (old.slice(start, end).join("") !== text) edits.push({ start, end, text });
    if (old[end] !== formatted[to]) return [{ start: 0, end: old.length, text: after }];
    [start, from] = [end, to];
  }
  return edits;
}

export async function formatText(): Promise<void> {
  const reply = await askInSlot<{ answer: string; text: string; is_changed: boolean }>(
    "format",
    "format",
    { source: sourceOf(store.get()) },
    undefined,
    (text) => store.set({ notice: text }),
  );
  if (!reply) return;
  applyInEditor(whitespaceEdits(store.get().text, reply.answer.text));
  store.set({ notice: say(reply.answer.is_changed ? "studio.formatted" : "studio.formatted.already") });
}

// ---------------------------------------------------------------------- models

/** For a game, add the winning strategy, unless it is too large to show. */
async function addStrategy(
  plain: RevisionAnswer<SolveAnswer>,
  question: object,
): Promise<RevisionAnswer<SolveAnswer>> {
  const { answer } = plain;
  if (answer.answer !== "solved" || answer.mode !== "qbf" || answer.status === "unknown") return plain;
  const game = await runWork<GameAnswer>("solve", "solve", { ...question, draw: false, strategy: true });
  const seconds = (plain.texts.seconds ?? 0) + (game?.texts.seconds ?? 0);
  if (game) return { ...plain, answer: { ...answer, game: game.answer }, texts: { ...plain.texts, seconds } };
  store.set(({ failure }) => ({ failure: null, ...(failure && { notice: failure.answer }) }));
  return plain;
}

/** The models in an answer of any kind. */
function modelsOf(solved: SolveAnswer): Model[] {
  switch (solved.answer) {
    case "solved":
    case "best":
      return solved.models;
    case "planned":
      return solved.model ? [solved.model] : [];
    case "game":
      return [];
    default:
      return assertNever(solved);
  }
}

/** Whether it is known that there are no other models. */
function isComplete(solved: SolveAnswer): boolean {
  switch (solved.answer) {
    case "solved":
    case "best":
      return !!solved.is_complete;
    case "planned":
    case "game":
      return false;
    default:
      return assertNever(solved);
  }
}

export async function solve(options: { seed?: number } = {}): Promise<void> {
  const question = { source: sourceOf(store.get()), draw: true, words: currentLanguage(), ...options };
  const reply = await runWork<SolveAnswer>("solve", "solve", question);
  const { revision } = store.get();
  const solved = reply && (await addStrategy(reply, question));
  if (!solved || store.get().revision !== revision) return;
  const models = modelsOf(solved.answer).map((model): ShownModel => ({ model, frames: null }));
  store.set((state) => ({
    solved,
    models,
    index: 0,
    isAll: isComplete(solved.answer),
    frame: 0,
    offers: null,
    atomQuestion: null,
    why: solved.answer.status === "unsat" ? state.why : null,
  }));
  const { status } = solved.answer;
  switch (status) {
    case "sat":
      return drawShownModel();
    case "unsat":
      return isGame(store.get()) ? undefined : explainClash();
    case "unknown":
      return; // there is nothing to show
    default:
      assertNever(status);
  }
}

/** Solve on request: on a narrow screen, switch to the answer unless the text has errors. */
export async function solveAndShow(): Promise<void> {
  if (!hasErrors(store.get())) store.set({ pane: "answer" });
  await solve();
  if (hasErrors(store.get())) store.set({ pane: "text" }); // the diagnostics are under the text
}

export function solveRandom(): Promise<void> {
  return solve({ seed: Math.floor(Math.random() * 1_000_000) });
}

/** Show the next model, different from all known ones. */
export async function nextModel(): Promise<void> {
  const { models, index, isAll } = store.get();
  if (index + 1 < models.length) return showModel(index + 1);
  if (isAll || !models.length) return;
  const excluded = models.map(({ model: { exhibit: _picture, ...model } }) => model);
  const question = { source: sourceOf(store.get()), draw: true, words: currentLanguage(), excluded };
  const solved = await runWork<SolveAnswer>("next", "solve", question);
  if (!solved) return;
  const newModels = modelsOf(solved.answer).map((model): ShownModel => ({ model, frames: null }));
  const { status } = solved.answer;
  switch (status) {
    case "sat":
      store.set({ models: [...models, ...newModels], isAll: isComplete(solved.answer), notice: null });
      return showModel(models.length);
    case "unsat":
      return store.set({ isAll: true, notice: say("studio.no_more", { count: formatNumber(models.length) }) });
    case "unknown":
      return store.set({ notice: noticeOf(solved) });
    default:
      assertNever(status);
  }
}

/** The outcome of a search and what to try next, for the status line. */
function noticeOf(reply: { texts: AnswerTexts }): string {
  const { text, advice } = outcomeOf(reply, currentLanguage());
  return advice ? `${asSentence(text)} ${advice}` : text;
}

export async function showModel(index: number): Promise<void> {
  const { models } = store.get();
  if (index < 0 || index >= models.length) return;
  store.set({ index, frame: 0, atomQuestion: null, isPlaying: false });
  await drawShownModel();
}

export async function countModels(): Promise<void> {
  const question = { source: sourceOf(store.get()), count: true, wanted: null };
  const reply = await runWork<PlainAnswer | BestAnswer>("count", "solve", question);
  if (!reply) return;
  const { status, count: number } = reply.answer;
  switch (status) {
    case "sat": {
      const isAll = reply.texts.outcome === "good";
      const notice = isAll && number !== null ? null : noticeOf(reply);
      return store.set({ count: number === null ? null : { number, isAll }, notice });
    }
    case "unsat":
    case "unknown":
      return store.set({ count: null, notice: noticeOf(reply) });
    default:
      assertNever(status);
  }
}

/** Draw the shown model; if it has no view, offer the views that fit it. */
async function drawShownModel(): Promise<void> {
  const { models, index } = store.get();
  const shownModel = models[index];
  if (!shownModel || shownModel.frames) return;
  const frames = isDrawable(shownModel.model.exhibit) ? await drawFrames(shownModel.model.exhibit) : [];
  if (frames === null) return;
  store.set((state) => ({
    models: state.models.map((candidate) => (candidate === shownModel ? { ...shownModel, frames } : candidate)),
    frame: 0,
  }));
  const solved = store.get().solved?.answer;
  const isGuessed = !!solved && solved.answer !== "game" && !!solved.guess;
  if (!hasView(shownModel.model.exhibit) || isGuessed) await offerViews();
}

let drawingCount = 0;

/** The frames of a picture. Without a slot it is work the user waits for; with one it runs in the background. */
export async function drawFrames(exhibit: Exhibit, slot?: string) {
  const prefix = `drawing-${++drawingCount}`; // a page holds several drawings; their ids must differ
  const question = { exhibit, format: "svg", words: currentLanguage(), prefix };
  const reply = await (slot
    ? askInSlot<DrawAnswer>(slot, "draw", question)
    : runWork<DrawAnswer>("draw", "draw", question));
  return reply ? (reply.answer.frames ?? []) : null;
}

/** Offer the views that fit a model, each with a thumbnail. */
async function offerViews(): Promise<void> {
  const { models, index, revision } = store.get();
  const shownModel = models[index];
  if (!shownModel) return;
  const { exhibit: _picture, ...model } = shownModel.model;
  const saved = JSON.stringify({ answer: "solved", status: "sat", models: [model] });
  const source = sourceOf(store.get());
  const reply = await askInSlot<{ answer: string; views: State["solved"] extends null ? never : Offer["guess"][] }>(
    "views",
    "views",
    { source, saved, words: currentLanguage() },
  );
  if (!reply) return;
  const offers: Offer[] = [];
  for (const guess of reply.answer.views.slice(0, MAX_OFFERS)) {
    const words = viewText(guess);
    const viewReply = await askInSlot<{ answer: string; exhibit: Exhibit | null }>("views", "view", {
      source,
      saved,
      views: [words],
      words: currentLanguage(),
    });
    if (!isDrawable(viewReply?.answer.exhibit)) continue;
    const frames = await drawFrames(viewReply.answer.exhibit, "views");
    const last = frames?.at(-1);
    if (last) offers.push({ guess, words, svg: last.svg });
  }
  if (store.get().revision === revision) store.set({ offers: { revision, answer: offers, texts: {} } });
}

/** Insert a view at the top of the text. */
export function chooseView(offer: Offer): void {
  applyInEditor([{ start: 0, end: 0, text: `;;@ view ${offer.words}\n` }]);
  store.set({ notice: say("studio.view.written", { view: offer.words }) });
}

// ---------------------------------------------------------------------- animations

let player: ReturnType<typeof setInterval> | undefined;

export function goToFrame(to: number): void {
  const { models, index } = store.get();
  const lastFrame = (models[index]?.frames?.length ?? 1) - 1;
  store.set({ frame: Math.max(0, Math.min(lastFrame, to)), atomQuestion: null });
}

export function togglePlaying(): void {
  if (store.get().isPlaying) {
    stopPlaying();
    return;
  }
  const { models, index, frame, speed } = store.get();
  const lastFrame = (models[index]?.frames?.length ?? 1) - 1;
  store.set({ isPlaying: true, frame: frame >= lastFrame ? 0 : frame });
  player = setInterval(() => {
    const state = store.get();
    if (!state.isPlaying || state.frame >= lastFrame) return stopPlaying();
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
  if (wasPlaying) togglePlaying();
}

// ---------------------------------------------------------------------- reasons

/** Explain why there is no model; the clash is shown while possible repairs are still being searched for. */
export async function explainClash(): Promise<void> {
  const { revision } = store.get();
  const show = (answer: WhyAnswer, texts: AnswerTexts) =>
    store.set({ why: { revision, answer, texts }, argumentStep: -1, highlightedSpans: spansOf(answer) });
  const question = { source: sourceOf(store.get()), drawn: true };
  const reasons = await runWork<WhyAnswer>("why", "why", question, showFailure, show);
  if (reasons) show(reasons.answer, reasons.texts);
}

function spansOf(reasons: WhyAnswer): [number, number][] {
  return (clashOf(reasons)?.rules ?? []).filter((rule) => !rule.is_expected).map((rule) => rule.span);
}

/** Highlight one step of the argument; -1 for the whole clash. */
export function goToArgumentStep(to: number): void {
  const reasons = store.get().why?.answer ?? null;
  const steps = clashOf(reasons)?.steps ?? [];
  if (!reasons) return;
  const index = Math.max(-1, Math.min(steps.length - 1, to));
  const argumentStep = steps[index];
  const isOwn = argumentStep && !argumentStep.instance.is_expected;
  store.set({
    argumentStep: index,
    highlightedSpans: index < 0 ? spansOf(reasons) : isOwn ? [argumentStep.instance.span] : [],
  });
}

/** Explain why an atom has its value. */
export async function explainAtom(atom: string, isTrue: boolean): Promise<void> {
  store.set({ atomQuestion: { atom, isTrue, reply: null, failure: null }, highlightedSpans: [] });
  const updateQuestion = (change: Partial<NonNullable<State["atomQuestion"]>>) =>
    store.set((state) =>
      state.atomQuestion?.atom === atom ? { atomQuestion: { ...state.atomQuestion, ...change } } : {},
    );
  const question = { source: sourceOf(store.get()), atom, drawn: true };
  const reply = await runWork<WhyAnswer>("why", "why_forced", question, (failure) => updateQuestion({ failure }));
  if (!reply) return;
  updateQuestion({ reply });
  store.set({ highlightedSpans: reply.answer.status === "unsat" ? spansOf(reply.answer) : [] });
}

/** Show the model in which an atom has the other value. */
export async function showOtherModel(reasons: WhyAnswer): Promise<void> {
  const { models } = store.get();
  if (!reasons.model) return;
  const firstModel = models[0]?.model;
  const all = firstModel ? [...firstModel.true, ...(firstModel.false ?? [])] : reasons.model;
  const chosen = new Set(reasons.model);
  const model: Model = {
    true: reasons.model,
    false: all.filter((atom) => !chosen.has(atom)),
    ...(reasons.exhibit && { exhibit: reasons.exhibit }),
  };
  store.set({ models: [...models, { model, frames: null }] });
  await showModel(models.length);
}

let pendingSizes: { revision: number; sizes: Promise<RuleSize[] | null> } | null = null;

/** The rule sizes of this text, requested once for all who need them (tooltip, tab, live solving). */
export function loadSizes(): Promise<RuleSize[] | null> {
  const { revision } = store.get();
  if (pendingSizes?.revision === revision) return pendingSizes.sizes;
  const sizes = measureSizes();
  pendingSizes = { revision, sizes };
  void sizes.then((result) => {
    if (!result && pendingSizes?.sizes === sizes) pendingSizes = null; // it failed: the next caller asks again
  });
  return sizes;
}

async function measureSizes(): Promise<RuleSize[] | null> {
  const state = store.get();
  if (isFresh(state.sizes, state)) return state.sizes?.answer ?? null;
  const question = { source: sourceOf(state) };
  const onFailure = (text: string, texts: AnswerTexts) =>
    void (store.get().tab === "size" && showFailure(text, texts));
  const reply = await askInSlot<{ answer: string; rules: RuleSize[] }>(
    "size",
    "size",
    question,
    undefined,
    onFailure,
  );
  if (!reply) return null;
  store.set({ sizes: { revision: reply.revision, answer: reply.answer.rules, texts: reply.texts } });
  return reply.answer.rules;
}

export async function loadRuleVerdicts(): Promise<void> {
  const reply = await runWork<{ answer: string; rules: RuleVerdict[] }>("rules", "witness", {
    source: sourceOf(store.get()),
    drawn: true,
  });
  if (!reply) return;
  store.set({
    rules: { revision: reply.revision, answer: reply.answer.rules, texts: reply.texts },
    rulePictures: {},
  });
  for (const [index, rule] of reply.answer.rules.entries()) {
    if (!isDrawable(rule.exhibit)) continue;
    const frames = await drawFrames(rule.exhibit, "rule");
    const last = frames?.at(-1);
    if (!last) continue;
    store.set((state) => ({ rulePictures: { ...state.rulePictures, [index]: last.svg } }));
  }
}

/** Solve in steps that people can follow. */
export async function solveInSteps(): Promise<void> {
  const reply = await runWork<StepsAnswer>("steps", "steps", { source: sourceOf(store.get()), drawn: true });
  if (!reply) return;
  const { marksRevision, wave } = store.get();
  const marks = loadMarks(store.get());
  const isSame = marksRevision === reply.revision; // only the language has changed
  const isPlayingPuzzle = marks.past.length > 0; // the user has started playing
  const newMarks: Partial<State> = isSame ? {} : { isPlayingPuzzle, marks, marksRevision: reply.revision };
  store.set({ stepsAnswer: reply, wavePictures: {}, markedPicture: null, hintAnswer: null, ...newMarks });
  await showWave(isSame ? wave : 0);
}

/** Show a wave: the steps that can be seen at the same time. */
export async function showWave(to: number): Promise<void> {
  const lastWave = (store.get().stepsAnswer?.texts.waves?.length ?? 0) - 1;
  store.set({ wave: Math.max(0, Math.min(lastWave, to)) });
  if (isDrawingWave) return; // the loop below continues with the newest wave and skips those in between
  isDrawingWave = true;
  while (await drawWave()) {}
  isDrawingWave = false;
}

let isDrawingWave = false;

/** Draw the shown wave; return whether another one may be shown by now. */
async function drawWave(): Promise<boolean> {
  const { stepsAnswer, wave, wavePictures } = store.get();
  const exhibit = stepsAnswer?.answer.pictures?.[wave];
  if (wavePictures[wave] || !isDrawable(exhibit)) return false;
  const last = (await drawFrames(exhibit, "wave"))?.at(-1);
  if (store.get().stepsAnswer !== stepsAnswer) return true;
  if (last) store.set((state) => ({ wavePictures: { ...state.wavePictures, [wave]: last.svg } }));
  return !!last;
}

/** Generate another board and put it into the text, as an edit that can be undone. */
export async function generateBoard(level: string, symmetry: string): Promise<void> {
  const seed = Math.floor(Math.random() * 1_000_000);
  const question = { source: sourceOf(store.get()), level: level || null, symmetry, seed };
  const reply = await runWork<GenerateAnswer>("board", "generate", question);
  if (!reply) return;
  const board = reply.answer.boards?.[0];
  if (board) insertBoard(board);
  const { revision } = store.get();
  store.set({ clues: { revision, answer: [], texts: reply.texts } });
  if (board) await solveInSteps();
}

function insertBoard({ text, values }: NonNullable<GenerateAnswer["boards"]>[number]): void {
  const { text: before, settings } = store.get();
  for (const [name, value] of Object.entries(values)) {
    const variable = `$${name}`;
    if (text === before)
      setSetting(variable, `[${value.join(",")}]`); // it is not in the text
    else if (variable in settings) setSetting(variable, null); // it would override the new value in the text
  }
  if (text !== before) applyInEditor([editBetween(before, text)]);
}

/** The edit from one text to another: what lies between their common prefix and suffix. */
export function editBetween(before: string, after: string): Edit {
  const old = [...before];
  const now = [...after];
  const minLength = Math.min(old.length, now.length);
  let start = 0;
  while (start < minLength && old[start] === now[start]) start++;
  let commonSuffix = 0;
  while (commonSuffix < minLength - start && old.at(-1 - commonSuffix) === now.at(-1 - commonSuffix))
    commonSuffix++;
  return { start, end: old.length - commonSuffix, text: now.slice(start, now.length - commonSuffix).join("") };
}

/** For which statuses two solutions are drawn. */
const HAS_TWO_SOLUTIONS: Record<UniqueAnswer["status"], boolean> = { unique: false, several: true, none: false };

/** Check whether there is one solution, and which clues are redundant or missing. */
export async function checkClues(): Promise<void> {
  const { revision } = store.get();
  const reply = await runWork<UniqueAnswer>("clues", "unique", { source: sourceOf(store.get()), drawn: true });
  if (!reply) return;
  store.set({ clues: { revision, answer: [], texts: reply.texts } });
  for (const { exhibit } of HAS_TWO_SOLUTIONS[reply.answer.status] ? (reply.answer.models ?? []) : []) {
    const last = isDrawable(exhibit) && (await drawFrames(exhibit, "clues"))?.at(-1);
    if (!last || store.get().clues?.texts !== reply.texts) return;
    store.set(({ clues }) => (clues ? { clues: { ...clues, answer: [...clues.answer, last.svg] } } : {}));
  }
}

async function loadMathematics(): Promise<void> {
  const reply = await askInSlot<{ answer: string; pieces: Piece[] }>("mathematics", "mathematics", {
    source: sourceOf(store.get()),
    target: "mathml",
    has_classes: true,
    language: currentLanguage(),
  });
  if (reply) store.set({ pieces: { revision: reply.revision, answer: reply.answer.pieces, texts: reply.texts } });
}

// ---------------------------------------------------------------------- language, tabs, highlights

/** Change the language; answers with texts in the previous language are requested again. */
export async function changeLanguage(language: Language): Promise<void> {
  setLanguage(language);
  const hadWhy = isFresh(store.get().why, store.get());
  const hadSteps = isFresh(store.get().stepsAnswer, store.get());
  store.set((state) => ({
    language,
    notice: null,
    failure: null,
    atomQuestion: null,
    why: null,
    stepsAnswer: null,
    clues: null,
    pieces: null,
    models: state.models.map((model) => ({ ...model, frames: null })),
  }));
  void check();
  await drawShownModel();
  if (hadWhy) await explainClash();
  if (hadSteps) await solveInSteps();
}

export function chooseTab(tab: Tab): void {
  store.set({ tab, pane: "answer", atomQuestion: null });
  refreshTab();
}

/** Load what a tab shows without being asked; only cheap things. */
function refreshTab(): void {
  const state = store.get();
  if (state.tab === "mathematics" && !isFresh(state.pieces, state)) void loadMathematics();
  if (state.tab === "size" && !isFresh(state.sizes, state) && !hasErrors(state)) void loadSizes();
}

export function highlightSpans(highlightedSpans: [number, number][]): void {
  store.set({ highlightedSpans });
}

/** Handlers that highlight spans of the text while an element is hovered or focused. */
export function highlightHandlers(...spans: [number, number][]) {
  const on = () => highlightSpans(spans);
  const off = () => (store.get().tab === "why" ? goToArgumentStep(store.get().argumentStep) : highlightSpans([]));
  return { onPointerEnter: on, onPointerLeave: off, onFocusIn: on, onFocusOut: off };
}
