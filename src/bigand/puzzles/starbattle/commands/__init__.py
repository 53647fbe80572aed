"""`bigand starbattle ACTION …`: boards of Star Battle. Each action is a module of this package."""
