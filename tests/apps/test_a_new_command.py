"""A command is a class of options, a function that runs it, an entry, and messages; so is an action of a puzzle."""

from types import ModuleType

import pytest
from tests.apps.here import run_here

from bigand.cli import dispatch
from bigand.cli.options import LimitOptions, option
from bigand.cli.parser import Command, Commands
from bigand.messages import lookup
from bigand.messages.lookup import Area, Language
from bigand.puzzles.starbattle import commands as starbattle_commands
from bigand.wording.texts import Texts

NAME = "say-hello"


def new_command(key: str) -> Command:
    class HelloOptions(LimitOptions):
        whom: str = option("whom")

    def run_hello(options: HelloOptions, texts: Texts) -> int:
        print(texts(f"{key}.hello", whom=options.whom))
        return 0

    return Command(HelloOptions, run_hello)


def new_messages(key: str, language: Language) -> dict[str, str]:
    texts = {
        Language.ENGLISH: ("greet", "Greet.", "who", "Hello, {whom}!"),
        Language.FRENCH: ("saluer", "Saluer.", "qui", "Salut, {whom} !"),
    }
    keys = [f"{key}.{part}" for part in ("help", "description", "whom", "hello")]
    return dict(zip(keys, texts[language], strict=True))


@pytest.mark.parametrize(
    ("module", "area", "words", "before"),
    [
        (dispatch, Area.COMMANDS, [NAME], "check"),
        (starbattle_commands, Area.STARBATTLE, ["starbattle", NAME], "solve"),
    ],
)
def test_a_new_command(
    module: ModuleType, area: Area, words: list[str], before: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = ".".join(words)
    commands: Commands = module.COMMANDS
    place = commands.names.index(before) + 1
    names = (*commands.names[:place], NAME, *commands.names[place:])
    messages_of = lookup.messages_of

    def load(name: str) -> Command:
        return new_command(key) if name == NAME else commands.load(name)

    def more_messages_of(wanted: Area, language: Language) -> dict[str, str]:
        messages = messages_of(wanted, language)
        return messages | new_messages(key, language) if wanted is area else messages

    monkeypatch.setattr(module, "COMMANDS", Commands(names, load))
    monkeypatch.setattr(lookup, "messages_of", more_messages_of)
    assert run_here(*words, "you", "--lang", "en").out == "Hello, you!\n"
    assert run_here(*words, "toi", "--lang", "fr").out == "Salut, toi !\n"
    assert "Saluer." in run_here(*words, "--help", "--lang", "fr").out
    lines = run_here(*words[:-1], "--help", "--lang", "en").out.splitlines()
    listed = [line.split()[0] for line in lines if line.strip()]
    assert listed[listed.index(NAME) - 1] == before
