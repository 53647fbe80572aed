// The Water Sort page: tubes to click, to drag or to choose by keys; the least solution beside one's own.
import { useEffect, useMemo, useRef } from "preact/hooks";
import { type KeyPress, undoOrRedo, useKeys } from "../look/keys";
import { Button, Dialog, Prose } from "../look/parts";
import { preferences } from "../look/preferences";
import { KeysDialog } from "../look/windows";
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

const BETWEEN_STEPS = 900; // milliseconds of the film

export function WaterSortPage() {
  const state = usePart(store, (whole) => whole);
  usePart(preferences, (look) => look.language);
  useKeys(handleKey);
  const { tubesView, dialog, plan } = state;
  const close = () => store.set({ dialog: null });
  return (
    <PlayPage
      page="watersort"
      onHelp={() => store.set({ dialog: "keys" })}
      onFiles={(files) => void files[0]?.text().then(tryToOpen)}
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
          {tubesView && <Tubes shown={tubesView} state={state} />}
          {plan && <Film plan={plan} />}
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

async function tryToOpen(text: string): Promise<void> {
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

function Tubes({ shown, state }: { shown: TubesView; state: State }) {
  const { selectedTube, hintedMove } = state;
  const dragged = useRef<number | null>(null);
  const count = shown.pictures.length;
  const columns = count > 8 ? Math.ceil(count / 2) : count;
  const targets = new Set(shown.pours.filter((move) => move.from === selectedTube).map((move) => move.to));
  const drop = (event: PointerEvent) => {
    const from = dragged.current;
    dragged.current = null;
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
      {shown.pictures.map((picture, index) => {
        const tube = index + 1;
        const role = hintedMove?.from === tube ? " is-source" : hintedMove?.to === tube ? " is-target" : "";
        const isOpen = targets.has(tube) ? " is-open" : "";
        const colours = shown.tubes[index] ?? [];
        const content = colours.length ? [...colours].reverse().join(", ") : say("play.watersort.empty");
        return (
          <button
            type="button"
            key={tube}
            class={`tube${selectedTube === tube ? " is-taken" : ""}${isOpen}${role}`}
            data-tube={tube}
            aria-pressed={selectedTube === tube}
            onPointerDown={(event) => {
              dragged.current = tube;
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

/** The least solution, step by step. */
function Film({ plan }: { plan: NonNullable<State["plan"]> }) {
  const { moves, captions, step, shown, isPlaying } = plan;
  useEffect(() => {
    if (!isPlaying) return;
    const timer = setTimeout(() => goToStep(step + 1), BETWEEN_STEPS);
    return () => clearTimeout(timer);
  }, [isPlaying, step]);
  return (
    <section class="film-of-plan" aria-label={say("play.watersort.plan")}>
      <div class="tubes small">
        {shown?.pictures.map((picture, index) => (
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
  const wish = usePart(store, (state) => state.wish);
  const close = () => store.set({ dialog: null });
  const change = (part: Partial<GenerateOptions>) => store.set({ wish: { ...store.get().wish, ...part } });
  const make = () => {
    close();
    void generate();
  };
  return (
    <Dialog title={say("play.new")} onClose={close} closeLabel={say("studio.close")}>
      <GenerateForm onMake={make}>
        <NumberField
          label={say("play.watersort.colours")}
          value={wish.colours}
          least={2}
          most={20}
          onChange={(colours) => change({ colours })}
        />
        <NumberField
          label={say("play.watersort.empties")}
          value={wish.empty}
          least={1}
          most={5}
          onChange={(empty) => change({ empty })}
        />
        <NumberField
          label={say("play.watersort.height")}
          value={wish.height}
          least={2}
          most={8}
          onChange={(height) => change({ height })}
        />
        <Choice
          label={say("play.level")}
          value={wish.grade}
          values={GRADES.map((grade) => [grade, say(`play.watersort.grade.${grade}`)])}
          onChange={(grade) => change({ grade })}
        />
      </GenerateForm>
      <hr />
      <PasteForm
        label={say("play.watersort.paste")}
        placeholder={"red red blue blue\nblue blue red red\n-"}
        isFirst={false}
        onTake={(text) => open(text).then(close)}
      />
    </Dialog>
  );
}

function handleKey(pressed: KeyPress): boolean {
  const { key, isControl, event } = pressed;
  if (undoOrRedo(pressed, undo, redo)) return true;
  if (isControl || event.altKey) return false;
  if (/^[0-9]$/.test(key)) selectTube(Number(key) || 10);
  else if (key === "Escape") store.set({ selectedTube: null });
  else if (key === "h") void hint();
  else if (key === "?") store.set({ dialog: "keys" });
  else return false;
  return true;
}
