// Undo and redo without end, of any value.

export interface History<V> {
  past: V[];
  now: V;
  future: V[];
}

const KEPT = 2000; // values that go to the storage

export function began<V>(now: V): History<V> {
  return { past: [], now, future: [] };
}

export function done<V>(history: History<V>, now: V): History<V> {
  return { past: [...history.past, history.now], now, future: [] };
}

export function undone<V>(history: History<V>): History<V> {
  const before = history.past.at(-1);
  if (before === undefined) return history;
  return { past: history.past.slice(0, -1), now: before, future: [history.now, ...history.future] };
}

export function redone<V>(history: History<V>): History<V> {
  const [after, ...future] = history.future;
  return after === undefined ? history : { past: [...history.past, history.now], now: after, future };
}

export function toKeep<V>(history: History<V>): History<V> {
  return { ...history, past: history.past.slice(-KEPT), future: history.future.slice(0, KEPT) };
}
