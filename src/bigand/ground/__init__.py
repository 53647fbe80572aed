"""A checked tree to a ground formula, in columns.

Takes a reading. Gives rules: for each top-level formula the rows of its frame and its ground formula, in blocks
of bounded size, over numbered atoms. Below this room nothing loops over instances in Python. Solves nothing.
"""
