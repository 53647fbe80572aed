"""What can be wrong with a text of the language: one function for each complaint, one module a family.

They are the only places that name codes and parts of messages, so that wording and advice are decided once.
"""
