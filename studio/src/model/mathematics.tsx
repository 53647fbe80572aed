// The text as mathematics; formulas and source lines highlight each other.
import { useEffect, useRef } from "preact/hooks";
import { Empty } from "../look/parts";
import { toLines } from "../offsets";
import { usePart } from "../store";
import type { Piece } from "../types";
import { say } from "../words";
import { highlightHandlers, store } from "./actions";
import { hasErrors, isFresh } from "./state";

export function Mathematics({ cursor, onGo }: { cursor: number; onGo: (offset: number) => void }) {
  const state = usePart(store, (state) => state);
  if (state.tab !== "mathematics") return null; // stay mounted to keep the tab's state, but render nothing
  const pieces = state.pieces?.answer ?? [];
  if (!pieces.length)
    return <Empty title={say(hasErrors(state) ? "studio.mathematics.errors" : "studio.mathematics.empty")} />;
  const isOld = !isFresh(state.pieces, state);
  const lineOf = toLines(state.text);
  return (
    <div class={isOld ? "mathematics-tab is-old" : "mathematics-tab"}>
      {pieces.map((piece) => (
        <Formula
          key={`${piece.span[0]} ${piece.text.length}`}
          piece={piece}
          line={isOld ? null : lineOf(piece.span[0])}
          isHere={piece.span[0] <= cursor && cursor <= piece.span[1]}
          onGo={onGo}
        />
      ))}
    </div>
  );
}

interface FormulaProps {
  piece: Piece;
  line: number | null;
  isHere: boolean;
  onGo: (offset: number) => void;
}

function Formula({ piece, line, isHere, onGo }: FormulaProps) {
  const button = useRef<HTMLButtonElement>(null);
  const holder = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const table = `<math display="block"><mtable displaystyle="true" class="left">${piece.text}</mtable></math>`;
    const parsed = new DOMParser().parseFromString(table, "text/html");
    holder.current?.replaceChildren(...[...parsed.body.childNodes].map((node) => document.importNode(node, true)));
  }, [piece.text]);
  const wasHere = useRef(isHere);
  useEffect(() => {
    if (isHere && !wasHere.current) button.current?.scrollIntoView({ block: "nearest" });
    wasHere.current = isHere;
  }, [isHere]);
  return (
    <button
      type="button"
      ref={button}
      class={isHere ? "formula is-here" : "formula"}
      title={say("studio.mathematics.go")}
      onClick={() => onGo(piece.span[0])}
      {...highlightHandlers(piece.span)}
    >
      <span class="formula-line">
        <span class="hidden">{line !== null && say("studio.line", { line })}</span>
        <span aria-hidden="true">{line}</span>
      </span>
      <span class="formula-text" ref={holder} />
    </button>
  );
}
