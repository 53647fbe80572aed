"""The sentences of the page: the same in both languages, each used, each use a sentence that there is."""

import re
from pathlib import Path

from studio.sentences.english import play as english_play
from studio.sentences.english import studio as english_studio
from studio.sentences.french import play as french_play
from studio.sentences.french import studio as french_studio

ENGLISH = english_studio.SENTENCES | english_play.SENTENCES
FRENCH = french_studio.SENTENCES | french_play.SENTENCES
PAGE = Path(__file__).parents[2] / "studio" / "src"
GAP = re.compile(r"\{(\w+)\}")


def test_both_languages_say_the_same_things() -> None:
    assert ENGLISH.keys() == FRENCH.keys()
    for key, sentence in ENGLISH.items():
        assert sorted(GAP.findall(sentence)) == sorted(GAP.findall(FRENCH[key])), key


def test_every_sentence_is_used() -> None:
    text = "\n".join(path.read_text(encoding="utf-8") for path in PAGE.rglob("*.ts*"))
    used = set(re.findall(r"[\"']((?:studio|play)\.[\w.]+)[\"']", text))
    families = tuple(re.findall(r"`((?:studio|play)\.[\w.]+\.)\$\{", text))
    unused = [key for key in ENGLISH if key not in used and not key.startswith(families)]
    assert not unused
    assert used <= ENGLISH.keys()
