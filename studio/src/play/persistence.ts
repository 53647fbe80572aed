// What a page is about, in its link and in the browser's storage, after every change.
import { pack, unpack } from "../link";
import { currentAddress, type PageName } from "../look/pages";
import { say } from "../words";

const SAVE_DELAY = 300; // milliseconds without a change

/** What a page does with what it was about. */
export interface RestoreHandlers {
  /** Bring it back; or why not, and all is as it was. `kept` is what was there before, where this came by a link. */
  restore: (value: unknown, storedValue?: unknown) => Promise<string | null>;
  openFirst: () => Promise<void>; // where there is nothing to bring back
  task?: unknown; // what the address asks for, if its link holds nothing else
  reportProblem: (problem: string) => void;
}

/** Begin with what the link holds, or else with what was kept, which is more if the link is its own. */
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
  // Somebody pastes another link of the same page into the address.
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

/** A function to call after every change: `kept` goes to the storage, `linked` (which may be less) to the address. */
export function createSaver(page: PageName, storedContent: () => object, linkContent: () => object): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let link: string | null = null;
  const write = () => {
    try {
      localStorage.setItem(`bigand.${page}`, JSON.stringify({ kept: storedContent(), link }));
    } catch {
      // Full, or forbidden: the link still has it.
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

/** A link to hand on; nothing if it would be too long. */
export async function shareLink(page: PageName, content: object): Promise<string | null> {
  const link = await pack(content);
  return link && `${location.origin}${currentAddress(page)}#${link}`;
}
