"""The steps of a proof, and the two formats in which they are written.

A proof adds clauses that follow from earlier clauses, and deletes those no longer needed; it ends with the empty
clause, which is unsatisfiable. Each line is a step:

    DRAT    1 -2 0              add this clause
            d 1 -2 0            delete it
    LRAT    9 1 -2 0 3 7 0      add it as clause 9; the hints say that clauses 3 and 7 imply it by propagation
            9 d 3 4 0           delete clauses 3 and 4

In LRAT, the clauses to be refuted have the numbers 1, 2, …. Lines beginning with `c` are comments.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from itertools import chain
from typing import BinaryIO, NamedTuple, TypeAlias

from bigand.source.error import BigandError

_MAX_LINE_BYTES = 1 << 25  # bytes; a line of LRAT may name every clause
_MAX_SHOWN_CHARACTERS = 40
_NUMBER = re.compile(rb"[-+]?[0-9]{1,4000}")


class Format(Enum):
    """The format of a proof."""

    DRAT = "drat"
    LRAT = "lrat"


class Addition(NamedTuple):
    """A clause that is claimed to follow; `number` and `hints` are for LRAT."""

    line: int
    literals: list[int]
    number: int = 0
    hints: Sequence[int] = ()


class Deletion(NamedTuple):
    """A clause that is no longer needed: by its literals in DRAT; one or more by number in LRAT."""

    line: int
    literals: Sequence[int] = ()
    numbers: Sequence[int] = ()


ProofStep: TypeAlias = Addition | Deletion


class ProofError(BigandError):
    """An invalid proof; `line` is 0 for the proof as a whole."""

    def __init__(self, key: str, line: int = 0, clause: Sequence[int] | None = None, **gaps: str) -> None:
        super().__init__(key, **gaps)
        self.line = line
        self.clause = clause  # the clause in question


class CheckedProof(NamedTuple):
    """A valid proof: how many clauses it added and deleted, up to the empty one."""

    added: int
    deleted: int


# ---------------------------------------------------------------------- reading


def read_steps(file: BinaryIO) -> tuple[Format, Iterator[ProofStep]]:
    """Return the format of a proof, and its steps, read lazily."""
    lines = _numbered_words_by_line(file)
    first = next(lines, None)
    if first is None:
        raise ProofError("proof.blank")
    kind = recognise(first[1])
    read = _parse_drat_line if kind is Format.DRAT else _parse_lrat_line
    return kind, (read(line, words) for line, words in chain([first], lines))


def recognise(words: list[bytes]) -> Format:
    """Determine the format from the words of the first line: LRAT has two zeros, or a number before the `d`.

    >>> recognise([b"1", b"0"]), recognise([b"6", b"1", b"0", b"3", b"0"]), recognise([b"6", b"d", b"1", b"0"])
    (<Format.DRAT: 'drat'>, <Format.LRAT: 'lrat'>, <Format.LRAT: 'lrat'>)
    """
    return Format.LRAT if words.count(b"0") > 1 or words[1:2] == [b"d"] else Format.DRAT


def _numbered_words_by_line(file: BinaryIO) -> Iterator[tuple[int, list[bytes]]]:
    """Yield the words of each line with its number, except comments and empty lines."""
    line = 0
    while text := file.readline(_MAX_LINE_BYTES):
        line += 1
        if len(text) == _MAX_LINE_BYTES:
            raise ProofError("proof.long", line, limit=f"{_MAX_LINE_BYTES // 1_000_000}")
        words = text.split()
        is_comment = not words or words[0].startswith(b"c")
        if not _is_text(text):
            raise ProofError("proof.binary", line)
        if b"_" in text and not is_comment:  # Python would accept 1_000
            raise _number_error(line, words)
        if not is_comment:
            yield line, words


def _is_text(line: bytes) -> bool:
    try:
        return "\0" not in line.decode("utf-8")
    except UnicodeDecodeError:
        return False


def _parse_drat_line(line: int, words: list[bytes]) -> ProofStep:
    deletes = words[0] == b"d"
    numbers = _parse_numbers(line, words[1:] if deletes else words)
    if not numbers or numbers[-1] != 0:
        raise ProofError("proof.open", line)
    del numbers[-1]
    if 0 in numbers:
        raise ProofError("proof.zeros", line)
    return Deletion(line, numbers) if deletes else Addition(line, numbers)


def _parse_lrat_line(line: int, words: list[bytes]) -> ProofStep:
    deletes = words[1:2] == [b"d"]
    numbers = _parse_numbers(line, words[:1] + words[2:] if deletes else words)
    zeros = numbers.count(0)
    if numbers[-1] != 0 or len(numbers) == 1:
        raise ProofError("proof.open", line)
    if zeros != (1 if deletes else 2) or numbers[0] <= 0:
        raise ProofError("proof.shape", line)
    if deletes:
        return Deletion(line, (), numbers[1:-1])
    middle = numbers.index(0)
    return Addition(line, numbers[1:middle], numbers[0], numbers[middle + 1 : -1])


def _parse_numbers(line: int, words: list[bytes]) -> list[int]:
    try:
        return list(map(int, words))
    except ValueError:
        raise _number_error(line, words) from None


def _number_error(line: int, words: list[bytes]) -> ProofError:
    word = next(word for word in words if not _NUMBER.fullmatch(word))
    return ProofError(
        "proof.word",
        line,
        word=word[:_MAX_SHOWN_CHARACTERS].decode("utf-8", "replace") + "…" * (len(word) > _MAX_SHOWN_CHARACTERS),
    )


# ---------------------------------------------------------------------- writing


def lrat_lines(steps: Iterable[ProofStep]) -> Iterator[bytes]:
    """Yield the lines of a proof with hints."""
    last = 0
    for step in steps:
        if isinstance(step, Addition):
            last = step.number
            yield b"%d %s %s\n" % (last, _join_with_zero(step.literals), _join_with_zero(step.hints))
        else:
            yield b"%d d %s\n" % (last, _join_with_zero(step.numbers))


def drat_lines(steps: Iterable[ProofStep]) -> Iterator[bytes]:
    """Yield the lines of a proof without hints; unit clauses are not deleted, since checkers keep them anyway."""
    for step in steps:
        if isinstance(step, Addition):
            yield _join_with_zero(step.literals) + b"\n"
        elif len(step.literals) > 1:
            yield b"d " + _join_with_zero(step.literals) + b"\n"


def _join_with_zero(numbers: Sequence[int]) -> bytes:
    return " ".join([*map(str, numbers), "0"]).encode()
