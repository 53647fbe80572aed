// The text as a puzzle: solved in steps that people can follow, each drawn, with the rules it uses.
import { useRef, useState } from "preact/hooks";
import { useKeys } from "../look/keys";
import { Button, Empty, Prose, Svg } from "../look/parts";
import { Modes } from "../play/parts";
import { usePart } from "../store";
import { LEVELS, type Sentence, SYMMETRIES } from "../types";
import { type Key, say } from "../words";
import {
  checkClues,
  chooseTab,
  explainClash,
  generateBoard,
  highlightHandlers,
  showWave,
  solveInSteps,
  store,
} from "./actions";
import { Puzzle } from "./puzzle";
import { setPlayingPuzzle } from "./puzzle-actions";
import { hasBoards, hasView, isDrawable, isFresh, type State } from "./state";

export function Steps({ onGo }: { onGo: (offset: number) => void }) {
  const state = usePart(store, (state) => state);
  if (state.tab !== "steps") return null; // stay mounted to keep the tab's state, but render nothing
  const stepsAnswer = isFresh(state.stepsAnswer, state) ? state.stepsAnswer : null;
  if (!stepsAnswer || stepsAnswer.answer.status === "none")
    return (
      <>
        {stepsAnswer ? <Unsolvable /> : <EmptyState />}
        {hasBoards(state) && <BoardTools state={state} />}
      </>
    );
  const { waves = [], closing = [], text, advice } = stepsAnswer.texts;
  const isComplete = stepsAnswer.answer.finished !== false;
  return (
    <div class="steps-tab">
      <div class="steps-head">
        <p>
          <Prose text={text ?? ""} />
        </p>
        {closing.map((sentence) => (
          <p class={isComplete ? "hint" : "unsettled"} key={sentence}>
            <Prose text={sentence} />
          </p>
        ))}
        {advice && (
          <p class="unsettled" role="note">
            <Prose text={advice} />
          </p>
        )}
      </div>
      {waves.length ? (
        <StepModes state={state} waves={waves} onGo={onGo} />
      ) : (
        isComplete && <p class="hint">{say("studio.steps.nothing")}</p>
      )}
      {hasBoards(state) && <BoardTools state={state} />}
    </div>
  );
}

function EmptyState() {
  return (
    <Empty title={say("studio.steps.empty")}>
      <p>{say("studio.steps.empty.hint")}</p>
      <Button kind="primary" label={say("studio.steps.ask")} onClick={() => void solveInSteps()} />
    </Empty>
  );
}

function Unsolvable() {
  const showWhy = () => {
    chooseTab("why");
    if (!isFresh(store.get().why, store.get())) void explainClash();
  };
  return (
    <Empty title={say("studio.steps.none")}>
      <p>{say("studio.steps.none.hint")}</p>
      <Button kind="primary" label={say("studio.why.open")} onClick={showWhy} />
    </Empty>
  );
}

// ---------------------------------------------------------------------- boards

/** Generate new boards, and check the clues of this one. */
function BoardTools({ state }: { state: State }) {
  const [level, setLevel] = useState("");
  const [symmetry, setSymmetry] = useState("none");
  const boardReply = isFresh(state.clues, state) ? state.clues : null;
  return (
    <section class="card board-bench" aria-label={say("studio.board")}>
      <div class="bar">
        <select aria-label={say("studio.board.level")} onChange={(event) => setLevel(event.currentTarget.value)}>
          {["", ...LEVELS].map((choice) => (
            <option key={choice} value={choice} selected={choice === level}>
              {say(choice ? (`studio.board.level.${choice}` as Key) : "studio.board.any")}
            </option>
          ))}
        </select>
        <select
          aria-label={say("studio.board.symmetry")}
          onChange={(event) => setSymmetry(event.currentTarget.value)}
        >
          {SYMMETRIES.map((choice) => (
            <option key={choice} value={choice} selected={choice === symmetry}>
              {say(`studio.board.symmetry.${choice}`)}
            </option>
          ))}
        </select>
        <Button icon="random" label={say("studio.board")} onClick={() => void generateBoard(level, symmetry)} />
        <Button label={say("studio.board.clues")} onClick={() => void checkClues()} />
      </div>
      {boardReply && (
        <div class="board-told" aria-live="polite">
          {[boardReply.texts.text, ...(boardReply.texts.closing ?? []), boardReply.texts.advice].map(
            (sentence) =>
              sentence && (
                <p key={sentence}>
                  <Prose text={sentence} />
                </p>
              ),
          )}
          <div class="cards">
            {boardReply.answer.map((svg) => (
              <Svg key={svg} svg={svg} />
            ))}
          </div>
        </div>
      )}
    </section>
  );
}

// ---------------------------------------------------------------------- walking through the steps

interface WaveProps {
  state: State;
  waves: Sentence[][];
  onGo: (offset: number) => void;
}

/** Watch the solution or play it oneself, if the text has a view. */
function StepModes({ state, waves, onGo }: WaveProps) {
  if (!hasView(state.stepsAnswer?.answer.pictures?.[0]))
    return <StepWalk state={state} waves={waves} onGo={onGo} />;
  const mode = state.isPlayingPuzzle ? "play" : "watch";
  return (
    <>
      <Modes
        label={say("studio.tab.steps")}
        value={mode}
        values={[
          ["watch", say("studio.steps.watch")],
          ["play", say("studio.puzzle")],
        ]}
        onChange={(chosen) => setPlayingPuzzle(chosen === "play")}
      />
      {state.isPlayingPuzzle ? (
        <Puzzle state={state} onGo={onGo} />
      ) : (
        <StepWalk state={state} waves={waves} onGo={onGo} />
      )}
    </>
  );
}

function StepWalk({ state, waves, onGo }: WaveProps) {
  const { wave, wavePictures } = state;
  const lastPicture = useRef<string | undefined>(undefined); // shown until the next picture is drawn
  lastPicture.current = wavePictures[wave] ?? (Object.keys(wavePictures).length ? lastPicture.current : undefined);
  useKeys(
    ({ key, event }) => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return false;
      const now = store.get().wave; // keys may come faster than pictures
      const to = { ArrowLeft: now - 1, ArrowRight: now + 1, Home: 0, End: waves.length - 1 }[key];
      if (to === undefined) return false;
      void showWave(to);
      return true;
    },
    { alsoIgnored: ".tabs, details[open]", dependencies: [waves.length] },
  );
  return (
    <>
      <StepBar wave={wave} count={waves.length} />
      <div class="steps-shown">
        {isDrawable(state.stepsAnswer?.answer.pictures?.[wave]) && (
          <div class="stage">
            {lastPicture.current && <Svg svg={lastPicture.current} label={say("studio.steps.label")} />}
          </div>
        )}
        <ol class="steps-told" aria-live="polite">
          {(waves[wave] ?? []).map(({ text, spans }) => (
            <li key={text}>
              <button
                type="button"
                class="step"
                {...highlightHandlers(...spans)}
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

function StepBar({ wave, count }: { wave: number; count: number }) {
  const stepText = say("studio.step.of", { number: wave + 1, count });
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
        aria-valuetext={stepText}
        onInput={(event) => void showWave(Number(event.currentTarget.value))}
      />
      <output class="told">{stepText}</output>
    </div>
  );
}
