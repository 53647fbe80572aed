// A proof that is being made: its steps are a value with undo; all of it is judged anew by Python after every change.
import { heard, newest, RefusedError } from "../play/asking";
import { began, done, type History, redone, toKeep, undone } from "../play/history";
import { cellOf, type Spot, spotOf } from "../play/types";
import { createStore } from "../store";
import { say } from "../words";
import { given, isWhite, MOST_CELLS, rowsOf, store, withCell } from "./state";
import type {
  DraftGoal,
  DraftJudged,
  DraftStep,
  DraftTold,
  ErrorTold,
  ExerciseFile,
  Marks,
  NodeJudged,
  Objected,
  Rule,
  RuleTold,
  StepTried,
} from "./types";

export const ROOT = "root";
export const AIMS = ["DEFAULT", "PROVE_ANY_SOLUTION", "PROVE_NO_SOLUTION", "PROVE_CELL_MUST_BE"] as const;

export interface Draft {
  steps: DraftStep[];
  goal: DraftGoal;
}

/** What a teacher has set, but for the board and the goal, which are those of the proof. */
export interface Exercise {
  title: string;
  statement: string;
  rules: string[] | null; // the names of those that may be used; null: all
}

export interface Trouble {
  rule: string;
  errors: ErrorTold[];
  picture: string | null; // a solution that the step would rule out
}

export interface ProofState {
  start: string | null; // the board it begins with, if that has marks
  draft: History<Draft>;
  selected: string; // the node whose board is shown
  pending: Record<number, string>; // marks of the step to be made
  pointed: number | null; // the clue or cell that it is about
  exercise: Exercise | null;
  judged: { draft: History<Draft>; answer: DraftJudged; told: DraftTold & { text?: string | null } } | null;
  trouble: Trouble | null;
  notice: string | null;
  suggested: string[];
  folded: string[];
}

const EMPTY: Draft = { steps: [], goal: { aim: "DEFAULT" } };

export const proofOf = createStore<ProofState>({
  start: null,
  draft: began(EMPTY),
  selected: ROOT,
  pending: {},
  pointed: null,
  exercise: null,
  judged: null,
  trouble: null,
  notice: null,
  suggested: [],
  folded: [],
});

const UNTRIED = { pending: {}, pointed: null, trouble: null, notice: null, suggested: [] as string[] };

let about = ""; // the board that the proof is about

/** Another board: its proof begins. */
export function resetProof(board: string): void {
  if (board === about) return;
  about = board;
  const untouched = { start: null, exercise: null, judged: null, folded: [] };
  proofOf.set({ draft: began(EMPTY), selected: ROOT, ...untouched, ...UNTRIED });
}

// ---------------------------------------------------------------------- rules

export interface RuleShown extends Rule, RuleTold {
  legup: string;
  key: string;
}

const KEYS: Record<Rule["kind"], string> = { direct: "12345", contradiction: "6789", case: "ab" };

export async function readRules(): Promise<RuleShown[]> {
  const { answer, told } = await heard<{ answer: "lightup.rules_told"; rules: Rule[] }, { rules: RuleTold[] }>(
    "lightup.rules",
    {},
  );
  const used: Record<string, number> = {};
  return answer.rules.map((rule, index) => {
    const number = used[rule.kind] ?? 0;
    used[rule.kind] = number + 1;
    return { ...rule, ...(told.rules[index] as RuleTold), legup: rule.name, key: KEYS[rule.kind][number] ?? "" };
  });
}

// ---------------------------------------------------------------------- judging

const judging = newest();

export function judge(): void {
  const { stage, bare } = store.get();
  const { draft, exercise } = proofOf.get();
  if (!stage) return;
  judging(async () => {
    try {
      const { answer, told } = await heard<DraftJudged, DraftTold>(
        "lightup.judge_draft",
        question(draft.now, bare),
      );
      if (proofOf.get().draft !== draft || proofOf.get().exercise !== exercise) return;
      const isThere = answer.nodes.some((node) => node.name === proofOf.get().selected);
      proofOf.set({ judged: { draft, answer, told }, ...(!isThere && { selected: ROOT }) });
    } catch (error) {
      if (error instanceof RefusedError) proofOf.set({ notice: error.message });
    }
  });
}

function question(draft: Draft, bare: string) {
  const { stage } = store.get();
  const { exercise, start } = proofOf.get();
  return {
    board: stage && given(start ?? bare, stage),
    steps: draft.steps,
    goal: draft.goal,
    ...onlyRules(exercise),
  };
}

function onlyRules(exercise: Exercise | null): { only_rules?: string[] } {
  return exercise?.rules ? { only_rules: exercise.rules } : {};
}

export function nodeNamed(name: string): NodeJudged | null {
  return proofOf.get().judged?.answer.nodes.find((node) => node.name === name) ?? null;
}

/** The board of the node that is shown, without what is only pending. */
export function boardHere(): string {
  return nodeNamed(proofOf.get().selected)?.rows.join("") ?? store.get().bare;
}

export function withPending(cells: string, pending: Record<number, string>): string {
  return Object.entries(pending).reduce((board, [cell, value]) => withCell(board, Number(cell), value), cells);
}

function change(draft: Draft, selected?: string): void {
  proofOf.set((state) => ({
    draft: done(state.draft, draft),
    ...(selected !== undefined && { selected }),
    ...UNTRIED,
  }));
  judge();
}

// ---------------------------------------------------------------------- making steps

/** A click: a mark on an unknown cell; on anything else, that it is what the step is about. */
export function clickCell(cell: number, kind: "main" | "other"): void {
  const { stage } = store.get();
  const { pending, pointed } = proofOf.get();
  if (!stage) return;
  const cells = boardHere();
  if (!isWhite(stage, cell) || cells[cell] !== ".") {
    proofOf.set({ pointed: pointed === cell ? null : cell, trouble: null, suggested: [] });
    return;
  }
  const now = pending[cell] ?? ".";
  const next = kind === "other" ? (now === "x" ? "." : "x") : now === "." ? "L" : now === "L" ? "x" : ".";
  const { [cell]: _, ...others } = pending;
  proofOf.set({ pending: next === "." ? others : { ...others, [cell]: next }, trouble: null, suggested: [] });
}

export function clearPending(): void {
  proofOf.set(UNTRIED);
}

function marksOf(pending: Record<number, string>): Marks {
  const { stage } = store.get();
  const spots = (value: string): Spot[] =>
    Object.entries(pending)
      .filter(([, mark]) => mark === value)
      .map(([cell]) => spotOf(Number(cell), stage ?? { width: 1 }));
  return { bulbs: spots("L"), dots: spots("x") };
}

/** A rule is chosen for the marks that are pending: it makes the step, or tells why it does not. */
export async function applyRule(rule: RuleShown): Promise<void> {
  const { stage } = store.get();
  const { pending, pointed, selected, exercise, draft } = proofOf.get();
  if (!stage) return;
  const children = draft.now.steps.filter((step) => step.parents.includes(selected));
  if (children.length && rule.kind !== "direct")
    return proofOf.set({ notice: say("play.prove.not_inside"), trouble: null });
  if (nodeNamed(selected)?.state === "contradiction") return proofOf.set({ notice: say("play.prove.after_end") });
  const cells = Object.keys(pending).map(Number);
  const isCase = rule.kind === "case";
  const place =
    rule.kind === "contradiction" ? null : (pointed ?? (isCase && cells.length === 1 ? cells[0] : null));
  const hasMarks = !isCase && cells.length > 0;
  try {
    const { answer, told } = await heard<StepTried, { errors?: ErrorTold[] }>("lightup.try_step", {
      board: given(boardHere(), stage),
      rule: rule.legup,
      ...(hasMarks && { marks: marksOf(pending) }),
      ...(!hasMarks && place !== null && place !== undefined && { cell: spotOf(place, stage) }),
      ...onlyRules(exercise),
    });
    if (proofOf.get().draft !== draft) return;
    if (answer.verdict === "valid") return add(rule, answer.parts ?? [{}]);
    const picture = answer.why ? await counterexample(answer.why) : null;
    proofOf.set({ trouble: { rule: rule.name, errors: told.errors ?? [], picture }, notice: null });
  } catch (error) {
    if (error instanceof RefusedError) proofOf.set({ notice: error.message });
    else throw error;
  }
}

/** The picture of a solution that a wrong step would rule out. */
export async function counterexample(why: Objected): Promise<string | null> {
  if (!why.counterexample) return null;
  const places = why.cells.slice(0, 1).map(([x, y]) => [y + 1, x + 1]);
  const board = { text: why.counterexample.join("\n"), max_cells: MOST_CELLS };
  const { answer } = await heard<{ answer: "lightup.drawn"; pictures: string[] }>("lightup.draw", {
    pictures: [{ board, places }],
  });
  return answer.pictures[0] ?? null;
}

function freshNames(steps: DraftStep[], count: number): string[] {
  const most = Math.max(0, ...steps.map((step) => Number(step.name.replace(/\D/g, "")) || 0));
  return Array.from({ length: count }, (_, index) => `n${most + 1 + index}`);
}

/** A step behind the node that is shown; before what follows it already, if something does. */
function add(rule: RuleShown, parts: Marks[]): void {
  const { draft, selected } = proofOf.get();
  const { steps } = draft.now;
  const names = freshNames(steps, parts.length);
  const made = parts.map((marks, index) => ({
    name: names[index] ?? "",
    parents: [selected],
    rule: rule.legup,
    marks,
  }));
  const first = names[0] ?? selected;
  const moved = steps.map((step) =>
    step.parents.includes(selected)
      ? { ...step, parents: step.parents.map((parent) => (parent === selected ? first : parent)) }
      : step,
  );
  change({ ...draft.now, steps: [...moved, ...made] }, first);
}

/** Leave out a step: what follows a direct one stays, cases go together with all that follows them. */
export function removeStep(name: string): void {
  const { draft, selected } = proofOf.get();
  const { steps } = draft.now;
  const step = steps.find((one) => one.name === name);
  if (!step) return;
  const siblings = steps.filter((one) => one.parents[0] === step.parents[0] && one.rule === step.rule);
  const isAlone = siblings.length === 1 && step.parents.length === 1;
  const parent = step.parents[0] ?? ROOT;
  const gone = isAlone
    ? new Set([name])
    : below(steps, siblings.length > 1 ? siblings.map((one) => one.name) : [name]);
  const left = steps
    .filter((one) => !gone.has(one.name))
    .map((one) => ({ ...one, parents: one.parents.map((other) => (other === name ? parent : other)) }));
  change({ ...draft.now, steps: left }, gone.has(selected) ? parent : selected);
}

/** Nodes and all that follows from them. */
function below(steps: DraftStep[], names: string[]): Set<string> {
  const found = new Set(names);
  for (let size = 0; size !== found.size; ) {
    size = found.size;
    for (const step of steps) if (step.parents.some((parent) => found.has(parent))) found.add(step.name);
  }
  return found;
}

export function childrenOf(steps: DraftStep[], name: string): DraftStep[] {
  return steps.filter((step) => step.parents.length === 1 && step.parents[0] === name);
}

/** The node above at which cases begin that lead here. */
export function splitAbove(steps: DraftStep[], name: string): string | null {
  const step = steps.find((one) => one.name === name);
  const parent = step?.parents[0];
  if (!step || parent === undefined) return null;
  return childrenOf(steps, parent).length > 1 ? parent : splitAbove(steps, parent);
}

/** Join all branches below the nearest cases that are open: what all of them say is kept. */
export function merge(): void {
  const { draft, selected, judged } = proofOf.get();
  const { steps } = draft.now;
  const split = splitAbove(steps, selected);
  const within =
    split === null
      ? new Set<string>()
      : below(
          steps,
          childrenOf(steps, split).map((step) => step.name),
        );
  const open = (judged?.answer.nodes ?? []).filter(
    (node) => within.has(node.name) && (node.state === "open" || node.state === "solved"),
  );
  if (open.length < 2) {
    proofOf.set({ notice: say("play.prove.nothing_to_merge") });
    return;
  }
  const [name = ""] = freshNames(steps, 1);
  change({ ...draft.now, steps: [...steps, { name, parents: open.map((node) => node.name) }] }, name);
}

export async function suggest(): Promise<void> {
  const { stage } = store.get();
  const { pending, exercise } = proofOf.get();
  if (!stage) return;
  const { answer, told } = await heard<{ answer: "lightup.suggested"; rules: string[] }, { rules: RuleTold[] }>(
    "lightup.suggest",
    {
      board: given(boardHere(), stage),
      marks: marksOf(pending),
      ...onlyRules(exercise),
    },
  );
  const names = told.rules.map((rule) => rule.name).join(", ");
  const isAboutMarks = Object.keys(pending).length > 0;
  const none = isAboutMarks ? "play.prove.suggest.none" : "play.prove.suggest.nothing";
  const text = names ? say("play.prove.suggest.rules", { names }) : say(none);
  proofOf.set({ suggested: answer.rules, notice: text, trouble: null });
}

export function select(name: string): void {
  proofOf.set({ selected: name, ...UNTRIED });
}

/** The nodes as the tree shows them: a branch to its end, then the next one; what joins them comes after. */
function inOrder(steps: DraftStep[]): string[] {
  const from = (name: string): string[] => [name, ...childrenOf(steps, name).flatMap((step) => from(step.name))];
  const merges = steps.filter((step) => step.parents.length > 1);
  return [ROOT, ...merges.map((step) => step.name)].flatMap(from);
}

/** Go to the node before or after this one. */
export function replay(by: number): void {
  const { draft, selected } = proofOf.get();
  const names = inOrder(draft.now.steps);
  const to = names[names.indexOf(selected) + by];
  if (to) select(to);
}

export function fold(name: string): void {
  proofOf.set(({ folded }) => ({
    folded: folded.includes(name) ? folded.filter((other) => other !== name) : [...folded, name],
  }));
}

export function undoProof(): void {
  proofOf.set((state) => ({ draft: undone(state.draft), ...UNTRIED }));
  judge();
}

export function redoProof(): void {
  proofOf.set((state) => ({ draft: redone(state.draft), ...UNTRIED }));
  judge();
}

export function setGoal(goal: DraftGoal): void {
  change({ ...proofOf.get().draft.now, goal });
}

export function setExercise(exercise: Exercise | null): void {
  proofOf.set({ exercise });
  judge();
}

/** The pending marks as the cells of a goal. */
export function pendingMarks(): Marks {
  return marksOf(proofOf.get().pending);
}

// ---------------------------------------------------------------------- files

export async function written(): Promise<string> {
  const { bare } = store.get();
  const asked = { ...question(proofOf.get().draft.now, bare), write: true };
  const { answer } = await heard<DraftJudged>("lightup.judge_draft", asked);
  return answer.written ?? "";
}

interface DraftRead {
  answer: "lightup.draft_read";
  rows: string[];
  steps: DraftStep[];
  goal: Partial<DraftGoal>;
}

/** A file of LEGUP: its board, and its steps, right or wrong. One about the board of an exercise is for that. */
export async function readProof(text: string, openBoard: (text: string) => Promise<void>): Promise<void> {
  const { answer, told } = await heard<DraftRead, DraftTold>("lightup.read_draft", { proof: text });
  await openBoard(answer.rows.join("\n"));
  const last = answer.steps.at(-1)?.name ?? ROOT;
  const start = answer.rows.join("");
  const { exercise, draft } = proofOf.get();
  const goal = exercise ? draft.now.goal : { aim: "DEFAULT", ...answer.goal }; // what is as usual is left out
  proofOf.set({
    start: start === store.get().bare ? null : start,
    draft: goneOn(draft, { steps: answer.steps, goal }),
    selected: last,
    ...UNTRIED,
    notice: told.errors?.map((error) => error.message).join("\n") || null,
  });
  judge();
}

/** Another proof of the same board: a step back leads to the one before. */
function goneOn(before: History<Draft>, draft: Draft): History<Draft> {
  return before.now.steps.length ? done(before, draft) : began(draft);
}

/** An exercise: its board, its goal, and no step yet. */
export async function readExercise(text: string, openBoard: (text: string) => Promise<void>): Promise<void> {
  const { answer } = await heard<{ answer: "lightup.exercise_read"; exercise: ExerciseFile }>(
    "lightup.read_exercise",
    { text, max_cells: MOST_CELLS },
  );
  const { board, title, statement, rules, goal } = answer.exercise;
  await openBoard(board.join("\n"));
  const start = board.join("");
  proofOf.set({
    start: start === store.get().bare ? null : start,
    draft: goneOn(proofOf.get().draft, { steps: [], goal: { aim: "DEFAULT", ...goal } }),
    selected: ROOT,
    exercise: { title: title ?? "", statement: statement ?? "", rules: rules ?? null },
    ...UNTRIED,
  });
  judge();
}

/** What an exercise is, to be handed on: the board, the rules, the goal, and no step. */
export function exerciseToShare(): ExerciseFile | null {
  const { stage, bare } = store.get();
  const { draft, exercise, start } = proofOf.get();
  if (!stage) return null;
  return {
    exercise: "lightup.proof",
    ...exercise,
    board: rowsOf(start ?? bare, stage),
    goal: draft.now.goal,
  };
}

/** Whether the proof under way is of this exercise, so that opening it again loses nothing. */
export function isOfExercise(file: ExerciseFile): boolean {
  const own = proofOf.get().exercise ? exerciseToShare() : null;
  const content = (one: ExerciseFile) => JSON.stringify([one.board, one.rules ?? null, one.goal?.aim ?? "DEFAULT"]);
  return own !== null && content(own) === content(file);
}

export async function writtenExercise(): Promise<string> {
  const exercise = exerciseToShare();
  const { answer } = await heard<{ answer: "lightup.exercise_written"; text: string }>("lightup.write_exercise", {
    exercise,
  });
  return answer.text;
}

// ---------------------------------------------------------------------- keeping

export function keptProof(isWhole: boolean): object | null {
  const { draft, selected, exercise, start } = proofOf.get();
  const { steps, goal } = draft.now;
  if (!steps.length && goal.aim === "DEFAULT" && !exercise && !draft.future.length) return null;
  return { ...(isWhole ? { draft: toKeep(draft) } : { draft: { now: draft.now } }), selected, exercise, start };
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

/** Whether a way leads from the root to every step, and no name is there twice. */
function isTree(steps: DraftStep[]): boolean {
  const known = new Set([ROOT]);
  for (let size = 0; size !== known.size; ) {
    size = known.size;
    for (const step of steps)
      if (step.parents.length && step.parents.every((parent) => known.has(parent))) known.add(step.name);
  }
  return known.size === steps.length + 1;
}

function asExercise(value: Partial<Exercise> | null | undefined): Exercise | null {
  if (typeof value !== "object" || value === null) return null;
  const rules = Array.isArray(value.rules) ? value.rules.filter((rule) => typeof rule === "string") : null;
  return { title: String(value.title ?? ""), statement: String(value.statement ?? ""), rules };
}

export function bringProof(value: unknown): void {
  const kept = value as (Partial<Omit<ProofState, "draft">> & { draft?: Partial<History<Draft>> }) | null;
  if (kept && isDraft(kept.draft?.now))
    proofOf.set({
      draft: {
        past: (kept.draft.past ?? []).filter(isDraft),
        now: kept.draft.now,
        future: (kept.draft.future ?? []).filter(isDraft),
      },
      selected: typeof kept.selected === "string" ? kept.selected : ROOT,
      exercise: asExercise(kept.exercise),
      start: typeof kept.start === "string" && kept.start.length === store.get().bare.length ? kept.start : null,
    });
  judge();
}

export function cellsOf(spots: Spot[] | undefined): number[] {
  const { stage } = store.get();
  return stage ? (spots ?? []).map((spot) => cellOf(spot, stage)) : [];
}
