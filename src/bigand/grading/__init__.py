"""Grading for all front ends: the question about a student's text, the feedback on it, and exercises.

The command line and the studio both import this package; it imports neither.
"""
