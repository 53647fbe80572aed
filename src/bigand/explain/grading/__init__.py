"""A file compared with another by its meaning: what one accepts and the other refuses, and which rule is at fault.

Takes two grounders and which atoms of theirs stand for each other; gives models that just one of them has, rules,
and how the names of one are those of the other. Must never enumerate models, nor give one that was not evaluated.
"""
