"""Encoding: from ground formulas to clauses.

Input: ground formulas in columns, block by block. Output: clauses as compressed rows over the user's atoms and
auxiliary atoms. The encoding preserves exactly the solutions over the user's atoms. Solving happens in `solve`.
"""
