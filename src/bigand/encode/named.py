"""Clauses with names: for people, and for TouIST's `--debug-dimacs`."""

from collections.abc import Iterator

from bigand.encode.clauses import zero_terminated
from bigand.encode.compile import Compiled


def named_clauses(compiled: Compiled) -> Iterator[str]:
    """A line for each clause: `a -b &1`; auxiliary atoms are `&1`, `&2`, …"""
    atoms = compiled.clauses.atoms
    for batch in compiled.clauses.batches:
        words: list[str] = []
        for literal in zero_terminated(batch).tolist():
            if literal == 0:
                yield " ".join(words)
                words = []
                continue
            at = abs(literal)
            name = compiled.names[at - 1] if at <= atoms else f"&{at - atoms}"
            words.append(name if literal > 0 else f"-{name}")
