// Why there is no model: the clash in the user's own lines, step by step, and possible repairs.

import { assertNever } from "../assert";
import { Button, Empty, Prose } from "../look/parts";
import { usePart } from "../store";
import type { AnswerTexts, Change, Edit, Instance, SolveAnswer } from "../types";
import { type Key, say } from "../words";
import { applyEdits, explainClash, goToArgumentStep, highlightHandlers, setSetting, store } from "./actions";
import { clashOf, freshAnswer, isFresh, isGame, type State } from "./state";
import { OutdatedNotice } from "./status";

export function Why() {
  const state = usePart(store, (state) => state);
  if (state.tab !== "why") return null; // stay mounted to keep the tab's state, but render nothing
  const reasons = state.why?.answer ?? null;
  if (!reasons || (!isFresh(state.why, state) && reasons.status !== "unsat")) return <EmptyState state={state} />;
  if (reasons.status === "sat") return <Satisfied texts={state.why?.texts} />;
  const isOld = !isFresh(state.why, state);
  const clash = clashOf(reasons);
  const upshot = state.why?.texts.upshot?.[0];
  return (
    <div class={isOld ? "why-tab is-old" : "why-tab"}>
      {isOld && <OutdatedNotice state={state} />}
      <h2>{say("studio.why.none")}</h2>
      {upshot && (
        <p class="upshot">
          <Prose text={upshot} />
        </p>
      )}
      {!upshot && state.why?.texts.text && (
        <p class="upshot">
          <Prose text={state.why.texts.text} />
        </p>
      )}
      {!isOld && <Proposals state={state} />}
      {state.why?.texts.advice && (
        <p class="unsettled" role="note">
          <Prose text={state.why.texts.advice} />
        </p>
      )}
      {clash && (
        <>
          <h3>{say("studio.why.clash")}</h3>
          <ClashPanel instances={clash.instances} text={isOld ? null : state.text} />
          {!!clash.steps?.length && <Steps state={state} />}
        </>
      )}
    </div>
  );
}

/** There is a model, but perhaps not the expected outcome, or that is unknown. */
function Satisfied({ texts }: { texts?: AnswerTexts | undefined }) {
  const kind = texts?.outcome ?? "good";
  switch (kind) {
    case "good":
      return (
        <Empty title={say("studio.why.sat")}>
          <p>{say("studio.why.sat.hint")}</p>
        </Empty>
      );
    case "bad":
    case "open":
      return (
        <Empty title={say("studio.why.sat")}>
          <p>
            <Prose text={texts?.text ?? ""} />
          </p>
          {(texts?.changes ?? []).map((change) => (
            <p key={change}>
              <Prose text={change} />
            </p>
          ))}
        </Empty>
      );
    default:
      return assertNever(kind);
  }
}

const TITLES: Record<SolveAnswer["status"], Key> = {
  sat: "studio.why.sat",
  unsat: "studio.why.none",
  unknown: "studio.why.unknown",
};
const EXPECTS = /^\s*;;@\s*expect\b/m; // with an expectation, a satisfiable text can be explained too

function EmptyState({ state }: { state: State }) {
  const status = freshAnswer(state)?.status;
  if (isGame(state))
    return (
      <Empty title={say("studio.why.game")}>
        <p>{say("studio.why.game.hint")}</p>
      </Empty>
    );
  if (status === "sat" && !EXPECTS.test(state.text)) return <Satisfied />;
  if (state.busy?.what === "why")
    return (
      <Empty title={say("studio.why.none")}>
        <p>{say("studio.busy.why")}</p>
      </Empty>
    );
  return (
    <Empty title={say(status ? TITLES[status] : "studio.why.empty")}>
      <p>{say("studio.why.empty.hint")}</p>
      <Button kind="primary" label={say("studio.why.ask")} onClick={() => void explainClash()} />
    </Empty>
  );
}

/** The clashing instances grouped by rule, with the bindings below each rule. */
function ClashPanel({ instances, text }: { instances: Instance[]; text: string | null }) {
  const points = text === null ? null : [...text];
  const sourceText = ({ span, text: flat, is_expected }: Instance) =>
    points && !is_expected ? points.slice(...span).join("") : flat;
  const byRule = new Map<string, Instance[]>();
  for (const instance of instances) {
    const key = `${instance.span[0]} ${instance.text}`;
    byRule.set(key, [...(byRule.get(key) ?? []), instance]);
  }
  return (
    <ul class="clash">
      {[...byRule.values()].map(([first, ...others]) =>
        first ? (
          <li class="card" key={first.span[0]} {...highlightHandlers(...(first.is_expected ? [] : [first.span]))}>
            <p>
              <span class="where">
                {first.is_expected ? say("studio.why.expected") : say("studio.line", { line: first.line })}
              </span>
              <code class="written">{sourceText(first)}</code>
            </p>
            <table class="bindings">
              <tbody>
                {[first, ...others].slice(0, 8).map((instance) => (
                  <tr key={instance.instance}>
                    <td>
                      {Object.entries(instance.binding)
                        .map(([name, value]) => `${name} = ${value}`)
                        .join(", ")}
                    </td>
                    <td>
                      <code>{instance.instance}</code>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
            {others.length > 7 && <p class="hint">{say("studio.more", { count: others.length - 7 })}</p>}
          </li>
        ) : null,
      )}
    </ul>
  );
}

function Steps({ state }: { state: State }) {
  const steps = clashOf(state.why?.answer ?? null)?.steps ?? [];
  const sentences = state.why?.texts.steps?.[0] ?? [];
  return (
    <section class="steps" aria-label={say("studio.why.steps")}>
      <div class="bar">
        <h3>{say("studio.why.steps")}</h3>
        <Button
          icon="back"
          isIconOnly
          label={say("studio.back")}
          disabled={state.argumentStep < 0}
          onClick={() => goToArgumentStep(state.argumentStep - 1)}
        />
        <Button
          icon="forward"
          isIconOnly
          label={say("studio.forward")}
          disabled={state.argumentStep >= steps.length - 1}
          onClick={() => goToArgumentStep(state.argumentStep + 1)}
        />
      </div>
      <ol>
        {steps.map((argumentStep, index) => (
          <li key={`${argumentStep.instance.line} ${argumentStep.instance.instance}`}>
            <button
              type="button"
              class={index === state.argumentStep ? "step is-here" : "step"}
              aria-current={index === state.argumentStep ? "step" : undefined}
              onClick={() => goToArgumentStep(index)}
            >
              {sentences[index] ? (
                <Prose text={sentences[index]} />
              ) : (
                <>
                  <span class="where">{say("studio.line", { line: argumentStep.instance.line })}</span>{" "}
                  <code>{argumentStep.instance.instance || argumentStep.instance.text}</code>
                  {argumentStep.is_contradiction && ` — ${say("studio.why.contradiction")}`}
                </>
              )}
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}

// ---------------------------------------------------------------------- repairs

interface Proposal {
  sentence: string;
  before: string;
  after: string; // empty if it is removed
  spans: [number, number][]; // what it would change in the text
  apply: () => void;
}

/** Possible repairs as edits: changes of the text, or rules to leave out. */
export function proposalsOf(state: State): Proposal[] {
  const reasons = state.why?.answer;
  if (!reasons) return [];
  const points = [...state.text];
  const piece = (start: number, end: number) => points.slice(start, end).join("");
  const lineOf = (start: number, end: number, edits: Edit[]) => {
    let from = start;
    while (from > 0 && points[from - 1] !== "\n") from--;
    let to = end;
    while (to < points.length && points[to] !== "\n") to++;
    let after = "";
    let place = from;
    for (const edit of edits) {
      after += piece(place, edit.start) + edit.text;
      place = edit.end;
    }
    return [piece(from, to).trim(), (after + piece(place, to)).trim()] as const;
  };
  const proposals: Proposal[] = [];
  const { steps, without = [] } = reasons;
  if (steps?.place && steps.least !== null) {
    const { span } = steps.place;
    const { variable, least } = steps;
    const edits = [{ start: span[0], end: span[1], text: `${variable} = ${least}` }];
    const [before, after] = lineOf(span[0], span[1], edits);
    const isSetting = variable in state.settings; // a setting is changed in its field, not in the text
    proposals.push({
      sentence: say("studio.why.more_steps", { count: least }),
      before: isSetting ? `${variable} = ${state.settings[variable]}` : before,
      after: isSetting ? `${variable} = ${least}` : after,
      spans: [span],
      apply: () => (isSetting ? setSetting(variable, String(least)) : applyEdits(edits)),
    });
  }
  for (const [index, change] of (reasons.changes ?? []).entries()) {
    const edits = editsOf(change);
    const first = edits[0];
    const last = edits.at(-1);
    if (!first || !last) continue;
    const [before, after] = lineOf(first.start, last.end, edits);
    const sentence = state.why?.texts.changes?.[index] ?? say("studio.line", { line: change.line });
    proposals.push({
      sentence,
      before,
      after,
      spans: edits.map(({ start, end }) => [start, end]),
      apply: () => applyEdits(edits),
    });
  }
  for (const places of [
    without,
    ...(without.length === 1 ? (reasons.alternatives ?? []).map((alternative) => [alternative]) : []),
  ]) {
    const lines = places.map(({ line }) => line).join(", ");
    if (!places.length || proposals.length >= MAX_PROPOSALS) continue;
    const edits = places.map(({ span }) => removalEdit(points, span));
    proposals.push({
      sentence: say(places.length === 1 ? "studio.why.without.one" : "studio.why.without", {
        [places.length === 1 ? "line" : "lines"]: lines,
      }),
      before: places.map(({ span }) => piece(...span)).join("\n"),
      after: edits.every(({ text }) => text === "Top") ? "Top" : "",
      spans: places.map(({ span }) => span),
      apply: () => applyEdits(edits),
    });
  }
  return proposals;
}

const MAX_PROPOSALS = 6;

function editsOf(change: Change): Edit[] {
  const edits = (change.edits ?? []).map(({ span, instead }) => ({ start: span[0], end: span[1], text: instead }));
  return edits.sort((a, b) => a.start - b.start);
}

/**
 * The edit that leaves out a rule by commenting it out; the rest of its line stays. Within a conjunction it is
 * replaced by `Top`.
 */
function removalEdit(points: string[], [start, end]: [number, number]): Edit {
  const before = points.slice(0, start).join("").replace(/;;.*$/gm, "").trimEnd();
  const after = points.slice(end).join("").replace(/;;.*$/gm, "");
  if (/(\band|\()$/.test(before) || /^\s*(and\b|\))/.test(after)) return { start, end, text: "Top" };
  const text = points.slice(start, end).join("").replace(/^/gm, ";; ");
  return { start, end, text: /^[^\S\n]*\S/.test(after) ? `${text}\n` : text };
}

function Proposals({ state }: { state: State }) {
  const proposals = proposalsOf(state);
  if (!proposals.length) return null;
  return (
    <section class="proposals" aria-label={say("studio.why.proposals")}>
      <h3>{say("studio.why.proposals")}</h3>
      <ul class="cards">
        {proposals.map((proposal) => (
          <li class="card" key={proposal.before + proposal.after} {...highlightHandlers(...proposal.spans)}>
            <p>
              <Prose text={proposal.sentence} />
            </p>
            {proposal.after && (
              <pre class="change">
                <del>{proposal.before}</del>
                {"\n"}
                <ins>{proposal.after}</ins>
              </pre>
            )}
            <Button kind="primary" icon="check" label={say("studio.apply")} onClick={proposal.apply} />
          </li>
        ))}
      </ul>
    </section>
  );
}
