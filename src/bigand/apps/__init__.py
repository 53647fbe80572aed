"""The rooms with a door to the outside: arguments, files, terminals. Nothing imports them."""
