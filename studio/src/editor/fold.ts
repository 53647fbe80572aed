// Folding: a line together with the more deeply indented lines below it.
import { foldService } from "@codemirror/language";

export const foldByIndent = foldService.of((state, start) => {
  const line = state.doc.lineAt(start);
  const indent = (text: string) => text.search(/\S/);
  const ownIndent = indent(line.text);
  if (ownIndent < 0) return null;
  let last = line.number;
  for (let number = line.number + 1; number <= state.doc.lines; number++) {
    const { text } = state.doc.line(number);
    if (indent(text) < 0) continue;
    if (indent(text) <= ownIndent) break;
    last = number;
  }
  return last > line.number ? { from: line.to, to: state.doc.line(last).to } : null;
});
