// What a page is about outlives it: after every change it is in the link and in the storage, and comes back from there.
import { type Assignment, course } from "../ask";
import { fromLink, type Kept, store as keep, recent, remember, type Stored, stored, toLink } from "../link";
import { say } from "../words";
import { open, openInstead, solve, store } from "./actions";
import { openStarted } from "./files";
import { type State, type Tab, tabsOf } from "./state";

const KEPT_AFTER = 300; // milliseconds without a change

function keptOf({ text, name, settings, tab, data, id, file }: State): Stored {
  const isUnsaved = file !== null && file.text !== text;
  return { text, name, settings, tab, data, id, version: file?.version ?? null, isUnsaved };
}

/** What was open comes back: from the link, the file that the studio was started with, or the storage. */
export async function restore(hasFile: boolean): Promise<void> {
  const before = stored();
  const hash = location.hash.slice(1);
  const linked = hash ? await fromLink(hash) : null;
  const isReload = linked !== null && linked.text === before?.text && linked.name === before.name;
  const isOfFile = hasFile && (!linked || (isReload && before?.version)); // a link of others is never the file
  if (isOfFile && (await openStarted(before))) bringTab(linked ?? { tab: "picture" });
  else if (linked) bring(linked, isReload ? before?.id : undefined);
  else if (store.get().assignment) beginExercise(store.get().assignment as Assignment, before);
  else if (before?.text.trim()) bring(before, before.id);
  else await begin();
  if (before?.text.trim() && before.text !== store.get().text) remember(before);
  if (hash && !linked) store.set({ notice: say("studio.link.broken") });
}

const idOf = ({ name }: Assignment) => `exercise:${name}`;
const skeletonOf = (assignment: Assignment) => ({ text: assignment.skeleton, name: `${assignment.name}.touist` });

/** What was written for this exercise, or what there is to begin with; the statement is seen first. */
function beginExercise(assignment: Assignment, before: Stored | null): void {
  const id = idOf(assignment);
  const own = [before, ...recent()].find((kept) => kept?.id === id && kept.text.trim());
  open({ ...(own ?? skeletonOf(assignment)), id });
  store.set({ file: null, tab: "exercise", pane: "answer" });
}

/** The skeleton again; what was written is among the recent texts. */
export async function beginAgain(assignment: Assignment): Promise<void> {
  const state = store.get();
  if (state.text.trim()) remember({ ...state, id: Math.random().toString(36).slice(2) });
  await openInstead({ ...skeletonOf(assignment), id: idOf(assignment) });
}

/** Nobody was here before: an example is open, and solved. */
async function begin(): Promise<void> {
  const lessons = await course(store.get().language).catch(() => []);
  const first = lessons.find((lesson) => lesson.name === "queens/queens") ?? lessons[0];
  if (!first) return;
  open({ text: first.text, name: "queens.touist" });
  store.set({ isNew: true, pane: "answer" });
  void solve();
}

function bring(kept: Kept, id?: string): void {
  open({ ...kept, ...(id && { id }) });
  store.set({ file: null });
  bringTab(kept);
}

function bringTab({ tab }: { tab: string }): void {
  store.set((state) => ({ tab: tabsOf(state).includes(tab as Tab) ? (tab as Tab) : "picture" }));
}

/** After every change: the storage, and the link of the page, so that a reload or a bookmark finds it again. */
export function keepAll(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const write = async () => {
    const kept = keptOf(store.get());
    keep(kept);
    const link = await toLink(kept);
    history.replaceState(null, "", link ? `#${link}` : location.pathname + location.search);
  };
  store.subscribe((state, before) => {
    const parts = ["text", "tab", "settings", "name", "data", "file"] as const;
    if (parts.every((part) => state[part] === before[part])) return;
    clearTimeout(timer);
    timer = setTimeout(() => void write(), KEPT_AFTER);
  });
  window.addEventListener("pagehide", () => {
    const kept = keptOf(store.get());
    keep(kept);
    if (kept.text.trim()) remember(kept);
  });
  window.addEventListener("hashchange", () => {
    void fromLink(location.hash.slice(1)).then((kept) => kept && kept.text !== store.get().text && bring(kept));
  });
}
