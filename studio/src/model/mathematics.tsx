// The text as mathematics: each formula beside its lines, both ways.
import { useEffect, useRef } from "preact/hooks";
import { Empty } from "../look/parts";
import { usePart } from "../store";
import type { Piece } from "../types";
import { say } from "../words";
import { light, store } from "./actions";
import { isFresh } from "./state";

export function Mathematics({ cursor, onGo }: { cursor: number; onGo: (offset: number) => void }) {
  const state = usePart(store, (whole) => whole);
  if (state.tab !== "mathematics") return null; // it keeps what was chosen in it, and draws nothing
  const pieces = state.pieces?.answer ?? [];
  if (!pieces.length)
    return <Empty title={say(state.text.trim() ? "studio.mathematics.errors" : "studio.mathematics.empty")} />;
  return (
    <div class={isFresh(state.pieces, state) ? "mathematics-tab" : "mathematics-tab is-old"}>
      {pieces.map((piece) => (
        <Formula
          key={`${piece.span[0]} ${piece.text.length}`}
          piece={piece}
          isHere={piece.span[0] <= cursor && cursor <= piece.span[1]}
          onGo={onGo}
        />
      ))}
    </div>
  );
}

function Formula({ piece, isHere, onGo }: { piece: Piece; isHere: boolean; onGo: (offset: number) => void }) {
  const holder = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const table = `<math display="block"><mtable displaystyle="true" class="left">${piece.text}</mtable></math>`;
    const parsed = new DOMParser().parseFromString(table, "text/html");
    holder.current?.replaceChildren(...[...parsed.body.childNodes].map((node) => document.importNode(node, true)));
  }, [piece.text]);
  useEffect(() => {
    if (isHere) holder.current?.scrollIntoView({ block: "nearest" });
  }, [isHere]);
  return (
    <button
      type="button"
      ref={holder}
      class={isHere ? "formula is-here" : "formula"}
      title={say("studio.mathematics.go")}
      onClick={() => onGo(piece.span[0])}
      onPointerEnter={() => light([piece.span])}
      onPointerLeave={() => light([])}
    />
  );
}
