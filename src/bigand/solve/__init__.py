"""Solving: from clauses to models.

Input: clauses. Output: satisfying valuations over the user's atoms (one, all, or their number), each checked
against the formula as written. Engines share one small protocol (`session.Session`), with one adapter module per
engine.
"""
