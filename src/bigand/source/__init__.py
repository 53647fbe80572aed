"""Text, places in it, and what is to be said about them.

Takes the text of a file. Gives documents, spans and diagnostics, and renders diagnostics for people,
editors and programs, in English and French. Knows nothing of the language, and prints nothing itself.
"""
