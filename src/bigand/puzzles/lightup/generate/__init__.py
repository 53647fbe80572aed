"""Generate boards: unique, of exactly the requested level, symmetric, the same for the same seed.

A design (walls and bulbs) is changed where it fails until all its clues together decide it; then clues are removed.
"""

from bigand.puzzles.lightup.generate.generator import GeneratedBoard, generate_board
from bigand.puzzles.lightup.generate.request import Request, RequestError, Symmetry, TooHardError

__all__ = ["GeneratedBoard", "Request", "RequestError", "Symmetry", "TooHardError", "generate_board"]
