// Questions of pages: one way to ask and to tell what went wrong; and for what is asked at every click, the newest only.
import { ask, isFailure, type Reply, UnreachableError } from "../ask";
import type { Store } from "../store";
import type { AnswerTexts, Progress } from "../types";
import { currentLanguage, say } from "../words";

export interface AnswerWithTexts<A, W = AnswerTexts> {
  answer: A;
  texts: W & AnswerTexts;
}

/** Why there is no answer, as a sentence; with the places in the text that was handed in. */
export class RefusedError extends Error {
  constructor(
    message: string,
    public texts: AnswerTexts = {},
  ) {
    super(message);
  }
}

export interface QuestionOptions {
  signal?: AbortSignal;
  onProgress?: (progress: Progress) => void;
}

/** The answer with what is told of it; a `RefusedError` with a sentence for anything else. */
export async function askOrThrow<A extends { answer: string }, W = AnswerTexts>(
  name: string,
  question: object,
  options: QuestionOptions = {},
): Promise<AnswerWithTexts<A, W>> {
  let reply: Reply<A>;
  try {
    reply = await ask<A>(name, question, { ...options, language: currentLanguage() });
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw new RefusedError(say(error instanceof UnreachableError ? "play.unreachable" : "studio.failed"));
  }
  if (isFailure(reply.answer)) throw new RefusedError(failureText(reply.texts), reply.texts);
  return { answer: reply.answer as A, texts: reply.texts as W & AnswerTexts };
}

/** What is wrong, in one sentence or two. */
function failureText(texts: AnswerTexts): string {
  const first = texts.diagnostics?.[0];
  if (!first) return texts.text ?? say("studio.failed");
  const isForTerminal = first.help?.includes("`--"); // what to write in a command is no help here
  return [first.message, isForTerminal ? null : first.help].filter(Boolean).join(" · ");
}

export interface Message {
  kind: "good" | "bad" | "plain";
  text: string;
  lines?: string[];
}

/** What a page is busy with, as long as it is, and what it has said last. */
export interface WorkState {
  busy: { text: string; abort: () => void } | null;
  message: Message | null;
}

/** A way to do something that takes a while: it can be stopped, and what goes wrong is told. */
export function createWorkRunner(store: Pick<Store<WorkState>, "set"> & { get: () => WorkState }) {
  return async <T>(text: string, task: (signal: AbortSignal) => Promise<T>): Promise<T | null> => {
    store.get().busy?.abort();
    const controller = new AbortController();
    const busy = { text, abort: () => controller.abort() };
    store.set({ busy });
    try {
      return await task(controller.signal);
    } catch (error) {
      if (controller.signal.aborted) store.set({ message: { kind: "plain", text: say("studio.stopped") } });
      else if (error instanceof RefusedError) store.set({ message: { kind: "bad", text: error.message } });
      else throw error;
      return null;
    } finally {
      if (store.get().busy === busy) store.set({ busy: null });
    }
  };
}

/** One question at a time: while it is under way only the newest of those that come is kept, and asked next. */
export function createLatestOnly(): (work: () => Promise<void>) => void {
  let isBusy = false;
  let next: (() => Promise<void>) | null = null;
  const run = async (work: () => Promise<void>) => {
    isBusy = true;
    let current: (() => Promise<void>) | null = work;
    while (current) {
      next = null;
      await current().catch(() => undefined);
      current = next;
    }
    isBusy = false;
  };
  return (work) => {
    if (isBusy) next = work;
    else void run(work);
  };
}
