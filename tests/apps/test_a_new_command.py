"""A command is two files, and so is an action of a puzzle: nothing else of the house need be touched."""

from importlib import import_module
from pathlib import Path

import pytest
from tests.apps.here import run_here

COMMAND = """
from bigand.cli.options import Limited, option

class Options(Limited):
    whom: str = option("whom")

def run(options, texts):
    print(texts("{key}.hello", whom=options.whom))
    return 0
"""
SHEET = """
PLACE = 25
ENGLISH = {{
    "{key}.help": "greet", "{key}.description": "Greet.", "{key}.whom": "who", "{key}.hello": "Hello, {{whom}}!"
}}
FRENCH = {{
    "{key}.help": "saluer", "{key}.description": "Saluer.", "{key}.whom": "qui", "{key}.hello": "Salut, {{whom}} !"
}}
"""


@pytest.mark.parametrize(
    ("package", "words", "before"),
    [("bigand.cli.commands", ["say-hello"], "solve"),
     ("bigand.puzzles.watersort.commands", ["watersort", "say-hello"], "check")],
)  # fmt: skip
def test_two_files(
    package: str, words: list[str], before: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = ".".join(words)
    for folder, text in ((package, COMMAND), (f"{package}.sentences", SHEET)):
        below = tmp_path / folder
        below.mkdir()
        (below / "say_hello.py").write_text(text.format(key=key), encoding="utf-8")
        monkeypatch.setattr(import_module(folder), "__path__", [*import_module(folder).__path__, str(below)])
    assert run_here(*words, "you", "--lang", "en").out == "Hello, you!\n"
    assert run_here(*words, "toi", "--lang", "fr").out == "Salut, toi !\n"
    assert "Saluer." in run_here(*words, "--help", "--lang", "fr").out
    listed = run_here(*words[:-1], "--help", "--lang", "en").out.splitlines()
    names = [line.split()[0] for line in listed if line.strip()]
    assert names[names.index("say-hello") - 1] == before
