// The only door out of the page: a question in, an answer out. Its transport is HTTP today; nothing else in the page
// knows of a server, so that the same page can carry its own Python one day.
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
  slot?: string; // a later question for the same slot of this page takes the place of an earlier one
}

const PAGE_ID = Math.random().toString(36).slice(2); // tells the slots of this page from those of other tabs
const MAX_ATTEMPTS = 8; // times that a question is asked before its refusal is told
const MAX_PAUSE = 30; // seconds before it is asked again
let questionCount = 0;

/** That nobody answers: the studio was ended, or the machine slept. */
export class UnreachableError extends Error {}

export function isFailure(answer: { answer: string }): answer is Failure {
  return answer.answer === "failure";
}

/** Ask a question by its name; aborting the signal ends the work at once. */
export async function ask<A extends { answer: string }>(
  name: string,
  question: object,
  options: AskOptions = {},
): Promise<Reply<A>> {
  return postAndReadReply(`/api/${name}`, { question: name, ...question }, options);
}

/** Send a question, and read the lines of its reply; while it waits, that is shown. */
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

/** Post a question; one that is refused because the server is busy is asked again, until the signal is aborted. */
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

/** The seconds after which a refused question may be asked again, not all pages at once; null if it may not. */
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

/** What was refused before any work began. */
function parseFailure<A>(text: string, status: number): Reply<A> {
  try {
    const body = JSON.parse(text);
    if (body.answer) return { answer: body.answer, texts: body.told ?? {} };
  } catch {
    // It is no JSON: somebody else answers at this address.
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

// ---------------------------------------------------------------------- what is not a question

export async function loadCourse(language: string): Promise<Lesson[]> {
  const response = await fetchOrThrow("/course", { headers: { "Accept-Language": language } });
  return response.ok ? (await response.json()).lessons : [];
}

export interface ServerInfo {
  version: string;
  language: string;
  file: boolean; // whether the studio was started with one
  exercises: boolean;
}

export async function loadServerInfo(): Promise<ServerInfo | null> {
  const response = await fetchOrThrow("/api/version").catch(() => null);
  return response?.ok ? response.json() : null;
}

// ---------------------------------------------------------------------- exercises

/** What a student is given. */
export interface Assignment {
  name: string;
  title: string;
  statement: string; // Markdown
  page: "model" | "lightup";
  task: string; // of a puzzle: what its page opens
  skeleton: string;
  feedback: "verdict" | "hint" | "full";
  is_readable: boolean; // the server is this machine's own
}

/** What the teacher allows to be told. */
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

/** An exercise by its name, or why there is none. */
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

/** The file that the studio was started with. */
export async function loadStartedFile(): Promise<OpenFile | null> {
  const response = await fetchOrThrow("/file");
  return response.ok ? response.json() : null;
}

/** Write that file; what stands there now if somebody else has changed it. */
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

/** A file that a `;;@ data` line names, beside the one that the studio was started with, in base64. */
export async function loadDataFile(path: string): Promise<string | null> {
  const response = await fetchOrThrow(`/file/data/${path.split("/").map(encodeURIComponent).join("/")}`).catch(
    () => null,
  );
  if (!response?.ok) return null;
  let text = "";
  for (const byte of new Uint8Array(await response.arrayBuffer())) text += String.fromCharCode(byte);
  return btoa(text);
}
