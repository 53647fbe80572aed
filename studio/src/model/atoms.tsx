// The atoms of a model as a table by predicate: filtered, sorted, each with a button that explains it.
import { useState } from "preact/hooks";
import { Button, Empty } from "../look/parts";
import { usePart } from "../store";
import type { Model } from "../types";
import { formatNumber, say } from "../words";
import { explainAtom, solve, store } from "./actions";
import { Reason } from "./picture";
import { freshAnswer, isFresh, shownModel } from "./state";
import { IncompleteNotice, NoModel, OutdatedNotice } from "./status";

const MAX_ROWS = 2000;

interface Row {
  atom: string;
  predicate: string;
  value: string;
  isTrue: boolean;
  isNumber: boolean;
}

/** The predicate of an atom: `p` for `p(1,2)`. */
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

/** Natural order: `p(2)` before `p(10)`. */
const ORDER = new Intl.Collator(undefined, { numeric: true });

const COMPARISON = /^(<=|>=|!=|<|>|=|≤|≥|≠)?\s*(.*)$/;

/** Whether a value matches a filter such as `true`, `3` or `> 5`. */
export function matchesFilter(value: string, filter: string): boolean {
  const [, sign, text = ""] = COMPARISON.exec(filter.trim().toLowerCase()) ?? [];
  if (!text) return true;
  const [valueNumber, filterNumber] = [Number(value), Number(text.replace(",", "."))];
  const areNumbers = !Number.isNaN(valueNumber) && !Number.isNaN(filterNumber);
  if (!sign) return areNumbers ? valueNumber === filterNumber : value.toLowerCase().startsWith(text);
  const order = areNumbers ? Math.sign(valueNumber - filterNumber) : ORDER.compare(value.toLowerCase(), text);
  if (sign === "=") return order === 0;
  if (sign === "!=" || sign === "≠") return order !== 0;
  const isBelow = sign === "<" || sign === "<=" || sign === "≤";
  const takesEqual = sign.endsWith("=") || sign === "≤" || sign === "≥";
  return (isBelow ? order < 0 : order > 0) || (takesEqual && order === 0);
}

interface SortOrder {
  by: "atom" | "value";
  isDescending: boolean;
}

export function Atoms() {
  const state = usePart(store, (state) => state);
  const [name, setName] = useState("");
  const [value, setValue] = useState("");
  const [isTrueOnly, setTrueOnly] = useState(true);
  const [sorting, setSorting] = useState<SortOrder>({ by: "atom", isDescending: false });
  if (state.tab !== "atoms") return null; // stay mounted to keep the tab's state, but render nothing
  const current = shownModel(state);
  if (!current && freshAnswer(state)) return <NoModel state={state} title={say("studio.atoms.empty")} />;
  if (!current)
    return (
      <Empty title={say("studio.atoms.empty")}>
        <Button kind="primary" icon="play" label={say("studio.solve")} onClick={() => void solve()} />
      </Empty>
    );
  const words = name.toLowerCase().split(/\s+/).filter(Boolean);
  const all = rowsOf(current.model);
  const sign = sorting.isDescending ? -1 : 1;
  const rows = all
    .filter((row) => !isTrueOnly || row.isTrue)
    .filter((row) => words.every((word) => row.atom.toLowerCase().includes(word)))
    .filter((row) => matchesFilter(row.value, value))
    .sort(
      (a, b) =>
        (sorting.by === "value" && sign * ORDER.compare(a.value, b.value)) ||
        (sorting.by === "atom" ? sign : 1) * ORDER.compare(a.atom, b.atom),
    );
  const groups = Map.groupBy(rows.slice(0, MAX_ROWS), (row) => row.predicate);
  const isOld = !isFresh(state.solved, state);
  return (
    <div class="atoms-tab">
      {isOld && <OutdatedNotice state={state} />}
      <IncompleteNotice state={state} />
      <div class="bar filters">
        <Filter label={say("studio.atoms.name")} value={name} hint="x(1," onInput={setName} />
        <Filter
          label={say("studio.atoms.value")}
          value={value}
          hint={all.some((row) => row.isNumber) ? "> 3" : say("studio.true")}
          onInput={(filter) => {
            setValue(filter);
            if (filter) setTrueOnly(false); // a filter may look for false atoms
          }}
        />
        <label class="switch">
          <input type="checkbox" checked={isTrueOnly} onChange={() => setTrueOnly(!isTrueOnly)} />
          {say("studio.atoms.true_only")}
        </label>
        <span class="told">
          {say("studio.atoms.count", { shown: formatNumber(rows.length), all: formatNumber(all.length) })}
        </span>
      </div>
      {state.atomQuestion && <Reason question={state.atomQuestion} />}
      <table class="atoms">
        <thead>
          <tr>
            <Heading by="atom" sorting={sorting} onSort={setSorting} />
            <Heading by="value" sorting={sorting} onSort={setSorting} />
            <th scope="col">
              <span class="hidden">{say("studio.why")}</span>
            </th>
          </tr>
        </thead>
        {[...groups].map(([predicate, members]) => (
          <tbody key={predicate}>
            <tr class="group">
              <th scope="rowgroup" colSpan={3}>
                <code>{predicate}</code> <span class="hint">{formatNumber(members.length)}</span>
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
                    <button type="button" class="link" onClick={() => void explainAtom(row.atom, row.isTrue)}>
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
      {!rows.length && <p class="hint">{say("studio.atoms.none")}</p>}
      {rows.length > MAX_ROWS && (
        <p class="hint">{say("studio.atoms.more", { count: formatNumber(rows.length - MAX_ROWS) })}</p>
      )}
    </div>
  );
}

interface FilterProps {
  label: string;
  value: string;
  hint: string;
  onInput: (value: string) => void;
}

function Filter({ label, value, hint, onInput }: FilterProps) {
  return (
    <label class="field">
      {label}
      <input
        type="search"
        value={value}
        placeholder={hint}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
    </label>
  );
}

/** The head of a column: a click sorts by it, another one reverses the order. */
function Heading({
  by,
  sorting,
  onSort,
}: {
  by: SortOrder["by"];
  sorting: SortOrder;
  onSort: (sorting: SortOrder) => void;
}) {
  const isChosen = sorting.by === by;
  return (
    <th scope="col" aria-sort={isChosen ? (sorting.isDescending ? "descending" : "ascending") : "none"}>
      <button
        type="button"
        class="sort"
        onClick={() => onSort({ by, isDescending: isChosen && !sorting.isDescending })}
      >
        {say(`studio.atoms.${by}`)}
        <span class={isChosen ? "" : "unseen"} aria-hidden="true">
          {isChosen && sorting.isDescending ? " ▾" : " ▴"}
        </span>
      </button>
    </th>
  );
}
