"""Grading as faces share it: what is asked about a student's text, what is told of it, and what an exercise is.

The terminal and the studio both import it; it imports neither.
"""
