"""A sheet for each action: its place in the help and its sentences."""
