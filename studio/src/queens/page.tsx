// The Queens page: chess boards of up to 32 rows, and boards of coloured regions as in newspapers.
import { useMemo, useState } from "preact/hooks";
import { KeysDialog } from "../look/dialogs";
import { handleUndoRedo, type KeyPress, useKeys } from "../look/keys";
import { Button, Dialog, Prose } from "../look/parts";
import { preferences } from "../look/preferences";
import { Board, type Layer } from "../play/board";
import { Modes, NumberField, PasteForm, PlayPage, ShareDialog, UndoRedo } from "../play/parts";
import { spotOf } from "../play/types";
import { usePart } from "../store";
import { say } from "../words";
import {
  changeGame,
  checkUnique,
  drawRegions,
  endDrawing,
  generate,
  hint,
  MAX_QUEENS,
  makeShareLink,
  openChess,
  openRegions,
  paint,
  press,
  redo,
  restart,
  runReportingErrors,
  showNextCompletion,
  undo,
} from "./actions";
import { attackedSquares, GAMES, LETTERS, layersOf, NONE, QUEEN, type State, store, widthOf } from "./state";

export function QueensPage() {
  const state = usePart(store, (state) => state);
  usePart(preferences, (state) => state.language);
  useKeys(handleKey);
  const { game, stage, dialog, size, regions } = state;
  const layers = useMemo<Layer[]>(() => layersOf(state), [state]);
  const tints = useMemo(() => (game === "regions" ? tintsOf(regions) : undefined), [game, regions]);
  const close = () => store.set({ dialog: null });
  return (
    <PlayPage
      page="queens"
      onHelp={() => store.set({ dialog: "keys" })}
      onFiles={(files) => void files[0]?.text().then((text) => runReportingErrors(() => openRegions(text)))}
      tools={
        <>
          <Modes
            label={say("play.mode")}
            value={game}
            values={GAMES.map((gameName) => [gameName, say(`play.queens.${gameName}`)])}
            onChange={(newGame) => void changeGame(newGame)}
          />
          {game === "chess" ? (
            <NumberField
              label={say("play.queens.size")}
              value={size}
              min={1}
              max={MAX_QUEENS}
              onChange={(newSize) => void runReportingErrors(() => openChess(newSize))}
            />
          ) : (
            <Button
              icon="plus"
              kind="primary"
              label={say("play.new")}
              onClick={() => store.set({ dialog: "new" })}
            />
          )}
          <Button icon="link" label={say("studio.share")} onClick={() => store.set({ dialog: "share" })} />
        </>
      }
    >
      <main class="play-panels">
        <section class="play-left" aria-label={say("play.board")}>
          {stage && (
            <Board
              id="board"
              stage={stage}
              layers={layers}
              tints={tints}
              label={say("play.board.label", { height: stage.height, width: stage.width })}
              describeCell={(cell) => squareText(cell, state)}
              onAct={press}
              onPaint={paint}
            />
          )}
        </section>
        <section class="play-right" aria-label={say(`play.queens.${game}`)}>
          <Panel state={state} />
        </section>
      </main>
      {dialog === "share" && <Share />}
      {dialog === "new" && <NewRegions />}
      {dialog === "keys" && (
        <KeysDialog
          keys={[
            ["← → ↑ ↓", say("play.keys.move")],
            ["Space", say("play.queens.keys.mark")],
            ["X", say("play.queens.keys.none")],
            ["Ctrl Z / Y", say("play.keys.undo")],
            ["Ctrl + wheel", say("play.keys.zoom")],
          ]}
          onClose={close}
        />
      )}
    </PlayPage>
  );
}

/** A colour for each region, by its letter. */
function tintsOf(regions: string): number[] {
  return [...regions].map((name) => Math.max(0, LETTERS.indexOf(name)));
}

function squareText(cell: number, { marks, stage, names, game }: State): string {
  if (!stage) return "";
  const [row, column] = spotOf(cell, stage);
  const mark = marks.now[cell];
  const isAttacked = attackedSquares(marks.now, stage).has(cell);
  const what =
    mark === QUEEN
      ? game === "chess"
        ? "queen"
        : "star"
      : mark === NONE
        ? "none"
        : isAttacked
          ? "attacked"
          : "free";
  return `${names[cell] ?? `${row}, ${column}`}: ${say(`play.queens.cell.${what}`)}`;
}

function Share() {
  const address = useMemo(makeShareLink, []);
  return <ShareDialog link={address} onClose={() => store.set({ dialog: null })} />;
}

// ---------------------------------------------------------------------- beside the board

function Panel({ state }: { state: State }) {
  const { message, count, marks, game, isDrawing, isAsking, isBusy, regions } = state;
  const letters = [...LETTERS].slice(0, widthOf(regions));
  return (
    <div class="panel-body">
      {state.linkProblem && (
        <div class="answer bad" role="alert">
          <p>
            <Prose text={state.linkProblem} />
          </p>
        </div>
      )}
      <div class={`answer ${message?.kind ?? "none"}`} role="status">
        <p>
          <Prose text={message?.text ?? say(`play.queens.welcome.${game}`)} />
        </p>
        {!!message?.lines?.length && (
          <ul>
            {message.lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        )}
        {count && <p class="count">{count}</p>}
        {isBusy && <span class="spinner" aria-hidden="true" />}
      </div>
      {isDrawing ? (
        <>
          <fieldset class="pens" aria-label={say("play.queens.pen")}>
            {letters.map((letter) => (
              <button
                type="button"
                key={letter}
                class="pen region"
                data-tint={LETTERS.indexOf(letter) % 12}
                aria-pressed={letter === state.pen}
                aria-label={say("play.queens.pen.one", { name: letter })}
                onClick={() => store.set({ pen: letter })}
              >
                {letter}
              </button>
            ))}
          </fieldset>
          <div class="bar">
            <UndoRedo history={state.sketches} onUndo={undo} onRedo={redo} />
          </div>
          <p class="hint">{say("play.queens.draw.hint")}</p>
          <div class="bar">
            <NumberField
              label={say("play.queens.rows")}
              value={widthOf(regions)}
              min={4}
              max={16}
              onChange={drawRegions}
            />
            <Button kind="primary" icon="play" label={say("play.draw.play")} onClick={endDrawing} />
          </div>
        </>
      ) : (
        <>
          <div class="bar">
            {game === "chess" ? (
              <Button
                kind="primary"
                icon="forward"
                label={say("play.queens.next")}
                onClick={() => void showNextCompletion()}
              />
            ) : (
              <>
                <Button kind="primary" icon="bulb" label={say("play.hint.0")} onClick={() => void hint()} />
                <Button icon="check" label={say("play.queens.unique")} onClick={() => void checkUnique()} />
              </>
            )}
            <Button
              icon="help"
              label={say("play.queens.why_not")}
              pressed={isAsking}
              onClick={() => store.set({ isAsking: !isAsking })}
            />
          </div>
          {isAsking && <p class="notice">{say("play.queens.why_not.how")}</p>}
          <div class="bar">
            <UndoRedo history={marks} onUndo={undo} onRedo={redo} />
            <Button label={say("play.restart")} onClick={restart} />
          </div>
          <p class="hint rules-of-game">{say(`play.queens.rules.${game}`)}</p>
        </>
      )}
    </div>
  );
}

function NewRegions() {
  const [size, setSize] = useState(7);
  const close = () => store.set({ dialog: null });
  const closeAnd = (action: (size: number) => unknown) => () => {
    close();
    void action(size);
  };
  return (
    <Dialog title={say("play.new")} onClose={close} closeLabel={say("studio.close")}>
      <div class="bar">
        <NumberField label={say("play.queens.rows")} value={size} min={5} max={12} onChange={setSize} />
        <Button kind="primary" label={say("play.new.make")} onClick={closeAnd(generate)} />
        <Button label={say("play.mode.draw")} onClick={closeAnd(drawRegions)} />
      </div>
      <hr />
      <PasteForm
        label={say("play.queens.paste")}
        placeholder="aaabbb/abbbcc/addeec/ffddec/feeeec/fccccc"
        isPrimary={false}
        onPaste={(text) => openRegions(text).then(close)}
      />
    </Dialog>
  );
}

function handleKey(pressed: KeyPress): boolean {
  if (handleUndoRedo(pressed, undo, redo)) return true;
  if (pressed.key !== "?") return false;
  store.set({ dialog: "keys" });
  return true;
}
