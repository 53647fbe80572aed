// The atoms of a model as a table by predicate: filtered by name and by value, sorted, each asked why.
import { useState } from "preact/hooks";
import { Button, Empty } from "../look/parts";
import { usePart } from "../store";
import type { Model } from "../types";
import { amount, say } from "../words";
import { solve, store, whyAtom } from "./actions";
import { Reason } from "./picture";
import { isFresh, shownModel } from "./state";

const MOST = 2000; // rows that are shown

interface Row {
  atom: string;
  predicate: string;
  value: string;
  isTrue: boolean;
  isNumber: boolean;
}

/** `p` of `p(1,2)`. */
function predicateOf(atom: string): string {
  return atom.split("(", 1)[0] ?? atom;
}

export function rowsOf(model: Model): Row[] {
  const row = (atom: string, value: string, isTrue: boolean, isNumber = false): Row => ({
    atom,
    predicate: predicateOf(atom),
    value,
    isTrue,
    isNumber,
  });
  return [
    ...model.true.map((atom) => row(atom, say("studio.true"), true)),
    ...(model.false ?? []).map((atom) => row(atom, say("studio.false"), false)),
    ...Object.entries(model.values ?? {}).map(([atom, value]) => row(atom, String(value), true, true)),
  ];
}

/** As people count: `p(2)` before `p(10)`. */
const ORDER = new Intl.Collator(undefined, { numeric: true });

export function Atoms() {
  const state = usePart(store, (whole) => whole);
  const [filter, setFilter] = useState("");
  const [isTrueOnly, setTrueOnly] = useState(true);
  const [isByValue, setByValue] = useState(false);
  if (state.tab !== "atoms") return null; // it keeps what was chosen in it, and draws nothing
  const shown = shownModel(state);
  if (!shown)
    return (
      <Empty title={say("studio.atoms.empty")}>
        <Button kind="primary" icon="play" label={say("studio.solve")} onClick={() => void solve()} />
      </Empty>
    );
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  const rows = rowsOf(shown.model)
    .filter((row) => !isTrueOnly || row.isTrue)
    .filter((row) => words.every((word) => `${row.atom} ${row.value}`.toLowerCase().includes(word)))
    .sort(
      (one, other) => (isByValue && ORDER.compare(one.value, other.value)) || ORDER.compare(one.atom, other.atom),
    );
  const groups = Map.groupBy(rows.slice(0, MOST), (row) => row.predicate);
  const isOld = !isFresh(state.solved, state);
  return (
    <div class="atoms-tab">
      {isOld && <p class="old">{say("studio.old")}</p>}
      <div class="bar">
        <label class="field grow">
          <span class="hidden">{say("studio.atoms.filter")}</span>
          <input
            type="search"
            value={filter}
            placeholder={say("studio.atoms.filter")}
            onInput={(event) => setFilter(event.currentTarget.value)}
          />
        </label>
        <label class="switch">
          <input type="checkbox" checked={isTrueOnly} onChange={() => setTrueOnly(!isTrueOnly)} />
          {say("studio.atoms.true_only")}
        </label>
        <label class="switch">
          <input type="checkbox" checked={isByValue} onChange={() => setByValue(!isByValue)} />
          {say("studio.atoms.by_value")}
        </label>
      </div>
      {state.asked && <Reason asked={state.asked} />}
      <p class="hint">
        {say("studio.atoms.count", { shown: amount(rows.length), all: amount(rowsOf(shown.model).length) })}
      </p>
      <table class="atoms">
        <thead>
          <tr>
            <th scope="col">{say("studio.atoms.atom")}</th>
            <th scope="col">{say("studio.atoms.value")}</th>
            <th scope="col">
              <span class="hidden">{say("studio.why")}</span>
            </th>
          </tr>
        </thead>
        {[...groups].map(([predicate, members]) => (
          <tbody key={predicate}>
            <tr class="group">
              <th scope="rowgroup" colSpan={3}>
                <code>{predicate}</code> <span class="hint">{amount(members.length)}</span>
              </th>
            </tr>
            {members.map((row) => (
              <tr key={row.atom} class={row.isTrue ? "is-true" : "is-false"}>
                <td>
                  <code>{row.atom}</code>
                </td>
                <td>{row.value}</td>
                <td>
                  {!isOld && (
                    <button type="button" class="link" onClick={() => void whyAtom(row.atom, row.isTrue)}>
                      {say(row.isTrue ? "studio.why_so" : "studio.why_not")}
                      <span class="hidden"> {row.atom}</span>
                    </button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        ))}
      </table>
      {rows.length > MOST && <p class="hint">{say("studio.atoms.more", { count: amount(rows.length - MOST) })}</p>}
    </div>
  );
}
