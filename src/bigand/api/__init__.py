"""Questions and answers: everything that bigand does is a question, a frozen value, with an answer, another one.

Whoever asks (a terminal, a page, an editor, a notebook, a program) makes a question; what comes back says all that
was found and has no sentence of a human language in it. The same question may be answered here, in a child with
limits, or on another machine: see `running`.
"""
