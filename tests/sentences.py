"""All sentences of commands in a language: those of texts and those in the folders of puzzles."""

from importlib import import_module

from bigand.puzzles import PUZZLES


def command_sentences(language: str) -> dict[str, str]:
    modules = [f"bigand.source.catalogue.{language}.commands"]
    modules += [f"bigand.puzzles.{name}.sentences.{language}" for name in PUZZLES]
    found: dict[str, str] = {}
    for module in modules:
        own = import_module(module).SENTENCES
        assert not found.keys() & own.keys()
        found |= own
    return found
