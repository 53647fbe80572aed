"""`bigand watersort generate`: its place and its sentences."""

PLACE = 50  # in the help
ENGLISH = {
    "watersort.generate.help": "make new levels",
    "watersort.generate.description": "Make levels that can be sorted. The same options and the same seed give the same level; a remark above it tells them. With --count the seeds go on by one. Exit code 3 if no such level was found.",
    "watersort.generate.colours": "colours (9)",
    "watersort.generate.empty": "empty tubes (2)",
    "watersort.generate.height": "layers of a tube (4)",
    "watersort.generate.seed": "a number for the level; without it another level each time",
    "watersort.generate.count": "so many levels (1)",
    "watersort.generate.level": "how hard it should be, as `rate` tells it",
    "watersort.generate.to": "how it is written: a line for each tube, upright, or JSON",
    "watersort.generate.json": "one line of JSON for each level",
    "watersort.generate.timeout": "give up on a level after so many seconds (60)",
    "watersort.generate.progress": "making levels",
}
FRENCH = {
    "watersort.generate.help": "créer de nouveaux niveaux",
    "watersort.generate.description": "Créer des niveaux qui peuvent être triés. Les mêmes options et la même graine donnent le même niveau ; une remarque en tête les rappelle. Avec --count, les graines avancent de un. Code de sortie 3 si aucun niveau de ce genre n'a été trouvé.",
    "watersort.generate.colours": "nombre de couleurs (9)",
    "watersort.generate.empty": "nombre de tubes vides (2)",
    "watersort.generate.height": "nombre de couches d'un tube (4)",
    "watersort.generate.seed": "un nombre pour le niveau (graine) ; sans lui, un autre niveau à chaque fois",
    "watersort.generate.count": "nombre de niveaux (1)",
    "watersort.generate.level": "la difficulté voulue, selon l'échelle de `rate`",
    "watersort.generate.to": "comment il est écrit : une ligne par tube, debout, ou en JSON",
    "watersort.generate.json": "une ligne de JSON par niveau",
    "watersort.generate.timeout": "abandonner un niveau après ce nombre de secondes (60)",
    "watersort.generate.progress": "fabrication de niveaux",
}
