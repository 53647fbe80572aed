// Questions of the puzzle pages: errors become messages, work can be stopped, outdated requests are skipped.
import { ask, isFailure, type Reply, UnreachableError } from "../ask";
import type { Store } from "../store";
import type { AnswerTexts, Progress } from "../types";
import { currentLanguage, say } from "../words";

export interface AnswerWithTexts<A, W = AnswerTexts> {
  answer: A;
  texts: W & AnswerTexts;
}

/** Why there is no answer, as a message; with the places of the errors in the submitted text. */
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

/** Ask a question; throws a `RefusedError` with a message if there is no answer. */
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

/** What went wrong, in a sentence or two. */
function failureText(texts: AnswerTexts): string {
  const first = texts.diagnostics?.[0];
  if (!first) return texts.text ?? say("studio.failed");
  const isForTerminal = first.help?.includes("`--"); // advice on command-line options is no help here
  return [first.message, isForTerminal ? null : first.help].filter(Boolean).join(" · ");
}

export interface Message {
  kind: "good" | "bad" | "plain";
  text: string;
  lines?: string[];
}

/** What a page is busy with, if anything, and its last message. */
export interface WorkState {
  busy: { text: string; abort: () => void } | null;
  message: Message | null;
}

/** Create a function that runs a task which can be stopped and whose errors are shown. */
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

/** Create a function that runs one task at a time: while one is running, only the newest waits for its turn. */
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
