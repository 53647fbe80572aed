// Language features of the editor: completions, tooltips, go to definition, rename.
import type { Completion, CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import { StateEffect, StateField } from "@codemirror/state";
import { type EditorView, hoverTooltip, showTooltip, type Tooltip } from "@codemirror/view";
import { ask, isFailure } from "../ask";
import { loadSizes, store } from "../model/actions";
import { sourceOf } from "../model/state";
import { toPoints, toUnits } from "../offsets";
import type { Edit, Span } from "../types";
import { currentLanguage, formatNumber, say } from "../words";

/** Ask a question about a position in the editor's text; the answer is null if there is none. */
async function askAt<A extends { answer: string }>(name: string, text: string, offset: number, more: object = {}) {
  const source = { ...sourceOf(store.get()), text };
  try {
    const reply = await ask<A>(
      name,
      { source, offset: toPoints(text)(offset), ...more },
      { language: currentLanguage(), ...(name === "complete" && { slot: name }) },
    );
    return isFailure(reply.answer)
      ? { answer: null, texts: reply.texts }
      : { answer: reply.answer, texts: reply.texts };
  } catch {
    return { answer: null, texts: {} };
  }
}

interface CompleteAnswer {
  answer: "completed";
  span: Span;
  completions: { text: string; kind: string; arities?: number[] }[];
}

const COMPLETION_TYPES: Record<string, string> = {
  global: "constant",
  local: "variable",
  indexed: "variable",
  predicate: "method",
  keyword: "keyword",
  function: "function",
  directive: "property",
  view: "class",
  role: "enum",
};

export async function complete(context: CompletionContext): Promise<CompletionResult | null> {
  const before = context.matchBefore(/[$\w@.';-]+/);
  if (!before && !context.explicit) return null;
  const text = context.state.doc.toString();
  const { answer } = await askAt<CompleteAnswer>("complete", text, context.pos);
  if (!answer?.completions.length || context.aborted) return null;
  const units = toUnits(text);
  const options = answer.completions.map(
    (completion): Completion => ({
      label: completion.text,
      type: COMPLETION_TYPES[completion.kind] ?? "text",
      detail: completion.arities?.length ? `/${completion.arities.join(", ")}` : "",
    }),
  );
  return { from: units(answer.span[0]), options, filter: false }; // the server has filtered already
}

interface HoverAnswer {
  answer: "hovered";
  name?: string | null;
  kind?: string | null;
  span?: Span | null;
  value?: string | null;
  worth?: string | null; // what the value evaluates to
  size?: number | null; // for a set
  arities?: number[];
}

/** Describe what a name stands for: the set it ranges over, or its value and what that evaluates to. */
function valueText({ name, kind, value, worth }: HoverAnswer): string | null {
  if (kind === "local") return value ? `${name} in ${value}` : null;
  const definition = value?.replace(/\s+/g, " ");
  const pieces = [name, definition, worth && worth !== definition ? worth : null];
  return definition || worth ? pieces.filter(Boolean).join(" = ") : null;
}

/** The tooltip at a position: a name and its value, a keyword and its meaning, the size of a rule. */
async function tooltipAt(view: EditorView, pos: number): Promise<Tooltip | null> {
  const text = view.state.doc.toString();
  const { answer, texts } = await askAt<HoverAnswer>("hover", text, pos);
  if (!answer?.name || text !== view.state.doc.toString()) return null;
  const { name, kind } = answer;
  const size = answer.size == null ? null : say("studio.set.size", { count: formatNumber(answer.size) });
  const lines = [texts.text, valueText(answer), size, await sizeAt(text, pos)];
  const textLines = lines.filter((line): line is string => !!line);
  const units = toUnits(text);
  return {
    pos: answer.span ? units(answer.span[0]) : pos,
    end: answer.span ? units(answer.span[1]) : pos,
    above: true,
    create: () => ({ dom: tooltipElement(name, kindText(kind), textLines, docsPageOf(name, kind)) }),
  };
}

/** Shown on hover. */
export const hover = hoverTooltip(tooltipAt);

/** Shown by a key; it stays until the cursor moves. */
const setTooltip = StateEffect.define<Tooltip | null>();

export const tooltipField = StateField.define<Tooltip | null>({
  create: () => null,
  update(tooltip, transaction) {
    for (const effect of transaction.effects) if (effect.is(setTooltip)) return effect.value;
    return transaction.docChanged || transaction.selection ? null : tooltip;
  },
  provide: (field) => showTooltip.from(field),
});

export async function showTooltipHere(view: EditorView): Promise<void> {
  const tooltip = await tooltipAt(view, view.state.selection.main.head);
  view.dispatch({ effects: setTooltip.of(tooltip) });
  if (!tooltip) store.set({ notice: say("studio.about.nothing") });
}

export function hideTooltip(view: EditorView): boolean {
  if (!view.state.field(tooltipField)) return false;
  view.dispatch({ effects: setTooltip.of(null) });
  return true;
}

function kindText(kind: string | null | undefined): string {
  return kind ? say(`studio.kind.${kind}` as Parameters<typeof say>[0]) : "";
}

const SET_FUNCTIONS = new Set("union inter diff subset card powerset empty in abs sqrt mod int float".split(" "));
const PAGES: Record<string, string> = {
  exists: "quantifiers.html",
  forall: "quantifiers.html",
  view: "views.html",
  horizon: "plans.html",
  soft: "costs.html#soft-formulas",
  minimize: "costs.html#objectives",
  maximize: "costs.html#objectives",
};

/** The documentation page about a keyword. */
function docsPageOf(name: string, kind: string | null | undefined): string | null {
  if (kind === "directive") return PAGES[name] ?? "language.html#directives";
  if (kind !== "keyword" && kind !== "function") return null;
  return PAGES[name] ?? (SET_FUNCTIONS.has(name) ? "language.html#expressions" : "language.html#formulas");
}

function tooltipElement(name: string, kind: string, lines: string[], page: string | null): HTMLElement {
  const dom = document.createElement("div");
  dom.className = "hover";
  dom.setAttribute("role", "status"); // announced by screen readers
  const head = dom.appendChild(document.createElement("p"));
  head.appendChild(document.createElement("code")).textContent = name;
  head.append(` ${kind}`);
  for (const line of lines) dom.appendChild(document.createElement("p")).textContent = line;
  if (page) {
    const link = dom.appendChild(document.createElement("a"));
    link.href = `/static/docs/${page}`;
    link.target = "_blank";
    link.textContent = say("studio.read_more");
  }
  return dom;
}

/** How many instances and clauses the rule at a position makes, if the text has not changed since. */
async function sizeAt(text: string, pos: number): Promise<string | null> {
  if (text !== store.get().text) return null;
  const offset = toPoints(text)(pos);
  const rule = (await loadSizes())?.find(({ place }) => place.span[0] <= offset && offset < place.span[1]);
  if (!rule) return null;
  return rule.encoded === null
    ? say("studio.size.rule", { instances: formatNumber(rule.instances) })
    : say("studio.size.rule.clauses", {
        instances: formatNumber(rule.instances),
        clauses: formatNumber(rule.encoded),
      });
}

export async function goToDefinitionAt(view: EditorView): Promise<boolean> {
  const text = view.state.doc.toString();
  const { answer } = await askAt<{ answer: string; spans: Span[] }>(
    "definition",
    text,
    view.state.selection.main.head,
  );
  const span = answer?.spans[0];
  if (!span) return false;
  const units = toUnits(text);
  view.dispatch({ selection: { anchor: units(span[0]), head: units(span[1]) }, scrollIntoView: true });
  return true;
}

/** The edits that rename the name at the cursor, or a message if it cannot be renamed. */
export async function renameEditsAt(view: EditorView, name: string): Promise<Edit[] | string> {
  const text = view.state.doc.toString();
  const { answer, texts } = await askAt<{ answer: string; edits: { span: Span; text: string }[] }>(
    "rename",
    text,
    view.state.selection.main.head,
    { name },
  );
  if (!answer) return texts.text ?? texts.diagnostics?.[0]?.message ?? say("studio.failed");
  return answer.edits.map(({ span, text }) => ({ start: span[0], end: span[1], text }));
}

export async function nameAt(view: EditorView): Promise<string | null> {
  const text = view.state.doc.toString();
  const { answer } = await askAt<HoverAnswer>("hover", text, view.state.selection.main.head);
  return answer?.name && !docsPageOf(answer.name, answer.kind) ? answer.name : null;
}
