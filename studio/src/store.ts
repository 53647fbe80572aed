// One value that holds all a page knows; whoever shows a part of it is told when that part changes.
import { useEffect, useState } from "preact/hooks";

export interface Store<S> {
  get(): S;
  set(change: Partial<S> | ((state: S) => Partial<S>)): void;
  subscribe(listener: (state: S, before: S) => void): () => void;
}

export function createStore<S extends object>(initial: S): Store<S> {
  let state = initial;
  const listeners = new Set<(state: S, before: S) => void>();
  return {
    get: () => state,
    set(change) {
      const before = state;
      state = { ...state, ...(typeof change === "function" ? change(state) : change) };
      for (const listener of [...listeners]) listener(state, before);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** A part of the store; the component is drawn anew when it changes. */
export function usePart<S extends object, P>(store: Store<S>, part: (state: S) => P): P {
  const [value, setValue] = useState(() => part(store.get()));
  useEffect(() => {
    const update = () => setValue(() => part(store.get()));
    update(); // it may have changed between the first drawing and now
    return store.subscribe(update);
  }, [store]);
  return value;
}
