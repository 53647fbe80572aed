"""Puzzles: each is a board, a model in the language, and a view.

Takes what people hand in (a link, a file, an array). Gives boards, their solutions and their pictures. A puzzle
knows the rooms before this one; none of them knows a puzzle.
"""
