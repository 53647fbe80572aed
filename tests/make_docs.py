"""`make docs`: the pages that are made from the code, so that they cannot differ from it."""

from pathlib import Path

from bigand.source.catalogue import Language, explanation
from bigand.source.rules import RULES

DOCS = Path(__file__).parent.parent / "docs"
_HEAD = {
    Language.ENGLISH: "# What bigand says, and why\n\nMade from the catalogue by `make docs`; "
    "`bigand explain CODE` tells the same.\n",
    Language.FRENCH: "# Ce que bigand dit, et pourquoi\n\nFait à partir du catalogue par `make docs` ; "
    "`bigand explain CODE --lang fr` dit la même chose.\n",
}
_WORDS = {Language.ENGLISH: ("Wrong", "Right"), Language.FRENCH: ("Faux", "Juste")}


def diagnostics_page(language: Language) -> str:
    """All codes with their explanation, and a wrong and a right example."""
    parts = [_HEAD[language]]
    wrong, right = _WORDS[language]
    for rule in RULES.values():
        found = explanation(rule.code, language)
        assert found is not None
        parts.append(f"\n## {rule.code} {rule.slug}\n\n{found.why}\n")
        for title, example in ((wrong, found.wrong), (right, found.right)):
            if example and "\0" not in example:
                parts.append(f"\n{title}:\n\n```\n{example}\n```\n")
    return "".join(parts)


PAGES = {
    "diagnostics.md": diagnostics_page(Language.ENGLISH),
    "diagnostics.fr.md": diagnostics_page(Language.FRENCH),
}


def main() -> None:
    for name, text in PAGES.items():
        (DOCS / name).write_text(text, encoding="utf-8")
        print(f"docs/{name}")


if __name__ == "__main__":
    main()
