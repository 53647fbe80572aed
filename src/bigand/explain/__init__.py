"""Explain answers: from a solver's result to reasons on the user's own lines.

From a grounder and its clauses, this package derives minimal sets of clashing rule instances, repairs, forced
atoms, what each rule contributes, and lint warnings that need no solving. Every reason is checked before it is
shown. Nothing here depends on a particular puzzle or on a terminal.
"""
