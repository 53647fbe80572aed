"""Models to pictures.

Takes a model and what its file says of how to draw it. Gives a scene, and the scene as lines for
the terminal or as SVG. Knows no puzzle.
"""
