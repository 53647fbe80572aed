"""All sentences of commands in a language: shared ones, those of puzzles, those beside each command."""

from importlib import import_module
from pkgutil import walk_packages

import bigand.apps.cli.commands as commands
import bigand.puzzles as puzzles


def command_sentences(language: str) -> dict[str, str]:
    shared = [f"bigand.source.catalogue.{language}.commands"]
    walked = [
        module.name
        for folder in (commands, puzzles)
        for module in walk_packages(folder.__path__, f"{folder.__name__}.")
        if ".sentences." in module.name
    ]
    found: dict[str, str] = {}
    for name in [*shared, *walked]:
        module = import_module(name)
        if name.endswith((".english", ".french")):
            own = module.SENTENCES if name.endswith(language) else {}
        else:
            own = module.SENTENCES if name in shared else getattr(module, language.upper())
        assert not found.keys() & own.keys()
        found |= own
    return found
