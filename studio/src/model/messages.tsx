// What is wrong with the text, under it: each message with its place, its help, and its fix to click.
import { Button, Prose } from "../look/parts";
import { toLines } from "../offsets";
import { usePart } from "../store";
import type { Told } from "../types";
import { say } from "../words";
import { applyFix, store } from "./actions";

const MOST = 50;

export function Messages({ onGo }: { onGo: (offset: number) => void }) {
  const diagnostics = usePart(store, (state) => state.diagnostics);
  const text = usePart(store, (state) => state.text);
  const language = usePart(store, (state) => state.language);
  if (!diagnostics.length) return null;
  const lineOf = toLines(text);
  const fixes = diagnostics.filter((told) => told.fix);
  return (
    <section class="messages" aria-label={say("studio.messages")} aria-live="polite">
      {fixes.length > 1 && (
        <Button label={say("studio.fix_all", { count: fixes.length })} icon="check" onClick={() => fixAll(fixes)} />
      )}
      <ul>
        {diagnostics.slice(0, MOST).map((told) => (
          <li class={`message ${told.severity}`} key={`${told.code} ${told.start} ${told.end}`}>
            <button type="button" class="link where" onClick={() => onGo(told.start)}>
              {say("studio.line", { line: lineOf(told.start) })}
            </button>
            <div>
              <p>
                <strong>{say(`studio.severity.${told.severity}`)}</strong> <Prose text={told.message} />{" "}
                <a
                  class="code"
                  href={`/static/docs/diagnostics${language === "fr" ? "-fr" : ""}.html#${told.code}`}
                  target="_blank"
                  rel="noreferrer"
                  title={say("studio.read_more")}
                >
                  {told.code}
                </a>
              </p>
              {told.help && (
                <p class="help">
                  <Prose text={told.help} />
                </p>
              )}
              {told.notes.map((note) => (
                <p class="help" key={note}>
                  <Prose text={note} />
                </p>
              ))}
            </div>
            {told.fix && <Button label={say("studio.fix")} onClick={() => applyFix(told)} />}
          </li>
        ))}
      </ul>
      {diagnostics.length > MOST && <p class="hint">{say("studio.more", { count: diagnostics.length - MOST })}</p>}
    </section>
  );
}

/** All fixes at once, as far as they do not touch each other. */
function fixAll(fixes: Told[]): void {
  const edits = fixes.flatMap((told) => told.fix ?? []).sort((one, other) => one.start - other.start);
  let end = -1;
  const apart = edits.filter((edit) => {
    if (edit.start < end) return false;
    end = edit.end;
    return true;
  });
  applyFix({ ...(fixes[0] as Told), fix: apart });
}
