"""Grounding: from a checked syntax tree to ground formulas in columns.

Input: a checked document. Output: rules, one for each top-level formula, each with the rows of its frame and its
ground formula over numbered atoms, in blocks of bounded size. All instances of a block are handled at once by
NumPy operations; no Python loop runs over instances. Solving happens in other packages.
"""
