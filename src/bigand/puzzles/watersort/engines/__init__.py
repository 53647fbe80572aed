"""The engines, each a module with `run`. Both find shortest plans, so they can check each other.

`search` explores the states of the game; `model` tries one number of steps after another with the taught model, the
one of the examples.
"""

ENGINES = ("search", "model")
