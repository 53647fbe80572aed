"""Source text, positions in it, and diagnostics about it.

Turns files into documents, and documents into spans and diagnostics. Renders diagnostics for people, editors and
programs, in English and French. It is independent of the language, and only `files.print_text` prints.
"""
