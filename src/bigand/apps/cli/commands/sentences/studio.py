"""`bigand studio`: its place and its sentences."""

PLACE = 10  # in the help
ENGLISH = {
    "studio.help": "open the workbench in the browser: write, solve, draw, explain",
    "studio.description": "Open the workbench in the browser: a page to write a model in, that checks it as you type, solves it, draws it and explains it. It is served on this machine, for you alone: whoever has the printed link may use it. Ctrl-C ends it.",
    "studio.file": "the file to open; saving writes it (without one, the page keeps the text)",
    "studio.port": "the port to serve at, or the next free one; 0 is any ({default})",
    "studio.host_help": "the address to serve at; another one than 127.0.0.1 lets other machines in",
    "studio.no_browser": "only print the link",
    "studio.timeout": "stop a question after so many seconds (120)",
    "studio.link": "The studio is open: {link}\nCtrl-C ends it.",
    "studio.ended": "The studio has ended.",
    "studio.missing": "the studio needs two more packages: pip install 'bigand[studio]'",
    "studio.stdin": "the studio cannot save the standard input: give the name of a file",
    "studio.no_port": "{port} is no port: they go up to 65535",
    "studio.other_port": "port {port} is busy: another one is taken",
    "studio.open_host": "warning: at {host} other machines can reach the studio; whoever has the link may use this machine's time, and read and write the file",
}
FRENCH = {
    "studio.help": "ouvrir l'atelier dans le navigateur : écrire, résoudre, dessiner, expliquer",
    "studio.description": "Ouvrir l'atelier dans le navigateur : une page où écrire un modèle, qui le vérifie pendant la frappe, le résout, le dessine et l'explique. Elle est servie sur cette machine, pour vous seul : qui connaît le lien affiché peut s'en servir. Ctrl-C y met fin.",
    "studio.file": "le fichier à ouvrir ; enregistrer l'écrit (sans lui, la page garde le texte)",
    "studio.port": "le port où servir, ou le prochain qui est libre ; 0 est n'importe lequel ({default})",
    "studio.host_help": "l'adresse où servir ; une autre que 127.0.0.1 laisse entrer d'autres machines",
    "studio.no_browser": "afficher seulement le lien",
    "studio.timeout": "arrêter une question après tant de secondes (120)",
    "studio.link": "L'atelier est ouvert : {link}\nCtrl-C y met fin.",
    "studio.ended": "L'atelier est fermé.",
    "studio.missing": "l'atelier a besoin de deux paquets de plus : pip install 'bigand[studio]'",
    "studio.stdin": "l'atelier ne peut enregistrer l'entrée standard : donnez le nom d'un fichier",
    "studio.no_port": "{port} n'est pas un port : ils vont jusqu'à 65535",
    "studio.other_port": "le port {port} est occupé : un autre est pris",
    "studio.open_host": "attention : à {host}, d'autres machines peuvent atteindre l'atelier ; qui connaît le lien peut se servir du temps de cette machine, lire le fichier et l'écrire",
}
