// Questions of pages: one way to ask and to tell what went wrong; and for what is asked at every click, the newest only.
import { ask, isFailure, type Reply, UnreachableError } from "../ask";
import type { Store } from "../store";
import type { Progress, Words } from "../types";
import { say, spoken } from "../words";

export interface Heard<A, W = Words> {
  answer: A;
  told: W & Words;
}

/** Why there is no answer, as a sentence; with the places in the text that was handed in. */
export class RefusedError extends Error {
  constructor(
    message: string,
    public told: Words = {},
  ) {
    super(message);
  }
}

export interface Asked {
  signal?: AbortSignal;
  onProgress?: (progress: Progress) => void;
}

/** The answer with what is told of it; a `RefusedError` with a sentence for anything else. */
export async function heard<A extends { answer: string }, W = Words>(
  name: string,
  question: object,
  asked: Asked = {},
): Promise<Heard<A, W>> {
  let reply: Reply<A>;
  try {
    reply = await ask<A>(name, question, { ...asked, language: spoken() });
  } catch (error) {
    if (asked.signal?.aborted) throw error;
    throw new RefusedError(say(error instanceof UnreachableError ? "play.unreachable" : "studio.failed"));
  }
  if (isFailure(reply.answer)) throw new RefusedError(sentence(reply.told), reply.told);
  return { answer: reply.answer as A, told: reply.told as W & Words };
}

/** What is wrong, in one sentence or two. */
function sentence(told: Words): string {
  const first = told.diagnostics?.[0];
  if (!first) return told.text ?? say("studio.failed");
  const isOfTerminal = first.help?.includes("`--"); // what to write in a command is no help here
  return [first.message, isOfTerminal ? null : first.help].filter(Boolean).join(" · ");
}

export interface Said {
  kind: "good" | "bad" | "plain";
  text: string;
  lines?: string[];
}

/** What a page is busy with, as long as it is, and what it has said last. */
export interface Working {
  busy: { text: string; abort: () => void } | null;
  said: Said | null;
}

/** A way to do something that takes a while: it can be stopped, and what goes wrong is told. */
export function workOf(store: Pick<Store<Working>, "set"> & { get: () => Working }) {
  return async <T>(text: string, act: (signal: AbortSignal) => Promise<T>): Promise<T | null> => {
    store.get().busy?.abort();
    const controller = new AbortController();
    const busy = { text, abort: () => controller.abort() };
    store.set({ busy });
    try {
      return await act(controller.signal);
    } catch (error) {
      if (controller.signal.aborted) store.set({ said: { kind: "plain", text: say("studio.stopped") } });
      else if (error instanceof RefusedError) store.set({ said: { kind: "bad", text: error.message } });
      else throw error;
      return null;
    } finally {
      if (store.get().busy === busy) store.set({ busy: null });
    }
  };
}

/** One question at a time: while it is under way only the newest of those that come is kept, and asked next. */
export function newest(): (work: () => Promise<void>) => void {
  let isBusy = false;
  let next: (() => Promise<void>) | null = null;
  const run = async (work: () => Promise<void>) => {
    isBusy = true;
    let doing: (() => Promise<void>) | null = work;
    while (doing) {
      next = null;
      await doing().catch(() => undefined);
      doing = next;
    }
    isBusy = false;
  };
  return (work) => {
    if (isBusy) next = work;
    else void run(work);
  };
}
