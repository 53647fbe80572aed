// The panel of play mode: help, messages, undo and redo.
import { Button, Menu, Prose } from "../look/parts";
import { Choice, UndoRedo } from "../play/parts";
import type { Message } from "../play/questions";
import { say } from "../words";
import {
  checkRightSoFar,
  dropSupposed,
  hint,
  keepSupposed,
  playNextStep,
  rate,
  redo,
  restart,
  showErrors,
  solve,
  suppose,
  undo,
} from "./actions";
import { ERRORS, type State, store } from "./state";

export function PlayPanel({ state }: { state: State }) {
  const { marks, message, errors, hint: strength, isSolved } = state;
  const isSupposing = marks.now.base !== undefined;
  return (
    <div class="panel-body">
      <MessageView message={message} isSolved={isSolved} />
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
          onClick={() => void playNextStep()}
        />
        <Button icon="check" label={say("play.right")} onClick={() => void checkRightSoFar()} />
      </div>
      <div class="bar">
        <UndoRedo history={marks} onUndo={undo} onRedo={redo} />
        {isSupposing ? (
          <span class="supposing">
            <span>{say("play.supposing")}</span>
            <Button icon="check" label={say("play.suppose.keep")} onClick={keepSupposed} />
            <Button icon="close" label={say("play.suppose.drop")} onClick={dropSupposed} />
          </span>
        ) : (
          <Button label={say("play.suppose")} onClick={suppose} />
        )}
      </div>
      <div class="bar">
        <Choice
          label={say("play.errors")}
          value={errors}
          values={ERRORS.map((choice) => [choice, say(`play.errors.${choice}`)])}
          onChange={(chosen) => store.set({ errors: chosen })}
        />
        {errors === "on_demand" && <Button label={say("play.errors.show")} onClick={showErrors} />}
        <Menu label={say("play.more")}>
          <MenuEntry label={say("play.rate")} onClick={() => void rate()} />
          <MenuEntry label={say("play.solve")} onClick={() => void solve()} />
          <MenuEntry label={say("play.restart")} onClick={restart} />
          <MenuEntry label={say("play.print")} onClick={() => print()} />
        </Menu>
      </div>
      <p class="hint rules-of-game">{say("play.lightup.rules")}</p>
    </div>
  );
}

export function MenuEntry({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button type="button" class="menu-entry" onClick={onClick}>
      <span>{label}</span>
    </button>
  );
}

export function MessageView({ message, isSolved }: { message: Message | null; isSolved?: boolean }) {
  return (
    <div class={`answer ${message?.kind ?? "none"}${isSolved ? " is-solved" : ""}`} role="status">
      {message ? (
        <>
          <p>
            <Prose text={message.text} />
          </p>
          {!!message.lines?.length && (
            <ul>
              {message.lines.map((line) => (
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
