// Drawing a board: the pen, the size, and whether it has exactly one solution.
import { Button } from "../look/parts";
import type { MessageKind } from "../play/messages";
import { NumberField, SmallPicture, UndoRedo } from "../play/parts";
import { say } from "../words";
import { redoDrawing, resize, setMode, undoDrawing } from "./actions";
import { MessageView } from "./play";
import { type State, store } from "./state";
import type { SolveAnswer } from "./types";

const VERDICT_KINDS: Record<SolveAnswer["status"], MessageKind> = { unique: "good", multiple: "bad", none: "bad" };
const PENS = ["#", "0", "1", "2", "3", "4", "."];

export function DrawPanel({ state }: { state: State }) {
  const { stage, pen, verdict, sketches } = state;
  if (!stage) return null;
  const kind = verdict ? VERDICT_KINDS[verdict.status] : "plain";
  const [first, ...lines] = verdict?.text.split("\n") ?? [say("play.draw.looking")];
  return (
    <div class="panel-body">
      <MessageView message={state.message ?? { kind, text: first ?? "", lines }} />
      <fieldset class="pens" aria-label={say("play.draw.pen")}>
        {PENS.map((value) => (
          <button
            type="button"
            key={value}
            class={`pen ${value === "." ? "white" : "wall"}`}
            aria-pressed={value === pen}
            aria-label={say("play.draw.pen.one", { what: value === "." ? say("play.cell.dark") : value })}
            onClick={() => store.set({ pen: value })}
          >
            {value === "#" || value === "." ? "" : value}
          </button>
        ))}
      </fieldset>
      <div class="bar">
        <UndoRedo history={sketches} onUndo={undoDrawing} onRedo={redoDrawing} />
      </div>
      <p class="hint">{say("play.draw.hint")}</p>
      <div class="bar">
        <NumberField
          label={say("play.height")}
          value={stage.height}
          min={1}
          max={60}
          onChange={(height) => resize(height, stage.width)}
        />
        <NumberField
          label={say("play.width")}
          value={stage.width}
          min={1}
          max={60}
          onChange={(width) => resize(stage.height, width)}
        />
        <Button kind="primary" icon="play" label={say("play.draw.play")} onClick={() => setMode("play")} />
      </div>
      {!!verdict?.pictures.length && (
        <figure class="two-solutions">
          <figcaption>{say("play.draw.two")}</figcaption>
          <div class="side-by-side">
            {verdict.pictures.map((picture) => (
              <SmallPicture key={picture} svg={picture} label={say("play.draw.solution")} />
            ))}
          </div>
        </figure>
      )}
    </div>
  );
}
