"""`bigand lightup ACTION …`: boards of Light Up. Each action is a module of this package."""
