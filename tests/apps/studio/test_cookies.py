"""The `Cookie` header: what browsers send is read, and nothing in it takes long."""

import time

from bigand.studio.auth import parse_cookies

CASES: dict[str, dict[str, str]] = {
    "": {},
    "a=1": {"a": "1"},
    "a=1;b=2": {"a": "1", "b": "2"},
    " a = 1 ;\tb=\t2 ": {"a": "1", "b": "2"},
    "a=b=c": {"a": "b=c"},
    "a=": {"a": ""},
    "a": {},
    "=1": {},
    ";;;": {},
    'a="1"': {"a": "1"},
    'a="': {"a": '"'},
    'a=""': {"a": ""},
    'a="\\"; b=2': {"a": "\\", "b": "2"},
    "a=1; a=2": {"a": "2"},
    "$Version=1; a=1": {"$Version": "1", "a": "1"},
    "a\x00=\x7f; é=ü": {"a\x00": "\x7f", "é": "ü"},
}


def test_cookies_are_read() -> None:
    wrong = {header: parse_cookies(header) for header, cookies in CASES.items() if parse_cookies(header) != cookies}
    assert wrong == {}


def test_no_header_takes_long() -> None:
    """A parser that takes quadratic time would need minutes for these."""
    began = time.monotonic()
    for part in ("\\", '"', '\\"', ";", "=", " ", "a=1;", 'a="', "\\101", ",", "a=1,"):
        for end in ("", '"'):  # the standard library takes quadratic time if the quote is closed
            assert len(parse_cookies(f'a="{part * 1_000_000}{end}')) <= 500
    assert time.monotonic() - began < 60
