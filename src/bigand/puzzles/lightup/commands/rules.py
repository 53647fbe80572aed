"""`bigand lightup rules`: the rules that proofs use, in words and pictures."""

from collections.abc import Iterator
from pathlib import Path

from bigand.command.asking import Asker
from bigand.command.exits import Exit
from bigand.command.files import write_file
from bigand.command.objects import print_lines
from bigand.command.options import COLOR, OptionGroup, option
from bigand.command.texts import Texts
from bigand.puzzles.lightup.commands.boards import make_folder
from bigand.puzzles.lightup.commands.proofs import rules_reader
from bigand.puzzles.lightup.places import rule_key, rule_title
from bigand.puzzles.lightup.questions import RuleRecord, Rules
from bigand.puzzles.lightup.terminal import board_lines


class RulesOptions(OptionGroup):
    rules: tuple[tuple[str, ...], ...] = option(
        "rules", help_text="lightup.rules.name", nargs="*", reads=rules_reader, metavar="NAME"
    )
    svg: str | None = option(metavar="DIR")
    color: str = COLOR


def run_rules(options: RulesOptions, texts: Texts) -> int:
    rule_names = tuple([name for names in options.rules for name in names])
    answer = Asker(texts).ask(Rules(names=rule_names))
    for number, rule in enumerate(answer.rules):
        if number:
            print()
        print_lines(_rule_lines(rule, bool(rule_names), options.color, texts))
    if options.svg:
        _write_rule_pictures(answer.rules, options.svg)
    return Exit.DONE


def _rule_lines(rule: RuleRecord, with_example: bool, color: str, texts: Texts) -> Iterator[str]:
    yield f"{rule_title(rule.name, texts)}, {rule.id}, {texts(f'lightup.rules.{rule.kind}')}"
    for line in texts.wrap(texts(f"lightup.rule.{rule_key(rule.name)}"), 77):
        yield f"  {line}"
    if not with_example:
        return
    for word, scene in [("before", rule.before), *zip(("after", *["or"] * 9), rule.after, strict=False)]:
        yield f"  {texts(f'lightup.rules.{word}')}"
        yield from board_lines(scene.rows, color, scene.places, indent="  ")
    if not rule.after:
        yield f"  {texts('lightup.rules.never')}"


def _write_rule_pictures(rules: tuple[RuleRecord, ...], folder: str) -> None:
    from bigand.puzzles.lightup.draw.rule import rule_svg, to_highlighted_board

    make_folder(folder)
    for rule in rules:
        picture = rule_svg(to_highlighted_board(rule.before), [to_highlighted_board(scene) for scene in rule.after])
        write_file(str(Path(folder) / f"{rule_key(rule.name)}.svg"), picture)
