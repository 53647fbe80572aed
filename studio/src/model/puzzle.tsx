// The board of a text, to play on: marks by clicks, a check of the marks, hints of three strengths.
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { handleUndoRedo, useKeys } from "../look/keys";
import { Button, Prose } from "../look/parts";
import { UndoRedo } from "../play/parts";
import { say } from "../words";
import { highlightHandlers } from "./actions";
import { atomsOf, Clickable } from "./picture";
import { askHint, cycleMark, givenMarks, redoMark, setPlayingPuzzle, undoMark } from "./puzzle-actions";
import type { Marks, State } from "./state";

export function Puzzle({ state, onGo }: { state: State; onGo: (offset: number) => void }) {
  const [chosen, setChosen] = useState<string[]>([]);
  const given = givenMarks(state);
  const marks = state.marks.now;
  const choose = (atoms: string[]): boolean => {
    const open = atoms.filter((atom) => !(atom in given));
    const [only] = open;
    if (only && open.length === 1) cycleMark(only);
    setChosen(open.length > 1 ? open : []);
    return open.length > 0;
  };
  const hinted = state.hintAnswer?.marks === marks ? state.hintAnswer : null;
  const hintElement = useRef<HTMLDivElement>(null);
  useEffect(() => hintElement.current?.scrollIntoView({ block: "nearest" }), [hinted]);
  useEffect(() => setPlayingPuzzle(true), [state.stepsAnswer]); // redraw in another language
  useKeys((pressed) => handleUndoRedo(pressed, undoMark, redoMark));
  return (
    <div class="steps-shown">
      <Board svg={state.markedPicture?.svg ?? ""} givenMarks={given} marks={marks} onChoose={choose} />
      <div class="puzzle">
        <p class="hint">{say(chosen.length ? "studio.puzzle.atoms" : "studio.puzzle.hint")}</p>
        <div class="bar chips">
          {chosen.map((atom) => (
            <button
              type="button"
              key={atom}
              class={`chip ${marks[atom] ?? "open"}`}
              aria-label={`${atom}: ${say(`studio.puzzle.${marks[atom] ?? "open"}`)}`}
              onClick={() => cycleMark(atom)}
            >
              {atom} {marks[atom] === undefined ? "" : marks[atom] ? "✓" : "✗"}
            </button>
          ))}
        </div>
        <div class="bar">
          <UndoRedo history={state.marks} onUndo={undoMark} onRedo={redoMark} />
        </div>
        <div class="bar">
          <Button icon="check" label={say("studio.puzzle.right")} onClick={() => void askHint(0)} />
          {([1, 2, 3] as const).map((strength) => (
            <Button
              key={strength}
              icon="bulb"
              label={say(`studio.puzzle.hint.${strength}`)}
              onClick={() => void askHint(strength)}
            />
          ))}
        </div>
        {hinted && (
          <div aria-live="polite" class="steps-told" ref={hintElement}>
            <p>
              <strong>{hinted.texts.text}</strong>
            </p>
            {hinted.texts.advice && (
              <p class="unsettled" role="note">
                <Prose text={hinted.texts.advice} />
              </p>
            )}
            {(hinted.texts.hints?.[hinted.strength - 1] ?? []).map(({ text, spans }) => (
              <button
                type="button"
                key={text}
                class="step"
                {...highlightHandlers(...spans)}
                onClick={() => spans[0] && onGo(spans[0][0])}
              >
                <Prose text={text} />
              </button>
            ))}
          </div>
        )}
      </div>
    </div>
  );
}

interface BoardProps {
  svg: string;
  givenMarks: Marks;
  marks: Marks;
  onChoose: (atoms: string[]) => boolean;
}

/** The picture of the marks; false atoms are written small in their square. */
function Board({ svg, givenMarks, marks, onChoose }: BoardProps) {
  const holder = useRef<HTMLDivElement>(null);
  /** The square of an atom: the element with the most atoms (labels on it have fewer). */
  const squareOf = (atom: string): Element | null => {
    const every = [...(holder.current?.querySelectorAll("[data-atoms]") ?? [])];
    const count = (square: Element | null) => (square ? atomsOf(square).length : 0);
    return every
      .filter((element) => atomsOf(element).includes(atom))
      .reduce<Element | null>((best, element) => (count(element) > count(best) ? element : best), null);
  };
  const choose = ([atom]: string[]) => onChoose(atom ? atomsOf(squareOf(atom)) : []);
  useLayoutEffect(() => {
    for (const old of holder.current?.querySelectorAll(".crossed") ?? []) old.remove();
    const out = Object.keys(marks).filter((atom) => marks[atom] === false);
    for (const square of new Set(out.map(squareOf))) {
      if (!(square instanceof SVGGraphicsElement)) continue;
      const open = atomsOf(square).filter((atom) => !(atom in givenMarks));
      const here = open.filter((atom) => out.includes(atom));
      square.parentNode?.append(addCross(square, here, open.length === 1));
    }
  }, [svg, marks]);
  return (
    <div class="stage" ref={holder}>
      {svg && <Clickable svg={svg} label={say("studio.puzzle.label")} keepsFrame onChoose={choose} />}
    </div>
  );
}

/** A cross with the last argument of each atom, which is what the atoms of a square differ in. */
function addCross(square: SVGGraphicsElement, out: string[], isAlone: boolean): SVGTextElement {
  const text = document.createElementNS("http://www.w3.org/2000/svg", "text");
  const { x, y, width, height } = square.getBBox();
  const last = (atom: string) => /([^,(]*)\)$/.exec(atom)?.[1] ?? atom;
  text.textContent = isAlone ? "×" : `×${[...new Set(out.map(last))].join("")}`;
  text.setAttribute("class", "crossed");
  text.setAttribute("x", String(x + width / 2));
  text.setAttribute("y", String(y + height * (isAlone ? 0.68 : 0.92)));
  text.setAttribute("text-anchor", "middle");
  text.setAttribute("font-size", String(height * (isAlone ? 0.6 : 0.26)));
  return text;
}
