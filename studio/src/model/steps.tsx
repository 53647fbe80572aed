// The text as a puzzle: solved in steps that people can follow, each drawn, with the rules that it takes.
import { useEffect, useRef } from "preact/hooks";
import { Button, Empty, Prose, Svg } from "../look/parts";
import { usePart } from "../store";
import type { Sentence } from "../types";
import { say } from "../words";
import { choose, lights, showWave, steps, store, why } from "./actions";
import { isDrawable, isFresh, type State } from "./state";

export function Steps({ onGo }: { onGo: (offset: number) => void }) {
  const state = usePart(store, (whole) => whole);
  if (state.tab !== "steps") return null; // it keeps what was chosen in it, and draws nothing
  const known = isFresh(state.stepped, state) ? state.stepped : null;
  if (!known) return <Nothing />;
  if (known.answer.status === "none") return <Unsolvable />;
  const { waves = [], closing = [], text } = known.told;
  return (
    <div class="steps-tab">
      <div class="steps-head">
        <p>
          <Prose text={text ?? ""} />
        </p>
        {closing.map((sentence) => (
          <p class="hint" key={sentence}>
            <Prose text={sentence} />
          </p>
        ))}
      </div>
      {waves.length ? (
        <Walk state={state} waves={waves} onGo={onGo} />
      ) : (
        <p class="hint">{say("studio.steps.nothing")}</p>
      )}
    </div>
  );
}

function Nothing() {
  return (
    <Empty title={say("studio.steps.empty")}>
      <p>{say("studio.steps.empty.hint")}</p>
      <Button kind="primary" label={say("studio.steps.ask")} onClick={() => void steps()} />
    </Empty>
  );
}

function Unsolvable() {
  const tell = () => {
    choose("why");
    if (!isFresh(store.get().why, store.get())) void why();
  };
  return (
    <Empty title={say("studio.steps.none")}>
      <p>{say("studio.steps.none.hint")}</p>
      <Button kind="primary" label={say("studio.why.open")} onClick={tell} />
    </Empty>
  );
}

// ---------------------------------------------------------------------- from step to step

function Walk({ state, waves, onGo }: { state: State; waves: Sentence[][]; onGo: (offset: number) => void }) {
  const { wave, wavePictures } = state;
  const shown = useRef<string | undefined>(undefined); // the picture before stays until the next is drawn
  shown.current = wavePictures[wave] ?? (Object.keys(wavePictures).length ? shown.current : undefined);
  useWalkingKeys(waves.length);
  return (
    <>
      <Bar wave={wave} count={waves.length} />
      <div class="steps-shown">
        {isDrawable(state.stepped?.answer.pictures?.[wave]) && (
          <div class="stage">{shown.current && <Svg svg={shown.current} label={say("studio.steps.label")} />}</div>
        )}
        <ol class="steps-told" aria-live="polite">
          {(waves[wave] ?? []).map(({ text, spans }) => (
            <li key={text}>
              <button
                type="button"
                class="step"
                {...lights(...spans)}
                onClick={() => spans[0] && onGo(spans[0][0])}
              >
                <Prose text={text} />
              </button>
            </li>
          ))}
        </ol>
      </div>
    </>
  );
}

function Bar({ wave, count }: { wave: number; count: number }) {
  const told = say("studio.step.of", { number: wave + 1, count });
  const go = (to: number) => () => void showWave(to);
  const isFirst = wave === 0;
  const isLast = wave === count - 1;
  return (
    <div class="bar film">
      <Button icon="first" isIconOnly label={say("studio.first")} disabled={isFirst} onClick={go(0)} />
      <Button icon="back" isIconOnly label={say("studio.back")} disabled={isFirst} onClick={go(wave - 1)} />
      <Button icon="forward" isIconOnly label={say("studio.forward")} disabled={isLast} onClick={go(wave + 1)} />
      <Button icon="last" isIconOnly label={say("studio.last")} disabled={isLast} onClick={go(count - 1)} />
      <input
        type="range"
        min={0}
        max={count - 1}
        value={wave}
        aria-label={say("studio.step")}
        aria-valuetext={told}
        onInput={(event) => void showWave(Number(event.currentTarget.value))}
      />
      <output class="told">{told}</output>
    </div>
  );
}

const TAKEN = "input, select, textarea, .cm-editor, .tabs, dialog, details[open]"; // where arrow keys mean something else

/** The arrow keys, wherever one is on the page. */
function useWalkingKeys(count: number): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      if (event.target instanceof Element && event.target.closest(TAKEN)) return;
      const { wave } = store.get();
      const to = { ArrowLeft: wave - 1, ArrowRight: wave + 1, Home: 0, End: count - 1 }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      void showWave(to);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [count]);
}
