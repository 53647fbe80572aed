"""The sentences of the page: the same in both languages, each used, each use a sentence that there is."""

import re
from pathlib import Path

from bigand.source.catalogue.english import studio as english
from bigand.source.catalogue.french import studio as french

PAGE = Path(__file__).parents[2] / "studio" / "src"
GAP = re.compile(r"\{(\w+)\}")


def test_both_languages_say_the_same_things() -> None:
    assert english.SENTENCES.keys() == french.SENTENCES.keys()
    for key, sentence in english.SENTENCES.items():
        assert sorted(GAP.findall(sentence)) == sorted(GAP.findall(french.SENTENCES[key])), key


def test_every_sentence_is_used() -> None:
    text = "\n".join(path.read_text(encoding="utf-8") for path in PAGE.rglob("*.ts*"))
    used = set(re.findall(r"[\"'](studio\.[\w.]+)[\"']", text))
    families = tuple(re.findall(r"`(studio\.[\w.]+\.)\$\{", text))
    unused = [key for key in english.SENTENCES if key not in used and not key.startswith(families)]
    assert not unused
    assert used <= english.SENTENCES.keys()
