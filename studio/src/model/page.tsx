// The model page: the text on the left, its results on the right, a status line below.

import { startCompletion } from "@codemirror/autocomplete";
import { redo, undo } from "@codemirror/commands";
import { foldAll, unfoldAll } from "@codemirror/language";
import { openSearchPanel } from "@codemirror/search";
import type { EditorView } from "@codemirror/view";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { type Assignment, loadAssignments, loadCourse } from "../ask";
import { createEditor, type Editor } from "../editor/editor";
import { goToDefinitionAt, nameAt, renameEditsAt, showTooltipHere } from "../editor/language-features";
import { Task } from "../exercise/task";
import { loadRecent, toLink } from "../link";
import { Pages, PagesMenu } from "../look/pages";
import { Button, Menu, Prose } from "../look/parts";
import { THEMES } from "../look/preferences";
import { applyTheme } from "../look/theme";
import { toPoints } from "../offsets";
import { usePart } from "../store";
import type { Lesson } from "../types";
import { currentLanguage, type Key, say } from "../words";
import {
  applyFix,
  changeLanguage,
  chooseTab,
  formatText,
  nextModel,
  replaceText,
  setEditor,
  setText,
  showModel,
  solve,
  solveAndShow,
  stop,
  store,
} from "./actions";
import { Atoms } from "./atoms";
import { Dialogs } from "./dialogs";
import { EXPORTS, exportAs, openFiles, pickFiles, save } from "./files";
import { Mathematics } from "./mathematics";
import { Messages } from "./messages";
import { resetExercise } from "./persistence";
import { Picture } from "./picture";
import { Rules } from "./rules";
import { Settings } from "./settings";
import { Size } from "./size";
import { freshAnswer, isFresh, isGame, type State, type Tab, visibleTabs } from "./state";
import { Status } from "./status";
import { Steps } from "./steps";
import { Why } from "./why";

export function ModelPage({ nonce }: { nonce: string }) {
  const state = usePart(store, (state) => state);
  const [cursor, setCursor] = useState(0);
  const editor = useRef<Editor | null>(null);
  const goTo = (offset: number) => {
    store.set({ pane: "text" });
    setTimeout(() => editor.current?.goTo(offset), 0);
  };
  const startRename = async () => {
    const view = editor.current?.view;
    const name = view && (await nameAt(view));
    if (name) store.set({ dialog: "rename", nameToRename: name });
    else store.set({ notice: say("studio.rename.nothing") });
  };
  const rename = async (name: string): Promise<string | null> => {
    const view = editor.current?.view;
    if (!view) return null;
    const edits = await renameEditsAt(view, name);
    if (typeof edits === "string") return edits;
    editor.current?.apply(edits);
    return null;
  };
  const isLong = useIsLong(state.busy?.since);
  const onScroll = useScrollPosition(state.tab);
  useEffect(() => {
    document.title = `${state.name} · bigand`;
  }, [state.name]);
  useModelKeys(editor, () => void startRename());
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files are dropped anywhere; a menu does the same
    <div
      class={`page pane-${state.pane}`}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        void openFiles(event.dataTransfer?.files ?? []);
      }}
    >
      <Header state={state} />
      <div class="toolbar">
        <Settings />
        <div class="toolbar-end">
          <label class="switch" title={say("studio.live.hint")}>
            <input type="checkbox" checked={state.isLive} onChange={() => store.set({ isLive: !state.isLive })} />
            {say("studio.live")}
          </label>
          <EditMenu editor={editor} onRename={() => void startRename()} />
          {isLong ? (
            <Button kind="stop" icon="stop" label={say("studio.stop")} keys="Esc" onClick={stop} />
          ) : (
            <Button
              id="solve"
              kind="primary"
              icon="play"
              label={say("studio.solve")}
              keys="Ctrl ↵"
              onClick={() => void solveAndShow()}
            />
          )}
        </div>
      </div>
      <nav class="panes" aria-label={say("studio.panes")}>
        {(["text", "answer"] as const).map((pane) => (
          <button
            type="button"
            key={pane}
            class={state.pane === pane ? "pane-button is-chosen" : "pane-button"}
            aria-pressed={state.pane === pane}
            onClick={() => store.set({ pane })}
          >
            {say(pane === "text" ? "studio.text" : "studio.answer")}
          </button>
        ))}
      </nav>
      <main class="panels">
        <section class="left" aria-label={say("studio.text")}>
          <TextPane nonce={nonce} editor={editor} onCursor={setCursor} />
          <PrintText />
          <Messages onGo={goTo} />
        </section>
        <section class="right" aria-label={say("studio.answer")}>
          <Tabs tab={state.tab} state={state} />
          {isFresh(state.failure, state) && (
            <p class={state.failure?.texts.outcome === "open" ? "unsettled" : "failed"} role="alert">
              <Prose text={state.failure?.answer ?? ""} />
            </p>
          )}
          {visibleTabs(state).map((tab) => (
            <div
              key={tab}
              id={`panel-${tab}`}
              class="panel"
              role="tabpanel"
              aria-labelledby={`tab-${tab}`}
              hidden={tab !== state.tab}
              onScroll={onScroll}
              // biome-ignore lint/a11y/noNoninteractiveTabindex: a panel that scrolls is reached by keys
              tabIndex={0}
            >
              {tab === "exercise" && state.assignment && (
                <ExerciseTab assignment={state.assignment} revision={state.revision} onGo={goTo} />
              )}
              {tab === "picture" && <Picture />}
              {tab === "atoms" && <Atoms />}
              {tab === "mathematics" && <Mathematics cursor={cursor} onGo={goTo} />}
              {tab === "size" && <Size onGo={goTo} />}
              {tab === "why" && <Why />}
              {tab === "rules" && <Rules onGo={goTo} />}
              {tab === "steps" && <Steps onGo={goTo} />}
            </div>
          ))}
        </section>
      </main>
      <Status />
      <Dialogs onRename={rename} />
    </div>
  );
}

function ExerciseTab({
  assignment,
  revision,
  onGo,
}: {
  assignment: Assignment;
  revision: number;
  onGo: (offset: number) => void;
}) {
  const goToLine = (line: number) => {
    const before = store
      .get()
      .text.split("\n")
      .slice(0, line - 1);
    onGo([...before.map((text) => `${text}\n`).join("")].length);
  };
  return (
    <Task
      assignment={assignment}
      version={revision}
      getText={async () => store.get().text}
      onLine={goToLine}
      onReset={() => void resetExercise(assignment)}
    />
  );
}

const LONG_WORK = 300; // milliseconds; shorter work needs no stop button

/** Whether work has run long enough to offer a stop button. */
function useIsLong(since: number | undefined): boolean {
  const [long, setLong] = useState<number | undefined>(undefined);
  useEffect(() => {
    if (since === undefined) return;
    const timer = setTimeout(() => setLong(since), LONG_WORK);
    return () => clearTimeout(timer);
  }, [since]);
  return since !== undefined && long === since;
}

/** The whole text for printing, in the light theme; the editor renders only its visible part. */
function PrintText() {
  const holder = useRef<HTMLPreElement>(null);
  useEffect(() => {
    const { dataset } = document.documentElement;
    const fill = () => {
      dataset.theme = "light";
      if (holder.current) holder.current.textContent = store.get().text;
    };
    const clear = () => {
      applyTheme(store.get());
      if (holder.current) holder.current.textContent = "";
    };
    addEventListener("beforeprint", fill);
    addEventListener("afterprint", clear);
    return () => {
      removeEventListener("beforeprint", fill);
      removeEventListener("afterprint", clear);
    };
  }, []);
  return <pre class="printed" ref={holder} aria-hidden="true" />;
}

/** Restore the scroll position of a panel when its tab is chosen, retrying until its content has its height. */
function useScrollPosition(tab: Tab): (event: Event) => void {
  const positions = useRef<Partial<Record<Tab, number>>>({});
  const framesLeft = useRef(0); // animation frames left to retry
  useLayoutEffect(() => {
    const panel = document.getElementById(`panel-${tab}`);
    const target = positions.current[tab] ?? 0;
    framesLeft.current = 20;
    const scroll = () => {
      if (!panel || framesLeft.current <= 0) return;
      framesLeft.current--;
      panel.scrollTop = target;
      frame = requestAnimationFrame(scroll);
    };
    let frame = requestAnimationFrame(scroll);
    return () => cancelAnimationFrame(frame);
  }, [tab]);
  return (event) => {
    const panel = event.currentTarget as HTMLElement;
    if (framesLeft.current <= 0 && panel.id === `panel-${tab}`) positions.current[tab] = panel.scrollTop;
  };
}

// ---------------------------------------------------------------------- the text

/** Report a key as handled, without waiting for the work. */
function handled(_work: Promise<unknown>): boolean {
  return true;
}

function TextPane({
  nonce,
  editor,
  onCursor,
}: {
  nonce: string;
  editor: { current: Editor | null };
  onCursor: (offset: number) => void;
}) {
  const holder = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!holder.current) return;
    const newEditor = createEditor(holder.current, store.get().text, nonce, {
      onText: setText,
      onFix: applyFix,
      onCursor: (offset) => onCursor(toPoints(store.get().text)(offset)),
      keys: [
        { key: "Mod-Enter", run: () => handled(solveAndShow()) },
        { key: "Mod-s", run: () => handled(save()) },
        { key: "Shift-Alt-f", run: () => handled(formatText()) },
        { key: "F12", run: (view) => handled(goToDefinition(view)) },
        { key: "F1", run: (view) => handled(showTooltipHere(view)) },
      ],
    });
    editor.current = newEditor;
    setEditor(newEditor.apply);
    const unsubscribe = store.subscribe((state, before) => {
      if (state.text !== before.text) newEditor.setText(state.text);
      if (state.diagnostics !== before.diagnostics) newEditor.showDiagnostics(state.diagnostics, state.text);
      if (state.highlightedSpans !== before.highlightedSpans) newEditor.highlight(state.highlightedSpans, true);
      if (state.language !== before.language) newEditor.updatePhrases();
    });
    newEditor.showDiagnostics(store.get().diagnostics, store.get().text);
    return () => {
      unsubscribe();
      newEditor.view.destroy();
    };
  }, []);
  return <div class="editor" ref={holder} />;
}

/** The editor's commands as a menu, for those who do not know the keys. */
function EditMenu({ editor, onRename }: { editor: { current: Editor | null }; onRename: () => void }) {
  const inEditor = (command: (view: EditorView) => unknown) => () => {
    const view = editor.current?.view;
    if (!view) return;
    store.set({ pane: "text" });
    setTimeout(() => {
      view.focus();
      command(view);
    }, 0);
  };
  return (
    <Menu label={say("studio.edit")} icon="more" isIconOnly>
      <MenuButton label={say("studio.edit.undo")} keys="Ctrl Z" onClick={inEditor(undo)} />
      <MenuButton label={say("studio.edit.redo")} keys="Ctrl Y" onClick={inEditor(redo)} />
      <MenuButton label={say("studio.edit.find")} keys="Ctrl F" onClick={inEditor(openSearchPanel)} />
      <hr />
      <MenuButton label={say("studio.edit.complete")} keys="Ctrl Space" onClick={inEditor(startCompletion)} />
      <MenuButton label={say("studio.edit.about")} keys="F1" onClick={inEditor(showTooltipHere)} />
      <MenuButton label={say("studio.edit.definition")} keys="F12" onClick={inEditor(goToDefinition)} />
      <MenuButton label={say("studio.edit.rename")} keys="F2" onClick={onRename} />
      <hr />
      <MenuButton label={say("studio.edit.format")} keys="Alt ⇧ F" onClick={inEditor(() => formatText())} />
      <MenuButton label={say("studio.edit.fold")} keys="Ctrl Alt [" onClick={inEditor(foldAll)} />
      <MenuButton label={say("studio.edit.unfold")} keys="Ctrl Alt ]" onClick={inEditor(unfoldAll)} />
    </Menu>
  );
}

async function goToDefinition(view: EditorView): Promise<void> {
  if (!(await goToDefinitionAt(view))) store.set({ notice: say("studio.definition.nothing") });
}

// ---------------------------------------------------------------------- head and tabs

function Header({ state }: { state: State }) {
  const isUnsaved = state.file !== null && state.file.text !== state.text;
  const share = async () => store.set({ link: await toLink(store.get()), dialog: "share" });
  return (
    <header class="head">
      <h1 class="brand">
        <span class="brand-sign" aria-hidden="true">
          ⋀
        </span>
        <span class="brand-name">bigand</span>
      </h1>
      <Pages current="model" />
      <Course language={state.language} hasExercises={state.hasExercises} />
      <Menu label={say("studio.file")} icon="open">
        <MenuButton
          label={say("studio.new")}
          onClick={() => void replaceText({ text: "", name: "model.touist" })}
        />
        <MenuButton label={say("studio.open")} onClick={pickFiles} />
        <MenuButton label={say("studio.save")} keys="Ctrl S" onClick={() => void save()} />
        <hr />
        {EXPORTS.map((kind) => (
          <MenuButton key={kind} label={say(`studio.export.${kind}`)} onClick={() => void exportAs(kind)} />
        ))}
        <MenuButton label={say("studio.print")} onClick={() => print()} />
        <RecentPages id={state.id} />
      </Menu>
      <Button icon="link" label={say("studio.share")} onClick={() => void share()} />
      <label class={isUnsaved ? "name is-unsaved" : "name"}>
        <span class="hidden">{say("studio.name")}</span>
        <input
          type="text"
          value={state.name}
          readOnly={state.file !== null}
          onChange={(event) => store.set({ name: event.currentTarget.value.trim() || "model.touist" })}
        />
        {isUnsaved && (
          <span class="unsaved" title={say("studio.unsaved")}>
            ●<span class="hidden">{say("studio.unsaved")}</span>
          </span>
        )}
      </label>
      <div class="head-end">
        <Button
          label={state.language === "en" ? "Français" : "English"}
          short={state.language === "en" ? "FR" : "EN"}
          kind="quiet"
          onClick={() => void changeLanguage(currentLanguage() === "en" ? "fr" : "en")}
        />
        <Button
          icon="sun"
          isIconOnly
          kind="quiet"
          label={`${say("studio.theme")}: ${say(`studio.theme.${state.theme}`)}`}
          onClick={() =>
            store.set({ theme: THEMES[(THEMES.indexOf(state.theme) + 1) % THEMES.length] ?? "system" })
          }
        />
        <Button
          icon="large"
          isIconOnly
          kind="quiet"
          label={say("studio.large")}
          pressed={state.isLarge}
          onClick={() => store.set({ isLarge: !state.isLarge })}
        />
        <Button
          icon="help"
          isIconOnly
          kind="quiet"
          label={say("studio.keys")}
          keys="?"
          onClick={() => store.set({ dialog: "keys" })}
        />
      </div>
      <PagesMenu current="model" />
    </header>
  );
}

function MenuButton({ label, keys, onClick }: { label: string; keys?: string; onClick: () => void }) {
  return (
    <button type="button" class="menu-entry" onClick={onClick}>
      <span>{label}</span>
      {keys && <kbd>{keys}</kbd>}
    </button>
  );
}

/** The examples as a course: groups of lessons, each with a sentence; the exercises come first. */
function Course({ language, hasExercises }: { language: string; hasExercises: boolean }) {
  const [lessons, setLessons] = useState<Lesson[]>([]);
  useEffect(() => {
    void loadCourse(language).then(setLessons, () => setLessons([]));
  }, [language]);
  const groups = new Map<string, Lesson[]>();
  for (const lesson of lessons) groups.set(lesson.group, [...(groups.get(lesson.group) ?? []), lesson]);
  const openLesson = async (lesson: Lesson) => {
    await replaceText({ text: lesson.text, name: `${lesson.name.split("/").at(-1)}.touist` });
    store.set({ tab: "picture", pane: "answer" });
    await solve();
  };
  return (
    <Menu label={say("studio.course")}>
      <div class="course">
        {hasExercises && <Exercises language={language} />}
        {[...groups].map(([group, members]) => (
          <section key={group}>
            <h2>{group}</h2>
            {members.map((lesson) => (
              <button
                type="button"
                class="menu-entry lesson"
                key={lesson.name}
                onClick={() => void openLesson(lesson)}
              >
                <strong>{lesson.title}</strong>
                <span>
                  <Prose text={lesson.about} />
                </span>
              </button>
            ))}
          </section>
        ))}
      </div>
    </Menu>
  );
}

/** The exercises of this server, each by its link. */
function Exercises({ language }: { language: string }) {
  const [list, setList] = useState<{ name: string; title: string }[]>([]);
  useEffect(() => {
    void loadAssignments(language).then(setList, () => setList([]));
  }, [language]);
  return (
    <section>
      <h2>{say("studio.exercises")}</h2>
      {list.map(({ name, title }) => (
        <a key={name} class="menu-entry lesson" href={`/?exercise=${encodeURIComponent(name)}`}>
          <strong>{title}</strong>
        </a>
      ))}
    </section>
  );
}

function RecentPages({ id }: { id: string }) {
  const recentPages = loadRecent().filter((page) => page.id !== id); // except the open one
  if (!recentPages.length) return null;
  return (
    <>
      <hr />
      <p class="menu-title">{say("studio.recent")}</p>
      {recentPages.slice(0, 6).map((page) => (
        <button type="button" class="menu-entry recent" key={page.id} onClick={() => void replaceText(page)}>
          <strong>{page.name}</strong>
          <span>{page.text.trim().slice(0, 120)}</span>
        </button>
      ))}
    </>
  );
}

function Tabs({ tab, state }: { tab: Tab; state: State }) {
  const onKey = (event: KeyboardEvent) => {
    const tabs = visibleTabs(state);
    const index = tabs.indexOf(tab);
    const to =
      event.key === "ArrowRight"
        ? (index + 1) % tabs.length
        : event.key === "ArrowLeft"
          ? (index + tabs.length - 1) % tabs.length
          : event.key === "Home"
            ? 0
            : event.key === "End"
              ? tabs.length - 1
              : -1;
    const next = tabs[to];
    if (!next) return;
    event.preventDefault();
    chooseTab(next);
    document.getElementById(`tab-${next}`)?.focus();
  };
  const isUnsat = freshAnswer(state)?.status === "unsat" && !isGame(state);
  return (
    <div class="tabs" role="tablist" aria-label={say("studio.answer")} onKeyDown={onKey} tabIndex={-1}>
      {visibleTabs(state).map((tabName) => (
        <button
          type="button"
          key={tabName}
          id={`tab-${tabName}`}
          role="tab"
          class={tabName === tab ? "tab is-chosen" : "tab"}
          aria-selected={tabName === tab}
          aria-controls={`panel-${tabName}`}
          tabIndex={tabName === tab ? 0 : -1}
          onClick={() => chooseTab(tabName)}
        >
          {say(`studio.tab.${tabName}` as Key)}
          {tabName === "why" && isUnsat && (
            <span class="dot" aria-hidden="true">
              {" "}
              ●
            </span>
          )}
        </button>
      ))}
    </div>
  );
}

// ---------------------------------------------------------------------- keys of the whole page

function useModelKeys(editor: { current: Editor | null }, startRename: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return; // handled by the editor
      const isTyping =
        event.target instanceof Element && event.target.closest("input, select, textarea, .cm-editor");
      const isControl = event.ctrlKey || event.metaKey;
      const tab = visibleTabs(store.get())[Number(event.code.replace("Digit", "")) - 1];
      const { index, busy, dialog, changedFile } = store.get();
      if (isControl && event.key === "Enter") void solveAndShow();
      else if (isControl && event.key.toLowerCase() === "s") void save();
      else if (event.key === "Escape" && busy && !dialog && !changedFile) stop();
      else if (event.key === "F2") startRename();
      else if (event.altKey && tab && event.code.startsWith("Digit")) chooseTab(tab);
      else if (event.altKey && event.code === "KeyT") {
        store.set({ pane: "text" });
        setTimeout(() => editor.current?.view.focus(), 0);
      } else if (event.altKey && event.key === "ArrowRight") void nextModel();
      else if (event.altKey && event.key === "ArrowLeft") void showModel(index - 1);
      else if (event.key === "?" && !isTyping) store.set({ dialog: "keys" });
      else return;
      event.preventDefault();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}
