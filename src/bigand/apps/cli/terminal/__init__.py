"""Answers as lines for people: a file for each command that has more than a line to say."""
