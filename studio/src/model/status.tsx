// One line that always says what is going on: the first sentence of the answer, or how far the work is.
import { useEffect, useState } from "preact/hooks";
import { Button, Prose } from "../look/parts";
import { usePart } from "../store";
import { amount, say, seconds } from "../words";
import { choose, stop, store } from "./actions";
import { costWords, isFresh, type State } from "./state";

export function Status() {
  const state = usePart(store, (whole) => whole);
  return (
    <footer class="status">
      <div class="status-text" role="status" aria-live="polite">
        {state.busy ? <Working state={state} /> : <Answered state={state} />}
      </div>
      {state.busy && (
        <Button kind="stop" icon="stop" label={say("studio.stop")} keys="Esc" onClick={stop} id="stop" />
      )}
    </footer>
  );
}

function Working({ state }: { state: State }) {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 200);
    return () => clearInterval(timer);
  }, []);
  const { busy } = state;
  if (!busy) return null;
  const spent = Math.max(0, now - busy.since) / 1000;
  return (
    <>
      <span class="spinner" aria-hidden="true" />
      <span>{busy.text}</span>
      {busy.count > 0 && (
        <span class="told">
          {busy.total ? `${amount(busy.count)} / ${amount(busy.total)}` : amount(busy.count)}
        </span>
      )}
      {spent >= 1 && <span class="told">{say("studio.seconds", { seconds: seconds(Math.floor(spent)) })}</span>}
    </>
  );
}

function Answered({ state }: { state: State }) {
  const errors = state.diagnostics.filter((told) => told.severity === "error").length;
  const doubts = state.diagnostics.length - errors;
  if (isFresh(state.failure, state))
    return (
      <span class="failure">
        <Prose text={state.failure?.answer ?? ""} />
      </span>
    );
  if (errors) return <span class="failure">{say("studio.errors", { count: amount(errors) })}</span>;
  const answer = isFresh(state.solved, state) ? state.solved?.answer : null;
  if (answer?.status === "unsat" && answer.mode !== "qbf") {
    const upshot = isFresh(state.why, state) ? state.why?.told.upshot?.[0] : null;
    return (
      <>
        <span class="sign bad" aria-hidden="true">
          ✗
        </span>
        <span>
          <Prose text={upshot ? `${say("studio.unsat")} ${upshot}` : say("studio.unsat")} />
        </span>
        {state.tab !== "why" && (
          <button type="button" class="link" onClick={() => choose("why")}>
            {say("studio.why.open")}
          </button>
        )}
      </>
    );
  }
  const parts: string[] = [];
  if (!state.text.trim() && !state.notice) parts.push(say("studio.blank"));
  if (answer?.mode === "qbf")
    parts.push(say(answer.status === "sat" ? "studio.game.exists" : "studio.game.forall"));
  else if (answer?.answer === "planned")
    parts.push(
      ...Object.entries(answer.horizon ?? {}).map(([name, least]) =>
        say("studio.planned", { name, count: least ?? "?" }),
      ),
    );
  else if (answer?.answer === "best")
    parts.push(say(answer.optimal ? "studio.best" : "studio.best.open", { cost: costWords(answer.cost) }));
  else if (answer) parts.push(say("studio.sat"));
  if (answer?.atoms) parts.push(say("studio.atoms", { count: amount(answer.atoms) }));
  if (answer?.clauses) parts.push(say("studio.clauses", { count: amount(answer.clauses) }));
  const spent = Object.values(answer?.seconds ?? {}).reduce((sum, one) => sum + one, 0);
  if (spent > 0) parts.push(say("studio.seconds", { seconds: seconds(spent) }));
  if (!answer && state.notice) parts.push(state.notice);
  else if (!answer && state.checked)
    parts.push(say("studio.ready", { formulas: amount(state.checked.answer.formulas) }));
  else if (answer && state.notice) parts.push(state.notice);
  if (doubts) parts.push(say("studio.doubts", { count: amount(doubts) }));
  return (
    <>
      {answer && (
        <span class="sign good" aria-hidden="true">
          ✓
        </span>
      )}
      <span>{parts.join(" · ")}</span>
    </>
  );
}

/** Over an answer that is about the text as it was. */
export function Old({ state }: { state: State }) {
  return state.busy || isFresh(state.failure, state) ? null : <p class="old">{say("studio.old")}</p>;
}
