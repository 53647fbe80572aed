// The size of each rule, as written and as encoded.
import { Empty } from "../look/parts";
import { usePart } from "../store";
import type { RuleSize } from "../types";
import { formatNumber, say } from "../words";
import { highlightHandlers, store, totalInstances } from "./actions";
import { hasErrors, isFresh } from "./state";

export function Size({ onGo }: { onGo: (offset: number) => void }) {
  const state = usePart(store, (state) => state);
  if (state.tab !== "size") return null; // stay mounted to keep the tab's state, but render nothing
  const rules = isFresh(state.sizes, state) ? (state.sizes?.answer ?? []) : [];
  if (!rules.length) return <Empty title={say(hasErrors(state) ? "studio.size.errors" : "studio.size.empty")} />;
  const maxInstances = Math.max(1, ...rules.map((rule) => rule.instances));
  const sum = (part: (rule: RuleSize) => number | null) =>
    rules.every((rule) => part(rule) !== null)
      ? formatNumber(rules.reduce((all, rule) => all + (part(rule) ?? 0), 0))
      : "";
  return (
    <div class="size-tab">
      <table class="sizes">
        <thead>
          <tr>
            <th scope="col">{say("studio.size.line")}</th>
            <th scope="col" class="number">
              {say("studio.size.instances")}
            </th>
            <th scope="col" class="number">
              {say("studio.size.written")}
            </th>
            <th scope="col" class="number">
              {say("studio.size.encoded")}
            </th>
            <th scope="col">{say("studio.size.rule_head")}</th>
          </tr>
        </thead>
        <tbody>
          {rules.map((rule) => (
            <tr key={rule.place.span[0]} {...highlightHandlers(rule.place.span)}>
              <td>
                <button type="button" class="link" onClick={() => onGo(rule.place.span[0])}>
                  {rule.place.line}
                </button>
              </td>
              <td class="number">
                {rule.is_exact ? "" : "≈ "}
                {formatNumber(rule.instances)}
              </td>
              <td class="number">{rule.written === null ? "" : formatNumber(rule.written)}</td>
              <td class="number">{rule.encoded === null ? "" : formatNumber(rule.encoded)}</td>
              <td class="rule-text">
                <meter min={0} max={maxInstances} value={rule.instances} aria-hidden="true" />
                <code>{rule.place.text}</code>
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{say("studio.size.all")}</th>
            <td class="number">{formatNumber(totalInstances(rules))}</td>
            <td class="number">{sum((rule) => rule.written)}</td>
            <td class="number">{sum((rule) => rule.encoded)}</td>
            <td />
          </tr>
        </tfoot>
      </table>
    </div>
  );
}
