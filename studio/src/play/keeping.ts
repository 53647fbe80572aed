// What a page is about, in its link and in the browser's storage, after every change.
import { packed, unpacked } from "../link";
import { addressHere, type PageName } from "../look/pages";
import { say } from "../words";

const KEPT_AFTER = 300; // milliseconds without a change

/** What a page does with what it was about. */
export interface Bringing {
  /** Bring it back; or why not, and all is as it was. `kept` is what was there before, where this came by a link. */
  bring: (value: unknown, kept?: unknown) => Promise<string | null>;
  first: () => Promise<void>; // where there is nothing to bring back
  task?: unknown; // what the address asks for, if its link holds nothing else
  tell: (trouble: string) => void;
}

/** Begin with what the link holds, or else with what was kept, which is more if the link is its own. */
export async function beginWith(page: PageName, { bring, first, tell, task }: Bringing): Promise<void> {
  const link = location.hash.slice(1);
  const stored = read(page);
  const isOther = link !== "" && link !== stored?.link;
  const follow = async (link: string, kept?: unknown) => {
    const linked = await unpacked(link);
    return linked === null ? say("play.link.broken") : bring(linked, kept);
  };
  const begun = isOther ? follow(link, stored?.kept) : task ? bring(task, stored?.kept) : null;
  const trouble = await begun;
  if (begun === null || trouble !== null) {
    const lost = stored?.kept ? await bring(stored.kept) : "";
    if (lost !== null) await first();
  }
  if (trouble !== null) tell(trouble);
  // Somebody pastes another link of the same page into the address.
  addEventListener("hashchange", async () => {
    const trouble = location.hash.length > 1 ? await follow(location.hash.slice(1)) : null;
    if (trouble !== null) tell(trouble);
  });
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
      history.replaceState(null, "", link ? `${addressHere(page)}#${link}` : addressHere(page));
    }, KEPT_AFTER);
  };
}

/** A link to hand on; nothing if it would be too long. */
export async function shareLink(page: PageName, linked: object): Promise<string | null> {
  const link = await packed(linked);
  return link && `${location.origin}${addressHere(page)}#${link}`;
}
