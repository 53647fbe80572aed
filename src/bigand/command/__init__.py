"""What commands are made of, those of texts and those of puzzles: words in, a question, an answer, lines out.

Takes words of a command line and files. Gives frozen options, sources, answers with progress and limits on the way,
and prints, colours and writes. A command is a module with `Options`, whose fields are its options, and
`run(options, texts)`, which gives the exit code.
"""
