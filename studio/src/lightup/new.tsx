// The dialog for a new board: generated, pasted, from a file, from the library, or drawn.
import { useState } from "preact/hooks";
import { Button, Dialog } from "../look/parts";
import { Choice, Field, GenerateForm, Modes, NumberField, PasteForm } from "../play/parts";
import { usePart } from "../store";
import { say } from "../words";
import { drawEmpty, generate, open, openAny, setMode } from "./actions";
import library from "./library.json";
import { type GenerateOptions, store } from "./state";
import { LEVELS, SYMMETRIES } from "./types";

const SOURCES = ["generate", "paste", "library", "draw"] as const;
type Source = (typeof SOURCES)[number];

const close = () => store.set({ dialog: null });

export function NewDialog() {
  const [source, setSource] = useState<Source>("generate");
  return (
    <Dialog title={say("play.new")} onClose={close} closeLabel={say("studio.close")}>
      <div class="new-board">
        <Modes
          label={say("play.new")}
          value={source}
          values={SOURCES.map((name) => [name, say(`play.new.${name}`)])}
          onChange={setSource}
        />
        {source === "generate" && <Generate />}
        {source === "paste" && (
          <PasteForm
            label={say("play.paste.label")}
            placeholder={say("play.paste.placeholder")}
            accept=".txt,.xml,.json,.sav,*"
            onPaste={(text) => openAny(text).then(close)}
          />
        )}
        {source === "library" && <Library />}
        {source === "draw" && <Draw />}
      </div>
    </Dialog>
  );
}

function Generate() {
  const options = usePart(store, (state) => state.generateOptions);
  const change = (part: Partial<GenerateOptions>) =>
    store.set({ generateOptions: { ...store.get().generateOptions, ...part } });
  const make = () => {
    close();
    void generate();
  };
  return (
    <GenerateForm onGenerate={make}>
      <NumberField
        label={say("play.width")}
        value={options.width}
        min={3}
        max={40}
        onChange={(width) => change({ width })}
      />
      <NumberField
        label={say("play.height")}
        value={options.height}
        min={3}
        max={40}
        onChange={(height) => change({ height })}
      />
      <Choice
        label={say("play.level")}
        value={options.level}
        values={LEVELS.map((level) => [level, say(`play.level.${level}`)])}
        onChange={(level) => change({ level })}
      />
      <Choice
        label={say("play.symmetry")}
        value={options.symmetry}
        values={SYMMETRIES.map((name) => [name, say(`play.symmetry.${name}`)])}
        onChange={(symmetry) => change({ symmetry })}
      />
      <NumberField
        label={say("play.black")}
        value={options.black}
        min={5}
        max={60}
        onChange={(black) => change({ black })}
      />
      <Field label={say("play.seed")}>
        <input
          type="text"
          value={options.seed}
          placeholder={say("play.seed.any")}
          onChange={(event) => change({ seed: event.currentTarget.value })}
        />
      </Field>
    </GenerateForm>
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
  const startDrawing = (isEmpty: boolean) => {
    if (isEmpty) drawEmpty(7);
    else setMode("draw");
    close();
  };
  return (
    <div class="fields">
      <p>{say("play.draw.about")}</p>
      <Button kind="primary" label={say("play.draw.empty")} onClick={() => startDrawing(true)} />
      <Button label={say("play.draw.this")} onClick={() => startDrawing(false)} />
    </div>
  );
}
