"""Mending: one small change to a file after which it gives what its `;;@ expect` lines say.

`changes` makes the changes that undo what people do wrong; `search` tries them all under one engine.
"""
