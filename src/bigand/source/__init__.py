"""Source text, positions in it, and diagnostics about it.

Reads files into documents, provides spans and diagnostics, and renders diagnostics for people, editors and
programs, in English and French. It is independent of the language, and only `files.print_text` prints.
"""
