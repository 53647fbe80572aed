"""`bigand explain CODE`: what a code means, with a wrong and a right example."""

import sys

from bigand.command.exits import Exit
from bigand.command.options import Frozen, option
from bigand.command.texts import Texts
from bigand.source.catalogue import explanations
from bigand.source.nearness import suggest
from bigand.source.render import make_printable


class Options(Frozen):
    code: str | None = option("code", nargs="?", metavar="CODE")


def run(options: Options, texts: Texts) -> int:
    if options.code is None:
        for code, told in explanations(texts.language).items():
            print(f"{code}  {texts(f'severity.{told.severity.value}'):<13} {told.name}")
        return Exit.DONE
    code = options.code.upper().strip("[]")
    found = explanations(texts.language).get(code)
    if found is None:
        return _unknown(options.code, code, texts)
    lines = [f"{texts(f'severity.{found.severity.value}')}[{code}] {found.name}", ""]
    lines += texts.wrapped(found.why)
    for word, example in (("explain.wrong", found.wrong), ("explain.right", found.right)):
        if example:
            lines += ["", texts(word), *[f"    {make_printable(line)}" for line in example.split("\n")]]
    print("\n".join(lines))
    return Exit.DONE


def _unknown(written: str, code: str, texts: Texts) -> int:
    print(f"bigand: {texts('explain.unknown', code=written)}", file=sys.stderr)
    near = suggest(code, explanations(texts.language), 0.5)
    advice = texts("explain.near", near=near) if near else texts("explain.list")
    print(f"  {advice}", file=sys.stderr)
    return Exit.USAGE
