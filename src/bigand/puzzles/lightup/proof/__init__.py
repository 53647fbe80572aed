"""Proofs by the rules of LEGUP: values, an independent checker, and LEGUP's files.

A proof (`tree`) is written by hand, read from a file (`files`) or drafted by a program (`Draft`). `check` returns a
`Verdict`: accepted, or what is wrong, where, and a counterexample. `steps` judges single steps by the rules, which
are the same functions that explain and rate.
"""

from bigand.puzzles.lightup.proof.check import Verdict, check
from bigand.puzzles.lightup.proof.objection import Flaw, Objection, Remark
from bigand.puzzles.lightup.proof.tree import Aim, Draft, Goal, Proof, ProofStep

__all__ = ["Aim", "Draft", "Flaw", "Goal", "Objection", "Proof", "ProofStep", "Remark", "Verdict", "check"]
