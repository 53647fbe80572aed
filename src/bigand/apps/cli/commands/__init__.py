"""The commands: a file for each, with its options. Words become a question, the answer lines (see `terminal`)."""
