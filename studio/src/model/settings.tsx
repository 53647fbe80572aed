// The values of `$N` and others as small fields beside the text; a slider for a number.
import { useState } from "preact/hooks";
import { Button } from "../look/parts";
import { usePart } from "../store";
import type { Setting } from "../types";
import { say } from "../words";
import { set, store, takeData } from "./actions";

const MOST = 8; // fields that are shown

export function Settings() {
  const known = usePart(store, (state) => state.known);
  const settings = usePart(store, (state) => state.settings);
  const needs = usePart(store, (state) => state.needs);
  const data = usePart(store, (state) => state.data);
  const files = Object.keys(data);
  if (!known.length && !needs.length && !files.length) return null;
  return (
    <fieldset class="settings" aria-label={say("studio.settings")}>
      {known.slice(0, MOST).map((setting) => (
        <Field key={setting.name} setting={setting} given={settings[setting.name]} />
      ))}
      {files.map((name) => (
        <span class="setting file" key={name}>
          <code>{name}</code>
          <Button
            icon="close"
            isIconOnly
            kind="quiet"
            label={say("studio.data.remove", { name })}
            onClick={() => takeData(name)}
          />
        </span>
      ))}
      {needs.length > 0 && <p class="hint">{say("studio.data.needed", { names: needs.join(", ") })}</p>}
    </fieldset>
  );
}

function Field({ setting, given }: { setting: Setting; given: string | undefined }) {
  const { name, kind, text } = setting;
  const [draft, setDraft] = useState<string | null>(null); // what is typed and not yet meant
  const value = draft ?? given ?? text;
  const change = (next: string) => {
    setDraft(null);
    set(name, next.trim() === "" || next === text ? null : next);
  };
  const isNumber = kind === "integer";
  const own = Number(text);
  return (
    <label class={given === undefined ? "setting" : "setting is-changed"}>
      <code>{name}</code>
      {isNumber && (
        <input
          type="range"
          min={setting.least ?? Math.min(1, 2 * own)}
          max={setting.most ?? Math.max(10, 2 * own)}
          value={value}
          aria-label={say("studio.settings.slider", { name })}
          onInput={(event) => setDraft(event.currentTarget.value)}
          onChange={(event) => change(event.currentTarget.value)}
        />
      )}
      <input
        {...(isNumber ? { type: "number" as const } : { type: "text" as const })}
        value={value}
        aria-label={say("studio.settings.field", { name })}
        onInput={(event) => setDraft(event.currentTarget.value)}
        onChange={(event) => change(event.currentTarget.value)}
      />
      {given !== undefined && (
        <button type="button" class="link" onClick={() => set(name, null)}>
          {say("studio.settings.reset", { value: text })}
        </button>
      )}
    </label>
  );
}
