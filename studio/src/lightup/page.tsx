// The Light Up page: the board as large as it fits, and the panel of the current mode beside it.
import { useEffect, useMemo, useState } from "preact/hooks";
import { KeysDialog } from "../look/dialogs";
import { handleUndoRedo, type KeyPress, useKeys } from "../look/keys";
import { Button } from "../look/parts";
import { preferences } from "../look/preferences";
import { Board, type Layer } from "../play/board";
import { formatClock, Modes, PlayPage, ShareDialog } from "../play/parts";
import { RefusedError } from "../play/questions";
import { spotOf } from "../play/types";
import { usePart } from "../store";
import { say } from "../words";
import {
  drawCell,
  goToStep,
  makeShareLink,
  openAny,
  paint,
  press,
  redo,
  redoDrawing,
  setMode,
  showMessage,
  undo,
  undoDrawing,
} from "./actions";
import { DrawPanel } from "./draw";
import { ExplainPanel } from "./explain";
import { NewDialog } from "./new";
import { PlayPanel } from "./play";
import {
  cellsOf,
  clickCell,
  findNode,
  judge,
  moveSelection,
  proofStore,
  redoProof,
  selectedBoard,
  undoProof,
  withPending,
} from "./proof";
import { ExerciseDialog, ProvePanel } from "./prove";
import { describeCell, layersOf, MODES, type State, store } from "./state";

export function LightUpPage() {
  const state = usePart(store, (state) => state);
  usePart(preferences, (state) => state.language);
  useTimer();
  useKeys(handleKey);
  const { mode, stage, dialog } = state;
  return (
    <PlayPage
      page="lightup"
      onFiles={(files) => void openFile(files)}
      onHelp={() => store.set({ dialog: "keys" })}
      tools={
        <>
          <Button icon="plus" kind="primary" label={say("play.new")} onClick={() => store.set({ dialog: "new" })} />
          <Modes
            label={say("play.mode")}
            value={mode}
            values={MODES.map((modeName) => [modeName, say(`play.mode.${modeName}`)])}
            onChange={changeMode}
          />
          <Button icon="link" label={say("studio.share")} onClick={() => store.set({ dialog: "share" })} />
          <Timer state={state} />
        </>
      }
    >
      <main class={`play-panels mode-${mode}`}>
        <section class="play-left" aria-label={say("play.board")}>
          {stage ? <PlayBoard state={state} /> : <p class="empty">{state.message?.text ?? ""}</p>}
          {mode === "play" && state.isPaused && <PauseCover />}
        </section>
        <section class="play-right" aria-label={say(`play.mode.${mode}`)}>
          {mode === "play" && <PlayPanel state={state} />}
          {mode === "explain" && <ExplainPanel state={state} />}
          {mode === "prove" && <ProvePanel />}
          {mode === "draw" && <DrawPanel state={state} />}
        </section>
      </main>
      {dialog === "new" && <NewDialog />}
      {dialog === "share" && <Share />}
      {dialog === "keys" && <KeysDialog keys={keysOf()} onClose={() => store.set({ dialog: null })} />}
      {dialog === "exercise" && <ExerciseDialog />}
    </PlayPage>
  );
}

function changeMode(mode: State["mode"]): void {
  setMode(mode);
  if (mode === "prove") judge();
}

/** Open a dropped file: a board, a LEGUP proof, an exercise. */
async function openFile(files: FileList): Promise<void> {
  const text = await files[0]?.text();
  if (!text) return;
  try {
    await openAny(text);
    store.set({ dialog: null });
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    showMessage({ kind: "bad", text: error.message });
    proofStore.set({ notice: error.message });
  }
}

function Share() {
  const address = useMemo(makeShareLink, []);
  return <ShareDialog link={address} onClose={() => store.set({ dialog: null })} />;
}

// ---------------------------------------------------------------------- the board

function frames(cells: number[], role: string): Map<number, string> {
  return new Map(cells.map((cell) => [cell, `frame-${role}`]));
}

function PlayBoard({ state }: { state: State }) {
  const proof = usePart(proofStore, (state) => state);
  const { stage, mode } = state;
  const layers = useMemo<Layer[]>(() => (stage ? shownLayers(state, proof) : []), [state, proof]);
  if (!stage) return null;
  const cells = visibleCells(state);
  const explained =
    mode === "explain" && state.drawnStep?.number === state.step ? state.drawnStep.answer.frames : "";
  return (
    <Board
      id="board"
      stage={stage}
      layers={layers}
      overlay={mode === "play" ? state.overlay : explained}
      label={say("play.board.label", { height: stage.height, width: stage.width })}
      describeCell={(cell) => cellText(cell, cells, state)}
      onAct={(cell, kind) => handleClick(cell, kind)}
      onPaint={(cell, isFirst, kind) => handleDrag(cell, isFirst, kind)}
      onKey={handleBoardKey}
    />
  );
}

function cellText(cell: number, cells: string, { stage }: State): string {
  if (!stage) return "";
  const [row, column] = spotOf(cell, stage);
  const what = describeCell(cells, cell, stage);
  return say("play.cell", {
    row,
    column,
    what: say(`play.cell.${what}` as "play.cell.bulb", { clue: cells[cell] ?? "" }),
  });
}

/** The cells as this mode shows them. */
function visibleCells(state: State): string {
  const { mode, explained, step, drawnStep, bare } = state;
  if (mode === "explain") {
    const stepRows = drawnStep?.number === step ? drawnStep.answer.rows : null;
    return (stepRows ?? explained?.answer.steps[step - 1]?.board ?? [bare]).join("");
  }
  if (mode === "prove") return withPending(selectedBoard(), proofStore.get().pending);
  return mode === "draw" ? bare : state.marks.now.cells;
}

function shownLayers(state: State, proof: ReturnType<typeof proofStore.get>): Layer[] {
  const { stage, mode, highlighted, wrong, errors } = state;
  if (!stage) return [];
  const cells = visibleCells(state);
  if (mode === "prove") {
    const selectedNode = findNode(proof.selected);
    const wrongCells = (selectedNode?.errors ?? []).flatMap((error) =>
      error.cells.map(([x, y]) => y * stage.width + x),
    );
    const { bulbs = [], dots = [] } = proof.draft.now.goal.marks ?? {};
    const role = new Map([
      ...frames(cellsOf([...bulbs, ...dots]), "members"), // what the goal is about
      ...frames(cellsOf(selectedNode?.cells), "pointed"),
      ...frames(wrongCells, "pointed"),
    ]);
    if (proof.target !== null) role.set(proof.target, "frame-site");
    return layersOf(cells, stage, selectedBoard(), role);
  }
  if (mode === "explain") return layersOf(cells, stage);
  const highlightFrames = highlighted ? frames(highlighted.cells, highlighted.role) : new Map<number, string>();
  const frameLayer =
    mode === "play" && errors === "at_once"
      ? new Map([...frames(wrong, "pointed"), ...highlightFrames])
      : highlightFrames;
  return layersOf(cells, stage, mode === "play" ? state.marks.now.base : undefined, frameLayer);
}

function handleClick(cell: number, kind: "main" | "other"): void {
  const { mode, pen, bare } = store.get();
  if (mode === "play") press(cell, kind);
  else if (mode === "prove") clickCell(cell, kind);
  else if (mode === "draw") drawCell(cell, kind === "other" || bare[cell] === pen ? "." : pen);
}

function handleDrag(cell: number, isFirst: boolean, kind: "main" | "other"): void {
  const { mode, pen } = store.get();
  if (mode === "play") paint(cell, isFirst);
  else if (mode === "draw") drawCell(cell, kind === "other" ? "." : pen, !isFirst);
  else if (mode === "prove") clickCell(cell, "other");
}

function handleBoardKey(pressed: string, cell: number): boolean {
  const { mode } = store.get();
  if (mode === "draw") {
    if (!/^[0-4#.]$/.test(pressed)) return false;
    drawCell(cell, pressed);
    return true;
  }
  return false;
}

// ---------------------------------------------------------------------- time and keys

function Timer({ state }: { state: State }) {
  if (state.mode !== "play" || !state.stage) return null;
  const label = say(state.isPaused ? "play.timer.go_on" : "play.timer.pause");
  return (
    <span class="timer">
      <span>{formatClock(state.seconds)}</span>
      <Button
        icon={state.isPaused ? "play" : "pause"}
        isIconOnly
        kind="quiet"
        label={label}
        onClick={() => store.set({ isPaused: !state.isPaused })}
      />
    </span>
  );
}

/** Covers the board while the timer is paused. */
function PauseCover() {
  return (
    <div class="paused">
      <Button
        kind="primary"
        icon="play"
        label={say("play.timer.go_on")}
        onClick={() => store.set({ isPaused: false })}
      />
    </div>
  );
}

/** The timer runs while the user plays and the page is visible. */
function useTimer(): void {
  const [, setTick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => {
      const { mode, isPaused, isSolved, seconds, marks } = store.get();
      if (mode !== "play" || isPaused || isSolved || document.hidden || !marks.past.length) return;
      store.set({ seconds: seconds + 1 });
      setTick((tick) => tick + 1);
    }, 1000);
    return () => clearInterval(timer);
  }, []);
}

function keysOf(): [string, string][] {
  return [
    ["← → ↑ ↓", say("play.keys.move")],
    ["Space", say("play.keys.mark")],
    ["X", say("play.keys.dot")],
    ["0 … 4 # .", say("play.keys.draw")],
    ["Ctrl Z / Y", say("play.keys.undo")],
    ["H", say("play.keys.hint")],
    ["N", say("play.keys.next")],
    ["Alt ← →", say("play.keys.steps")],
    ["1 … 9, A, B", say("play.keys.rules")],
    ["Ctrl + wheel", say("play.keys.zoom")],
  ];
}

const doNothing = () => undefined;
const UNDO = { play: undo, draw: undoDrawing, prove: undoProof, explain: doNothing };
const REDO = { play: redo, draw: redoDrawing, prove: redoProof, explain: doNothing };

function handleKey(pressed: KeyPress): boolean {
  const { key, isControl, event } = pressed;
  const { mode, step } = store.get();
  const by = key === "ArrowRight" ? 1 : key === "ArrowLeft" ? -1 : 0;
  if (handleUndoRedo(pressed, UNDO[mode], REDO[mode])) return true;
  if (isControl) return false;
  if (mode === "prove" && event.altKey && by) moveSelection(by);
  else if (mode === "explain" && by) goToStep(step + by);
  else if (key === "?") store.set({ dialog: "keys" });
  else if (mode === "play" && key === "h") document.getElementById("hint")?.click();
  else if (mode === "play" && key === "n") document.getElementById("next-step")?.click();
  else if (mode === "prove" && !event.altKey) {
    const button = document.querySelector<HTMLElement>(`.rule-button[data-key="${CSS.escape(key)}"]`);
    if (!button) return false;
    button.click();
  } else return false;
  return true;
}
