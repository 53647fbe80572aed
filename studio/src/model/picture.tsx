// The picture of a model: its frames, other models, and why a cell has its value.
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { Button, Empty, Prose, Svg } from "../look/parts";
import { usePart } from "../store";
import type { WhyAnswer } from "../types";
import { formatNumber, say } from "../words";
import {
  chooseView,
  countModels,
  explainAtom,
  goToFrame,
  nextModel,
  setSpeed,
  setText,
  showModel,
  showOtherModel,
  solve,
  solveRandom,
  store,
  togglePlaying,
} from "./actions";
import { Costs, Strategy } from "./outcome";
import {
  type AtomQuestion,
  type Frame,
  freshAnswer,
  hasView,
  isFresh,
  outcomeOf,
  type State,
  shownModel,
} from "./state";
import { IncompleteNotice, NoModel, OutdatedNotice } from "./status";

/** The smallest text that is worth solving. */
const SAMPLE = "rain => umbrella\nrain or sun\nnot umbrella\n";

const SPEEDS = [0.5, 1, 2, 4];

export function Picture() {
  const state = usePart(store, (state) => state);
  if (state.tab !== "picture") return null; // stay mounted to keep the tab's state, but render nothing
  const current = shownModel(state);
  const answer = freshAnswer(state);
  const game = answer?.answer === "solved" ? answer.game : answer?.answer === "game" ? answer : undefined;
  const text = state.solved ? outcomeOf(state.solved, state.language).text : "";
  if (game && !hasView(current?.model.exhibit)) return <Strategy answer={game} text={text} />;
  if (!current) return <EmptyState state={state} />;
  const frame = current.frames?.[state.frame] ?? null;
  const isOld = !isFresh(state.solved, state);
  return (
    <div class="picture-tab">
      {isOld && <OutdatedNotice state={state} />}
      <IncompleteNotice state={state} />
      {state.isNew && <Welcome />}
      <div class={isOld ? "stage is-old" : "stage"}>
        {frame && <CellChoice svg={frame.svg} caption={frame.caption} isOld={isOld} />}
        {current.frames && !hasView(current.model.exhibit) && <p class="hint">{say("studio.picture.none")}</p>}
      </div>
      {frame?.caption && <p class="caption">{frame.caption}</p>}
      {answer?.answer === "best" && <Costs answer={answer} text={text} />}
      {state.atomQuestion && <Reason question={state.atomQuestion} />}
      {(current.frames?.length ?? 0) > 1 && <FramePlayer state={state} frames={current.frames ?? []} />}
      {game ? <Strategy answer={game} text={text} /> : <ModelBar state={state} isOld={isOld} />}
      <Offers state={state} />
    </div>
  );
}

/** A short introduction for first-time visitors. */
function Welcome() {
  return (
    <section class="card welcome">
      <h2>{say("studio.welcome")}</h2>
      <ol>
        <li>{say("studio.welcome.text")}</li>
        <li>{say("studio.welcome.solve")}</li>
        <li>{say("studio.welcome.why")}</li>
      </ol>
      <Button
        kind="quiet"
        icon="close"
        isIconOnly
        label={say("studio.close")}
        onClick={() => store.set({ isNew: false })}
      />
    </section>
  );
}

function EmptyState({ state }: { state: State }) {
  if (freshAnswer(state)) return <NoModel state={state} />;
  if (!state.text.trim())
    return (
      <Empty title={say("studio.blank")}>
        <p>{say("studio.blank.hint")}</p>
        <pre class="sample">{SAMPLE}</pre>
        <Button label={say("studio.blank.sample")} onClick={() => setText(SAMPLE)} />
      </Empty>
    );
  return (
    <Empty title={say("studio.picture.empty")}>
      <p>{say("studio.picture.empty.hint")}</p>
      <Button kind="primary" icon="play" label={say("studio.solve")} onClick={() => void solve()} />
    </Empty>
  );
}

// ---------------------------------------------------------------------- clickable cells

const PART_SELECTOR = "[data-atoms]";

export function atomsOf(element: Element | null): string[] {
  return element?.getAttribute("data-atoms")?.split(";").filter(Boolean) ?? [];
}

/** A key for a place in a picture, whatever is true there. */
function placeKey(element: Element): string {
  return atomsOf(element).sort().join(";");
}

/** The shown model; a click on a cell asks why it has its value. */
function CellChoice({ svg, caption, isOld }: { svg: string; caption: string; isOld: boolean }) {
  const choose = (atoms: string[]): boolean => {
    const { model } = shownModel(store.get()) ?? {};
    const atom = atoms.find((candidate) => model?.true.includes(candidate)) ?? atoms[0];
    if (!atom || !model || isOld) return false;
    void explainAtom(atom, model.true.includes(atom));
    return true;
  };
  return <Clickable svg={svg} label={`${say("studio.picture.label")} ${caption}`} onChoose={choose} />;
}

/** A picture whose cells can be clicked, or reached with the arrow keys. */
export function Clickable({
  svg,
  label,
  keepsFrame = false,
  onChoose,
}: {
  svg: string;
  label: string;
  keepsFrame?: boolean; // keep the frame in place when the picture changes
  onChoose: (atoms: string[]) => boolean; // returns whether to frame the cell
}) {
  const holder = useRef<HTMLDivElement>(null);
  const choose = (element: Element | null) => {
    if (onChoose(atomsOf(element))) mark(element);
  };
  const chosen = useRef("");
  // In a layout effect, so that a key pressed meanwhile starts from the frame.
  useLayoutEffect(() => {
    const parts = [...(holder.current?.querySelectorAll(PART_SELECTOR) ?? [])];
    if (keepsFrame && chosen.current) mark(parts.find((part) => placeKey(part) === chosen.current) ?? null);
  }, [svg]);
  const mark = (element: Element | null) => {
    holder.current?.querySelector(".is-chosen")?.classList.remove("is-chosen");
    holder.current?.querySelector(".frame")?.remove();
    element?.classList.add("is-chosen");
    if (element) chosen.current = placeKey(element);
    if (element instanceof SVGGraphicsElement) element.parentNode?.append(frameOf(element));
  };
  const onClick = (event: MouseEvent) => {
    // A label on a square may have no atoms of its own; the square under it has.
    const under = document.elementsFromPoint(event.clientX, event.clientY);
    choose(under.find((element) => holder.current?.contains(element) && element.matches(PART_SELECTOR)) ?? null);
  };
  const onKey = (event: KeyboardEvent) => {
    const parts = [...(holder.current?.querySelectorAll(PART_SELECTOR) ?? [])];
    const chosen = holder.current?.querySelector(".is-chosen") ?? null;
    if (event.key === "Enter" || event.key === " ") choose(chosen ?? parts[0] ?? null);
    else if (event.key.startsWith("Arrow")) mark(findNearest(chosen, parts, event.key) ?? parts[0] ?? null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a picture with many places is no button
    <div
      class="clickable"
      ref={holder}
      onClick={onClick}
      onKeyDown={onKey}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: its places are reached by the arrow keys
      tabIndex={0}
      role="group"
      aria-label={label}
    >
      <Svg svg={svg} />
    </div>
  );
}

/** A frame around a part, drawn above its neighbours. */
function frameOf(element: SVGGraphicsElement): SVGRectElement {
  const frame = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  const { x, y, width, height } = element.getBBox();
  for (const [name, value] of Object.entries({ x, y, width, height })) frame.setAttribute(name, String(value));
  frame.setAttribute("class", "frame");
  return frame;
}

/** The nearest part in the direction of an arrow key. */
function findNearest(from: Element | null, parts: Element[], key: string): Element | null {
  if (!from) return null;
  const middle = (element: Element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  };
  const here = middle(from);
  const isAcross = key === "ArrowLeft" || key === "ArrowRight";
  const sign = key === "ArrowLeft" || key === "ArrowUp" ? -1 : 1;
  let best: Element | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const part of parts) {
    const { x, y } = middle(part);
    const along = sign * (isAcross ? x - here.x : y - here.y);
    const aside = Math.abs(isAcross ? y - here.y : x - here.x);
    if (along > 2 && along + 3 * aside < least) [best, least] = [part, along + 3 * aside];
  }
  return best;
}

/** Whether the atom has its value in every model; otherwise the text has no model. */
function isForced({ forced }: WhyAnswer): boolean {
  return forced !== undefined && forced !== null;
}

/** Why an atom has its value: what forces it, or that another model differs. */
export function Reason({ question }: { question: AtomQuestion }) {
  const { atom, isTrue, reply, failure } = question;
  const card = useRef<HTMLElement>(null);
  useEffect(() => card.current?.scrollIntoView({ block: "nearest" }), [question]);
  const title = say(isTrue ? "studio.atom.true" : "studio.atom.false", { atom });
  return (
    <section class="reason" ref={card} aria-live="polite" aria-label={title}>
      <h3>{title}</h3>
      {failure && <p class="failure">{failure}</p>}
      {!reply && !failure && <p class="hint">{say("studio.busy.why")}</p>}
      {reply && reply.answer.status === "sat" && (
        <>
          <p>{say("studio.atom.free")}</p>
          {reply.answer.model && (
            <Button label={say("studio.atom.show")} onClick={() => void showOtherModel(reply.answer)} />
          )}
        </>
      )}
      {reply && reply.answer.status === "unsat" && (
        <>
          <p>{isForced(reply.answer) ? say("studio.atom.forced") : <Prose text={reply.texts.text ?? ""} />}</p>
          {(reply.texts.upshot ?? []).slice(0, 1).map(
            (text) =>
              text && (
                <p key={text}>
                  <Prose text={text} />
                </p>
              ),
          )}
          <ol class="because">
            {(reply.answer.clashes?.[0]?.instances ?? [])
              .filter((instance) => !instance.is_expected)
              .slice(0, 12)
              .map((instance) => (
                <li key={`${instance.line} ${instance.instance}`}>
                  <span class="where">{say("studio.line", { line: instance.line })}</span>{" "}
                  <code>{instance.instance || instance.text}</code>
                </li>
              ))}
          </ol>
        </>
      )}
      <Button
        kind="quiet"
        icon="close"
        isIconOnly
        label={say("studio.close")}
        onClick={() => store.set({ atomQuestion: null, highlightedSpans: [] })}
      />
    </section>
  );
}

// ---------------------------------------------------------------------- steps and other models

function FramePlayer({ state, frames }: { state: State; frames: Frame[] }) {
  const slider = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (slider.current) slider.current.value = String(state.frame);
  }, [state.frame]);
  // The state before the first step is step 0, as in the captions.
  const stepText = say("studio.step.of", {
    number: frames[state.frame]?.step ?? state.frame + 1,
    count: frames.at(-1)?.step ?? frames.length,
  });
  return (
    <div class="bar film">
      <Button icon="first" isIconOnly label={say("studio.first")} onClick={() => goToFrame(0)} />
      <Button icon="back" isIconOnly label={say("studio.back")} onClick={() => goToFrame(state.frame - 1)} />
      <Button
        icon={state.isPlaying ? "pause" : "play"}
        isIconOnly
        label={say(state.isPlaying ? "studio.pause" : "studio.play")}
        onClick={togglePlaying}
      />
      <Button icon="forward" isIconOnly label={say("studio.forward")} onClick={() => goToFrame(state.frame + 1)} />
      <Button icon="last" isIconOnly label={say("studio.last")} onClick={() => goToFrame(frames.length - 1)} />
      <input
        ref={slider}
        type="range"
        min={0}
        max={frames.length - 1}
        value={state.frame}
        aria-label={say("studio.step")}
        aria-valuetext={stepText}
        onInput={(event) => goToFrame(Number(event.currentTarget.value))}
      />
      <output class="told">{stepText}</output>
      <select
        aria-label={say("studio.speed")}
        value={state.speed}
        onChange={(event) => setSpeed(Number(event.currentTarget.value))}
      >
        {SPEEDS.map((speed) => (
          <option key={speed} value={speed}>
            {speed}×
          </option>
        ))}
      </select>
    </div>
  );
}

function ModelBar({ state, isOld }: { state: State; isOld: boolean }) {
  const { models, index, isAll } = state;
  const modelCount = isAll ? { number: models.length, isAll } : state.count;
  const number = formatNumber(index + 1);
  const countText = !modelCount
    ? say("studio.model", { number })
    : say(modelCount.isAll ? "studio.model.of" : "studio.model.of_least", {
        number,
        count: formatNumber(modelCount.number),
      });
  const isLast = isAll && index + 1 >= models.length;
  const isPlain = state.solved?.answer.answer === "solved";
  return (
    <div class="bar models">
      <Button
        icon="back"
        isIconOnly
        label={say("studio.previous_model")}
        disabled={index === 0}
        onClick={() => void showModel(index - 1)}
      />
      <output class="told">{countText}</output>
      <Button
        icon="forward"
        isIconOnly
        label={say("studio.next_model")}
        disabled={isLast || isOld || !isPlain}
        onClick={() => void nextModel()}
      />
      <Button
        icon="random"
        label={say("studio.random")}
        disabled={isOld || !isPlain}
        onClick={() => void solveRandom()}
      />
      <Button
        label={say("studio.count")}
        disabled={isOld || !isPlain || !!modelCount?.isAll}
        onClick={() => void countModels()}
      />
    </div>
  );
}

/** Thumbnails of the views that fit; a click inserts one into the text. */
function Offers({ state }: { state: State }) {
  const offers = isFresh(state.offers, state) ? (state.offers?.answer ?? []) : [];
  if (!offers.length) return null;
  return (
    <section class="offers" aria-label={say("studio.views")}>
      <h3>{say("studio.views")}</h3>
      <p class="hint">{say("studio.views.hint")}</p>
      <div class="cards">
        {offers.map((offer) => (
          <button type="button" class="card offer" key={offer.words} onClick={() => chooseView(offer)}>
            <Svg svg={offer.svg} />
            <code>{offer.words}</code>
          </button>
        ))}
      </div>
    </section>
  );
}
