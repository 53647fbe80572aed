"""Compare two files by meaning: what one accepts and the other rejects, and which rule is wrong.

From two grounders and a link between their atoms, this package finds models that only one of the files has, the
rules at fault, and how the names of one file map to those of the other. Models are never enumerated, and every
model shown has been evaluated.
"""
