"""One way to run work: a question is answered here, in a child with limits, or many on an executor.

A child always gets the question, never something half done, so that there is one road for all of them.
"""
