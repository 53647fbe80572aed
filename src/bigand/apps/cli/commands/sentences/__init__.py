"""A sheet for each command: its place in the help and its sentences."""
