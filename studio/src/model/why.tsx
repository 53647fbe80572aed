// Why there is no model: the clash on the user's own lines, step by step, and what would mend it.
import { Button, Empty, Prose } from "../look/parts";
import { usePart } from "../store";
import type { Change, Edit, Instance } from "../types";
import { say } from "../words";
import { applyEdits, light, store, walk, why } from "./actions";
import { clashOf, isFresh, isGame, type State } from "./state";

export function Why() {
  const state = usePart(store, (whole) => whole);
  if (state.tab !== "why") return null; // it keeps what was chosen in it, and draws nothing
  const reasons = state.why?.answer ?? null;
  if (!reasons || (!isFresh(state.why, state) && reasons.status !== "unsat")) return <Nothing state={state} />;
  if (reasons.status === "sat") return <Satisfied />;
  const isOld = !isFresh(state.why, state);
  const clash = clashOf(reasons);
  const upshot = state.why?.told.upshot?.[0];
  return (
    <div class={isOld ? "why-tab is-old" : "why-tab"}>
      {isOld && <p class="old">{say("studio.old")}</p>}
      <h2>{say("studio.why.none")}</h2>
      {upshot && (
        <p class="upshot">
          <Prose text={upshot} />
        </p>
      )}
      {!upshot && state.why?.told.text && (
        <p class="upshot">
          <Prose text={state.why.told.text} />
        </p>
      )}
      {!isOld && <Proposals state={state} />}
      {clash && (
        <>
          <h3>{say("studio.why.clash")}</h3>
          <Clashing instances={clash.instances} />
          {!!clash.steps?.length && <Steps state={state} />}
        </>
      )}
    </div>
  );
}

function Satisfied() {
  return (
    <Empty title={say("studio.why.sat")}>
      <p>{say("studio.why.sat.hint")}</p>
    </Empty>
  );
}

function Nothing({ state }: { state: State }) {
  const answer = isFresh(state.solved, state) ? state.solved?.answer : null;
  const isUnsat = answer?.status === "unsat";
  if (isGame(state))
    return (
      <Empty title={say("studio.why.game")}>
        <p>{say("studio.why.game.hint")}</p>
      </Empty>
    );
  if (answer?.status === "sat") return <Satisfied />;
  return (
    <Empty title={say(isUnsat ? "studio.why.none" : "studio.why.empty")}>
      <p>{say("studio.why.empty.hint")}</p>
      <Button kind="primary" label={say("studio.why.ask")} onClick={() => void why()} />
    </Empty>
  );
}

/** The instances that clash, rule by rule, each rule once with its bindings below it. */
function Clashing({ instances }: { instances: Instance[] }) {
  const byRule = new Map<string, Instance[]>();
  for (const instance of instances) {
    const key = `${instance.span[0]} ${instance.text}`;
    byRule.set(key, [...(byRule.get(key) ?? []), instance]);
  }
  return (
    <ul class="clash">
      {[...byRule.values()].map(([first, ...others]) =>
        first ? (
          <li class="card" key={first.span[0]} onPointerEnter={() => light(first.is_expected ? [] : [first.span])}>
            <p>
              <span class="where">
                {first.is_expected ? say("studio.why.expected") : say("studio.line", { line: first.line })}
              </span>
              <code>{first.text}</code>
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
  const sentences = state.why?.told.steps?.[0] ?? [];
  return (
    <section class="steps" aria-label={say("studio.why.steps")}>
      <div class="bar">
        <h3>{say("studio.why.steps")}</h3>
        <Button
          icon="back"
          isIconOnly
          label={say("studio.back")}
          disabled={state.walked < 0}
          onClick={() => walk(state.walked - 1)}
        />
        <Button
          icon="forward"
          isIconOnly
          label={say("studio.forward")}
          disabled={state.walked >= steps.length - 1}
          onClick={() => walk(state.walked + 1)}
        />
      </div>
      <ol>
        {steps.map((one, index) => (
          <li key={`${one.instance.line} ${one.instance.instance}`}>
            <button
              type="button"
              class={index === state.walked ? "step is-here" : "step"}
              aria-current={index === state.walked ? "step" : undefined}
              onClick={() => walk(index)}
            >
              {sentences[index] ? (
                <Prose text={sentences[index]} />
              ) : (
                <>
                  <span class="where">{say("studio.line", { line: one.instance.line })}</span>{" "}
                  <code>{one.instance.instance || one.instance.text}</code>
                  {one.is_contradiction && ` — ${say("studio.why.contradiction")}`}
                </>
              )}
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}

// ---------------------------------------------------------------------- what would mend it

interface Proposal {
  sentence: string;
  before: string;
  after: string;
  edits: Edit[];
}

/** Changes that mend the text, or the rules that may be left out, as edits of it. */
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
  const { steps } = reasons;
  if (steps?.place && steps.least !== null) {
    const { span } = steps.place;
    const edits = [{ start: span[0], end: span[1], text: `${steps.variable} = ${steps.least}` }];
    const [before, after] = lineOf(span[0], span[1], edits);
    proposals.push({ sentence: say("studio.why.more_steps", { count: steps.least }), before, after, edits });
  }
  for (const [index, change] of (reasons.changes ?? []).entries()) {
    const edits = editsOf(change);
    const first = edits[0];
    const last = edits.at(-1);
    if (!first || !last) continue;
    const [before, after] = lineOf(first.start, last.end, edits);
    const sentence = state.why?.told.changes?.[index] ?? say("studio.line", { line: change.line });
    proposals.push({ sentence, before, after, edits });
  }
  if (!proposals.length) {
    const edits = (reasons.without ?? []).map(({ span }) => commentedOut(piece, span));
    const first = reasons.without?.[0];
    if (first && edits.length)
      proposals.push({
        sentence:
          edits.length === 1
            ? say("studio.why.without.one", { line: first.line })
            : say("studio.why.without", { lines: (reasons.without ?? []).map(({ line }) => line).join(", ") }),
        before: first.text,
        after: `;; ${first.text}`,
        edits,
      });
  }
  return proposals;
}

function editsOf(change: Change): Edit[] {
  const edits = (change.edits ?? []).map(({ span, instead }) => ({ start: span[0], end: span[1], text: instead }));
  return edits.sort((one, other) => one.start - other.start);
}

/** A rule is left out by making it a comment: nothing is lost. */
function commentedOut(piece: (start: number, end: number) => string, [start, end]: [number, number]): Edit {
  return { start, end, text: piece(start, end).replace(/^/gm, ";; ") };
}

function Proposals({ state }: { state: State }) {
  const proposals = proposalsOf(state);
  if (!proposals.length) return null;
  return (
    <section class="proposals" aria-label={say("studio.why.proposals")}>
      <h3>{say("studio.why.proposals")}</h3>
      <ul class="cards">
        {proposals.map((proposal) => (
          <li class="card" key={proposal.after}>
            <p>
              <Prose text={proposal.sentence} />
            </p>
            <pre class="change">
              <del>{proposal.before}</del>
              {"\n"}
              <ins>{proposal.after}</ins>
            </pre>
            <Button
              kind="primary"
              icon="check"
              label={say("studio.apply")}
              onClick={() => applyEdits(proposal.edits)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
