// A board to play on: made new, pasted, from a file, from the library, or drawn.
import { useState } from "preact/hooks";
import { Button, Dialog } from "../look/parts";
import { RefusedError } from "../play/asking";
import { Choice, Field, Marked, Modes, NumberField, pickFile } from "../play/parts";
import { say } from "../words";
import { drawEmpty, generate, open, setMode, take } from "./actions";
import library from "./library.json";
import { store, type Wish } from "./state";
import { LEVELS, SYMMETRIES } from "./types";

const WAYS = ["generate", "paste", "library", "draw"] as const;
type Way = (typeof WAYS)[number];

const close = () => store.set({ dialog: null });

export function NewDialog() {
  const [way, setWay] = useState<Way>("generate");
  return (
    <Dialog title={say("play.new")} onClose={close} closeLabel={say("studio.close")}>
      <div class="new-board">
        <Modes
          label={say("play.new")}
          value={way}
          values={WAYS.map((one) => [one, say(`play.new.${one}`)])}
          onChange={setWay}
        />
        {way === "generate" && <Generate />}
        {way === "paste" && <Paste />}
        {way === "library" && <Library />}
        {way === "draw" && <Draw />}
      </div>
    </Dialog>
  );
}

function Generate() {
  const [wish, setWish] = useState<Wish>(store.get().wish);
  const change = (part: Partial<Wish>) => {
    const now = { ...store.get().wish, ...part };
    setWish(now);
    store.set({ wish: now });
  };
  return (
    <form
      class="fields"
      onSubmit={(event) => {
        event.preventDefault();
        close();
        void generate();
      }}
    >
      <NumberField
        label={say("play.width")}
        value={wish.width}
        least={3}
        most={40}
        onChange={(width) => change({ width })}
      />
      <NumberField
        label={say("play.height")}
        value={wish.height}
        least={3}
        most={40}
        onChange={(height) => change({ height })}
      />
      <Choice
        label={say("play.level")}
        value={wish.level}
        values={LEVELS.map((level) => [level, say(`play.level.${level}`)])}
        onChange={(level) => change({ level })}
      />
      <Choice
        label={say("play.symmetry")}
        value={wish.symmetry}
        values={SYMMETRIES.map((one) => [one, say(`play.symmetry.${one}`)])}
        onChange={(symmetry) => change({ symmetry })}
      />
      <NumberField
        label={say("play.black")}
        value={wish.black}
        least={5}
        most={60}
        onChange={(black) => change({ black })}
      />
      <Field label={say("play.seed")}>
        <input
          type="text"
          value={wish.seed}
          placeholder={say("play.seed.any")}
          onChange={(event) => change({ seed: event.currentTarget.value })}
        />
      </Field>
      <button type="submit" class="button primary">
        {say("play.new.make")}
      </button>
    </form>
  );
}

function Paste() {
  const [text, setText] = useState("");
  const [failure, setFailure] = useState<RefusedError | null>(null);
  const takeText = async (given: string) => {
    setText(given);
    try {
      await take(given);
      close();
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      setFailure(error);
    }
  };
  return (
    <form
      class="paste"
      onSubmit={(event) => {
        event.preventDefault();
        void takeText(text);
      }}
    >
      <Field label={say("play.paste.label")}>
        <textarea
          rows={6}
          spellcheck={false}
          value={text}
          placeholder={say("play.paste.placeholder")}
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
        <Button
          icon="open"
          label={say("play.paste.file")}
          onClick={() => pickFile(".txt,.xml,.json,.sav,*", (given) => void takeText(given))}
        />
      </div>
    </form>
  );
}

function Library() {
  return (
    <div class="library">
      {LEVELS.map((level) => (
        <section key={level}>
          <h3>{say(`play.level.${level}`)}</h3>
          <div class="bar">
            {library[level].map((board, index) => (
              <Button
                key={board}
                label={`${board.split(":")[0]?.replace("x", "×")} · ${index + 1}`}
                onClick={() => void open(board).then(close)}
              />
            ))}
          </div>
        </section>
      ))}
    </div>
  );
}

function Draw() {
  const begin = (isEmpty: boolean) => {
    if (isEmpty) drawEmpty(7);
    else setMode("draw");
    close();
  };
  return (
    <div class="fields">
      <p>{say("play.draw.about")}</p>
      <Button kind="primary" label={say("play.draw.empty")} onClick={() => begin(true)} />
      <Button label={say("play.draw.this")} onClick={() => begin(false)} />
    </div>
  );
}
