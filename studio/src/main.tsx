// The first things first: what was open comes back, from the link, the started file, or the browser's storage.
import { render } from "preact";
import { course, started } from "./ask";
import { fromLink, type Kept, store as keep, remember, stored, toLink } from "./link";
import "./look/look.css";
import { open, solve, store } from "./model/actions";
import { openStarted } from "./model/files";
import { ModelPage } from "./model/page";
import { type State, TABS, type Tab, type Theme } from "./model/state";
import { type Language, speak } from "./words";

const LOOK = "bigand.look";
const KEPT_AFTER = 300; // milliseconds without a change

interface Look {
  language: Language;
  theme: Theme;
  isLarge: boolean;
  isLive: boolean;
}

function look(language: Language): Look {
  const own: Look = {
    language,
    theme: "system",
    isLarge: false,
    isLive: true,
  };
  try {
    return { ...own, ...JSON.parse(localStorage.getItem(LOOK) ?? "{}") };
  } catch {
    return own;
  }
}

const DARK = matchMedia("(prefers-color-scheme: dark)");

function wear(state: State): void {
  const page = document.documentElement;
  const own = DARK.matches ? "dark" : "light";
  page.dataset.theme = state.theme === "system" ? own : state.theme;
  page.dataset.large = String(state.isLarge);
}

async function begin(): Promise<void> {
  const server = await started();
  const chosen = look(server?.language === "fr" ? "fr" : "en");
  speak(chosen.language);
  store.set(chosen);
  wear(store.get());
  await restore(!!server?.file);
  const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? "";
  const root = document.getElementById("studio");
  if (root) render(<ModelPage nonce={nonce} />, root);
  keepAll();
}

async function restore(hasFile: boolean): Promise<void> {
  const linked = location.hash.length > 1 ? await fromLink(location.hash.slice(1)) : null;
  if (linked) return bring(linked);
  if (hasFile && (await openStarted())) return;
  const before = stored();
  if (before?.text.trim()) return bring(before);
  const lessons = await course(store.get().language).catch(() => []);
  const first = lessons.find((lesson) => lesson.name === "queens/queens") ?? lessons[0];
  if (!first) return;
  open(first.text, "queens.touist");
  store.set({ isNew: true, pane: "answer" });
  void solve();
}

function bring(kept: Kept): void {
  open(kept.text, kept.name, kept.settings);
  store.set({ tab: TABS.includes(kept.tab as Tab) ? (kept.tab as Tab) : "picture" });
}

/** After every change: the storage, and the link of the page, so that a reload or a bookmark finds it again. */
function keepAll(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const write = async () => {
    const { text, name, settings, tab } = store.get();
    const kept = { text, name, settings, tab };
    keep(kept);
    const link = await toLink(kept);
    history.replaceState(null, "", link ? `#${link}` : location.pathname);
  };
  store.subscribe((state, before) => {
    if (state.theme !== before.theme || state.isLarge !== before.isLarge) wear(state);
    const { language, theme, isLarge, isLive } = state;
    if (
      language !== before.language ||
      theme !== before.theme ||
      isLarge !== before.isLarge ||
      isLive !== before.isLive
    )
      try {
        localStorage.setItem(LOOK, JSON.stringify({ language, theme, isLarge, isLive }));
      } catch {
        // The next start looks as the first one.
      }
    if (
      state.text === before.text &&
      state.tab === before.tab &&
      state.settings === before.settings &&
      state.name === before.name
    )
      return;
    clearTimeout(timer);
    timer = setTimeout(() => void write(), KEPT_AFTER);
  });
  DARK.addEventListener("change", () => wear(store.get()));
  window.addEventListener("pagehide", () => {
    const { text, name, settings, tab } = store.get();
    keep({ text, name, settings, tab });
    if (text.trim()) remember({ text, name, settings, tab });
  });
  window.addEventListener("hashchange", () => {
    void fromLink(location.hash.slice(1)).then((kept) => kept && kept.text !== store.get().text && bring(kept));
  });
}

void begin();
