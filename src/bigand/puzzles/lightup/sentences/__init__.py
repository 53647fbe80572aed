"""The sentences of Light Up, a module a language; their keys begin with `lightup.`."""
