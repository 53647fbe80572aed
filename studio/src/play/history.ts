// Unlimited undo and redo for any value.

export interface History<V> {
  past: V[];
  now: V;
  future: V[];
}

const MAX_STORED = 2000; // values in each direction

export function createHistory<V>(now: V): History<V> {
  return { past: [], now, future: [] };
}

export function pushHistory<V>(history: History<V>, now: V): History<V> {
  return { past: [...history.past, history.now], now, future: [] };
}

export function undoHistory<V>(history: History<V>): History<V> {
  const previous = history.past.at(-1);
  if (previous === undefined) return history;
  return { past: history.past.slice(0, -1), now: previous, future: [history.now, ...history.future] };
}

export function redoHistory<V>(history: History<V>): History<V> {
  const [next, ...future] = history.future;
  return next === undefined ? history : { past: [...history.past, history.now], now: next, future };
}

export function truncateHistory<V>(history: History<V>): History<V> {
  return { ...history, past: history.past.slice(-MAX_STORED), future: history.future.slice(0, MAX_STORED) };
}
