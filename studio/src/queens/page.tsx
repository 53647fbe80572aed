// The Queens page: chess boards up to 32 rows, and boards of coloured regions as newspapers have them.
import { useEffect, useMemo, useState } from "preact/hooks";
import { Button, Dialog } from "../look/parts";
import { worn } from "../look/worn";
import { RefusedError } from "../play/asking";
import { Board, type Layer } from "../play/board";
import { Field, KeysDialog, Marked, Modes, NumberField, PlayPage, ShareDialog, UndoRedo } from "../play/parts";
import { spotOf } from "../play/types";
import { usePart } from "../store";
import { say } from "../words";
import {
  change,
  drawRegions,
  endDrawing,
  generate,
  guarded,
  hint,
  link,
  MOST,
  next,
  openChess,
  openRegions,
  paint,
  press,
  redo,
  restart,
  undo,
  unique,
} from "./actions";
import { GAMES, LETTERS, layersOf, NONE, QUEEN, reached, type State, store, widthOf } from "./state";

export function QueensPage() {
  const state = usePart(store, (whole) => whole);
  usePart(worn, (look) => look.language);
  useKeys();
  const { game, stage, dialog, size, regions } = state;
  const layers = useMemo<Layer[]>(() => layersOf(state), [state]);
  const tints = useMemo(() => (game === "regions" ? tintsOf(regions) : undefined), [game, regions]);
  const close = () => store.set({ dialog: null });
  return (
    <PlayPage
      page="queens"
      onHelp={() => store.set({ dialog: "keys" })}
      onFiles={(files) => void files[0]?.text().then((text) => guarded(() => openRegions(text)))}
      tools={
        <>
          <Modes
            label={say("play.mode")}
            value={game}
            values={GAMES.map((one) => [one, say(`play.queens.${one}`)])}
            onChange={(chosen) => void change(chosen)}
          />
          {game === "chess" ? (
            <NumberField
              label={say("play.queens.size")}
              value={size}
              least={1}
              most={MOST}
              onChange={(wanted) => void guarded(() => openChess(wanted))}
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
              tell={(cell) => told(cell, state)}
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

function told(cell: number, { marks, stage, names, game }: State): string {
  if (!stage) return "";
  const [row, column] = spotOf(cell, stage);
  const mark = marks.now[cell];
  const isReached = reached(marks.now, stage).has(cell);
  const what =
    mark === QUEEN
      ? game === "chess"
        ? "queen"
        : "star"
      : mark === NONE
        ? "none"
        : isReached
          ? "attacked"
          : "free";
  return `${names[cell] ?? `${row}, ${column}`}: ${say(`play.queens.cell.${what}`)}`;
}

function Share() {
  const address = useMemo(link, []);
  return <ShareDialog link={address} onClose={() => store.set({ dialog: null })} />;
}

// ---------------------------------------------------------------------- beside the board

function Panel({ state }: { state: State }) {
  const { said, count, marks, game, isDrawing, isAsking, isBusy, regions } = state;
  const letters = [...LETTERS].slice(0, widthOf(regions));
  return (
    <div class="panel-body">
      {state.trouble && (
        <div class="answer bad" role="alert">
          <p>{state.trouble}</p>
        </div>
      )}
      <div class={`answer ${said?.kind ?? "none"}`} role="status">
        <p>{said?.text ?? say(`play.queens.welcome.${game}`)}</p>
        {!!said?.lines?.length && (
          <ul>
            {said.lines.map((line) => (
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
              least={4}
              most={16}
              onChange={drawRegions}
            />
            <Button kind="primary" icon="play" label={say("play.draw.play")} onClick={endDrawing} />
          </div>
        </>
      ) : (
        <>
          <div class="bar">
            {game === "chess" ? (
              <Button kind="primary" icon="forward" label={say("play.queens.next")} onClick={() => void next()} />
            ) : (
              <>
                <Button kind="primary" icon="bulb" label={say("play.hint.0")} onClick={() => void hint()} />
                <Button icon="check" label={say("play.queens.unique")} onClick={() => void unique()} />
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
  const [text, setText] = useState("");
  const [size, setSize] = useState(7);
  const [failure, setFailure] = useState<RefusedError | null>(null);
  const close = () => store.set({ dialog: null });
  const take = async () => {
    try {
      await openRegions(text);
      close();
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      setFailure(error);
    }
  };
  return (
    <Dialog title={say("play.new")} onClose={close} closeLabel={say("studio.close")}>
      <form
        class="paste"
        onSubmit={(event) => {
          event.preventDefault();
          void take();
        }}
      >
        <Field label={say("play.queens.paste")}>
          <textarea
            rows={6}
            spellcheck={false}
            value={text}
            placeholder="aaabbb/abbbcc/addeec/ffddec/feeeec/fccccc"
            onInput={(event) => {
              setText(event.currentTarget.value);
              setFailure(null);
            }}
          />
        </Field>
        {failure && (
          <div class="failure" role="alert">
            <p>{failure.message}</p>
            <Marked text={text} places={failure.told.diagnostics ?? []} />
          </div>
        )}
        <div class="bar">
          <button type="submit" class="button primary" disabled={!text.trim()}>
            {say("play.paste.open")}
          </button>
        </div>
        <div class="bar">
          <NumberField label={say("play.queens.rows")} value={size} least={5} most={12} onChange={setSize} />
          <Button
            label={say("play.new.make")}
            onClick={() => {
              close();
              void generate(size);
            }}
          />
          <Button
            label={say("play.mode.draw")}
            onClick={() => {
              close();
              drawRegions(size);
            }}
          />
        </div>
      </form>
    </Dialog>
  );
}

function useKeys(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || document.querySelector("dialog[open]")) return;
      if (event.target instanceof Element && event.target.closest("input, select, textarea")) return;
      const pressed = event.key.toLowerCase();
      if ((event.ctrlKey || event.metaKey) && pressed === "z" && !event.shiftKey) undo();
      else if ((event.ctrlKey || event.metaKey) && (pressed === "y" || pressed === "z")) redo();
      else if (event.key === "?") store.set({ dialog: "keys" });
      else return;
      event.preventDefault();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}
