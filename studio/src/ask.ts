// The only module that talks to the server: a question in, an answer out, over HTTP. No other module knows about
// a server, so that the page could run Python itself one day.
import type { AnswerTexts, Failure, Lesson, Progress, Statuses } from "./types";
import { createWaitIndicator, type Wait } from "./wait";

export interface Reply<A> {
  answer: A | Failure;
  texts: AnswerTexts;
}

export interface AskOptions {
  signal?: AbortSignal;
  language?: string;
  onProgress?: (progress: Progress) => void;
  slot?: string; // a later question in the same slot of this page replaces an earlier one
}

const PAGE_ID = Math.random().toString(36).slice(2); // its slots are not those of other tabs
const MAX_ATTEMPTS = 8; // before a refusal is reported
const MAX_PAUSE = 30; // seconds between attempts
let questionCount = 0;

/** The server does not answer: the studio was stopped, or the machine was asleep. */
export class UnreachableError extends Error {}

export function isFailure(answer: { answer: string }): answer is Failure {
  return answer.answer === "failure";
}

/**
 * Ask a question by its name; aborting the signal stops the work at once.
 * The server answers in `Studio.ask` (src/bigand/studio/app.py).
 */
export async function ask<A extends { answer: string }>(
  name: string,
  question: object,
  options: AskOptions = {},
): Promise<Reply<A>> {
  return postAndReadReply(`/api/${name}`, { question: name, ...question }, options);
}

/** Send a question and read the lines of its reply; waiting is indicated on the page. */
async function postAndReadReply<A extends { answer: string }>(
  path: string,
  body: object,
  options: AskOptions,
): Promise<Reply<A>> {
  const showWait = createWaitIndicator();
  try {
    const response = await post(path, body, options, showWait);
    if (!response.ok || !response.body) return parseFailure(await response.text(), response.status);
    let reply: Reply<A> | null = null;
    for await (const line of readLines(response.body)) {
      const message = JSON.parse(line);
      if ("answer" in message) reply = { answer: message.answer, texts: message.told ?? {} };
      else if (message.event?.event !== "waiting") options.onProgress?.(message);
      else showWait(message.event.place ? message.event : null);
    }
    if (reply) return reply;
  } finally {
    showWait(null);
  }
  throw new UnreachableError();
}

/** Post a question; if the server is too busy, retry until the signal is aborted. */
async function post(
  path: string,
  body: object,
  options: AskOptions,
  showWait: (wait: Wait | null) => void,
): Promise<Response> {
  const request = {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      Accept: "application/x-ndjson",
      "Accept-Language": options.language ?? "en",
      ...(options.slot && { "Bigand-Slot": `${PAGE_ID}.${options.slot} ${++questionCount}` }),
    },
    body: JSON.stringify(body),
    signal: options.signal ?? null,
  };
  for (let attempt = 1; ; attempt++) {
    const response = await fetchOrThrow(path, request);
    const pause = retryAfter(response);
    if (pause === null || attempt === MAX_ATTEMPTS) return response;
    await response.body?.cancel();
    showWait({ seconds: Math.ceil(pause) });
    await sleep(pause, options.signal);
    showWait(null);
  }
}

/** The seconds to wait before a retry, with jitter; null if the question must not be retried. */
function retryAfter(response: Response): number | null {
  if (response.status !== 429 && response.status !== 503) return null;
  const seconds = Number.parseInt(response.headers.get("Retry-After") ?? "", 10);
  return Number.isNaN(seconds) ? null : Math.min(Math.max(seconds, 1), MAX_PAUSE) * (1 + Math.random() / 2);
}

function sleep(seconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, 1000 * seconds);
    if (signal?.aborted) stop();
    else signal?.addEventListener("abort", stop, { once: true });
  });
}

async function fetchOrThrow(path: string, request: RequestInit = {}): Promise<Response> {
  try {
    return await fetch(path, request);
  } catch (error) {
    if (request.signal?.aborted) throw error;
    throw new UnreachableError();
  }
}

/** Parse the reply to a question that was refused before any work began. */
function parseFailure<A>(text: string, status: number): Reply<A> {
  try {
    const body = JSON.parse(text);
    if (body.answer) return { answer: body.answer, texts: body.told ?? {} };
  } catch {
    // Not JSON: another server answers at this address.
  }
  return {
    answer: { answer: "failure", kind: "input", key: `http.${status}` },
    texts: { text: text.trim().slice(0, 300) || `HTTP ${status}` },
  };
}

async function* readLines(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    const parts = (rest + value).split("\n");
    rest = parts.pop() ?? "";
    for (const part of parts) if (part) yield part;
  }
  if (rest.trim()) yield rest;
}

// ---------------------------------------------------------------------- other requests

export async function loadCourse(language: string): Promise<Lesson[]> {
  const response = await fetchOrThrow("/course", { headers: { "Accept-Language": language } });
  return response.ok ? (await response.json()).lessons : [];
}

export interface ServerInfo {
  version: string;
  language: string;
  file: boolean; // whether the studio was started with a file
  exercises: boolean;
}

export async function loadServerInfo(): Promise<ServerInfo | null> {
  const response = await fetchOrThrow("/api/version").catch(() => null);
  return response?.ok ? response.json() : null;
}

// ---------------------------------------------------------------------- exercises

/** An exercise as a student sees it. */
export interface Assignment {
  name: string;
  title: string;
  statement: string; // Markdown
  page: "model" | "lightup";
  task: string; // for a puzzle: what its page opens
  skeleton: string;
  feedback: "verdict" | "hint" | "full";
  is_readable: boolean; // the server runs on this machine, so that its files can be read
}

/** The feedback the teacher allows. */
export interface Feedback {
  answer: "feedback";
  verdict: Statuses["graded"]["verdict"];
  line: number | null;
  told: {
    text: string;
    points: string;
    sentences: string[];
    rules: string[];
    pictures: { caption: string; svg: string; atoms: string }[];
  };
}

export async function loadAssignments(language: string): Promise<{ name: string; title: string }[]> {
  const response = await fetchOrThrow("/exercises", { headers: { "Accept-Language": language } });
  return response.ok ? (await response.json()).exercises : [];
}

/** Load an exercise by its name; a message if there is none. */
export async function loadAssignment(name: string, language: string): Promise<Assignment | string> {
  const path = `/exercises/${encodeURIComponent(name)}`;
  const response = await fetchOrThrow(path, { headers: { "Accept-Language": language } }).catch(() => null);
  if (response?.ok) return response.json();
  return (response && parseFailure(await response.text(), response.status).texts.text) ?? "";
}

export async function askFeedback(name: string, text: string, options: AskOptions): Promise<Reply<Feedback>> {
  return postAndReadReply(`/exercises/${encodeURIComponent(name)}`, { text }, { slot: "feedback", ...options });
}

export interface OpenFile {
  name: string;
  text: string;
  version: string;
}

/** Load the file the studio was started with. */
export async function loadStartedFile(): Promise<OpenFile | null> {
  const response = await fetchOrThrow("/file");
  return response.ok ? response.json() : null;
}

/** Write that file; if it was changed outside, return its current content instead. */
export async function saveFile(
  text: string,
  version: string,
): Promise<{ version: string } | { changed: OpenFile }> {
  const response = await fetchOrThrow("/file", {
    method: "PUT",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ text, version }),
  });
  if (response.status === 409) return { changed: await response.json() };
  if (!response.ok) throw new Error((await response.text()).slice(0, 300));
  return response.json();
}

/** Load a file named by a `;;@ data` line, beside the file the studio was started with, in base64. */
export async function loadDataFile(path: string): Promise<string | null> {
  const response = await fetchOrThrow(`/file/data/${path.split("/").map(encodeURIComponent).join("/")}`).catch(
    () => null,
  );
  if (!response?.ok) return null;
  let text = "";
  for (const byte of new Uint8Array(await response.arrayBuffer())) text += String.fromCharCode(byte);
  return btoa(text);
}
