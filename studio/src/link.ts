// The content of a page in its link (compressed, after `#`) and in the browser's storage; neither needs a server.

export interface PageContent {
  text: string;
  name: string;
  settings: Record<string, string>; // values that override those in the text, such as `$N`
  tab: string;
  data: Record<string, string>; // files the text asks for, in base64
}

/** A page in the browser's storage: with its id among the recent texts, and the file it belongs to. */
export interface StoredPage extends PageContent {
  id: string;
  version: string | null; // of the file the studio was started with, when it was last read or written
  isUnsaved: boolean; // it differs from that file
}

const STORAGE_KEY = "bigand.model";
const MAX_LINK_LENGTH = 30_000; // characters; some programs truncate longer links
const MAX_UNPACKED_BYTES = 8_000_000; // guards against decompression bombs
const MAX_RECENT = 12; // texts

/** The link of a page, without its data files if they are too long; null if the text itself is too long. */
export async function toLink({ text, name, settings, tab, data }: PageContent): Promise<string | null> {
  const withoutData = { text, name, settings, tab, data: {} };
  return (await pack({ ...withoutData, data })) ?? (Object.keys(data).length ? pack(withoutData) : null);
}

/** Pack the content of any page for a link; null if it would be too long. */
export async function pack(value: object): Promise<string | null> {
  const content = new TextEncoder().encode(JSON.stringify(value));
  if (content.length > MAX_UNPACKED_BYTES) return null;
  const link = toBase64(await transformBytes(new CompressionStream("deflate-raw"), content));
  return link.length > MAX_LINK_LENGTH ? null : link;
}

export async function fromLink(link: string): Promise<PageContent | null> {
  return parseStoredPage(await unpack(link));
}

/** Unpack the content of a link of any page; null if it is malformed. */
export async function unpack(link: string): Promise<unknown> {
  try {
    const bytes = await transformBytes(new DecompressionStream("deflate-raw"), fromBase64(link));
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null; // truncated, or not one of our links
  }
}

export function loadStoredPage(): StoredPage | null {
  try {
    return parseStoredPage(JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "null"));
  } catch {
    return null;
  }
}

export function savePage(page: StoredPage): void {
  for (const data of [page.data, {}])
    try {
      localStorage.setItem(STORAGE_KEY, JSON.stringify({ ...page, data }));
      return;
    } catch {
      // The storage is full or forbidden: try without the files; otherwise the link still holds the page.
    }
}

/** Recently opened texts, newest first. */
export function loadRecent(): StoredPage[] {
  try {
    const list = JSON.parse(localStorage.getItem(`${STORAGE_KEY}.recent`) ?? "[]");
    return Array.isArray(list) ? list.map(parseStoredPage).filter((page) => page !== null) : [];
  } catch {
    return [];
  }
}

/** Add a text to the recent ones; the oldest are dropped if the storage is full. */
export function addRecent({ text, name, settings, tab, data, id }: PageContent & { id: string }): void {
  const others = loadRecent().filter((page) => page.id !== id && page.text !== text);
  const all = [{ text, name, settings, tab, data, id }, ...others].slice(0, MAX_RECENT);
  for (let count = all.length; count > 0; count--)
    try {
      localStorage.setItem(`${STORAGE_KEY}.recent`, JSON.stringify(all.slice(0, count)));
      return;
    } catch {
      // Drop the oldest until it fits.
    }
}

function parseStoredPage(value: unknown): StoredPage | null {
  if (typeof value !== "object" || value === null) return null;
  const { text, name, settings, tab, data, id, version, isUnsaved } = value as Record<string, unknown>;
  if (typeof text !== "string") return null;
  return {
    text,
    name: typeof name === "string" ? name : "model.touist",
    settings: parseStrings(settings),
    tab: typeof tab === "string" ? tab : "picture",
    data: parseStrings(data),
    id: typeof id === "string" ? id : "",
    version: typeof version === "string" ? version : null,
    isUnsaved: isUnsaved === true,
  };
}

function parseStrings(value: unknown): Record<string, string> {
  const entries = typeof value === "object" && value !== null ? Object.entries(value) : [];
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"));
}

async function transformBytes(stream: CompressionStream | DecompressionStream, bytes: Uint8Array<ArrayBuffer>) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    size += value.length;
    if (size <= MAX_UNPACKED_BYTES) continue;
    await reader.cancel();
    throw new RangeError("too large");
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

function toBase64(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const characters = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(characters, (character) => character.charCodeAt(0));
}
