// A proof in progress: its steps are a value with undo, and Python judges all of it after every change.

import {
  createHistory,
  type History,
  pushHistory,
  redoHistory,
  truncateHistory,
  undoHistory,
} from "../play/history";
import { askOrThrow, createLatestOnly, RefusedError } from "../play/questions";
import { cellOf, type Spot, spotOf } from "../play/types";
import { createStore } from "../store";
import { say } from "../words";
import { boardInput, isWhite, MAX_CELLS, rowsOf, store, withCell } from "./state";
import type {
  DraftGoal,
  DraftStep,
  DraftTexts,
  ErrorText,
  ExerciseFile,
  JudgeDraftAnswer,
  Marks,
  NodeVerdict,
  Objection,
  Rule,
  RuleText,
  TryStepAnswer,
} from "./types";

export const ROOT = "root";
export const AIMS = ["DEFAULT", "PROVE_ANY_SOLUTION", "PROVE_NO_SOLUTION", "PROVE_CELL_MUST_BE"] as const;

export interface Draft {
  steps: DraftStep[];
  goal: DraftGoal;
}

/** An exercise set by a teacher, except the board and the goal, which are those of the proof. */
export interface Exercise {
  title: string;
  statement: string;
  rules: string[] | null; // the names of the allowed rules; null: all
}

export interface StepProblem {
  rule: string;
  errors: ErrorText[];
  picture: string | null; // a solution that the step would rule out
}

export interface ProofState {
  start: string | null; // the initial board, if it has marks
  draft: History<Draft>;
  selected: string; // the node whose board is shown
  pending: Record<number, string>; // marks of the next step
  target: number | null; // the clue or cell the next step is about
  exercise: Exercise | null;
  verdict: { draft: History<Draft>; answer: JudgeDraftAnswer; texts: DraftTexts & { text?: string | null } } | null;
  problem: StepProblem | null;
  notice: string | null;
  suggested: string[];
  folded: string[];
}

const EMPTY_DRAFT: Draft = { steps: [], goal: { aim: "DEFAULT" } };

export const proofStore = createStore<ProofState>({
  start: null,
  draft: createHistory(EMPTY_DRAFT),
  selected: ROOT,
  pending: {},
  target: null,
  exercise: null,
  verdict: null,
  problem: null,
  notice: null,
  suggested: [],
  folded: [],
});

const NO_PENDING_STEP = {
  pending: {},
  target: null,
  problem: null,
  notice: null,
  suggested: [] as string[],
} satisfies Partial<ProofState>;

let provedBoard = ""; // the board of the proof

/** Start an empty proof if the board is another one. */
export function resetProof(board: string): void {
  if (board === provedBoard) return;
  provedBoard = board;
  const initial = { start: null, exercise: null, verdict: null, folded: [] } satisfies Partial<ProofState>;
  proofStore.set({ draft: createHistory(EMPTY_DRAFT), selected: ROOT, ...initial, ...NO_PENDING_STEP });
}

// ---------------------------------------------------------------------- rules

export interface RuleEntry extends Rule, RuleText {
  legup: string;
  key: string;
}

const KEYS: Record<Rule["kind"], string> = { direct: "12345", contradiction: "6789", case: "ab" };

export async function loadRules(): Promise<RuleEntry[]> {
  const { answer, texts } = await askOrThrow<
    { answer: "lightup.rules_told"; rules: Rule[] },
    { rules: RuleText[] }
  >("lightup.rules", {});
  const used: Record<string, number> = {};
  return answer.rules.map((rule, index) => {
    const number = used[rule.kind] ?? 0;
    used[rule.kind] = number + 1;
    return { ...rule, ...(texts.rules[index] as RuleText), legup: rule.name, key: KEYS[rule.kind][number] ?? "" };
  });
}

// ---------------------------------------------------------------------- checks

const judgeLatest = createLatestOnly();

export function judge(): void {
  const { stage, bare } = store.get();
  const { draft, exercise } = proofStore.get();
  if (!stage) return;
  judgeLatest(async () => {
    try {
      const { answer, texts } = await askOrThrow<JudgeDraftAnswer, DraftTexts>(
        "lightup.judge_draft",
        draftQuestion(draft.now, bare),
      );
      if (proofStore.get().draft !== draft || proofStore.get().exercise !== exercise) return;
      const hasSelected = answer.nodes.some((node) => node.name === proofStore.get().selected);
      proofStore.set({ verdict: { draft, answer, texts }, ...(!hasSelected && { selected: ROOT }) });
    } catch (error) {
      if (error instanceof RefusedError) proofStore.set({ notice: error.message });
    }
  });
}

function draftQuestion(draft: Draft, bare: string) {
  const { stage } = store.get();
  const { exercise, start } = proofStore.get();
  return {
    board: stage && boardInput(start ?? bare, stage),
    steps: draft.steps,
    goal: draft.goal,
    ...allowedRules(exercise),
  };
}

function allowedRules(exercise: Exercise | null): { only_rules?: string[] } {
  return exercise?.rules ? { only_rules: exercise.rules } : {};
}

export function findNode(name: string): NodeVerdict | null {
  return proofStore.get().verdict?.answer.nodes.find((node) => node.name === name) ?? null;
}

/** The board of the selected node, without the pending marks. */
export function selectedBoard(): string {
  return findNode(proofStore.get().selected)?.rows.join("") ?? store.get().bare;
}

export function withPending(cells: string, pending: Record<number, string>): string {
  return Object.entries(pending).reduce((board, [cell, value]) => withCell(board, Number(cell), value), cells);
}

function changeDraft(draft: Draft, selected?: string): void {
  proofStore.set((state) => ({
    draft: pushHistory(state.draft, draft),
    ...(selected !== undefined && { selected }),
    ...NO_PENDING_STEP,
  }));
  judge();
}

// ---------------------------------------------------------------------- making steps

/** Handle a click: mark an unknown cell; make anything else the target of the step. */
export function clickCell(cell: number, kind: "main" | "other"): void {
  const { stage } = store.get();
  const { pending, target } = proofStore.get();
  if (!stage) return;
  const cells = selectedBoard();
  if (!isWhite(stage, cell) || cells[cell] !== ".") {
    proofStore.set({ target: target === cell ? null : cell, problem: null, suggested: [] });
    return;
  }
  const current = pending[cell] ?? ".";
  const next =
    kind === "other" ? (current === "x" ? "." : "x") : current === "." ? "L" : current === "L" ? "x" : ".";
  const { [cell]: _, ...others } = pending;
  proofStore.set({ pending: next === "." ? others : { ...others, [cell]: next }, problem: null, suggested: [] });
}

export function clearPending(): void {
  proofStore.set(NO_PENDING_STEP);
}

function toMarks(pending: Record<number, string>): Marks {
  const { stage } = store.get();
  const spots = (value: string): Spot[] =>
    Object.entries(pending)
      .filter(([, mark]) => mark === value)
      .map(([cell]) => spotOf(Number(cell), stage ?? { width: 1 }));
  return { bulbs: spots("L"), dots: spots("x") };
}

/** Apply a rule to the pending marks: add the step, or show why the rule does not justify it. */
export async function applyRule(rule: RuleEntry): Promise<void> {
  const { stage } = store.get();
  const { pending, target, selected, exercise, draft } = proofStore.get();
  if (!stage) return;
  const children = draft.now.steps.filter((step) => step.parents.includes(selected));
  if (children.length && rule.kind !== "direct")
    return proofStore.set({ notice: say("play.prove.not_inside"), problem: null });
  if (findNode(selected)?.state === "contradiction") return proofStore.set({ notice: say("play.prove.after_end") });
  const cells = Object.keys(pending).map(Number);
  const isCase = rule.kind === "case";
  const place = rule.kind === "contradiction" ? null : (target ?? (isCase && cells.length === 1 ? cells[0] : null));
  const hasMarks = !isCase && cells.length > 0;
  try {
    const { answer, texts } = await askOrThrow<TryStepAnswer, { errors?: ErrorText[] }>("lightup.try_step", {
      board: boardInput(selectedBoard(), stage),
      rule: rule.legup,
      ...(hasMarks && { marks: toMarks(pending) }),
      ...(!hasMarks && place !== null && place !== undefined && { cell: spotOf(place, stage) }),
      ...allowedRules(exercise),
    });
    if (proofStore.get().draft !== draft) return;
    if (answer.verdict === "valid") return addStep(rule, answer.parts ?? [{}]);
    const picture = answer.why ? await drawCounterexample(answer.why) : null;
    proofStore.set({ problem: { rule: rule.name, errors: texts.errors ?? [], picture }, notice: null });
  } catch (error) {
    if (error instanceof RefusedError) proofStore.set({ notice: error.message });
    else throw error;
  }
}

/** Draw a solution that a wrong step would rule out. */
export async function drawCounterexample(why: Objection): Promise<string | null> {
  if (!why.counterexample) return null;
  const places = why.cells.slice(0, 1).map(([x, y]) => [y + 1, x + 1]);
  const board = { text: why.counterexample.join("\n"), max_cells: MAX_CELLS };
  const { answer } = await askOrThrow<{ answer: "lightup.drawn"; pictures: string[] }>("lightup.draw", {
    pictures: [{ board, places }],
  });
  return answer.pictures[0] ?? null;
}

function newNames(steps: DraftStep[], count: number): string[] {
  const highest = Math.max(0, ...steps.map((step) => Number(step.name.replace(/\D/g, "")) || 0));
  return Array.from({ length: count }, (_, index) => `n${highest + 1 + index}`);
}

/** Add a step after the selected node, before any steps that already follow it. */
function addStep(rule: RuleEntry, parts: Marks[]): void {
  const { draft, selected } = proofStore.get();
  const { steps } = draft.now;
  const names = newNames(steps, parts.length);
  const newSteps = parts.map((marks, index) => ({
    name: names[index] ?? "",
    parents: [selected],
    rule: rule.legup,
    marks,
  }));
  const first = names[0] ?? selected;
  const movedSteps = steps.map((step) =>
    step.parents.includes(selected)
      ? { ...step, parents: step.parents.map((parent) => (parent === selected ? first : parent)) }
      : step,
  );
  changeDraft({ ...draft.now, steps: [...movedSteps, ...newSteps] }, first);
}

/** Remove a step: what follows a direct step stays; cases are removed together with all that follows them. */
export function removeStep(name: string): void {
  const { draft, selected } = proofStore.get();
  const { steps } = draft.now;
  const step = steps.find((candidate) => candidate.name === name);
  if (!step) return;
  const siblings = steps.filter(
    (candidate) => candidate.parents[0] === step.parents[0] && candidate.rule === step.rule,
  );
  const isAlone = siblings.length === 1 && step.parents.length === 1;
  const parent = step.parents[0] ?? ROOT;
  const removed = isAlone
    ? new Set([name])
    : descendants(steps, siblings.length > 1 ? siblings.map((candidate) => candidate.name) : [name]);
  const remaining = steps
    .filter((candidate) => !removed.has(candidate.name))
    .map((candidate) => ({
      ...candidate,
      parents: candidate.parents.map((other) => (other === name ? parent : other)),
    }));
  changeDraft({ ...draft.now, steps: remaining }, removed.has(selected) ? parent : selected);
}

/** Nodes and all that follows from them. */
function descendants(steps: DraftStep[], names: string[]): Set<string> {
  const reachable = new Set(names);
  for (let size = 0; size !== reachable.size; ) {
    size = reachable.size;
    for (const step of steps) if (step.parents.some((parent) => reachable.has(parent))) reachable.add(step.name);
  }
  return reachable;
}

export function findChildren(steps: DraftStep[], name: string): DraftStep[] {
  return steps.filter((step) => step.parents.length === 1 && step.parents[0] === name);
}

/** The nearest ancestor at which cases split. */
export function splitAbove(steps: DraftStep[], name: string): string | null {
  const step = steps.find((candidate) => candidate.name === name);
  const parent = step?.parents[0];
  if (!step || parent === undefined) return null;
  return findChildren(steps, parent).length > 1 ? parent : splitAbove(steps, parent);
}

/** Merge all open branches below the nearest split, keeping what they have in common. */
export function mergeBranches(): void {
  const { draft, selected, verdict } = proofStore.get();
  const { steps } = draft.now;
  const split = splitAbove(steps, selected);
  const branchNodes =
    split === null
      ? new Set<string>()
      : descendants(
          steps,
          findChildren(steps, split).map((step) => step.name),
        );
  const openNodes = (verdict?.answer.nodes ?? []).filter(
    (node) => branchNodes.has(node.name) && (node.state === "open" || node.state === "solved"),
  );
  if (openNodes.length < 2) {
    proofStore.set({ notice: say("play.prove.nothing_to_merge") });
    return;
  }
  const [name = ""] = newNames(steps, 1);
  changeDraft({ ...draft.now, steps: [...steps, { name, parents: openNodes.map((node) => node.name) }] }, name);
}

export async function suggest(): Promise<void> {
  const { stage } = store.get();
  const { pending, exercise } = proofStore.get();
  if (!stage) return;
  const { answer, texts } = await askOrThrow<
    { answer: "lightup.suggested"; rules: string[] },
    { rules: RuleText[] }
  >("lightup.suggest", {
    board: boardInput(selectedBoard(), stage),
    marks: toMarks(pending),
    ...allowedRules(exercise),
  });
  const names = texts.rules.map((rule) => rule.name).join(", ");
  const isAboutMarks = Object.keys(pending).length > 0;
  const none = isAboutMarks ? "play.prove.suggest.none" : "play.prove.suggest.nothing";
  const text = names ? say("play.prove.suggest.rules", { names }) : say(none);
  proofStore.set({ suggested: answer.rules, notice: text, problem: null });
}

export function selectNode(name: string): void {
  proofStore.set({ selected: name, ...NO_PENDING_STEP });
}

/** The nodes in the order of the tree: branch by branch, then the merges. */
function nodesInOrder(steps: DraftStep[]): string[] {
  const from = (name: string): string[] => [name, ...findChildren(steps, name).flatMap((step) => from(step.name))];
  const merges = steps.filter((step) => step.parents.length > 1);
  return [ROOT, ...merges.map((step) => step.name)].flatMap(from);
}

/** Go to the node before or after this one. */
export function moveSelection(by: number): void {
  const { draft, selected } = proofStore.get();
  const names = nodesInOrder(draft.now.steps);
  const to = names[names.indexOf(selected) + by];
  if (to) selectNode(to);
}

export function toggleFold(name: string): void {
  proofStore.set(({ folded }) => ({
    folded: folded.includes(name) ? folded.filter((other) => other !== name) : [...folded, name],
  }));
}

export function undoProof(): void {
  proofStore.set((state) => ({ draft: undoHistory(state.draft), ...NO_PENDING_STEP }));
  judge();
}

export function redoProof(): void {
  proofStore.set((state) => ({ draft: redoHistory(state.draft), ...NO_PENDING_STEP }));
  judge();
}

export function setGoal(goal: DraftGoal): void {
  changeDraft({ ...proofStore.get().draft.now, goal });
}

export function setExercise(exercise: Exercise | null): void {
  proofStore.set({ exercise });
  judge();
}

/** The pending marks, for use as the cells of a goal. */
export function pendingMarks(): Marks {
  return toMarks(proofStore.get().pending);
}

// ---------------------------------------------------------------------- files

export async function writeProof(): Promise<string> {
  const { bare } = store.get();
  const fields = { ...draftQuestion(proofStore.get().draft.now, bare), write: true };
  const { answer } = await askOrThrow<JudgeDraftAnswer>("lightup.judge_draft", fields);
  return answer.written ?? "";
}

interface ReadDraftAnswer {
  answer: "lightup.draft_read";
  rows: string[];
  steps: DraftStep[];
  goal: Partial<DraftGoal>;
}

/** Load a LEGUP file: its board and its steps, right or wrong. The exercise stays open if it has the same board. */
export async function readProof(text: string, openBoard: (text: string) => Promise<void>): Promise<void> {
  const { answer, texts } = await askOrThrow<ReadDraftAnswer, DraftTexts>("lightup.read_draft", { proof: text });
  await openBoard(answer.rows.join("\n"));
  const last = answer.steps.at(-1)?.name ?? ROOT;
  const start = answer.rows.join("");
  const { exercise, draft } = proofStore.get();
  const goal = exercise ? draft.now.goal : { aim: "DEFAULT", ...answer.goal }; // defaults are omitted in the file
  proofStore.set({
    start: start === store.get().bare ? null : start,
    draft: pushDraft(draft, { steps: answer.steps, goal }),
    selected: last,
    ...NO_PENDING_STEP,
    notice: texts.errors?.map((error) => error.message).join("\n") || null,
  });
  judge();
}

/** Replace the proof of the same board; undo brings back the one before. */
function pushDraft(before: History<Draft>, draft: Draft): History<Draft> {
  return before.now.steps.length ? pushHistory(before, draft) : createHistory(draft);
}

/** Load an exercise: its board, its goal, and no steps yet. */
export async function readExercise(text: string, openBoard: (text: string) => Promise<void>): Promise<void> {
  const { answer } = await askOrThrow<{ answer: "lightup.exercise_read"; exercise: ExerciseFile }>(
    "lightup.read_exercise",
    { text, max_cells: MAX_CELLS },
  );
  const { board, title, statement, rules, goal } = answer.exercise;
  await openBoard(board.join("\n"));
  const start = board.join("");
  proofStore.set({
    start: start === store.get().bare ? null : start,
    draft: pushDraft(proofStore.get().draft, { steps: [], goal: { aim: "DEFAULT", ...goal } }),
    selected: ROOT,
    exercise: { title: title ?? "", statement: statement ?? "", rules: rules ?? null },
    ...NO_PENDING_STEP,
  });
  judge();
}

/** The exercise to share: the board, the rules, the goal, and no steps. */
export function exerciseToShare(): ExerciseFile | null {
  const { stage, bare } = store.get();
  const { draft, exercise, start } = proofStore.get();
  if (!stage) return null;
  return {
    exercise: "lightup.proof",
    ...exercise,
    board: rowsOf(start ?? bare, stage),
    goal: draft.now.goal,
  };
}

/** Whether the current proof is for this exercise, so that it need not be opened again. */
export function isCurrentExercise(file: ExerciseFile): boolean {
  const ownExercise = proofStore.get().exercise ? exerciseToShare() : null;
  const content = (exerciseFile: ExerciseFile) =>
    JSON.stringify([exerciseFile.board, exerciseFile.rules ?? null, exerciseFile.goal?.aim ?? "DEFAULT"]);
  return ownExercise !== null && content(ownExercise) === content(file);
}

export async function writeExercise(): Promise<string> {
  const exercise = exerciseToShare();
  const { answer } = await askOrThrow<{ answer: "lightup.exercise_written"; text: string }>(
    "lightup.write_exercise",
    {
      exercise,
    },
  );
  return answer.text;
}

// ---------------------------------------------------------------------- storage

export function storedProof(withHistory: boolean): object | null {
  const { draft, selected, exercise, start } = proofStore.get();
  const { steps, goal } = draft.now;
  if (!steps.length && goal.aim === "DEFAULT" && !exercise && !draft.future.length) return null;
  return {
    ...(withHistory ? { draft: truncateHistory(draft) } : { draft: { now: draft.now } }),
    selected,
    exercise,
    start,
  };
}

function isDraft(value: unknown): value is Draft {
  const draft = value as Draft | null;
  return (
    typeof draft === "object" &&
    draft !== null &&
    Array.isArray(draft.steps) &&
    draft.steps.every((step) => typeof step?.name === "string" && Array.isArray(step.parents)) &&
    typeof draft.goal?.aim === "string" &&
    isTree(draft.steps)
  );
}

/** Whether every step is reachable from the root and no name occurs twice. */
function isTree(steps: DraftStep[]): boolean {
  const reachable = new Set([ROOT]);
  for (let size = 0; size !== reachable.size; ) {
    size = reachable.size;
    for (const step of steps)
      if (step.parents.length && step.parents.every((parent) => reachable.has(parent))) reachable.add(step.name);
  }
  return reachable.size === steps.length + 1;
}

function parseExercise(value: Partial<Exercise> | null | undefined): Exercise | null {
  if (typeof value !== "object" || value === null) return null;
  const rules = Array.isArray(value.rules) ? value.rules.filter((rule) => typeof rule === "string") : null;
  return { title: String(value.title ?? ""), statement: String(value.statement ?? ""), rules };
}

export function restoreProof(value: unknown): void {
  const stored = value as (Partial<Omit<ProofState, "draft">> & { draft?: Partial<History<Draft>> }) | null;
  if (stored && isDraft(stored.draft?.now))
    proofStore.set({
      draft: {
        past: (stored.draft.past ?? []).filter(isDraft),
        now: stored.draft.now,
        future: (stored.draft.future ?? []).filter(isDraft),
      },
      selected: typeof stored.selected === "string" ? stored.selected : ROOT,
      exercise: parseExercise(stored.exercise),
      start:
        typeof stored.start === "string" && stored.start.length === store.get().bare.length ? stored.start : null,
    });
  judge();
}

export function cellsOf(spots: Spot[] | undefined): number[] {
  const { stage } = store.get();
  return stage ? (spots ?? []).map((spot) => cellOf(spot, stage)) : [];
}
