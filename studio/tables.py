"""What the page is given when it is built: its sentences, the tables of colours, the words answers are made of.

`python studio/tables.py FOLDER` writes them: JSON and a module of types, which the bundler takes in.
"""

import json
import sys
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
from sentences.english import play as english_play
from sentences.english import studio as english
from sentences.french import play as french_play
from sentences.french import studio as french

from bigand.api.question import answer_type
from bigand.api.register import question_names, question_type
from bigand.language.highlighter import highlighter_json
from bigand.wording.outcome import Kind
from bigand.wording.solve_outcome import SolveState


def write_tables(folder: Path) -> None:
    """Write `words.json`, `language.json` and `statuses.ts` into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    sentences = {
        "en": english.SENTENCES | english_play.SENTENCES,
        "fr": french.SENTENCES | french_play.SENTENCES,
    }
    words = json.dumps(sentences, ensure_ascii=False, indent=1)
    for name, content in (
        ("words.json", words),
        ("language.json", highlighter_json()),
        ("statuses.ts", statuses_ts()),
    ):
        (folder / name).write_text(content + "\n", encoding="utf-8")


# ---------------------------------------------------------------------- the words that answers are made of


def statuses_ts() -> str:
    """The words that fields of answers may hold, as types: a word that is added in Python breaks the page's build
    wherever the page tells words apart and does not know this one.
    """
    lines = ["// Written by tables.py from the types of the answers in Python. Do not edit."]
    lines += [f"export type OutcomeKind = {_union(get_args(Kind))};"]
    lines += [f"export type SolveState = {_union(get_args(SolveState))};"]
    lines += ["export interface Statuses {"]
    for name, fields in sorted(status_fields().items()):
        told = " ".join([f"{field}: {_union(words)};" for field, words in fields.items()])
        lines.append(f"  {json.dumps(name)}: {{ {told} }};")
    return "\n".join([*lines, "}"])


def status_fields() -> dict[str, dict[str, tuple[str, ...]]]:
    """The fields of each answer that hold one of a few words; those of its parts under `answer.field`."""
    found: dict[str, dict[str, tuple[str, ...]]] = {}
    for name in question_names():
        for kind in _members(answer_type(question_type(name))):
            tag = str(kind.__struct_config__.tag)
            for place, part in [(tag, kind), *[(f"{tag}.{field}", part) for field, part in _parts(kind)]]:
                fields = {field: words for field, hint in _hints(part) if (words := _words(hint))}
                if fields:
                    found[place] = fields
    return found


def _hints(kind: type) -> Iterator[tuple[str, Any]]:
    hints = get_type_hints(kind)
    return ((field.encode_name, hints[field.name]) for field in msgspec.structs.fields(kind))


def _parts(kind: type) -> Iterator[tuple[str, type]]:
    for field, hint in _hints(kind):
        for member in _members(hint):
            inner = get_args(member)[0] if get_origin(member) is tuple and get_args(member) else member
            if isinstance(inner, type) and issubclass(inner, msgspec.Struct):
                yield field, inner


def _members(hint: Any) -> tuple[Any, ...]:
    return get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)


def _words(hint: Any) -> tuple[str, ...]:
    """The words of a literal or an enumeration, if it is one, or may be none besides."""
    words: list[str] = []
    for member in _members(hint):
        if get_origin(member) is Literal:
            words += get_args(member)
        elif isinstance(member, type) and issubclass(member, Enum):
            words += [str(one.value) for one in member]
        elif member is not type(None):
            return ()
    return tuple(words)


def _union(words: tuple[str, ...]) -> str:
    return " | ".join(map(json.dumps, words))


if __name__ == "__main__":
    write_tables(Path(sys.argv[1]))
