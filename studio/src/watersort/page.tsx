// The Water Sort page: tubes to click, drag or choose by keys; the shortest solution beside the user's game.
import { useEffect, useMemo, useRef } from "preact/hooks";
import { KeysDialog } from "../look/dialogs";
import { handleUndoRedo, type KeyPress, useKeys } from "../look/keys";
import { Button, Dialog, Prose } from "../look/parts";
import { preferences } from "../look/preferences";
import {
  Choice,
  GenerateForm,
  NumberField,
  PasteForm,
  PlayPage,
  ShareDialog,
  SmallPicture,
  UndoRedo,
} from "../play/parts";
import { RefusedError } from "../play/questions";
import { usePart } from "../store";
import { say } from "../words";
import {
  checkCanBeWon,
  closePlan,
  type GenerateOptions,
  GRADES,
  generate,
  goToStep,
  hint,
  makeShareLink,
  open,
  pour,
  rate,
  redo,
  restart,
  type State,
  selectTube,
  setPlaying,
  showPlan,
  store,
  type TubesView,
  undo,
} from "./actions";

const STEP_DELAY = 900; // milliseconds

export function WaterSortPage() {
  const state = usePart(store, (state) => state);
  usePart(preferences, (state) => state.language);
  useKeys(handleKey);
  const { tubesView, dialog, plan } = state;
  const close = () => store.set({ dialog: null });
  return (
    <PlayPage
      page="watersort"
      onHelp={() => store.set({ dialog: "keys" })}
      onFiles={(files) => void files[0]?.text().then(openOrReport)}
      tools={
        <>
          <Button icon="plus" kind="primary" label={say("play.new")} onClick={() => store.set({ dialog: "new" })} />
          <Button icon="link" label={say("studio.share")} onClick={() => store.set({ dialog: "share" })} />
          <span class="timer">{say("play.watersort.moves", { count: state.moves.now.length })}</span>
        </>
      }
    >
      <main class="play-panels">
        <section class="play-left tubes-left" aria-label={say("play.watersort.tubes")}>
          {tubesView && <Tubes tubesView={tubesView} state={state} />}
          {plan && <PlanPlayer plan={plan} />}
        </section>
        <section class="play-right" aria-label={say("play.watersort.help")}>
          <Panel state={state} />
        </section>
      </main>
      {dialog === "share" && <Share />}
      {dialog === "new" && <NewLevel />}
      {dialog === "keys" && (
        <KeysDialog
          keys={[
            ["1 … 9, Tab ↵", say("play.watersort.keys.choose")],
            ["Esc", say("play.watersort.keys.let_go")],
            ["Ctrl Z / Y", say("play.keys.undo")],
            ["H", say("play.watersort.keys.hint")],
          ]}
          onClose={close}
        />
      )}
    </PlayPage>
  );
}

async function openOrReport(text: string): Promise<void> {
  try {
    await open(text);
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    store.set({ message: { kind: "bad", text: error.message } });
  }
}

function Share() {
  const address = useMemo(makeShareLink, []);
  return <ShareDialog link={address} onClose={() => store.set({ dialog: null })} />;
}

// ---------------------------------------------------------------------- tubes

function Tubes({ tubesView, state }: { tubesView: TubesView; state: State }) {
  const { selectedTube, hintedMove } = state;
  const draggedTube = useRef<number | null>(null);
  const count = tubesView.pictures.length;
  const columns = count > 8 ? Math.ceil(count / 2) : count;
  const targets = new Set(tubesView.pours.filter((move) => move.from === selectedTube).map((move) => move.to));
  const drop = (event: PointerEvent) => {
    const from = draggedTube.current;
    draggedTube.current = null;
    if (from === null) return;
    const over = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>("[data-tube]");
    const to = Number(over?.dataset.tube ?? 0);
    if (to && to !== from) {
      event.preventDefault();
      pour(from, to);
    }
  };
  return (
    <div class="tubes" style={`--columns: ${columns}`}>
      {tubesView.pictures.map((picture, index) => {
        const tube = index + 1;
        const role = hintedMove?.from === tube ? " is-source" : hintedMove?.to === tube ? " is-target" : "";
        const isOpen = targets.has(tube) ? " is-open" : "";
        const colours = tubesView.tubes[index] ?? [];
        const content = colours.length ? [...colours].reverse().join(", ") : say("play.watersort.empty");
        return (
          <button
            type="button"
            key={tube}
            class={`tube${selectedTube === tube ? " is-taken" : ""}${isOpen}${role}`}
            data-tube={tube}
            aria-pressed={selectedTube === tube}
            onPointerDown={(event) => {
              draggedTube.current = tube;
              event.currentTarget.releasePointerCapture?.(event.pointerId);
            }}
            onPointerUp={drop}
            onClick={() => selectTube(tube)}
          >
            <SmallPicture svg={picture} />
            <span class="hidden">{say("play.watersort.tube", { tube, content })}</span>
          </button>
        );
      })}
    </div>
  );
}

/** The shortest solution, step by step. */
function PlanPlayer({ plan }: { plan: NonNullable<State["plan"]> }) {
  const { moves, captions, step, tubesView, isPlaying } = plan;
  useEffect(() => {
    if (!isPlaying) return;
    const timer = setTimeout(() => goToStep(step + 1), STEP_DELAY);
    return () => clearTimeout(timer);
  }, [isPlaying, step]);
  return (
    <section class="film-of-plan" aria-label={say("play.watersort.plan")}>
      <div class="tubes small">
        {tubesView?.pictures.map((picture, index) => (
          <SmallPicture key={`${index + 1}`} svg={picture} />
        ))}
      </div>
      <p class="told">{captions[step]}</p>
      <div class="bar">
        <Button icon="first" isIconOnly label={say("play.explain.first")} onClick={() => goToStep(0)} />
        <Button icon="back" isIconOnly label={say("play.explain.back")} onClick={() => goToStep(step - 1)} />
        <Button
          icon={isPlaying ? "pause" : "play"}
          isIconOnly
          label={say(isPlaying ? "play.timer.pause" : "play.watersort.film")}
          onClick={() => setPlaying(!isPlaying)}
        />
        <Button icon="forward" isIconOnly label={say("play.explain.next")} onClick={() => goToStep(step + 1)} />
        <Button icon="last" isIconOnly label={say("play.explain.last")} onClick={() => goToStep(moves.length)} />
        <Button icon="close" isIconOnly kind="quiet" label={say("studio.close")} onClick={closePlan} />
      </div>
    </section>
  );
}

// ---------------------------------------------------------------------- beside the tubes

function Panel({ state }: { state: State }) {
  const { message, moves, busy } = state;
  return (
    <div class="panel-body">
      <div class={`answer ${message?.kind ?? "none"}`} role="status">
        <p>
          <Prose text={message?.text ?? say("play.watersort.welcome")} />
        </p>
      </div>
      {busy && (
        <div class="busy">
          <span class="spinner" aria-hidden="true" />
          <span class="told">{busy.text}</span>
          <Button kind="stop" icon="stop" label={say("studio.stop")} onClick={busy.abort} />
        </div>
      )}
      <div class="bar">
        <Button
          id="hint"
          kind="primary"
          icon="bulb"
          label={say("play.hint.0")}
          keys="H"
          onClick={() => void hint()}
        />
        <Button icon="check" label={say("play.watersort.can_it")} onClick={() => void checkCanBeWon()} />
      </div>
      <div class="bar">
        <UndoRedo history={moves} onUndo={undo} onRedo={redo} />
        <Button label={say("play.restart")} disabled={!moves.now.length} onClick={restart} />
      </div>
      <div class="bar">
        <Button icon="play" label={say("play.watersort.least")} onClick={() => void showPlan()} />
        <Button label={say("play.rate")} onClick={() => void rate()} />
      </div>
      <p class="hint rules-of-game">{say("play.watersort.rules")}</p>
    </div>
  );
}

function NewLevel() {
  const options = usePart(store, (state) => state.generateOptions);
  const close = () => store.set({ dialog: null });
  const change = (part: Partial<GenerateOptions>) =>
    store.set({ generateOptions: { ...store.get().generateOptions, ...part } });
  const make = () => {
    close();
    void generate();
  };
  return (
    <Dialog title={say("play.new")} onClose={close} closeLabel={say("studio.close")}>
      <GenerateForm onGenerate={make}>
        <NumberField
          label={say("play.watersort.colours")}
          value={options.colours}
          min={2}
          max={20}
          onChange={(colours) => change({ colours })}
        />
        <NumberField
          label={say("play.watersort.empties")}
          value={options.empty}
          min={1}
          max={5}
          onChange={(empty) => change({ empty })}
        />
        <NumberField
          label={say("play.watersort.height")}
          value={options.height}
          min={2}
          max={8}
          onChange={(height) => change({ height })}
        />
        <Choice
          label={say("play.level")}
          value={options.grade}
          values={GRADES.map((grade) => [grade, say(`play.watersort.grade.${grade}`)])}
          onChange={(grade) => change({ grade })}
        />
      </GenerateForm>
      <hr />
      <PasteForm
        label={say("play.watersort.paste")}
        placeholder={"red red blue blue\nblue blue red red\n-"}
        isPrimary={false}
        onPaste={(text) => open(text).then(close)}
      />
    </Dialog>
  );
}

function handleKey(pressed: KeyPress): boolean {
  const { key, isControl, event } = pressed;
  if (handleUndoRedo(pressed, undo, redo)) return true;
  if (isControl || event.altKey) return false;
  if (/^[0-9]$/.test(key)) selectTube(Number(key) || 10);
  else if (key === "Escape") store.set({ selectedTube: null });
  else if (key === "h") void hint();
  else if (key === "?") store.set({ dialog: "keys" });
  else return false;
  return true;
}
