"""Proofs that clauses are unsatisfiable, and our own checker.

Input: clauses, and an engine's trace or the text of a proof. Output: a proof without unneeded steps, or the verdict
on one. The checkers (`drat`, `lrat`) are independent of the engines: they are the trusted part.
"""
