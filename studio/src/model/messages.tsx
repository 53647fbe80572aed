// The diagnostics under the text: each with its line, its help, and a button that applies its fix.
import { Button, Prose } from "../look/parts";
import { toLines } from "../offsets";
import { usePart } from "../store";
import type { DiagnosticText } from "../types";
import { say } from "../words";
import { applyFix, store } from "./actions";

const MAX_MESSAGES = 50;

export function Messages({ onGo }: { onGo: (offset: number) => void }) {
  const diagnostics = usePart(store, (state) => state.diagnostics);
  const text = usePart(store, (state) => state.text);
  const language = usePart(store, (state) => state.language);
  if (!diagnostics.length) return null;
  const lineOf = toLines(text);
  const fixes = diagnostics.filter((diagnostic) => diagnostic.fix);
  return (
    <section class="messages" aria-label={say("studio.messages")} aria-live="polite">
      {fixes.length > 1 && (
        <Button label={say("studio.fix_all", { count: fixes.length })} icon="check" onClick={() => fixAll(fixes)} />
      )}
      <ul>
        {diagnostics.slice(0, MAX_MESSAGES).map((diagnostic) => (
          <li
            class={`message ${diagnostic.severity}`}
            key={`${diagnostic.code} ${diagnostic.start} ${diagnostic.end}`}
          >
            <button type="button" class="link where" onClick={() => onGo(diagnostic.start)}>
              {say("studio.line", { line: lineOf(diagnostic.start) })}
            </button>
            <div>
              <p>
                <strong>{say(`studio.severity.${diagnostic.severity}`)}</strong> <Prose text={diagnostic.message} />{" "}
                <a
                  class="code"
                  href={`/static/docs/diagnostics${language === "fr" ? "-fr" : ""}.html#${diagnostic.code}`}
                  target="_blank"
                  rel="noreferrer"
                  title={say("studio.read_more")}
                >
                  {diagnostic.code}
                </a>
              </p>
              {diagnostic.help && (
                <p class="help">
                  <Prose text={diagnostic.help} />
                </p>
              )}
              {diagnostic.notes.map((note) => (
                <p class="help" key={note}>
                  <Prose text={note} />
                </p>
              ))}
            </div>
            {diagnostic.fix && <Button label={say("studio.fix")} onClick={() => applyFix(diagnostic)} />}
          </li>
        ))}
      </ul>
      {diagnostics.length > MAX_MESSAGES && (
        <p class="hint">{say("studio.more", { count: diagnostics.length - MAX_MESSAGES })}</p>
      )}
    </section>
  );
}

/** Apply all fixes that do not overlap. */
function fixAll(fixes: DiagnosticText[]): void {
  const edits = fixes.flatMap((diagnostic) => diagnostic.fix ?? []).sort((a, b) => a.start - b.start);
  let end = -1;
  const disjoint = edits.filter((edit) => {
    if (edit.start < end) return false;
    end = edit.end;
    return true;
  });
  applyFix({ ...(fixes[0] as DiagnosticText), fix: disjoint });
}
