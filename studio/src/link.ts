// What a page is about, in its link (compressed, after `#`) and in the browser's storage: neither needs a server.

export interface Kept {
  text: string;
  name: string;
  settings: Record<string, string>; // what `$N` and others are instead of what the text says
  tab: string;
}

const KEPT = "bigand.model";
const LONGEST = 30_000; // characters of a link; some programs cut longer ones
const OLDEST = 12; // texts that are remembered

export async function toLink(kept: Kept): Promise<string | null> {
  const bytes = await through(new CompressionStream("deflate-raw"), new TextEncoder().encode(JSON.stringify(kept)));
  const link = base64(bytes);
  return link.length > LONGEST ? null : link;
}

export async function fromLink(link: string): Promise<Kept | null> {
  try {
    const bytes = await through(new DecompressionStream("deflate-raw"), fromBase64(link));
    return asKept(JSON.parse(new TextDecoder().decode(bytes)));
  } catch {
    return null; // cut in half, or not ours
  }
}

export function stored(): Kept | null {
  try {
    return asKept(JSON.parse(localStorage.getItem(KEPT) ?? "null"));
  } catch {
    return null;
  }
}

export function store(kept: Kept): void {
  try {
    localStorage.setItem(KEPT, JSON.stringify(kept));
  } catch {
    // Full, or forbidden: the link still has it.
  }
}

/** Texts that were open before, the newest first. */
export function recent(): Kept[] {
  try {
    const list = JSON.parse(localStorage.getItem(`${KEPT}.recent`) ?? "[]");
    return Array.isArray(list) ? list.map(asKept).filter((kept) => kept !== null) : [];
  } catch {
    return [];
  }
}

export function remember(kept: Kept): void {
  const others = recent().filter((other) => other.name !== kept.name && other.text !== kept.text);
  try {
    localStorage.setItem(`${KEPT}.recent`, JSON.stringify([kept, ...others].slice(0, OLDEST)));
  } catch {
    // As above.
  }
}

function asKept(value: unknown): Kept | null {
  if (typeof value !== "object" || value === null) return null;
  const { text, name, settings, tab } = value as Record<string, unknown>;
  if (typeof text !== "string") return null;
  const known = typeof settings === "object" && settings !== null ? Object.entries(settings) : [];
  return {
    text,
    name: typeof name === "string" ? name : "model.touist",
    settings: Object.fromEntries(known.filter(([, given]) => typeof given === "string")),
    tab: typeof tab === "string" ? tab : "picture",
  };
}

async function through(stream: CompressionStream | DecompressionStream, bytes: Uint8Array<ArrayBuffer>) {
  const whole = new Blob([bytes]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(whole).arrayBuffer());
}

function base64(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const characters = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(characters, (character) => character.charCodeAt(0));
}
