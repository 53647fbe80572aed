// Saving a puzzle page to its link and the browser's storage after every change, and restoring it.
import { pack, unpack } from "../link";
import { currentAddress, type PageName } from "../look/pages";
import { say } from "../words";

const SAVE_DELAY = 300; // milliseconds after the last change

/** How a page restores its content. */
export interface RestoreHandlers {
  /**
   * Restore the content, or return the problem and change nothing. `storedValue` is what the storage holds, if the
   * content is from a link.
   */
  restore: (value: unknown, storedValue?: unknown) => Promise<string | null>;
  openFirst: () => Promise<void>; // if there is nothing to restore
  task?: unknown; // what the address asks for, if its link is empty
  reportProblem: (problem: string) => void;
}

/** Restore the page from its link or, if this browser saved that link, from the storage, which holds more. */
export async function restorePage(
  page: PageName,
  { restore, openFirst, reportProblem, task }: RestoreHandlers,
): Promise<void> {
  const link = location.hash.slice(1);
  const stored = loadStored(page);
  const isForeignLink = link !== "" && link !== stored?.link;
  const restoreLink = async (link: string, storedValue?: unknown) => {
    const content = await unpack(link);
    return content === null ? say("play.link.broken") : restore(content, storedValue);
  };
  const attempt = isForeignLink ? restoreLink(link, stored?.kept) : task ? restore(task, stored?.kept) : null;
  const problem = await attempt;
  if (attempt === null || problem !== null) {
    const storedProblem = stored?.kept ? await restore(stored.kept) : "";
    if (storedProblem !== null) await openFirst();
  }
  if (problem !== null) reportProblem(problem);
  // Another link of the same page was pasted into the address bar.
  addEventListener("hashchange", async () => {
    const problem = location.hash.length > 1 ? await restoreLink(location.hash.slice(1)) : null;
    if (problem !== null) reportProblem(problem);
  });
}

function loadStored(page: PageName): { kept: unknown; link: string | null } | null {
  try {
    return JSON.parse(localStorage.getItem(`bigand.${page}`) ?? "null");
  } catch {
    return null;
  }
}

/** Create a function to call after every change: it saves to the storage and, perhaps with less, to the address. */
export function createSaver(page: PageName, storedContent: () => object, linkContent: () => object): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let link: string | null = null;
  const write = () => {
    try {
      localStorage.setItem(`bigand.${page}`, JSON.stringify({ kept: storedContent(), link }));
    } catch {
      // The storage is full or forbidden: the link still holds the page.
    }
  };
  addEventListener("pagehide", write);
  return () => {
    clearTimeout(timer);
    timer = setTimeout(async () => {
      link = await pack(linkContent());
      write();
      history.replaceState(null, "", link ? `${currentAddress(page)}#${link}` : currentAddress(page));
    }, SAVE_DELAY);
  };
}

/** A link to share; null if it would be too long. */
export async function shareLink(page: PageName, content: object): Promise<string | null> {
  const link = await pack(content);
  return link && `${location.origin}${currentAddress(page)}#${link}`;
}
