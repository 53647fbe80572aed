"""A ground formula to clauses.

Takes ground formulas in columns, block by block. Gives clauses as compressed rows over the user's atoms and
auxiliary ones. Every solution over the user's atoms is kept and none is added. Solves nothing.
"""
