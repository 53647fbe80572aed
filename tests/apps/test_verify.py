"""`bigand solve --proof` and `bigand verify` as a person uses them, and with proofs that somebody tampered with."""

import json

import pytest
from dratify import check_proof, parse_dimacs
from tests.apps.here import Here
from tests.apps.test_cli import EXAMPLES, bigand

from bigand.models import model

QUEENS = str(EXAMPLES / "queens" / "queens.touist")
THREE = ("--set", "$N=3", QUEENS)
PIGEONS = """
bigand $p in [0..$n]: bigor $h in [1..$n]: at($p,$h) end end
bigand $h,$p,$q in [1..$n],[0..$n],[0..$n] when $p < $q: not at($p,$h) or not at($q,$h) end
"""


def test_a_proof_of_the_clauses_that_are_exported(here: Here) -> None:
    solved = here("solve", "--proof", "p.drat", *THREE)
    assert (solved.code, solved.err) == (8, "")
    assert solved.out.startswith("unsat: there is no model\nthe proof (DRAT, ")
    done = here("verify", *THREE, "p.drat")
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith(f"verified: {QUEENS} has no model (DRAT, ")
    formula = parse_dimacs(here("export", *THREE).out)
    assert check_proof(formula, here.read("p.drat")).ok


@pytest.mark.parametrize("ending", ["drat", "lrat", "LRAT", "proof"])
@pytest.mark.parametrize("as_written", [(), ("--as-written",)])
def test_formats_by_ending(ending: str, as_written: tuple[str, ...], here: Here) -> None:
    path = f"p.{ending}"
    written = json.loads(here("solve", "--json", "--proof", path, *as_written, *THREE).out)
    kind = "lrat" if ending.lower() == "lrat" else "drat"
    assert (written["status"], written["proof"]["format"], written["proof"]["checked"]) == ("unsat", kind, True)
    done = here("verify", "--json", *as_written, *THREE, path)
    answer = json.loads(done.out)
    assert (done.code, answer["status"], answer["format"]) == (0, "verified", kind)
    assert answer["steps"] == written["proof"]["steps"]
    assert answer["clauses"] == written["clauses"]


def test_nothing_to_prove(here: Here) -> None:
    here.write("m.touist", "a and not b")
    done = here("solve", "--proof", "p.drat", "m.touist")
    assert (done.code, done.out) == (0, "a\n")
    assert "nothing to prove" in done.err
    assert not (here.folder / "p.drat").exists()
    here.write("p.drat", "mine")
    answer = json.loads(here("solve", "--json", "--proof", "p.drat", "m.touist").out)
    assert (answer["status"], answer["proof"]) == ("sat", None)
    assert here.read("p.drat") == "mine"


@pytest.mark.parametrize(("path", "content"), [("p.drat", "0\n"), ("p.lrat", "2 0 1 0\n")])
def test_a_file_that_is_false_before_anything_is_solved(path: str, content: str, here: Here) -> None:
    here.write("bot.touist", "a or b\nnot a and Bot\n")
    assert here("solve", "--proof", path, "bot.touist").code == 8
    assert here("verify", "bot.touist", path).code == 0
    assert here.read(path) == content


def test_the_proof_from_the_standard_input(here: Here) -> None:
    here("solve", "--proof", "p.drat", *THREE)
    assert bigand("verify", *THREE, "-", text=here.read("p.drat")).returncode == 0
    cut = bigand("verify", *THREE, "-", text="1 0\n2")
    assert (cut.returncode, "<stdin>:2:" in cut.stdout) == (1, True)
    assert here("verify", "-", "-").code == 2


def test_rejections_tell_the_line(here: Here) -> None:
    here.write("m.touist", "$n = 5" + PIGEONS)
    here("solve", "--proof", "good.drat", "m.touist")
    lines = here.read("good.drat").splitlines()
    here.write("bad.drat", "\n".join([lines[0], "1 -7 0", *lines[1:]]))
    done = here("verify", "m.touist", "bad.drat")
    reason = "`at(0,1) or not at(1,2)` does not follow from the clauses before it"
    first, second = done.out.splitlines()
    assert (done.code, first) == (1, f"not verified: bad.drat:2: {reason}")
    assert "a proof belongs to one file" in second
    here.write("bad.drat", "\n".join(lines[:-1]))
    done = here("verify", "--lang", "fr", "m.touist", "bad.drat")
    assert (done.code, "la clause vide n'est jamais atteinte" in done.out) == (1, True)
    answer = json.loads(here("verify", "--json", "m.touist", "bad.drat").out)
    assert (answer["status"], answer["line"]) == ("rejected", None)


def test_a_proof_of_another_file(here: Here) -> None:
    here("solve", "--proof", "p.drat", *THREE)
    here("solve", "--proof", "p.lrat", *THREE)
    for path in ("p.drat", "p.lrat"):
        for words in (("--set", "$N=4", QUEENS), (QUEENS,)):
            done = here("verify", *words, path)
            assert (done.code, done.out.startswith("not verified: ")) == (1, True)
    assert here("verify", "--set", "$N=2", QUEENS, "p.lrat").code == 1
    assert here("verify", "--as-written", *THREE, "p.lrat").code == 1


@pytest.mark.parametrize(
    ("content", "part"),
    [
        (b"", "nothing in it"),
        (b"\x7fELF\x02\x01\0\0", "not text"),
        (b"%PDF-1.4\n\xe2\xe3\n0\n", "`%PDF-1.4` is not a number"),
        (b"1\n", "cut off"),
        (b"hello\n", "`hello` is not a number"),
        ("⋀\n".encode(), "`⋀` is not a number"),
        (b"\x1b[31m 0\n", "is not a number"),
    ],
)
def test_what_is_no_proof(content: bytes, part: str, here: Here) -> None:
    here.write("p.drat", content)
    done = here("verify", *THREE, "p.drat")
    assert (done.code, done.out.startswith("not verified: p.drat")) == (1, True)
    assert part in done.out
    assert "\x1b" not in done.out


def test_files_that_are_not_there(here: Here) -> None:
    here.write("wrong.touist", "p($i)")
    here.write("folder/p.drat", "0\n")
    assert "there is no file" in here("verify", *THREE, "none.drat").err
    assert "is a folder" in here("verify", *THREE, "folder").err
    assert "N101" in here("verify", "wrong.touist", "folder/p.drat").err
    assert "is a folder" in here("solve", "--proof", "folder", *THREE).err
    assert "there is no folder" in here("solve", "--proof", "none/p.drat", *THREE).err
    full = here("solve", "--proof", "/dev/full", *THREE)
    assert (full.code, "cannot be written" in full.err) == (1, True)


@pytest.mark.parametrize("words", [("--all",), ("--limit", "2"), ("--count",), ("--solver", "glucose4")])
def test_what_a_proof_cannot_be_asked_with(words: tuple[str, ...], here: Here) -> None:
    done = here("solve", "--proof", "p.drat", *words, *THREE)
    assert (done.code, done.out, (here.folder / "p.drat").exists()) == (2, "", False)


def test_the_model_is_not_overwritten(here: Here) -> None:
    here.write("m.touist", "a and not a\n")
    assert here("solve", "--proof", "./m.touist", "m.touist").code == 2
    assert here.read("m.touist") == "a and not a\n"


def test_time_limits(here: Here) -> None:
    here.write("m.touist", PIGEONS)
    done = here("solve", "--timeout", "0.5", "--set", "$n=12", "--proof", "p.drat", "m.touist")
    assert (done.code, "the time is up" in done.err, (here.folder / "p.drat").exists()) == (3, True, False)
    assert here("solve", "--set", "$n=6", "--proof", "p.drat", "m.touist").code == 8
    assert here("verify", "--set", "$n=6", "--timeout", "0", "m.touist", "p.drat").code == 3
    assert here("verify", "--set", "$n=6", "m.touist", "p.drat").code == 0


@pytest.mark.usefixtures("forked_only")
def test_a_trace_that_grows_too_large(here: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    from bigand.solve.proof import certificate

    monkeypatch.setattr(certificate, "MAX_TRACE_BYTES", 1 << 20)
    here.write("m.touist", PIGEONS)
    done = here("solve", "--set", "$n=8", "--proof", "p.drat", "m.touist")
    assert (done.code, "larger than 1 MB" in done.err) == (3, True)


@pytest.mark.usefixtures("forked_only")
def test_an_engine_that_proves_nothing(here: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    """What it says is checked before it is believed."""
    from bigand.solve.proof import certificate
    from bigand.solve.proof.formats import Addition

    steps = [Addition(1, [1], 32, (1,)), Addition(2, [], 33, (32,))]
    monkeypatch.setattr(certificate, "proof_of", lambda *_: steps)
    done = here("solve", "--proof", "p.drat", *THREE)
    assert (done.code, done.out, "step 1 of the solver's proof" in done.err) == (1, "", True)


def test_fast_writes_without_checking(here: Here) -> None:
    assert "unchecked" in here("solve", "--fast", "--proof", "p.lrat", *THREE).out
    assert here("verify", *THREE, "p.lrat").code == 0


def test_proofs_in_python() -> None:
    refuted = model("exact(2,[a,b,c]) and exact(1,[a,b,c])")
    for kind in ("drat", "lrat"):
        text = refuted.proof(kind)
        assert text is not None
        assert refuted.verify(text)
        assert not refuted.verify(text.rsplit("\n", 2)[0])
    assert model("a or b").proof() is None
    assert not model("a or b").verify("1 0\n0")
