// The editor: CodeMirror with our highlighting, our diagnostics, and highlights for the lines an answer refers to.
import { acceptCompletion, autocompletion, closeBrackets, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentLess, indentMore } from "@codemirror/commands";
import {
  bracketMatching,
  codeFolding,
  foldGutter,
  foldKeymap,
  indentOnInput,
  indentUnit,
} from "@codemirror/language";
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { Compartment, EditorState, StateEffect, StateField } from "@codemirror/state";
import {
  Decoration,
  type DecorationSet,
  drawSelection,
  EditorView,
  highlightActiveLine,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import { toUnits } from "../offsets";
import type { DiagnosticText, Edit } from "../types";
import { say } from "../words";
import { foldByIndent } from "./fold";
import { syntaxColours } from "./highlighting";
import { complete, goToDefinitionAt, hideTooltip, hover, tooltipField } from "./language-features";

const setHighlighted = StateEffect.define<[number, number][]>();

/** Highlighted lines; they move with the text until other lines are highlighted. */
const highlightedLines = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(decorations, transaction) {
    let updated = decorations.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (!effect.is(setHighlighted)) continue;
      const { doc } = transaction.state;
      const lines = new Set<number>();
      for (const [start, end] of effect.value) {
        const first = doc.lineAt(Math.min(start, doc.length)).number;
        const last = doc.lineAt(Math.min(Math.max(start, end - 1), doc.length)).number;
        for (let line = first; line <= last; line++) lines.add(doc.line(line).from);
      }
      const sorted = [...lines].sort((a, b) => a - b);
      updated = Decoration.set(sorted.map((from) => Decoration.line({ class: "lit" }).range(from)));
    }
    return updated;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** Handle typing over a selection. The browser would keep its colours as inline styles, which our CSP forbids. */
const replaceSelectionHandler = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { from, to, empty } = view.state.selection.main;
    const text = event.data;
    if (event.inputType !== "insertText" || text === null || empty || view.composing) return false;
    event.preventDefault();
    const insert = () => view.state.update({ ...view.state.replaceSelection(text), userEvent: "input.type" });
    const isHandled = view.state
      .facet(EditorView.inputHandler)
      .some((handle) => handle(view, from, to, text, insert));
    if (!isHandled) view.dispatch(insert());
    return true;
  },
});

/** Ctrl+click goes to the definition. */
function handleDefinitionClick(event: MouseEvent, view: EditorView): boolean {
  if (!(event.ctrlKey || event.metaKey)) return false;
  void goToDefinitionAt(view);
  return true;
}

export interface EditorHooks {
  onText(text: string): void;
  onFix(diagnostic: DiagnosticText): void;
  onCursor(offset: number): void;
  keys: { key: string; run: (view: EditorView) => boolean }[];
}

export interface Editor {
  view: EditorView;
  setText(text: string): void;
  showDiagnostics(diagnostics: DiagnosticText[], text: string): void;
  highlight(spans: [number, number][], scroll: boolean): void;
  apply(edits: Edit[]): void;
  goTo(offset: number): void;
  updatePhrases(): void;
}

export function createEditor(parent: HTMLElement, text: string, nonce: string, hooks: EditorHooks): Editor {
  const phrases = new Compartment();
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        EditorView.cspNonce.of(nonce),
        lineNumbers(),
        foldGutter(),
        codeFolding(),
        foldByIndent,
        history(),
        drawSelection(),
        indentUnit.of("  "),
        indentOnInput(),
        bracketMatching(),
        closeBrackets(),
        highlightActiveLine(),
        highlightSelectionMatches(),
        autocompletion({ override: [complete], activateOnTypingDelay: 60 }),
        hover,
        tooltipField,
        EditorView.domEventHandlers({ click: handleDefinitionClick }),
        lintGutter(),
        highlightedLines,
        replaceSelectionHandler,
        syntaxColours,
        phrases.of(phraseExtensions()),
        EditorView.lineWrapping,
        keymap.of([
          ...hooks.keys,
          { key: "Escape", run: hideTooltip },
          { key: "Tab", run: acceptCompletion },
          { key: "Mod-]", run: indentMore },
          { key: "Mod-[", run: indentLess },
          ...completionKeymap,
          ...searchKeymap,
          ...foldKeymap,
          ...lintKeymap,
          ...historyKeymap,
          ...defaultKeymap,
        ]),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) hooks.onText(update.state.doc.toString());
          if (update.selectionSet) hooks.onCursor(update.state.selection.main.head);
        }),
      ],
    }),
  });
  return {
    view,
    setText(text) {
      if (text === view.state.doc.toString()) return;
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
    },
    showDiagnostics(diagnostics, checkedText) {
      if (checkedText !== view.state.doc.toString()) return; // they belong to another version of the text
      const units = toUnits(checkedText);
      const maxOffset = view.state.doc.length;
      const editorDiagnostics = diagnostics.map((diagnostic): Diagnostic => {
        const from = Math.min(units(diagnostic.start), maxOffset);
        return {
          from,
          to: Math.max(from, Math.min(units(diagnostic.end), maxOffset)),
          severity: diagnostic.severity,
          source: diagnostic.code,
          message: [diagnostic.message, diagnostic.label, diagnostic.help].filter(Boolean).join("\n"),
          actions: diagnostic.fix ? [{ name: say("studio.fix"), apply: () => hooks.onFix(diagnostic) }] : [],
        };
      });
      view.dispatch(setDiagnostics(view.state, editorDiagnostics));
    },
    highlight(spans, scroll) {
      const units = toUnits(view.state.doc.toString());
      const ranges = spans.map(([start, end]): [number, number] => [units(start), units(end)]);
      view.dispatch({ effects: setHighlighted.of(ranges) });
      const first = ranges[0];
      if (scroll && first) {
        const place = Math.min(first[0], view.state.doc.length);
        view.dispatch({ effects: EditorView.scrollIntoView(place, { y: "nearest", yMargin: 40 }) });
      }
    },
    apply(edits) {
      const units = toUnits(view.state.doc.toString());
      const changes = edits.map(({ start, end, text }) => ({ from: units(start), to: units(end), insert: text }));
      view.dispatch({ changes, userEvent: "input.fix", scrollIntoView: true });
    },
    goTo(offset) {
      const place = Math.min(toUnits(view.state.doc.toString())(offset), view.state.doc.length);
      view.dispatch({ selection: { anchor: place }, scrollIntoView: true });
      view.focus();
    },
    updatePhrases() {
      view.dispatch({ effects: phrases.reconfigure(phraseExtensions()) });
    },
  };
}

/** Translations of CodeMirror's own phrases. */
function phraseExtensions() {
  return [
    EditorState.phrases.of({
      Find: say("studio.editor.find"),
      Replace: say("studio.editor.replace"),
      next: say("studio.editor.next"),
      previous: say("studio.editor.previous"),
      all: say("studio.editor.all"),
      "match case": say("studio.editor.case"),
      regexp: say("studio.editor.regexp"),
      "by word": say("studio.editor.word"),
      replace: say("studio.editor.replace"),
      "replace all": say("studio.editor.replace_all"),
      close: say("studio.close"),
      Diagnostics: say("studio.messages"),
      "No diagnostics": say("studio.messages.none"),
      Completions: say("studio.editor.completions"),
      "Fold line": say("studio.editor.fold"),
      "Unfold line": say("studio.editor.unfold"),
      "folded code": say("studio.editor.folded"),
      unfold: say("studio.editor.unfold"),
    }),
    EditorView.contentAttributes.of({ "aria-label": say("studio.text") }),
  ];
}
