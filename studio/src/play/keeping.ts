// What a page is about, in its link and in the browser's storage, after every change.
import { packed, unpacked } from "../link";
import { addressOf, type PageName } from "../look/pages";

const KEPT_AFTER = 300; // milliseconds without a change

/** What the link holds, else what was kept, which is more if the link is its own; whether a link was unreadable. */
export async function restored(page: PageName): Promise<{ kept: unknown; isBroken: boolean }> {
  const link = location.hash.slice(1);
  const stored = read(page);
  const linked = link && link !== stored?.link ? await unpacked(link) : null;
  if (linked !== null) return { kept: linked, isBroken: false };
  return { kept: stored?.kept ?? null, isBroken: link !== "" && link !== stored?.link };
}

function read(page: PageName): { kept: unknown; link: string | null } | null {
  try {
    return JSON.parse(localStorage.getItem(`bigand.${page}`) ?? "null");
  } catch {
    return null;
  }
}

/** A function to call after every change: `kept` goes to the storage, `linked` (which may be less) to the address. */
export function keeper(page: PageName, kept: () => object, linked: () => object): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let link: string | null = null;
  const write = () => {
    try {
      localStorage.setItem(`bigand.${page}`, JSON.stringify({ kept: kept(), link }));
    } catch {
      // Full, or forbidden: the link still has it.
    }
  };
  addEventListener("pagehide", write);
  return () => {
    clearTimeout(timer);
    timer = setTimeout(async () => {
      link = await packed(linked());
      write();
      history.replaceState(null, "", link ? `${addressOf(page)}#${link}` : addressOf(page));
    }, KEPT_AFTER);
  };
}

/** A link to hand on; nothing if it would be too long. */
export async function shareLink(page: PageName, linked: object): Promise<string | null> {
  const link = await packed(linked);
  return link && `${location.origin}${addressOf(page)}#${link}`;
}

/** When somebody pastes another link of the same page into the address; what cannot be read is null. */
export function onOtherLink(bring: (kept: unknown) => void): void {
  addEventListener("hashchange", () => {
    if (location.hash.length > 1) void unpacked(location.hash.slice(1)).then(bring);
  });
}
