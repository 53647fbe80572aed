"""Proofs that clauses have no model, and our own check of them.

Takes clauses, and the trace of an engine or the text of a proof. Gives a proof without what it does not need, or
the verdict on one. The checkers (`drat`, `lrat`, with `propagation`) know nothing of engines: they are what is
trusted.
"""
