"""Answers -> reasons.

Takes a grounder and the clauses made from it; gives reasons on the user's own lines: minimal sets of rule
instances that clash, repairs, what is forced, what a rule is good for, and suspicions before anything is solved.
Must never show a reason that has not been checked, nor know a puzzle or a terminal.
"""
