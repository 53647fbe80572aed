"""`bigand watersort check`: its place and its sentences."""

PLACE = 20  # in the help
ENGLISH = {
    "watersort.check.help": "tell whether a level is right, and what comes of some moves",
    "watersort.check.description": "Read a level, make some moves and show the tubes. A move that the rules do not allow is told with the reason. Exit code 0 if all is right (with --moves: and the tubes are sorted at the end), 8 if they are not sorted yet (with --can-finish: or cannot be), 1 if something is wrong.",
    "watersort.check.can_finish": "tell also whether the tubes can still be sorted, without saying how",
    "watersort.check.json": "print the findings as JSON",
    "watersort.check.size": "{tubes} with room for {height} each, {colours}",
    "watersort.check.played": "{moves} by the rules",
    "watersort.check.sorted": "the tubes are sorted",
    "watersort.check.unsorted": "the tubes are not sorted",
    "watersort.check.finishable": "they can still be sorted",
    "watersort.check.unfinishable": "they cannot be sorted",
}
FRENCH = {
    "watersort.check.help": "vérifier un niveau, et voir ce que donnent des coups",
    "watersort.check.description": "Lire un niveau, jouer des coups et montrer les tubes. Un coup que les règles ne permettent pas est signalé avec la raison. Code de sortie 0 si tout est juste (avec --moves : et si les tubes sont triés à la fin), 8 s'ils ne sont pas encore triés (avec --can-finish : ou ne peuvent pas l'être), 1 si quelque chose est faux.",
    "watersort.check.can_finish": "dire aussi si les tubes peuvent encore être triés, sans dire comment",
    "watersort.check.json": "écrire les constats en JSON",
    "watersort.check.size": "{tubes} avec de la place pour {height} chacun, {colours}",
    "watersort.check.played": "{moves} selon les règles",
    "watersort.check.sorted": "les tubes sont triés",
    "watersort.check.unsorted": "les tubes ne sont pas triés",
    "watersort.check.finishable": "ils peuvent encore être triés",
    "watersort.check.unfinishable": "ils ne peuvent pas être triés",
}
