// An exercise beside the work: its statement, and what the teacher allows to be told of what was written.
import { useRef, useState } from "preact/hooks";
import { type Assignment, type Feedback, feedbackOn, isFailure, type Reply, UnreachableError } from "../ask";
import { Markdown } from "../look/markdown";
import { Button, Prose, Svg } from "../look/parts";
import type { OutcomeKind } from "../types";
import { say, spoken } from "../words";

interface TaskProps {
  assignment: Assignment;
  written: () => Promise<string>; // what is handed in
  version: unknown; // of the work: feedback on another one is old
  onLine?: (line: number) => void;
  onAgain?: () => void; // begin anew
}

interface Heard {
  version: unknown;
  reply: Reply<Feedback> | null;
  trouble: string;
}

export function Task({ assignment, written, version, onLine, onAgain }: TaskProps) {
  const [heard, setHeard] = useState<Heard | null>(null);
  const [isBusy, setBusy] = useState(false);
  const asking = useRef<AbortController | null>(null);
  const ask = async () => {
    const controller = new AbortController();
    asking.current = controller;
    setBusy(true);
    setHeard(null);
    try {
      const text = await written();
      const reply = await feedbackOn(assignment.name, text, { signal: controller.signal, language: spoken() });
      setHeard({ version, reply, trouble: "" });
    } catch (error) {
      const key = error instanceof UnreachableError ? "studio.unreachable" : "studio.failed";
      if (!controller.signal.aborted) setHeard({ version, reply: null, trouble: say(key) });
    }
    setBusy(false);
  };
  return (
    <section class="task" aria-label={say("studio.tab.exercise")}>
      <Markdown text={assignment.statement} />
      <div class="bar">
        {isBusy ? (
          <Button kind="stop" icon="stop" label={say("studio.stop")} onClick={() => asking.current?.abort()} />
        ) : (
          <Button
            id="feedback"
            kind="primary"
            icon="check"
            label={say("studio.feedback")}
            onClick={() => void ask()}
          />
        )}
        {onAgain && <Button icon="undo" label={say("studio.exercise.again")} onClick={onAgain} />}
      </div>
      <div aria-live="polite">
        {isBusy && <p class="hint">{say("studio.feedback.busy")}</p>}
        {heard && heard.version !== version && <p class="old">{say("studio.feedback.old")}</p>}
        {heard && <Told heard={heard} onLine={onLine} />}
      </div>
      <p class="hint">{say(`studio.exercise.level.${assignment.feedback}`)}</p>
      {assignment.is_readable && <p class="hint">{say("studio.exercise.readable")}</p>}
    </section>
  );
}

const KINDS: Record<Feedback["verdict"], OutcomeKind> = {
  equal: "good",
  too_strict: "bad",
  too_loose: "bad",
  both: "bad",
  no_model: "bad",
  unreadable: "bad",
  time: "open",
};
const SIGNS: Record<OutcomeKind, string> = { good: "✓", bad: "✗", open: "?" };

function Told({ heard, onLine }: { heard: Heard; onLine: TaskProps["onLine"] }) {
  const { reply, trouble } = heard;
  if (!reply || isFailure(reply.answer))
    return (
      <p class="failed">
        <Prose text={reply?.told.text || trouble} />
      </p>
    );
  const { verdict, line } = reply.answer;
  const { text, points, sentences, rules, pictures } = reply.told as Feedback["told"];
  return (
    <div class="feedback">
      <p>
        <strong class={`verdict ${KINDS[verdict]}`}>
          <span aria-hidden="true">{SIGNS[KINDS[verdict]]} </span>
          {text}
        </strong>{" "}
        {points && <span>{points}</span>}{" "}
        {line && onLine && (
          <button type="button" class="link" onClick={() => onLine(line)}>
            {say("studio.feedback.line", { line })}
          </button>
        )}
      </p>
      {sentences.map((sentence) => (
        <p>
          <Prose text={sentence} />
        </p>
      ))}
      {rules.length > 0 && (
        <ul>
          {rules.map((rule) => (
            <li>
              <Prose text={rule} />
            </li>
          ))}
        </ul>
      )}
      {pictures.map(({ caption, svg, atoms }) => (
        <figure>
          {svg ? <Svg svg={svg} label={caption} /> : <p class="mono">{atoms}</p>}
          <figcaption>{caption}</figcaption>
        </figure>
      ))}
    </div>
  );
}
