// Beside the board while somebody plays: help, what was told, and ways back.
import { Button, Menu, Prose } from "../look/parts";
import type { Said } from "../play/asking";
import { Choice, UndoRedo } from "../play/parts";
import { say } from "../words";
import {
  drop,
  hint,
  keep,
  nextStep,
  rate,
  redo,
  restart,
  rightSoFar,
  showErrors,
  solve,
  suppose,
  undo,
} from "./actions";
import { ERRORS, type State, store } from "./state";

export function PlayPanel({ state }: { state: State }) {
  const { marks, said, errors, hint: strength, isSolved } = state;
  const isSupposing = marks.now.base !== undefined;
  return (
    <div class="panel-body">
      <Answer said={said} isSolved={isSolved} />
      <Busy state={state} />
      <div class="bar">
        <Button
          id="hint"
          icon="bulb"
          kind="primary"
          label={say(`play.hint.${Math.min(strength, 2)}` as "play.hint.0")}
          keys="H"
          onClick={() => void hint()}
        />
        <Button
          id="next-step"
          icon="forward"
          label={say("play.next_step")}
          keys="N"
          onClick={() => void nextStep()}
        />
        <Button icon="check" label={say("play.right")} onClick={() => void rightSoFar()} />
      </div>
      <div class="bar">
        <UndoRedo history={marks} onUndo={undo} onRedo={redo} />
        {isSupposing ? (
          <span class="supposing">
            <span>{say("play.supposing")}</span>
            <Button icon="check" label={say("play.suppose.keep")} onClick={keep} />
            <Button icon="close" label={say("play.suppose.drop")} onClick={drop} />
          </span>
        ) : (
          <Button label={say("play.suppose")} onClick={suppose} />
        )}
      </div>
      <div class="bar">
        <Choice
          label={say("play.errors")}
          value={errors}
          values={ERRORS.map((one) => [one, say(`play.errors.${one}`)])}
          onChange={(chosen) => store.set({ errors: chosen })}
        />
        {errors === "on_demand" && <Button label={say("play.errors.show")} onClick={showErrors} />}
        <Menu label={say("play.more")}>
          <Entry label={say("play.rate")} onClick={() => void rate()} />
          <Entry label={say("play.solve")} onClick={() => void solve()} />
          <Entry label={say("play.restart")} onClick={restart} />
          <Entry label={say("play.print")} onClick={() => print()} />
        </Menu>
      </div>
      <p class="hint rules-of-game">{say("play.lightup.rules")}</p>
    </div>
  );
}

export function Entry({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button type="button" class="menu-entry" onClick={onClick}>
      <span>{label}</span>
    </button>
  );
}

export function Answer({ said, isSolved }: { said: Said | null; isSolved?: boolean }) {
  return (
    <div class={`answer ${said?.kind ?? "none"}${isSolved ? " is-solved" : ""}`} role="status">
      {said ? (
        <>
          <p>
            <Prose text={said.text} />
          </p>
          {!!said.lines?.length && (
            <ul>
              {said.lines.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          )}
        </>
      ) : (
        <p class="hint">{say("play.welcome")}</p>
      )}
    </div>
  );
}

export function Busy({ state }: { state: State }) {
  const { busy } = state;
  if (!busy) return null;
  return (
    <div class="busy">
      <span class="spinner" aria-hidden="true" />
      <span class="told">{busy.text}</span>
      <Button kind="stop" icon="stop" label={say("studio.stop")} onClick={busy.abort} />
    </div>
  );
}
