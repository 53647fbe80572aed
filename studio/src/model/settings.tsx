// Input fields for the values of `$N` and others; a slider for numbers.
import { useState } from "preact/hooks";
import { Button } from "../look/parts";
import { usePart } from "../store";
import type { Setting } from "../types";
import { say } from "../words";
import { removeData, setSetting, store } from "./actions";

const MAX_FIELDS = 8;

export function Settings() {
  const knownSettings = usePart(store, (state) => state.knownSettings);
  const settings = usePart(store, (state) => state.settings);
  const missingFiles = usePart(store, (state) => state.missingFiles);
  const data = usePart(store, (state) => state.data);
  const files = Object.keys(data);
  if (!knownSettings.length && !missingFiles.length && !files.length) return null;
  return (
    <fieldset class="settings" aria-label={say("studio.settings")}>
      {knownSettings.slice(0, MAX_FIELDS).map((setting) => (
        <Field key={setting.name} setting={setting} override={settings[setting.name]} />
      ))}
      {files.map((name) => (
        <span class="setting file" key={name}>
          <code>{name}</code>
          <Button
            icon="close"
            isIconOnly
            kind="quiet"
            label={say("studio.data.remove", { name })}
            onClick={() => removeData(name)}
          />
        </span>
      ))}
      {missingFiles.length > 0 && (
        <p class="hint">{say("studio.data.needed", { names: missingFiles.join(", ") })}</p>
      )}
    </fieldset>
  );
}

function Field({ setting, override }: { setting: Setting; override: string | undefined }) {
  const { name, kind, text } = setting;
  const [draft, setDraft] = useState<string | null>(null); // typed but not yet confirmed
  const value = draft ?? override ?? text;
  const change = (next: string) => {
    setDraft(null);
    setSetting(name, next.trim() === "" || next === text ? null : next);
  };
  const isNumber = kind === "integer";
  const defaultNumber = Number(text);
  return (
    <label class={override === undefined ? "setting" : "setting is-changed"}>
      <code>{name}</code>
      {isNumber && (
        <input
          type="range"
          min={setting.least ?? Math.min(1, 2 * defaultNumber)}
          max={setting.most ?? Math.max(10, 2 * defaultNumber)}
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
      {override !== undefined && (
        <button type="button" class="link" onClick={() => setSetting(name, null)}>
          {say("studio.settings.reset", { value: text })}
        </button>
      )}
    </label>
  );
}
