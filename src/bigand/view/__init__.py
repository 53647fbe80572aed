"""Models to pictures.

Takes a model and what its file says of how to draw it. Gives an exhibit (one value), and that as lines for
the terminal, as SVG, as a film or a page. Knows no puzzle.
"""
