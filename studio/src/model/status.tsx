// The status line: the first sentence of the answer, or the progress of the work.
import { useEffect, useState } from "preact/hooks";
import { assertNever } from "../assert";
import { Button, Empty, Prose } from "../look/parts";
import { usePart } from "../store";
import { type OutcomeKind, SIGNS } from "../types";
import { asSentence, formatNumber, formatSeconds, say } from "../words";
import { chooseTab, stop, store } from "./actions";
import { type Dated, freshAnswer, isFresh, isGame, outcomeOf, type State } from "./state";

export function Status() {
  const state = usePart(store, (state) => state);
  return (
    <footer class="status">
      <div class="status-text" role="status" aria-live="polite">
        {state.busy ? <BusyLine state={state} /> : <AnswerLine state={state} />}
      </div>
      {state.busy && (
        <Button kind="stop" icon="stop" label={say("studio.stop")} keys="Esc" onClick={stop} id="stop" />
      )}
    </footer>
  );
}

function BusyLine({ state }: { state: State }) {
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
          {busy.total ? `${formatNumber(busy.count)} / ${formatNumber(busy.total)}` : formatNumber(busy.count)}
        </span>
      )}
      {spent >= 1 && (
        <span class="told">{say("studio.seconds", { seconds: formatSeconds(Math.floor(spent)) })}</span>
      )}
    </>
  );
}

function AnswerLine({ state }: { state: State }) {
  const errors = state.diagnostics.filter((diagnostic) => diagnostic.severity === "error").length;
  const doubts = state.diagnostics.length - errors;
  if (isFresh(state.failure, state)) {
    const isOpen = state.failure?.texts.outcome === "open";
    return (
      <>
        {isOpen && <Sign kind="open" />}
        <span class={isOpen ? "" : "failure"}>
          <Prose text={state.failure?.answer ?? ""} />
        </span>
      </>
    );
  }
  if (errors) return <span class="failure">{say("studio.errors", { count: formatNumber(errors) })}</span>;
  const answer = freshAnswer(state);
  if (answer && answer.status === "unsat" && !isGame(state) && state.solved) {
    const upshot = isFresh(state.why, state) ? state.why?.texts.upshot?.[0] : null;
    const none = asSentence(outcomeOf(state.solved, state.language).text);
    return (
      <>
        <Sign kind="bad" />
        <span>
          <Prose text={upshot ? `${none} ${upshot}` : none} />
        </span>
        {state.tab !== "why" && (
          <button type="button" class="link" onClick={() => chooseTab("why")}>
            {say("studio.why.open")}
          </button>
        )}
      </>
    );
  }
  const parts: string[] = [];
  if (!state.text.trim() && !state.notice) parts.push(say("studio.blank"));
  const kind = state.solved?.texts.outcome ?? "good";
  if (answer && state.solved) parts.push(outcomeOf(state.solved, state.language).text);
  if (answer?.answer === "solved") {
    if (answer.atoms) parts.push(say("studio.atoms", { count: formatNumber(answer.atoms) }));
    if (answer.clauses) parts.push(say("studio.clauses", { count: formatNumber(answer.clauses) }));
  }
  if (answer && state.solved) parts.push(...timeOf(state.solved));
  if (!answer && state.notice) parts.push(state.notice);
  else if (!answer && state.checked)
    parts.push(say("studio.ready", { formulas: formatNumber(state.checked.answer.formulas) }));
  else if (answer && state.notice) parts.push(state.notice);
  if (doubts) parts.push(say("studio.doubts", { count: formatNumber(doubts) }));
  return (
    <>
      {answer && <Sign kind={kind} />}
      <span>{parts.join(" · ")}</span>
    </>
  );
}

export function Sign({ kind }: { kind: OutcomeKind }) {
  return (
    <span class={`sign ${kind}`} aria-hidden="true">
      {SIGNS[kind]}
    </span>
  );
}

/** How long it took; a search that ended early says so in its text. */
function timeOf({ texts }: Dated<unknown>): string[] {
  const kind = texts.outcome ?? "good";
  switch (kind) {
    case "good":
    case "bad":
      return texts.seconds ? [say("studio.seconds", { seconds: formatSeconds(texts.seconds) })] : [];
    case "open":
      return [];
    default:
      return assertNever(kind);
  }
}

/** Shown in place of a model: there is none or none was found, and what to try next. */
export function NoModel({ state, title }: { state: State; title?: string }) {
  if (!state.solved) return null;
  const { text, advice } = outcomeOf(state.solved, state.language);
  return (
    <Empty title={title ?? asSentence(text)}>
      {title && <p>{asSentence(text)}</p>}
      {advice && (
        <p>
          <Prose text={advice} />
        </p>
      )}
    </Empty>
  );
}

/** Says above a result that it is incomplete, and what to try next. */
export function IncompleteNotice({ state }: { state: State }) {
  if (!state.solved || !isFresh(state.solved, state) || state.solved.texts.outcome !== "open") return null;
  const { text, advice } = outcomeOf(state.solved, state.language);
  return (
    <p class="unsettled" role="note">
      <Prose text={`${asSentence(text)} ${advice}`} />
    </p>
  );
}

/** Says above an answer that it belongs to an earlier text. */
export function OutdatedNotice({ state }: { state: State }) {
  return state.busy || isFresh(state.failure, state) ? null : <p class="old">{say("studio.old")}</p>;
}
