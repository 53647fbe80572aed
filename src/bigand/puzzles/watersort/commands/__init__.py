"""`bigand watersort ACTION …`: levels of Water Sort. Each action is a module of this package."""
