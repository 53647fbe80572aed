"""Answers as sentences, for the terminal and the studio. Knows neither: it returns texts, and prints nothing."""
