"""Mending: one small change to a file after which it gives what its `;;@ expect` lines say.

`changes` makes the changes that undo what people do wrong, `additions` rules that may be missing; `search` tries
them all under one engine.
"""
