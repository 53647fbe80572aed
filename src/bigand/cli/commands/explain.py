"""`bigand explain CODE`: explain a diagnostic code, with a wrong and a right example."""

import sys

from bigand.cli.exit_codes import Exit
from bigand.cli.options import OptionGroup, option
from bigand.messages import explanations
from bigand.source.render import make_printable
from bigand.source.suggestion import most_similar_word
from bigand.wording.texts import Texts


class ExplainOptions(OptionGroup):
    code: str | None = option("code", nargs="?", metavar="CODE")


def run_explain(options: ExplainOptions, texts: Texts) -> int:
    if options.code is None:
        for code, entry in explanations(texts.language).items():
            print(f"{code}  {texts(f'severity.{entry.severity.value}'):<13} {entry.name}")
        return Exit.DONE
    code = options.code.upper().strip("[]")
    explanation = explanations(texts.language).get(code)
    if explanation is None:
        return _report_unknown_code(options.code, code, texts)
    lines = [f"{texts(f'severity.{explanation.severity.value}')}[{code}] {explanation.name}", ""]
    lines += texts.wrap(explanation.why)
    for word, example in (("explain.wrong", explanation.wrong), ("explain.right", explanation.right)):
        if example:
            lines += ["", texts(word), *[f"    {make_printable(line)}" for line in example.split("\n")]]
    print("\n".join(lines))
    return Exit.DONE


def _report_unknown_code(written: str, code: str, texts: Texts) -> int:
    print(f"bigand: {texts('explain.unknown', code=written)}", file=sys.stderr)
    near = most_similar_word(code, explanations(texts.language), 0.5)
    advice = texts("explain.near", near=near) if near else texts("explain.list")
    print(f"  {advice}", file=sys.stderr)
    return Exit.USAGE
