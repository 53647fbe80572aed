"""What the page is given when it is built: its sentences, and the tables of the language's colours.

`python studio/tables.py FOLDER` writes them as JSON, which the bundler takes in.
"""

import json
import sys
from pathlib import Path

from sentences.english import play as english_play
from sentences.english import studio as english
from sentences.french import play as french_play
from sentences.french import studio as french

from bigand.language.colours import colours_json


def write_tables(folder: Path) -> None:
    """Write `words.json` and `language.json` into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    sentences = {
        "en": english.SENTENCES | english_play.SENTENCES,
        "fr": french.SENTENCES | french_play.SENTENCES,
    }
    words = json.dumps(sentences, ensure_ascii=False, indent=1)
    for name, content in (("words", words), ("language", colours_json())):
        (folder / f"{name}.json").write_text(content + "\n", encoding="utf-8")


if __name__ == "__main__":
    write_tables(Path(sys.argv[1]))
