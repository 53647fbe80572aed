// Components shared by the puzzle pages: their header, the share dialog, form fields.
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { LinkField } from "../look/dialogs";
import { type PageName, Pages } from "../look/pages";
import { Button, Dialog, Prose, Svg } from "../look/parts";
import { preferences, THEMES } from "../look/preferences";
import { usePart } from "../store";
import { say } from "../words";
import { RefusedError } from "./questions";

export function PlayPage({
  page,
  tools,
  onFiles,
  onHelp,
  children,
}: {
  page: PageName;
  tools: ComponentChildren;
  onFiles?: (files: FileList) => void;
  onHelp: () => void;
  children: ComponentChildren;
}) {
  usePart(preferences, (state) => state.language); // render again in another language
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files are dropped anywhere; a button does the same
    <div
      class={`page play-page ${page}-page`}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        if (event.dataTransfer?.files.length) onFiles?.(event.dataTransfer.files);
      }}
    >
      <header class="head">
        <h1 class="brand">
          <span class="brand-sign" aria-hidden="true">
            ⋀
          </span>
          <span class="brand-name">bigand</span>
          <span class="hidden">{say(`play.page.${page}`)}</span>
        </h1>
        <Pages current={page} />
        {tools}
        <PreferenceButtons onHelp={onHelp} />
      </header>
      {children}
    </div>
  );
}

function PreferenceButtons({ onHelp }: { onHelp: () => void }) {
  const { language, theme, isLarge } = usePart(preferences, (state) => state);
  return (
    <div class="head-end">
      <Button
        label={language === "en" ? "Français" : "English"}
        short={language === "en" ? "FR" : "EN"}
        kind="quiet"
        onClick={() => preferences.set({ language: language === "en" ? "fr" : "en" })}
      />
      <Button
        icon="sun"
        isIconOnly
        kind="quiet"
        label={`${say("studio.theme")}: ${say(`studio.theme.${theme}`)}`}
        onClick={() => preferences.set({ theme: THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? "system" })}
      />
      <Button
        icon="large"
        isIconOnly
        kind="quiet"
        label={say("studio.large")}
        pressed={isLarge}
        onClick={() => preferences.set({ isLarge: !isLarge })}
      />
      <Button icon="help" isIconOnly kind="quiet" label={say("studio.keys")} keys="?" onClick={onHelp} />
    </div>
  );
}

export function ShareDialog({ link, onClose }: { link: Promise<string | null>; onClose: () => void }) {
  const [address, setAddress] = useState<string | null>("");
  useEffect(() => void link.then(setAddress), [link]);
  return (
    <Dialog title={say("studio.share")} onClose={onClose} closeLabel={say("studio.close")}>
      <p>{say(address === null ? "play.share.long" : "play.share.hint")}</p>
      {address !== null && <LinkField address={address} />}
    </Dialog>
  );
}

export function Field({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is the child
    <label class="field">
      <span>{label}</span>
      {children}
    </label>
  );
}

export function NumberField({
  label,
  value,
  min,
  max,
  onChange,
}: {
  label: string;
  value: number;
  min: number;
  max: number;
  onChange: (value: number) => void;
}) {
  const [typed, setTyped] = useState<string | null>(null); // typed text survives updates of the value
  return (
    <Field label={label}>
      <input
        type="number"
        min={min}
        max={max}
        value={typed ?? value}
        onInput={(event) => setTyped(event.currentTarget.value)}
        onBlur={() => setTyped(null)}
        onChange={(event) => {
          const entered = Math.round(Number(event.currentTarget.value));
          const clamped = Number.isFinite(entered) ? Math.min(max, Math.max(min, entered)) : value;
          setTyped(null);
          onChange(clamped);
        }}
      />
    </Field>
  );
}

export function Choice<V extends string>({
  label,
  value,
  values,
  onChange,
}: {
  label: string;
  value: V;
  values: [V, string][];
  onChange: (value: V) => void;
}) {
  return (
    <Field label={label}>
      <select value={value} onChange={(event) => onChange(event.currentTarget.value as V)}>
        {values.map(([choice, choiceLabel]) => (
          <option key={choice} value={choice}>
            {choiceLabel}
          </option>
        ))}
      </select>
    </Field>
  );
}

/** A choice of a few modes, side by side. */
export function Modes<V extends string>({
  label,
  value,
  values,
  onChange,
}: {
  label: string;
  value: V;
  values: [V, string][];
  onChange: (value: V) => void;
}) {
  return (
    <fieldset class="modes" aria-label={label}>
      {values.map(([mode, modeLabel]) => (
        <button type="button" key={mode} aria-pressed={mode === value} onClick={() => onChange(mode)}>
          {modeLabel}
        </button>
      ))}
    </fieldset>
  );
}

/** Buttons for undo and redo. */
export function UndoRedo({
  history,
  onUndo,
  onRedo,
}: {
  history: { past: unknown[]; future: unknown[] };
  onUndo: () => void;
  onRedo: () => void;
}) {
  return (
    <>
      <Button icon="undo" label={say("play.undo")} keys="Ctrl Z" disabled={!history.past.length} onClick={onUndo} />
      <Button
        icon="redo"
        label={say("play.redo")}
        keys="Ctrl Y"
        disabled={!history.future.length}
        onClick={onRedo}
      />
    </>
  );
}

export function formatClock(seconds: number): string {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** Let the user pick a file, and read it as text. */
export function pickFile(accept: string, onText: (text: string, name: string) => void): void {
  const input = document.createElement("input");
  input.type = "file";
  input.accept = accept;
  input.onchange = () => {
    const file = input.files?.[0];
    if (file) void file.text().then((text) => onText(text, file.name));
  };
  input.click();
}

/** A text with its first error marked. */
function TextWithErrors({ text, places }: { text: string; places: { start: number; end: number }[] }) {
  const letters = [...text];
  const first = places[0];
  if (!first) return null;
  const start = Math.max(0, Math.min(first.start, letters.length - 1));
  const end = Math.max(start + 1, first.end);
  const from = Math.max(0, start - 120);
  return (
    <pre class="marked-text">
      {from > 0 && "…"}
      {letters.slice(from, start).join("")}
      <mark>{letters.slice(start, end).join("") || " "}</mark>
      {letters.slice(end, end + 120).join("")}
      {end + 120 < letters.length && "…"}
    </pre>
  );
}

/** A form for a board as text or as a file; errors are marked in the text. */
export function PasteForm({
  label,
  placeholder,
  accept = "*",
  isPrimary = true,
  onPaste,
}: {
  label: string;
  placeholder: string;
  accept?: string;
  isPrimary?: boolean; // the main form of its dialog
  onPaste: (text: string) => Promise<void>;
}) {
  const [text, setText] = useState("");
  const [failure, setFailure] = useState<RefusedError | null>(null);
  const submit = async (pasted: string) => {
    setText(pasted);
    try {
      await onPaste(pasted);
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
        void submit(text);
      }}
    >
      <Field label={label}>
        <textarea
          rows={6}
          spellcheck={false}
          value={text}
          placeholder={placeholder}
          onInput={(event) => {
            setText(event.currentTarget.value);
            setFailure(null);
          }}
        />
      </Field>
      {failure && (
        <div class="failure" role="alert">
          <p>
            <Prose text={failure.message} />
          </p>
          <TextWithErrors text={text} places={failure.texts.diagnostics ?? []} />
        </div>
      )}
      <div class="bar">
        <button type="submit" class={`button${isPrimary ? " primary" : ""}`} disabled={!text.trim()}>
          {say("play.paste.open")}
        </button>
        <Button
          icon="open"
          label={say("play.paste.file")}
          onClick={() => pickFile(accept, (pasted) => void submit(pasted))}
        />
      </div>
    </form>
  );
}

/** A form with the options for a new board, and a button that generates it. */
export function GenerateForm({ children, onGenerate }: { children: ComponentChildren; onGenerate: () => void }) {
  return (
    <form
      class="fields"
      onSubmit={(event) => {
        event.preventDefault();
        onGenerate();
      }}
    >
      {children}
      <button type="submit" class="button primary">
        {say("play.new.make")}
      </button>
    </form>
  );
}

/** A small picture; its ids are removed, since others on the page have the same ones. */
export function SmallPicture({ svg, label }: { svg: string; label?: string }) {
  const bare = svg.replaceAll(/ id="[^"]*"/g, "");
  return label ? <Svg svg={bare} label={label} /> : <Svg svg={bare.replace('role="img"', 'aria-hidden="true"')} />;
}
