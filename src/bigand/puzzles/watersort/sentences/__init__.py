"""The sentences of Water Sort, a module a language; their keys begin with `watersort.`."""
