// A store for the state of a page; components that use a part of it render again when that part changes.
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

/** Use a part of the store; the component renders again when it changes. */
export function usePart<S extends object, P>(store: Store<S>, part: (state: S) => P): P {
  const [value, setValue] = useState(() => part(store.get()));
  useEffect(() => {
    const update = () => setValue(() => part(store.get()));
    update(); // it may have changed since the first render
    return store.subscribe(update);
  }, [store]);
  return value;
}
