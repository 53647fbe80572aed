// What an answer has besides models: the costs of the best model and the soft rules it breaks; how a game is won.
import { usePart } from "../store";
import type { BestAnswer, GameAnswer, Move, Turn } from "../types";
import { asSentence, say } from "../words";
import { highlightHandlers, store } from "./actions";

/** The cost of a goal, if it is known. */
function costText(cost: unknown): string {
  return cost === null || cost === undefined ? "?" : String(cost);
}

/** The costs of the best model, and the soft rules it breaks. A notice above says if it is only the best so far. */
export function Costs({ answer, text }: { answer: BestAnswer; text: string }) {
  const { goals = [], broken = [] } = answer;
  return (
    <section class="card costs" aria-label={say("studio.costs")}>
      <h3>{answer.optimal ? text : say("studio.costs")}</h3>
      <ul>
        {goals.map((goal) => (
          <li key={goal.line}>
            <span class="where">{say("studio.line", { line: goal.line })}</span>{" "}
            {say(goal.kind === "soft" ? "studio.costs.soft" : "studio.costs.goal", {
              goal: goal.kind,
              cost: costText(goal.cost),
            })}
          </li>
        ))}
      </ul>
      <h3>{say(broken.length ? "studio.costs.broken" : "studio.costs.granted")}</h3>
      {broken.length > 0 && (
        <ul>
          {broken.map((softRule) => (
            <li key={`${softRule.line} ${softRule.instance}`} {...highlightHandlers(softRule.span)}>
              <span class="where">{say("studio.line", { line: softRule.line })}</span>{" "}
              <code>{softRule.instance || softRule.text}</code> {say("studio.costs.price", { cost: softRule.cost })}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

// ---------------------------------------------------------------------- games

const MAX_NEGATED = 3; // a move without true atoms shows up to this many false ones
const OPEN_LEVELS = 2; // levels expanded at first

export function moveText(move: Move): string {
  if (move.true.length || move.false.length > MAX_NEGATED) return move.true.join(", ") || "∅";
  return move.false.map((atom) => `¬${atom}`).join(", ");
}

/** How the winner replies to each move of the other side, as an expandable tree. */
export function Strategy({ answer, text }: { answer: GameAnswer; text: string }) {
  const language = usePart(store, (state) => state.language); // render again in another language
  const { strategy } = answer;
  const first = strategy.move && moveText(strategy.move);
  return (
    <section class="card strategy" aria-label={say("studio.game.strategy")} lang={language}>
      <h2>{asSentence(text)}</h2>
      <p class="hint">{say("studio.game.hint")}</p>
      {first && (
        <p>
          {say("studio.game.first")} <code class="mine">{first}</code>
        </p>
      )}
      <Answers turn={strategy} depth={0} />
      {answer.omits_moves && <p class="hint">{say("studio.game.others")}</p>}
    </section>
  );
}

function Answers({ turn, depth }: { turn: Turn; depth: number }) {
  return (
    <ul class="answers">
      {turn.answers.map(({ to, then }) => {
        const key = moveText(to);
        return (
          <li key={key}>
            {then.answers.length ? (
              <details open={depth + 1 < OPEN_LEVELS}>
                <summary>
                  <MoveWithReply to={to} then={then} />
                </summary>
                <Answers turn={then} depth={depth + 1} />
              </details>
            ) : (
              <MoveWithReply to={to} then={then} />
            )}
          </li>
        );
      })}
    </ul>
  );
}

function MoveWithReply({ to, then }: { to: Move; then: Turn }) {
  const answer = then.move && moveText(then.move);
  return (
    <>
      <code>{moveText(to) || say("studio.game.any")}</code>
      {(answer || !then.answers.length) && (
        <>
          {" → "}
          {answer ? <code class="mine">{answer}</code> : say("studio.game.won")}
        </>
      )}
    </>
  );
}
