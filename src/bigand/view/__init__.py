"""Turn models into pictures.

From a model and the views of its file, this package makes an exhibit (one value) and renders it as lines for the
terminal, as SVG, as a film or as a page. It depends on no particular puzzle.
"""
