"""Clauses to models.

Takes clauses. Gives satisfying valuations over the user's atoms, one or all or their number, each checked
against the formula as it was written. One small protocol (`session.Session`), one adapter file an engine.
"""
