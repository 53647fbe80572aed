"""The sentences of N queens, a module a language; their keys begin with `queens.`."""
