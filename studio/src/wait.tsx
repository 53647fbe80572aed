// The indicator shown while questions wait: the place in the server's queue, or the time until a retry.
import { render } from "preact";
import { createStore, usePart } from "./store";
import { say } from "./words";

/** A place in the queue, or the seconds until a refused question is retried. */
export type Wait = { place: number; total: number } | { seconds: number };

const waits = createStore<{ all: ReadonlyMap<object, Wait> }>({ all: new Map() });

/** Create a function for one question that says what it waits for; null if it no longer waits. */
export function createWaitIndicator(): (wait: Wait | null) => void {
  const key = {};
  return (wait) => {
    const { all } = waits.get();
    if (wait === null && !all.has(key)) return;
    const waitsOfOthers = new Map(all);
    waitsOfOthers.delete(key);
    waits.set({ all: wait === null ? waitsOfOthers : waitsOfOthers.set(key, wait) });
  };
}

/** The line at the edge of every page; it shows the question that reported last. */
function WaitIndicator() {
  const all = usePart(waits, (state) => state.all);
  const wait = [...all.values()].at(-1);
  return (
    <div class="waiting" role="status" aria-live="polite" hidden={!wait}>
      {wait && (
        <>
          <span class="spinner" aria-hidden="true" />
          <span>{"place" in wait ? say("studio.waiting.place", wait) : say("studio.waiting.again", wait)}</span>
        </>
      )}
    </div>
  );
}

export function mountWaitIndicator(): void {
  render(<WaitIndicator />, document.body.appendChild(document.createElement("div")));
}
