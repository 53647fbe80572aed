"""The `touist` command: each of TouIST's flags with what TouIST prints, and the command lines of its clients."""

import io
import re
import sys
from pathlib import Path

import pytest
from tests.apps.here import Done, Here

from bigand.cli.touist import main
from bigand.cli.touist_flags import FLAGS

QUANTIFIED = "exists a: (forall x: (x => a)) and (a => y)"
GUI = "%l:%L:%b:%B: %t: %m"


@pytest.fixture
def touist(here: Here, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> "Touist":
    return Touist(here, monkeypatch, capfd)


class Touist:
    """Runs `touist` in this process; the text is the file `f`, and the standard input."""

    def __init__(self, here: Here, patch: pytest.MonkeyPatch, capture: pytest.CaptureFixture[str]) -> None:
        self.here, self._patch, self._capture = here, patch, capture

    def __call__(self, *words: str, text: str = "", typed: str | None = None) -> Done:
        self.here.write("f", text)
        given = io.TextIOWrapper(io.BytesIO((text if typed is None else typed).encode()), "utf-8")
        self._patch.setattr(sys, "stdin", given)
        self._capture.readouterr()
        code = main(list(words))
        out, err = self._capture.readouterr()
        assert "Traceback" not in err
        return Done(code, out, err)


# What is typed after `touist`, the text, and TouIST's exit code, output and error output.
PRINTED = {
    "f": ("rain => wet", 0, "c rain 1\nc wet 2\np cnf 2 1\n-1 2 0\n", ""),
    "--sat -": ("a", 0, "c a 1\np cnf 1 1\n1 0\n", ""),
    "--debug-dimacs f": ("a or not b", 0, "p cnf 2 1\na -b 0\n", ""),
    "--qbf f": ("forall x: x or y", 0, "c x 1\nc y 2\np cnf 2 1\na 1 0\ne 2 0\n1 2 0\n", ""),
    "--table=t f": ("a or b", 0, "p cnf 2 1\n1 2 0\n", ""),
    "-o t f": ("a", 0, "", ""),
    "-ot f": ("a", 0, "", ""),
    "--output t f": ("a", 0, "", ""),
    "--solve f": ("a and not b", 0, "1 a\n0 b\n", ""),
    "--solve -- f": ("a", 0, "1 a\n", ""),
    "--solve f ": ("a and not a", 8, "", "unsat\n"),
    "--solve f  ": ("Top", 0, "\n", ""),
    "--solve --limit=0 f": ("a xor b", 0, "==== model 1\n1 a\n0 b\n==== model 2\n0 a\n1 b\n", ""),
    "--solve --limit 2 f": ("a and b", 0, "==== model 1\n1 a\n1 b\n", ""),
    "--solve --lim=2 f": ("a and b", 0, "==== model 1\n1 a\n1 b\n", ""),
    "--solve --count f": ("a or b", 0, "3\n", ""),
    "--solve --equiv g f": ("a => b", 0, "Equivalent\n", ""),
    "--solve --equiv=g f": ("a or b", 8, "Not equivalent\n", ""),
    "--solve --show-hidden f": ("a", 0, "1 a\n", ""),
    "--qbf --solve f": ("exists a: forall x: a or x", 0, "1 a\n? x\n", ""),
    "--qbf --solve f ": ("forall x: x", 8, "", "unsat\n"),
    "--smt --solve f": ("x > 3 and x < 5", 0, "4 x\n", ""),
    "--smt QF_IDL --solve f": ("x > 3 and x < 5", 0, "4 x\n", ""),
    "--smt=QF_LRA --solve f": ("x == 3.55", 0, "3.55 x\n", ""),
    "--smt=QF_LIA --solve f": ("x > 3 and x < 3", 8, "", "unsat\n"),
    "--show f": ("a => (b and not c)", 0, "(a ⇒ (b ⋀ ¬c))\n", ""),
    "--show=form f": ("bigor $i in [1..3]: p($i) end", 0, "(p(1) ⋁ (p(2) ⋁ p(3)))\n", ""),
    "--show form f": ("a <=> (b xor Top)", 0, "(a ⇔ ¬b)\n", ""),
    "--show f ": ("Top", 0, "⟙\n", ""),
    "--show cnf f": ("a => (b and c)", 0, "((¬a ⋁ b) ⋀ (¬a ⋁ c))\n", ""),
    "--show=duringcnf f": (
        "a => (b and c)", 0,
        "0 in:  (a ⇒ (b ⋀ c))\n\t1 in:  (a ⇒ (b ⋀ c))\n\t1 out: ((¬a ⋁ b) ⋀ (¬a ⋁ c))\n"
        "0 out: ((¬a ⋁ b) ⋀ (¬a ⋁ c))\n", "",
    ),
    "--qbf --show f": (QUANTIFIED, 0, "∃a.(∀x.(x ⇒ a) ⋀ (a ⇒ y))\n", ""),
    "--qbf --show=prenex f": (QUANTIFIED, 0, "∃a.∀x.∃y.((x ⇒ a) ⋀ (a ⇒ y))\n", ""),
    "--qbf --show=cnf f": (QUANTIFIED, 0, "∃a.∀x.∃y.((¬x ⋁ a) ⋀ (¬a ⋁ y))\n", ""),
    "--qbf --show duringprenex f": (
        QUANTIFIED, 0, "step: ∃a.(∀x.(x ⇒ a) ⋀ (a ⇒ y))\n∃a.∀x.∃y.((x ⇒ a) ⋀ (a ⇒ y))\n", "",
    ),
    "--linter f": ("a or b", 0, "", ""),
    "--version": ("", 0, "3.5.2\n", ""),
    "--solver sat f": ("a or b", 0, "1 a\n? b\n", ""),
    "--solver=unsat f": ("a", 8, "", "Command 'unsat' returned UNSAT (try with -v2)\n"),
    "--solver=nowhere f": ("a", 124, "", "Command 'nowhere' not found (try with -v2)\n"),
    "--solver=silent f": (
        "a", 100, "", "Command 'silent' returned SAT but did not print a model (try with -v2)\n",
    ),
    "--solver=odd f": (
        "a", 100, "",
        "Command 'odd' returned unknown code 3 (try with -v2)\nExpected codes are 10 for SAT and 20 for UNSAT\n",
    ),
}  # fmt: skip


@pytest.fixture
def commands(here: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    """Programs to be called with `--solver`."""
    if sys.platform == "win32":
        pytest.skip("scripts of a shell")
    said = {"sat": "echo v 1 0; exit 10", "unsat": "exit 20", "silent": "exit 10", "odd": "exit 3"}
    for name, script in said.items():
        (here.folder / here.write(f"bin/{name}", f"#!/bin/sh\ncat > /dev/null\n{script}\n")).chmod(0o755)
    monkeypatch.setenv("PATH", str(here.folder / "bin"), prepend=":")


@pytest.mark.parametrize("line", PRINTED)
@pytest.mark.usefixtures("commands")
def test_what_touist_prints(line: str, touist: Touist) -> None:
    text, *expected = PRINTED[line]
    touist.here.write("g", "not a or b")
    assert touist(*line.split(), text=text) == Done(*expected)  # type: ignore[arg-type]
    if "t" in line.split() or "-ot" in line.split():
        assert touist.here.read("t") == "c a 1\np cnf 1 1\n1 0\n"
    if "--table" in line:
        assert touist.here.read("t") == "a 1\nb 2\n"


REFUSED = [
    "", "--solve", "f f", "--nothing f", "-x f", "--s f", "--solve=1 f", "--limit x --solve f", "--limit",
    "--limit -1 --solve f", "--table -o f", "--sat --qbf f", "--sat --smt f", "--qbf --smt=QF_IDL f",
    "--smt=LIA f", "--solve --solve f", "-v -v f", "--limit 2 f", "--count f", "--interactive f", "--equiv f f",
    "--limit 2 --solver false f", "--solve --solver false f", "--solve --show f", "--solve --latex f",
    "--solver false --show f", "--latex --show f", "--show --smt f", "--table t --smt f", "--smt --solver false f",
    "--debug-dimacs --solve f", "--debug-dimacs --show f", "--debug-dimacs --latex f", "--solve --linter f",
    "--solver false --linter f", "--show-hidden f", "--show=prenex f", "--show=duringprenex f", "--show=all f",
    "--latex=word f", "--help=html", "--solve missing", "--solve --equiv missing f",
]  # fmt: skip


@pytest.mark.parametrize("line", REFUSED)
def test_what_touist_refuses(line: str, touist: Touist) -> None:
    done = touist(*line.split(), text="a")
    assert (done.code, done.out) == (124, "")
    assert done.err.startswith("touist: ")


def test_every_flag_is_on_the_page(touist: Touist) -> None:
    plain = touist("--help=plain").out
    assert touist("--help").out == touist("--help", "plain").out == plain
    groff = touist("--help=groff").out
    assert groff.startswith(".TH ")
    for name in FLAGS:
        assert f"--{name}" in plain
        assert rf"\-\-{name}".replace("-", r"\-").replace(r"\\", "\\") in groff


def test_sizes_and_times(touist: Touist) -> None:
    for words in (["-v", "1"], ["-v1"], ["-v"], ["--verbose"], ["--verbose=1"]):
        done = touist(*words, "--solve", "f", text="a or (b and c)")
        seen = (
            r"== literals: 3\n== clauses: 2\n== translation time: \d+\.\d{6} sec\n== solve time: \d+\.\d{6} sec\n"
        )
        assert re.fullmatch(seen, done.err)
        assert touist("f", *words, text="a or (b and c)").err.startswith("== literals: 3\n== clauses: 2\n== trans")


def test_one_model_after_the_other(touist: Touist) -> None:
    text, prompt = "a or b", "== count: {}; continue? (y/n) "
    first, second = f"1 a\n1 b\n{prompt.format(1)}", f"1 a\n0 b\n{prompt.format(2)}"
    words = ("--solve", "--interactive", "f")
    assert touist(*words, text=text, typed="n\n") == Done(0, first, "")
    assert touist(*words, text=text, typed="\nq\n") == Done(0, first + second, "")
    done = touist(*words, text=text, typed="\ny\n\n")
    assert (done.code, done.err) == (0, "")
    assert done.out.count("continue?") == 3
    done = touist(*words, text=text, typed="\n")
    assert (done.code, done.out) == (125, first + second)
    assert touist(*words, text="Bot", typed="") == Done(8, "", "unsat\n")


# ---------------------------------------------------------------------- clients

WRONG = """a and
$S = union([1],[2])
bigand $i in $S: p($j) => q(i) end
bigand $i in [1..2], [3]: r($i) end
exact(1, 2) or
b == 3
c)
"""
DOUBTFUL = "bigand $i in [1..2]: p($i) or q(i) end\n"


def shown_by_vscode(output: str) -> list[tuple[str, str, str]]:
    """What the extension makes of the error output: it tries a line, and after one that fits not the next."""
    shape = re.compile(r"([^:]+): line (\d+), col (\d+)-(\d+): (error|warning): (.*)")
    found, is_fresh = [], True
    for line in output.split("\n"):
        match = shape.fullmatch(line) if is_fresh else None
        is_fresh = match is None
        if match:
            found.append((match[2], match[5], match[6]))
    return found


def test_the_extension_of_an_editor_shows_all_messages(touist: Touist) -> None:
    done = touist("--sat", "--linter", "--wrap-width=0", "-", text=WRONG)
    shown = shown_by_vscode(done.err)
    assert done.code == 50
    assert len(shown) == done.err.count(" line ") >= 7
    assert [line for line, _, _ in shown] == sorted([line for line, _, _ in shown])
    assert {kind for _, kind, _ in shown} == {"error", "warning"}
    other = touist(
        "--sat", "--linter", "--wrap-width=0", "--error-format=%f: line %l-%L, col %c-%C: %t: %m", "-",
        text=";; é\np($i)\n",
    )  # fmt: skip
    assert other.err.startswith("/dev/stdin: line 2-2, col 3-5: error: unknown variable `$i`")
    assert [kind for _, kind, _ in shown_by_vscode(touist("--linter", "-", "--wrap-width=0", text=DOUBTFUL).err)]


def test_the_gui(touist: Touist) -> None:
    """Its errors begin with four numbers; its LaTeX comes beside the linter."""
    shape = re.compile(r"^\d+:\d+:\d+:\d+: (error|warning): ", re.MULTILINE)
    for language in (["--sat"], ["--qbf"], ["--smt", "QF_IDL"]):
        done = touist("-", "--latex", "--linter", *language, "--error-format", GUI, text=DOUBTFUL)
        assert (done.code, shape.findall(done.err)) == (0, ["warning"])
        assert "bigwedge" in done.out
        done = touist("-", "--latex", *language, "--error-format", GUI, text="a and")
        assert (done.code, done.out, shape.findall(done.err)) == (50, "", ["error"])
    words = ["--sat", "-", "--table", "out.table", "-o", "out.cnf", "--error-format", "%l:%c:%b:%B: %t: %m"]
    assert touist(*words, text=DOUBTFUL) == Done(0, "", "")
    assert touist.here.read("out.table").splitlines()[0] == "p(1) 1"
    assert touist.here.read("out.cnf").startswith("p cnf ")
    words = ["-", "--smt", "QF_IDL", "-o", "out.smt2", "--error-format", "%l:%c:%b:%B: %t: %m\n"]
    assert touist(*words, text="x > 3") == Done(0, "", "")
    assert "(check-sat)" in touist.here.read("out.smt2")
    words = ["--qbf", "-", "--solve", "--error-format", GUI, "-v", "1"]
    assert touist(*words, text="exists a: forall x: a or x").out == "1 a\n? x\n"
    assert shape.findall(touist(*words, text="a b)").err)


@pytest.mark.usefixtures("commands")
def test_touistplan(touist: Touist) -> None:
    """Its plans come by the standard input; the first line of the errors is `unsat`, or there is a plan."""
    assert touist("--sat", "--solve", "-", text="$length = 1\nA_go(1)") == Done(0, "1 A_go(1)\n", "")
    assert (
        touist("--sat", "--solver", "sat --partial", "-", text="A_go(1) or A_go(2)").out == "1 A_go(1)\n? A_go(2)\n"
    )
    assert touist("--qbf", "--solver", "unsat --qdo", "-", text="forall b: b").code == 8
    words = ["--smt", "QF_RDL", "--solve", "-"]
    assert touist(*words, text="t(A_go,1) - t(A_stop,1) > 1.0 and t(A_stop,1) >= 0.5").err == ""
    assert touist(*words, text="t(a) - t(b) > 1.0 and t(b) - t(a) > 0.0").err == "unsat\n"


def test_what_is_doubtful_is_told_only_when_asked_for(touist: Touist) -> None:
    for words in ([], ["--solve"], ["--show"], ["--latex"], ["--qbf", "--solve"], ["--smt", "--solve"]):
        assert touist(*words, "f", text=DOUBTFUL).err == ""
        assert "warning" in touist(*words, "--notices", "f", text=DOUBTFUL).err


def test_advice_names_no_flag_that_touist_does_not_have(touist: Touist) -> None:
    large = "bigand $i,$j,$k in [1..9999],[1..9999],[1..9999]: p($i,$j) or q($k) end"
    endless = touist("--smt", "--solve", "--limit=0", "f", text="x > 3")
    refused = touist("--solve", "--wrap-width=0", "f", text=large)
    assert (refused.code, endless.code) == (50, 100)
    assert "bigand solve --memory" in refused.err
    flags = set(re.findall(r"(?<!bigand solve )--[a-z]+", refused.err + endless.err))
    assert flags == {"--limit"}


def test_formats_of_messages(touist: Touist) -> None:
    narrow = touist("--linter", "--wrap-width=30", "f", text="p($i)").err
    assert max([len(line) for line in narrow.splitlines()]) <= 30
    told = touist("--linter", r"--error-format=%l\n%c %b-%B\t%t", "f", text="p($i)").err
    assert told == "1\n3 2-4\terror\n\n"
    assert touist("--wrap-width=-1", "-", text="p($i)").code == 50


def test_a_place_that_cannot_be_written(touist: Touist) -> None:
    done = touist("-o", str(Path("no", "such", "x")), "-", text="a")
    assert (done.code, done.err.startswith("touist: ")) == (124, True)
