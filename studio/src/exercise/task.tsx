// An exercise beside the work: its statement, and the feedback the teacher allows.
import { useRef, useState } from "preact/hooks";
import { type Assignment, askFeedback, type Feedback, isFailure, type Reply, UnreachableError } from "../ask";
import { Markdown } from "../look/markdown";
import { Button, Prose, Svg } from "../look/parts";
import { type OutcomeKind, SIGNS } from "../types";
import { currentLanguage, say } from "../words";

interface TaskProps {
  assignment: Assignment;
  getText: () => Promise<string>; // the work to submit
  version: unknown; // of the work; feedback on another version is outdated
  onLine?: (line: number) => void;
  onReset?: () => void; // start again
}

interface FeedbackResult {
  version: unknown;
  reply: Reply<Feedback> | null;
  problem: string;
}

export function Task({ assignment, getText, version, onLine, onReset }: TaskProps) {
  const [result, setResult] = useState<FeedbackResult | null>(null);
  const [isBusy, setBusy] = useState(false);
  const controllerRef = useRef<AbortController | null>(null);
  const ask = async () => {
    const controller = new AbortController();
    controllerRef.current = controller;
    setBusy(true);
    setResult(null);
    try {
      const text = await getText();
      const reply = await askFeedback(assignment.name, text, {
        signal: controller.signal,
        language: currentLanguage(),
      });
      setResult({ version, reply, problem: "" });
    } catch (error) {
      const key = error instanceof UnreachableError ? "studio.unreachable" : "studio.failed";
      if (!controller.signal.aborted) setResult({ version, reply: null, problem: say(key) });
    }
    setBusy(false);
  };
  return (
    <section class="task" aria-label={say("studio.tab.exercise")}>
      <Markdown text={assignment.statement} />
      <div class="bar">
        {isBusy ? (
          <Button
            kind="stop"
            icon="stop"
            label={say("studio.stop")}
            onClick={() => controllerRef.current?.abort()}
          />
        ) : (
          <Button
            id="feedback"
            kind="primary"
            icon="check"
            label={say("studio.feedback")}
            onClick={() => void ask()}
          />
        )}
        {onReset && <Button icon="undo" label={say("studio.exercise.again")} onClick={onReset} />}
      </div>
      <div aria-live="polite">
        {isBusy && <p class="hint">{say("studio.feedback.busy")}</p>}
        {result && result.version !== version && <p class="old">{say("studio.feedback.old")}</p>}
        {result && <FeedbackView result={result} onLine={onLine} />}
      </div>
      <p class="hint">{say(`studio.exercise.level.${assignment.feedback}`)}</p>
      {assignment.is_readable && <p class="hint">{say("studio.exercise.readable")}</p>}
    </section>
  );
}

const VERDICT_KINDS: Record<Feedback["verdict"], OutcomeKind> = {
  equal: "good",
  too_strict: "bad",
  too_loose: "bad",
  both: "bad",
  no_model: "bad",
  unreadable: "bad",
  time: "open",
};

function FeedbackView({ result, onLine }: { result: FeedbackResult; onLine: TaskProps["onLine"] }) {
  const { reply, problem } = result;
  if (!reply || isFailure(reply.answer))
    return (
      <p class="failed">
        <Prose text={reply?.texts.text || problem} />
      </p>
    );
  const { verdict, line } = reply.answer;
  const { text, points, sentences, rules, pictures } = reply.texts as Feedback["told"];
  return (
    <div class="feedback">
      <p>
        <strong class={`verdict ${VERDICT_KINDS[verdict]}`}>
          <span aria-hidden="true">{SIGNS[VERDICT_KINDS[verdict]]} </span>
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
