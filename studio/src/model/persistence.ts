// What a page is about outlives it: after every change it is in the link and in the storage, and comes back from there.
import { type Assignment, loadCourse } from "../ask";
import {
  addRecent,
  fromLink,
  loadRecent,
  loadStoredPage,
  type PageContent,
  type StoredPage,
  savePage,
  toLink,
} from "../link";
import { say } from "../words";
import { open, replaceText, solve, store } from "./actions";
import { openStartedFile } from "./files";
import { type State, type Tab, visibleTabs } from "./state";

const SAVE_DELAY = 300; // milliseconds without a change

function storedPageOf({ text, name, settings, tab, data, id, file }: State): StoredPage {
  const isUnsaved = file !== null && file.text !== text;
  return { text, name, settings, tab, data, id, version: file?.version ?? null, isUnsaved };
}

/** What was open comes back: from the link, the file that the studio was started with, or the storage. */
export async function restore(hasFile: boolean): Promise<void> {
  const before = loadStoredPage();
  const hash = location.hash.slice(1);
  const linkedPage = hash ? await fromLink(hash) : null;
  const isReload = linkedPage !== null && linkedPage.text === before?.text && linkedPage.name === before.name;
  const isStartedFile = hasFile && (!linkedPage || (isReload && before?.version)); // a link of others is never the file
  if (isStartedFile && (await openStartedFile(before))) restoreTab(linkedPage ?? { tab: "picture" });
  else if (linkedPage) openContent(linkedPage, isReload ? before?.id : undefined);
  else if (store.get().assignment) openExercise(store.get().assignment as Assignment, before);
  else if (before?.text.trim()) openContent(before, before.id);
  else await openFirstExample();
  if (before?.text.trim() && before.text !== store.get().text) addRecent(before);
  if (hash && !linkedPage) store.set({ notice: say("studio.link.broken") });
}

const exerciseId = ({ name }: Assignment) => `exercise:${name}`;
const skeletonOf = (assignment: Assignment) => ({ text: assignment.skeleton, name: `${assignment.name}.touist` });

/** What was written for this exercise, or what there is to begin with; the statement is seen first. */
function openExercise(assignment: Assignment, before: StoredPage | null): void {
  const id = exerciseId(assignment);
  const earlierWork = [before, ...loadRecent()].find((page) => page?.id === id && page.text.trim());
  open({ ...(earlierWork ?? skeletonOf(assignment)), id });
  store.set({ file: null, tab: "exercise", pane: "answer" });
}

/** The skeleton again; what was written is among the recent texts. */
export async function resetExercise(assignment: Assignment): Promise<void> {
  const state = store.get();
  if (state.text.trim()) addRecent({ ...state, id: Math.random().toString(36).slice(2) });
  await replaceText({ ...skeletonOf(assignment), id: exerciseId(assignment) });
}

/** Nobody was here before: an example is open, and solved. */
async function openFirstExample(): Promise<void> {
  const lessons = await loadCourse(store.get().language).catch(() => []);
  const first = lessons.find((lesson) => lesson.name === "queens/queens") ?? lessons[0];
  if (!first) return;
  open({ text: first.text, name: "queens.touist" });
  store.set({ isNew: true, pane: "answer" });
  void solve();
}

function openContent(content: PageContent, id?: string): void {
  open({ ...content, ...(id && { id }) });
  store.set({ file: null });
  restoreTab(content);
}

function restoreTab({ tab }: { tab: string }): void {
  store.set((state) => ({ tab: visibleTabs(state).includes(tab as Tab) ? (tab as Tab) : "picture" }));
}

/** After every change: the storage, and the link of the page, so that a reload or a bookmark finds it again. */
export function startSaving(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const write = async () => {
    const page = storedPageOf(store.get());
    savePage(page);
    const link = await toLink(page);
    history.replaceState(null, "", link ? `#${link}` : location.pathname + location.search);
  };
  store.subscribe((state, before) => {
    const parts = ["text", "tab", "settings", "name", "data", "file"] as const;
    if (parts.every((part) => state[part] === before[part])) return;
    clearTimeout(timer);
    timer = setTimeout(() => void write(), SAVE_DELAY);
  });
  window.addEventListener("pagehide", () => {
    const page = storedPageOf(store.get());
    savePage(page);
    if (page.text.trim()) addRecent(page);
  });
  window.addEventListener("hashchange", () => {
    void fromLink(location.hash.slice(1)).then(
      (page) => page && page.text !== store.get().text && openContent(page),
    );
  });
}
