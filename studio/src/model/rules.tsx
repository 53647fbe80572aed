// What each rule contributes: a model that only this rule excludes.
import { Button, Empty, Prose, Svg } from "../look/parts";
import { usePart } from "../store";
import type { RuleVerdict } from "../types";
import { say } from "../words";
import { highlightHandlers, loadRuleVerdicts, store } from "./actions";
import { isFresh, type State } from "./state";

const VERDICT_SIGNS: Record<RuleVerdict["verdict"], string> = {
  needed: "✓",
  implied: "=",
  clash: "✗",
  unknown: "?",
};

export function Rules({ onGo }: { onGo: (offset: number) => void }) {
  const state = usePart(store, (state) => state);
  if (state.tab !== "rules") return null; // stay mounted to keep the tab's state, but render nothing
  const verdicts = isFresh(state.rules, state) ? (state.rules?.answer ?? []) : [];
  if (!verdicts.length)
    return (
      <Empty title={say("studio.rules.empty")}>
        <p>{say("studio.rules.empty.hint")}</p>
        <Button kind="primary" label={say("studio.rules.ask")} onClick={() => void loadRuleVerdicts()} />
      </Empty>
    );
  const advice = state.rules?.texts.advice;
  return (
    <>
      {advice && (
        <p class="unsettled" role="note">
          <Prose text={advice} />
        </p>
      )}
      <Verdicts state={state} verdicts={verdicts} onGo={onGo} />
    </>
  );
}

interface VerdictsProps {
  state: State;
  verdicts: RuleVerdict[];
  onGo: (offset: number) => void;
}

function Verdicts({ state, verdicts, onGo }: VerdictsProps) {
  return (
    <ul class="rules-tab">
      {verdicts.map((rule, index) => (
        <li class={`card rule ${rule.verdict}`} key={rule.span[0]} {...highlightHandlers(rule.span)}>
          <p>
            <span class="sign" aria-hidden="true">
              {VERDICT_SIGNS[rule.verdict]}
            </span>{" "}
            <strong>{say(`studio.rules.${rule.verdict}`)}</strong>{" "}
            <button type="button" class="link" onClick={() => onGo(rule.span[0])}>
              {say("studio.line", { line: rule.line })}
            </button>
          </p>
          <code>{rule.text}</code>
          {rule.breaks && (
            <p class="hint">
              {say("studio.rules.breaks")} <code>{rule.breaks.instance}</code>
            </p>
          )}
          {state.rulePictures[index] && <Svg svg={state.rulePictures[index]} />}
          {!state.rulePictures[index] && rule.verdict === "needed" && !!rule.model && (
            <p class="hint">
              <code>{rule.model.slice(0, 24).join(" ")}</code>
              {rule.model.length > 24 && " …"}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}
