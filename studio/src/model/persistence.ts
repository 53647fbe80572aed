// Saving the model page to its link and the browser's storage after every change, and restoring it from there.
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

const SAVE_DELAY = 300; // milliseconds after the last change

function storedPageOf({ text, name, settings, tab, data, id, file }: State): StoredPage {
  const isUnsaved = file !== null && file.text !== text;
  return { text, name, settings, tab, data, id, version: file?.version ?? null, isUnsaved };
}

/** Restore what was open: from the link, the file the studio was started with, or the storage. */
export async function restore(hasFile: boolean): Promise<void> {
  const before = loadStoredPage();
  const hash = location.hash.slice(1);
  const linkedPage = hash ? await fromLink(hash) : null;
  const isReload = linkedPage !== null && linkedPage.text === before?.text && linkedPage.name === before.name;
  // A foreign link never opens the file.
  const isStartedFile = hasFile && (!linkedPage || (isReload && before?.version));
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

/** Open earlier work on this exercise, or its skeleton; the statement is shown first. */
function openExercise(assignment: Assignment, before: StoredPage | null): void {
  const id = exerciseId(assignment);
  const earlierWork = [before, ...loadRecent()].find((page) => page?.id === id && page.text.trim());
  open({ ...(earlierWork ?? skeletonOf(assignment)), id });
  store.set({ file: null, tab: "exercise", pane: "answer" });
}

/** Start again from the skeleton; the work so far stays among the recent texts. */
export async function resetExercise(assignment: Assignment): Promise<void> {
  const state = store.get();
  if (state.text.trim()) addRecent({ ...state, id: Math.random().toString(36).slice(2) });
  await replaceText({ ...skeletonOf(assignment), id: exerciseId(assignment) });
}

/** On a first visit, open an example and solve it. */
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

/** Save to the storage and the page's link after every change, so that a reload or a bookmark restores it. */
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
