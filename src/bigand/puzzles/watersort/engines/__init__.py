"""The engines, by name, each a module with `run`: both give shortest plans, and so can check each other.

`search` looks through the states of the game; `model` tries one number of steps after the other with the model that
is taught, as the examples have it.
"""

ENGINES = ("search", "model")
