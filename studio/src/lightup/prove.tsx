// Proof mode: the goal, the rules as pictures, the tree of steps, and counterexamples to wrong steps.
import { useEffect, useMemo, useState } from "preact/hooks";
import { download } from "../download";
import { Task } from "../exercise/task";
import { Button, Dialog, Menu } from "../look/parts";
import { preferences } from "../look/preferences";
import { Choice, Field, pickFile, ShareDialog, SmallPicture } from "../play/parts";
import { shareLink } from "../play/persistence";
import { RefusedError } from "../play/questions";
import { usePart } from "../store";
import { say } from "../words";
import { openAny } from "./actions";
import { MenuEntry } from "./play";
import {
  AIMS,
  applyRule,
  clearPending,
  drawCounterexample,
  exerciseToShare,
  findChildren,
  findNode,
  judge,
  loadRules,
  mergeBranches,
  moveSelection,
  type ProofState,
  pendingMarks,
  proofStore,
  ROOT,
  type RuleEntry,
  redoProof,
  removeStep,
  selectNode,
  setExercise,
  setGoal,
  splitAbove,
  suggest,
  toggleFold,
  undoProof,
  writeExercise,
  writeProof,
} from "./proof";
import { rowsOf, store } from "./state";
import type { DraftGoal, DraftStep, ErrorText, Objection } from "./types";

const RETRY_DELAY = 3000; // milliseconds
const MUST_BE = "PROVE_CELL_MUST_BE";
const RULE_KINDS = ["direct", "contradiction", "case"] as const;

export function ProvePanel() {
  const proof = usePart(proofStore, (state) => state);
  const language = usePart(preferences, (state) => state.language);
  const [rules, setRules] = useState<RuleEntry[]>([]);
  useEffect(() => {
    const retry = setInterval(() => void load(), RETRY_DELAY);
    const load = () =>
      loadRules().then(
        (loadedRules) => {
          clearInterval(retry);
          setRules(loadedRules);
        },
        () => undefined, // the server may be busy
      );
    void load();
    judge();
    return () => clearInterval(retry);
  }, [language]);
  const assignment = usePart(store, (state) => state.assignment);
  return (
    <div class="panel-body prove">
      {assignment && <Task assignment={assignment} getText={writeProof} version={proof.draft.now} />}
      <ProofStatus proof={proof} />
      <div class="bar">
        <Button
          icon="undo"
          isIconOnly
          label={say("play.undo")}
          keys="Ctrl Z"
          disabled={!proof.draft.past.length}
          onClick={undoProof}
        />
        <Button
          icon="redo"
          isIconOnly
          label={say("play.redo")}
          keys="Ctrl Y"
          disabled={!proof.draft.future.length}
          onClick={redoProof}
        />
        <Button
          icon="back"
          isIconOnly
          label={say("play.explain.back")}
          keys="Alt ←"
          onClick={() => moveSelection(-1)}
        />
        <Button
          icon="forward"
          isIconOnly
          label={say("play.explain.next")}
          keys="Alt →"
          onClick={() => moveSelection(1)}
        />
        <Button icon="help" label={say("play.prove.suggest")} onClick={() => void suggest()} />
        <Button label={say("play.prove.merge")} onClick={mergeBranches} />
        {Object.keys(proof.pending).length > 0 && (
          <Button icon="close" label={say("play.prove.clear")} onClick={clearPending} />
        )}
        <Menu label={say("play.more")}>
          <MenuEntry
            label={say("play.prove.import")}
            onClick={() => pickFile(".xml,.json", (text) => void importFile(text))}
          />
          <MenuEntry
            label={say("play.prove.export")}
            onClick={() => void writeProof().then((xml) => download("proof.xml", xml, "application/xml"))}
          />
          <MenuEntry label={say("play.prove.page")} onClick={() => void exportPage(rules)} />
          <MenuEntry label={say("play.prove.exercise")} onClick={() => store.set({ dialog: "exercise" })} />
        </Menu>
      </div>
      <ProblemView proof={proof} />
      <Rules rules={rules} proof={proof} />
      <Tree proof={proof} rules={rules} />
    </div>
  );
}

async function importFile(text: string): Promise<void> {
  try {
    await openAny(text);
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    proofStore.set({ notice: error.message });
  }
}

// ---------------------------------------------------------------------- status

/** The goal, and what is still missing for it. */
function ProofStatus({ proof }: { proof: ProofState }) {
  const { verdict, exercise, draft } = proof;
  const answer = verdict?.answer;
  const open = answer?.nodes.filter((node) => node.state === "open").length ?? 0;
  const wrong = answer?.nodes.filter((node) => node.errors?.length).length ?? 0;
  const kind = answer?.accepted ? "good" : wrong ? "bad" : "plain";
  const missing = (verdict?.texts.errors ?? []).filter((_, index) => !answer?.errors[index]?.node);
  return (
    <div class={`answer ${kind}`} role="status">
      {exercise && (
        <p>
          <b>{exercise.title || say("play.exercise")}</b>
          {exercise.rules && (
            <span class="badge">{say("play.exercise.badge", { count: exercise.rules.length })}</span>
          )}
        </p>
      )}
      {exercise?.statement && <p class="statement">{exercise.statement}</p>}
      <p>
        <b>{say("play.goal")}</b> {goalText(draft.now.goal)}
      </p>
      {answer?.accepted ? (
        <p>
          {say("play.prove.accepted")} {verdict?.texts.text}
        </p>
      ) : (
        <p>
          {say("play.prove.open", { count: open })}
          {wrong > 0 && ` · ${say("play.prove.wrong", { count: wrong })}`}
        </p>
      )}
      {!answer?.accepted && !open && missing.map((error) => <p key={error.message}>{error.message}</p>)}
    </div>
  );
}

/** What is to be proved, with its cells: `r1c2 ●`. */
function goalText({ aim, marks }: DraftGoal): string {
  const knownAim = AIMS.find((candidate) => candidate === aim);
  const cells = [
    ...(marks?.bulbs ?? []).map((spot) => say("play.goal.bulb", { row: spot[0], column: spot[1] })),
    ...(marks?.dots ?? []).map((spot) => say("play.goal.dot", { row: spot[0], column: spot[1] })),
  ].join(", ");
  return say(knownAim ? `play.goal.${knownAim}` : "play.goal.other", { cells, aim });
}

function ProblemView({ proof }: { proof: ProofState }) {
  const { problem, notice, selected, verdict } = proof;
  const node = findNode(selected);
  const errors = verdict?.texts.nodes?.[selected];
  const objection = node?.errors?.[0];
  return (
    <div aria-live="polite">
      {notice && <p class="notice">{notice}</p>}
      {problem && (
        <div class="trouble">
          <ProblemText title={say("play.prove.refused", { rule: problem.rule })} errors={problem.errors} />
          {problem.picture && <SmallPicture svg={problem.picture} label={say("play.prove.counterexample")} />}
        </div>
      )}
      {!problem && errors && objection && <WrongStep errors={errors} why={objection} />}
    </div>
  );
}

function ProblemText({ title, errors }: { title: string; errors: ErrorText[] }) {
  return (
    <div class="trouble-words">
      <h3>{title}</h3>
      {errors.map((error) => (
        <div key={error.message}>
          <p>{error.message}</p>
          {error.note && <p class="hint">{error.note}</p>}
        </div>
      ))}
    </div>
  );
}

/** What is wrong with the selected step, which was imported or follows a removed one. */
function WrongStep({ errors, why }: { errors: ErrorText[]; why: Objection }) {
  const [picture, setPicture] = useState<string | null>(null);
  useEffect(() => {
    let isMounted = true;
    void drawCounterexample(why).then(
      (svg) => isMounted && setPicture(svg),
      () => undefined,
    );
    return () => {
      isMounted = false;
    };
  }, [why]);
  return (
    <div class="trouble">
      <ProblemText title={say("play.prove.step_wrong")} errors={errors} />
      {picture && <SmallPicture svg={picture} label={say("play.prove.counterexample")} />}
    </div>
  );
}

// ---------------------------------------------------------------------- rules

function Rules({ rules, proof }: { rules: RuleEntry[]; proof: ProofState }) {
  const { exercise, suggested } = proof;
  const isAllowed = (rule: RuleEntry) => exercise?.rules?.includes(rule.legup) ?? true;
  return (
    <div class="rules-of-proofs">
      {RULE_KINDS.map((kind) => (
        <section key={kind}>
          <h3>{say(`play.rules.${kind}`)}</h3>
          <div class="rule-buttons">
            {rules
              .filter((rule) => rule.kind === kind)
              .map((rule) => (
                <button
                  type="button"
                  key={rule.id}
                  class={`rule-button${suggested.includes(rule.legup) ? " is-suggested" : ""}`}
                  data-key={rule.key}
                  data-rule={rule.legup}
                  disabled={!isAllowed(rule)}
                  title={rule.says}
                  onClick={() => void applyRule(rule)}
                >
                  <SmallPicture svg={rule.svg} />
                  <span class="rule-name">
                    {rule.name} <kbd>{rule.key.toUpperCase()}</kbd>
                  </span>
                </button>
              ))}
          </div>
        </section>
      ))}
      <p class="hint">{say("play.prove.how")}</p>
    </div>
  );
}

// ---------------------------------------------------------------------- the tree

function Tree({ proof, rules }: { proof: ProofState; rules: RuleEntry[] }) {
  const { steps } = proof.draft.now;
  return (
    <nav
      class="tree"
      aria-label={say("play.prove.tree")}
      aria-busy={proof.verdict?.draft !== proof.draft ? "true" : "false"}
    >
      <ul>
        <li>
          <NodeButton name={ROOT} label={say("play.prove.start")} proof={proof} />
        </li>
        <ChildNodes from={ROOT} steps={steps} proof={proof} rules={rules} />
      </ul>
    </nav>
  );
}

/** What follows from a node: a chain of steps, then perhaps cases with their own steps, then their merge. */
function ChildNodes({
  from,
  steps,
  proof,
  rules,
}: {
  from: string;
  steps: DraftStep[];
  proof: ProofState;
  rules: RuleEntry[];
}) {
  const children = findChildren(steps, from);
  const merges = steps.filter((step) => step.parents.length > 1 && splitOfMerge(steps, step) === from);
  if (!children.length) return null;
  const isSplit = children.length > 1;
  const isFolded = proof.folded.includes(from);
  return (
    <>
      {children.map((child, index) =>
        isSplit ? (
          <li key={child.name} class="case">
            <NodeButton
              name={child.name}
              label={`${stepTitle(child, rules)} · ${say("play.prove.case", { number: index + 1, count: children.length })}`}
              proof={proof}
              step={child}
            />
            {!isFolded && (
              <ul>
                <ChildNodes from={child.name} steps={steps} proof={proof} rules={rules} />
              </ul>
            )}
          </li>
        ) : (
          <>
            <li key={child.name}>
              <NodeButton name={child.name} label={stepTitle(child, rules)} proof={proof} step={child} />
            </li>
            <ChildNodes from={child.name} steps={steps} proof={proof} rules={rules} />
          </>
        ),
      )}
      {isSplit && (
        <li class="fold">
          <button type="button" class="link" aria-expanded={!isFolded} onClick={() => toggleFold(from)}>
            {say(isFolded ? "play.prove.unfold" : "play.prove.fold")}
          </button>
        </li>
      )}
      {merges.map((step) => (
        <>
          <li key={step.name}>
            <NodeButton name={step.name} label={say("play.prove.merged")} proof={proof} step={step} />
          </li>
          <ChildNodes from={step.name} steps={steps} proof={proof} rules={rules} />
        </>
      ))}
    </>
  );
}

/** The node at which a merge is shown: the lowest split that all its branches come from. */
function splitOfMerge(steps: DraftStep[], step: DraftStep): string | null {
  const above = (name: string): string[] => {
    const split = splitAbove(steps, name);
    return split === null ? [] : [split, ...above(split)];
  };
  const [first = [], ...others] = step.parents.map(above);
  return first.find((split) => others.every((other) => other.includes(split))) ?? ROOT;
}

function stepTitle(step: DraftStep, rules: RuleEntry[]): string {
  return rules.find((rule) => rule.legup === step.rule)?.name ?? step.rule ?? step.written ?? "?";
}

const NODE_SIGNS = { inner: "", open: "○", solved: "✓", contradiction: "✗" } as const;

function NodeButton({
  name,
  label,
  proof,
  step,
}: {
  name: string;
  label: string;
  proof: ProofState;
  step?: DraftStep;
}) {
  const node = findNode(name);
  const isWrong = !!node?.errors?.length;
  const state = node?.state ?? "inner";
  const markCount = (step?.marks?.bulbs?.length ?? 0) + (step?.marks?.dots?.length ?? 0);
  const isSelected = proof.selected === name;
  return (
    <span class={`node ${state}${isWrong ? " is-wrong" : ""}`}>
      <button
        type="button"
        class="node-button"
        aria-current={isSelected ? "step" : undefined}
        onClick={() => selectNode(name)}
      >
        <span class="node-sign" aria-hidden="true">
          {isWrong ? "!" : NODE_SIGNS[state]}
        </span>
        <span>{label}</span>
        {markCount > 0 && <span class="told">{say("play.prove.marks", { count: markCount })}</span>}
        <span class="hidden">
          {isWrong ? say("play.prove.step_wrong") : state === "inner" ? "" : say(`play.node.${state}`)}
        </span>
      </button>
      {step && isSelected && (
        <Button
          icon="bin"
          isIconOnly
          kind="quiet"
          label={say("play.prove.remove")}
          onClick={() => removeStep(name)}
        />
      )}
    </span>
  );
}

// ---------------------------------------------------------------------- exercises and pages

/** The dialog in which a teacher sets an exercise: goal, rules and texts; shared as a link or as a file. */
export function ExerciseDialog() {
  const { exercise, draft } = proofStore.get();
  const { goal } = draft.now;
  const [rules, setRules] = useState<RuleEntry[]>([]);
  const [chosen, setChosen] = useState<string[] | null>(exercise?.rules ?? null);
  const [title, setTitle] = useState(exercise?.title ?? "");
  const [statement, setStatement] = useState(exercise?.statement ?? "");
  const [aim, setAim] = useState(goal.aim);
  const [problem, setProblem] = useState("");
  const [isSharing, setSharing] = useState(false);
  const address = useMemo(() => {
    const shared = isSharing ? exerciseToShare() : null;
    return shared ? shareLink("lightup", shared) : Promise.resolve(null);
  }, [isSharing]);
  useEffect(() => void loadRules().then(setRules), []);
  const close = () => store.set({ dialog: null });
  if (isSharing) return <ShareDialog link={address} onClose={close} />;
  const isChosen = (name: string) => chosen?.includes(name) ?? true;
  const toggle = (name: string) => {
    const all = chosen ?? rules.map((rule) => rule.legup);
    setChosen(all.includes(name) ? all.filter((other) => other !== name) : [...all, name]);
  };
  const pending = pendingMarks();
  const marks = pending.bulbs?.length || pending.dots?.length ? pending : goal.marks;
  const newGoal: DraftGoal = aim === MUST_BE ? { aim, ...(marks && { marks }), assumes_solution: true } : { aim };
  /** Set the exercise, have it checked, and continue if it is valid. */
  const writeAndThen = async (onWritten: (text: string) => void) => {
    const all = rules.map((rule) => rule.legup); // in display order
    setExercise({ title, statement, rules: chosen && all.filter((name) => chosen.includes(name)) });
    setGoal(newGoal);
    try {
      onWritten(await writeExercise());
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      setProblem(error.message);
    }
  };
  return (
    <Dialog title={say("play.exercise")} onClose={close} closeLabel={say("studio.close")}>
      <div class="fields exercise">
        <p class="hint">{say("play.exercise.about")}</p>
        <Field label={say("play.exercise.title")}>
          <input type="text" value={title} onInput={(event) => setTitle(event.currentTarget.value)} />
        </Field>
        <Field label={say("play.exercise.statement")}>
          <textarea rows={2} value={statement} onInput={(event) => setStatement(event.currentTarget.value)} />
        </Field>
        <Choice
          label={say("play.exercise.goal")}
          value={aim}
          values={AIMS.map((name) => [
            name as string,
            say(name === MUST_BE ? "play.exercise.must_be" : `play.goal.${name}`),
          ])}
          onChange={setAim}
        />
        {aim === MUST_BE && <p class="hint">{marks ? goalText(newGoal) : say("play.exercise.no_cells")}</p>}
        <fieldset class="allowed">
          <legend>{say("play.exercise.rules")}</legend>
          {rules.map((rule) => (
            <label class="switch" key={rule.id}>
              <input type="checkbox" checked={isChosen(rule.legup)} onChange={() => toggle(rule.legup)} />
              {rule.name}
            </label>
          ))}
        </fieldset>
        {problem && (
          <p class="failure" role="alert">
            {problem}
          </p>
        )}
        <div class="bar">
          <Button kind="primary" label={say("play.exercise.set")} onClick={() => void writeAndThen(close)} />
          <Button
            icon="link"
            label={say("play.exercise.share")}
            onClick={() => void writeAndThen(() => setSharing(true))}
          />
          <Button
            icon="save"
            label={say("play.exercise.file")}
            onClick={() => void writeAndThen((text) => download("exercise.json", text, "application/json"))}
          />
        </div>
      </div>
    </Dialog>
  );
}

/** Export the proof as one HTML page: each step with its rule and its board. */
async function exportPage(rules: RuleEntry[]): Promise<void> {
  const { stage } = store.get();
  const { draft, verdict } = proofStore.get();
  const nodes = verdict?.answer.nodes ?? [];
  if (!stage || !nodes.length) return;
  const { askOrThrow } = await import("../play/questions");
  const { answer } = await askOrThrow<{ answer: "lightup.drawn"; pictures: string[] }>("lightup.draw", {
    pictures: nodes.map((node) => {
      const step = draft.now.steps.find((candidate) => candidate.name === node.name);
      const places = [...(step?.marks?.bulbs ?? []), ...(step?.marks?.dots ?? [])];
      return { board: { text: rowsOf(node.rows.join(""), stage).join("\n") }, places };
    }),
  });
  const page = document.implementation.createHTMLDocument(say("play.prove.page.title"));
  page.documentElement.lang = document.documentElement.lang;
  const meta = page.createElement("meta");
  meta.setAttribute("charset", "utf-8");
  page.head.prepend(meta);
  const add = (tag: string, text: string) => {
    const element = page.createElement(tag);
    element.textContent = text;
    page.body.append(element);
  };
  add("h1", say("play.prove.page.title"));
  add(
    "p",
    verdict?.answer.accepted
      ? `${say("play.prove.accepted")} ${verdict.texts.text ?? ""}`
      : say("play.prove.unfinished"),
  );
  const numbers = new Map(nodes.map((node, index) => [node.name, index]));
  nodes.forEach((node, index) => {
    const step = draft.now.steps.find((candidate) => candidate.name === node.name);
    const from = step?.parents.map((parent) => numbers.get(parent) ?? 0).join(", ") ?? "";
    const title = step
      ? `${index}. ${step.parents.length > 1 ? say("play.prove.merged") : stepTitle(step, rules)} (${say("play.prove.after", { from })})`
      : `0. ${say("play.prove.start")}`;
    add("h2", title);
    for (const error of verdict?.texts.nodes?.[node.name] ?? []) add("p", `! ${error.message}`);
    const picture = new DOMParser().parseFromString(answer.pictures[index] ?? "<svg/>", "image/svg+xml");
    page.body.append(page.importNode(picture.documentElement, true));
  });
  download("proof.html", `<!doctype html>\n${page.documentElement.outerHTML}`, "text/html");
}
