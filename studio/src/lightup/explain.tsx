// An explanation step by step: the sentence, its argument as small boards, and a list of all steps.
import { useEffect, useRef } from "preact/hooks";
import { Button, Prose } from "../look/parts";
import { SmallPicture } from "../play/parts";
import { asSentence, say } from "../words";
import { goToStep } from "./actions";
import { Busy, MessageView } from "./play";
import { type State, store } from "./state";

export function ExplainPanel({ state }: { state: State }) {
  const { explained, step, drawnStep } = state;
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    list.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }, [step]);
  if (!explained)
    return (
      <div class="panel-body">{state.busy ? <Busy state={state} /> : <MessageView message={state.message} />}</div>
    );
  const { answer, texts } = explained;
  const count = answer.steps.length;
  const chosen = texts.steps[step - 1];
  const pictures = drawnStep?.number === step ? (drawnStep.answer.argument ?? []) : [];
  const summary = say("play.explain.summary", { count, level: texts.text ?? "" });
  const isComplete = answer.complete !== false;
  return (
    <div class="panel-body explain">
      <div class="bar steps-bar">
        <Button
          icon="first"
          isIconOnly
          label={say("play.explain.first")}
          disabled={!step}
          onClick={() => goToStep(0)}
        />
        <Button
          icon="back"
          isIconOnly
          label={say("play.explain.back")}
          disabled={!step}
          onClick={() => goToStep(step - 1)}
        />
        <input
          type="range"
          min={0}
          max={count}
          value={step}
          aria-label={say("play.explain.step")}
          onInput={(event) => goToStep(Number(event.currentTarget.value))}
        />
        <Button
          icon="forward"
          isIconOnly
          label={say("play.explain.next")}
          disabled={step >= count}
          onClick={() => goToStep(step + 1)}
        />
        <Button
          icon="last"
          isIconOnly
          label={say("play.explain.last")}
          disabled={step >= count}
          onClick={() => goToStep(count)}
        />
        <span class="told">
          {step} / {count}
        </span>
      </div>
      <div class="answer plain" role="status">
        {chosen ? (
          <>
            <h2>{chosen.name}</h2>
            <p>{chosen.sentence}</p>
          </>
        ) : (
          <p>{summary}</p>
        )}
      </div>
      {!isComplete && (
        <p class="unsettled" role="note">
          <Prose text={`${asSentence(texts.text ?? "")} ${texts.advice}`} />
        </p>
      )}
      {!!chosen?.argument.length && (
        <ol class="argument">
          {chosen.argument.map(([depth, line], index) => (
            <li key={`${step}-${index}`} class={`depth-${Math.min(depth, 4)}`}>
              {pictures[index] && <SmallPicture svg={pictures[index]} label={line} />}
              <span>{line}</span>
            </li>
          ))}
        </ol>
      )}
      <ol class="steps-list" ref={list}>
        {texts.steps.map((stepText, index) => (
          <li key={`${index + 1}`}>
            <button
              type="button"
              aria-current={step === index + 1 ? "step" : undefined}
              onClick={() => goToStep(index + 1)}
            >
              <b>
                {index + 1}. <span class="capital">{stepText.name}</span>
              </b>{" "}
              {stepText.sentence}
            </button>
          </li>
        ))}
      </ol>
      <Button label={say("play.explain.back_to_play")} onClick={() => store.set({ mode: "play" })} />
    </div>
  );
}
