"""Questions and answers: the interface through which every front end uses bigand.

A question is a frozen value, and so is its answer. The command line, the studio, editors, notebooks and programs
all build questions. Answers are complete and hold no sentence of a human language: `wording` renders them as text.
The same question can be answered in this process, in a child process with limits, or on another machine: see `run`.
"""
