"""What may be asked of a text: one file for questions of a kind, with the answers to them. They import no work."""
