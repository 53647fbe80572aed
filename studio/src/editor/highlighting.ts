// Syntax highlighting, generated from the lexer's own tables.
import { HighlightStyle, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { tags } from "@lezer/highlight";
import tables from "../../generated/language.json";

const KEYWORDS = new Set(tables.keywords);
const FUNCTIONS = new Set(tables.functions);
const DIRECTIVE = new RegExp(tables.directive);
const COMMENT = new RegExp(tables.comment);
const VARIABLE = new RegExp(tables.variable);
const NAME = new RegExp(tables.name);
const NUMBER = new RegExp(tables.number);
const OPERATORS = [...tables.operators].sort((a, b) => b.length - a.length);

const LANGUAGE = StreamLanguage.define({
  name: "touist",
  languageData: { commentTokens: { line: ";;" }, closeBrackets: { brackets: ["(", "["] } },
  token(stream) {
    if (stream.eatSpace()) return null;
    if (stream.match(DIRECTIVE)) {
      stream.skipToEnd();
      return "meta";
    }
    if (stream.match(COMMENT)) {
      stream.skipToEnd();
      return "comment";
    }
    if (stream.match(VARIABLE)) return "variableName";
    if (stream.match(NUMBER)) return "number";
    const name = stream.match(NAME) as RegExpMatchArray | null;
    if (name) {
      if (FUNCTIONS.has(name[0]) && stream.peek() === "(") return "typeName";
      return KEYWORDS.has(name[0]) ? "keyword" : "name";
    }
    for (const operator of OPERATORS) if (stream.match(operator)) return "operator";
    stream.next();
    return null;
  },
});

const COLOURS = HighlightStyle.define([
  { tag: tags.keyword, class: "c-keyword" },
  { tag: tags.typeName, class: "c-function" },
  { tag: tags.variableName, class: "c-variable" },
  { tag: tags.number, class: "c-number" },
  { tag: tags.operator, class: "c-operator" },
  { tag: tags.comment, class: "c-comment" },
  { tag: tags.meta, class: "c-directive" },
  { tag: tags.name, class: "c-name" },
]);

export const syntaxColours = [LANGUAGE, syntaxHighlighting(COLOURS)];
