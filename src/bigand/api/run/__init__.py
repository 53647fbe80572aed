"""Run questions: in this process, in a child process with limits, or many at a time on an executor.

A child always gets the whole question and never intermediate results, so that all of them share one code path.
"""
