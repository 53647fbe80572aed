"""Answers as sentences, for the terminal and the studio; this package depends on neither."""
