"""Solve a model in steps that people can follow.

`propagation` holds the clauses and what single instances imply, `suppositions` finds what suppositions lead to,
`shrinker` minimises the instances used, and `derivation` finds step after step.
"""
