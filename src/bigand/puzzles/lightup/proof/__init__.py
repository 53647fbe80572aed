"""Proofs by the rules of LEGUP: values, a checker that believes nothing, and LEGUP's files.

Takes a proof (`tree`), written by hand, read from a file (`reader`) or drafted by a program (`Draft`). Gives a
`Verdict`: accepted, or what is wrong, where, and a counterexample. `judge` is what one step has to pass; it asks
the rules, which are the same functions that explain and rate.
"""

from bigand.puzzles.lightup.proof.check import Verdict, check
from bigand.puzzles.lightup.proof.objection import Flaw, Objection, Remark
from bigand.puzzles.lightup.proof.tree import Aim, Draft, Goal, Proof, ProofStep

__all__ = ["Aim", "Draft", "Flaw", "Goal", "Objection", "Proof", "ProofStep", "Remark", "Verdict", "check"]
