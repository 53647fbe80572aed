"""`make docs`: write the pages that are generated from the code."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from bigand.messages import Language, explanations, insert_no_break_spaces, message_text
from bigand.models import load
from bigand.puzzles.lightup import rules as lightup
from bigand.puzzles.lightup.draw.boards import rule_example, rule_svg
from bigand.puzzles.lightup.rules import ProofRule, RuleKind
from bigand.view.arrangement import arrange_exhibit
from bigand.view.frames import named_scenes_of
from bigand.view.svg import render_svg

DOCS = Path(__file__).parent.parent / "docs"
EXAMPLES = DOCS.parent / "examples"
GALLERY = sorted((EXAMPLES / "gallery").glob("*.touist"))
_HEAD = {
    Language.ENGLISH: "# What bigand says, and why\n\nMade from the messages by `make docs`; "
    "`bigand explain CODE` says the same.\n",
    Language.FRENCH: "# Ce que bigand dit, et pourquoi\n\nFait à partir des messages par `make docs` ; "
    "`bigand explain CODE --lang fr` dit la même chose.\n",
}
_RULES_HEAD = {
    Language.ENGLISH: "# The rules of Light Up\n\nThose of LEGUP, by which proofs are checked, steps explained and "
    "boards rated. Made from the code by `make docs`: the pictures are what the rules themselves conclude. A red "
    "frame is around what a rule looks at, and around what it marks.\n",
    Language.FRENCH: "# Les règles de Light Up\n\nCelles de LEGUP, par lesquelles les preuves sont vérifiées, les "
    "étapes expliquées et les grilles évaluées. Fait à partir du code par `make docs` : les images sont ce que "
    "concluent les règles elles-mêmes. Un cadre rouge entoure ce qu'une règle regarde, et ce qu'elle marque.\n",
}
_KINDS = {
    Language.ENGLISH: {
        RuleKind.CONTRADICTION: "Contradictions: the board has no solution",
        RuleKind.DIRECT: "Direct rules: a cell has only one value left",
        RuleKind.CASE: "Case rules: one of these must be",
    },
    Language.FRENCH: {
        RuleKind.CONTRADICTION: "Contradictions : la grille n'a pas de solution",
        RuleKind.DIRECT: "Règles directes : une case n'a plus qu'une valeur possible",
        RuleKind.CASE: "Règles de cas : l'un d'eux doit être vrai",
    },
}
_WORDS = {Language.ENGLISH: ("Wrong", "Right"), Language.FRENCH: ("Faux", "Juste")}


def diagnostics_page(language: Language) -> str:
    """All codes with their explanation, and a wrong and a right example."""
    parts = [insert_no_break_spaces(_HEAD[language], language)]
    wrong, right = _WORDS[language]
    for code, explanation in explanations(language).items():
        parts.append(f"\n## {code} {explanation.name}\n\n{insert_no_break_spaces(explanation.why, language)}\n")
        for title, example in ((wrong, explanation.wrong), (right, explanation.right)):
            if example and "\0" not in example:
                colon = insert_no_break_spaces(message_text("word.colon", language), language).rstrip(" ")
                parts.append(f"\n{title}{colon}\n\n```\n{example}\n```\n")
    return "".join(parts)


def rules_page(language: Language) -> str:
    """The rules of Light Up with their sentences and pictures."""
    parts = [insert_no_break_spaces(_RULES_HEAD[language], language)]
    for kind in RuleKind:
        parts.append(f"\n## {_KINDS[language][kind]}\n")
        for rule in [rule for rule in lightup.RULES if rule.kind is kind]:
            name = message_text(f"lightup.rule.{rule.key}.name", language)
            title = name if name == rule.name else f"{name} ({rule.name})"
            also = f", {' / '.join(rule.other_names)}" if rule.other_names else ""
            said = message_text(f"lightup.rule.{rule.key}", language)
            parts.append(
                f"\n### {title}\n\n`{rule.id}`{also}\n\n{said}\n\n![{title}](lightup-rules/{rule.key}.svg)\n"
            )
    return "".join(parts)


def picture_of_rule(rule: ProofRule) -> str:
    """Return the board of a rule's example, before and after the rule is applied, as SVG."""
    return rule_svg(*rule_example(rule))


def gallery_svg(path: Path) -> str:
    """Solve a model and draw it by its view; only the steps of a plan keep their titles."""
    solution = load(path).solve()
    assert solution is not None
    drawn = arrange_exhibit(solution, solution.program)
    is_plan = any([picture.step is not None for picture in drawn.pictures])
    return render_svg(
        [(name, scene if is_plan else scene.with_title("")) for name, scene in named_scenes_of(drawn)]
    )


# Pages are made on demand: the pictures of the gallery need solving.
PAGES: dict[str, Callable[[], str]] = {
    "diagnostics.md": partial(diagnostics_page, Language.ENGLISH),
    "diagnostics.fr.md": partial(diagnostics_page, Language.FRENCH),
    "lightup-rules.md": partial(rules_page, Language.ENGLISH),
    "lightup-rules.fr.md": partial(rules_page, Language.FRENCH),
    **{f"lightup-rules/{rule.key}.svg": partial(picture_of_rule, rule) for rule in lightup.RULES},
    **{f"gallery/{path.stem}.svg": partial(gallery_svg, path) for path in GALLERY},
}


def main() -> None:
    for name, made in PAGES.items():
        (DOCS / name).parent.mkdir(exist_ok=True)
        (DOCS / name).write_text(made(), encoding="utf-8")
        print(f"docs/{name}")


if __name__ == "__main__":
    main()
