"""What the page needs of the Python side when it is built: its sentences, and the tables of the language's colours.

`python studio/tables.py FOLDER` writes them as JSON, which the bundler takes in.
"""

import json
import sys
from pathlib import Path

from bigand.language.colours import colours_json
from bigand.source.catalogue.english import play as english_play
from bigand.source.catalogue.english import studio as english
from bigand.source.catalogue.french import play as french_play
from bigand.source.catalogue.french import studio as french


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
