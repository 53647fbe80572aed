"""Each command with each kind of file: an answer, or a message that says what is wrong; never a bug, or nothing."""

import json
from pathlib import Path

import pytest
from tests.apps.here import Here
from tests.effort import IS_THOROUGH

from bigand.cli.dispatch import command_names
from bigand.cli.parser import Commands
from bigand.puzzles import PUZZLES, load_puzzle

FILES: dict[str, str | bytes] = {
    "plain": "a or b\nbigand $i in [1..3]: p($i) or not q($i) end",
    "none": "a not a",
    "numbers": "x + y == 3 and x > y and y > 0",
    "quantified": "exists a,b: forall c,d: exists e,f: ((a or c) and (b or d or e) and (c <=> f))",
    "soft": "a or b\n;;@ soft 2\nnot a\n;;@ minimize 2*a + b",
    "horizon": ";;@ horizon $k in [1..4]\nbigand $t in [0..$k]: at($t) end\natleast(3,[at($t) for $t in [0..$k]])",
    "empty": "",
    "assignments": "$x = 1\n$y = [1,2]",
    "constant": "Top",
    "mistakes": "p($i and\nq(",
    "division": "$N = 0\np(1/$N)",
    "data": ';;@ data $S from "d.json"\nbigand $s in $S: p($s) end',
    "no data": ';;@ data $S from "missing.json"\nbigand $s in $S: p($s) end',
    "junk": bytes(range(256)) * 3,
    "quoted": '$f = "a or b"\n$f',
    "open": "p($x)",
    "drawn": ";;@ view grid x(row,column)\nbigand $i,$j in [1..2],[1..2]: x($i,$j) or y($i) end\n;;@ expect sat",
}
COMMANDS = [
    ["solve"],
    ["solve", "--json"],
    ["solve", "--limit", "2"],
    ["solve", "--limit", "3", "--json"],
    ["solve", "--count", "--timeout", "20"],
    ["solve", "--proof", "out.drat"],
    ["solve", "--proof", "out.lrat", "--json"],
    ["solve", "--strategy"],
    ["solve", "--svg", "out.svg", "--only", "p(*)"],
    ["solve", "--solver", "glucose4"],
    ["solve", "--set", '$x="a or b"'],
    ["solve", "--set", "$x=[1,2]"],
    ["solve", "--set", "$x=1/0"],
    ["solve", "--set", "nonsense("],
    ["solve", "--data", "d.json", "--format", "json"],
    ["solve", "--data", "bad.json"],
    ["solve", "--qbf", "--count"],
    ["solve", "--smt", "--proof", "out.drat"],
    ["solve", "--as-written", "--random", "--fast"],
    ["check"],
    ["check", "--format", "json"],
    ["why"],
    ["why", "--json"],
    ["witness"],
    ["forced", "--json"],
    ["test", "--expect", "sat"],
    ["test", "--json", "--junit", "out.xml", "--expect", "models 3"],
    ["plan"],
    ["view", "--svg", "out.svg"],
    ["view", "--gif", "out.gif"],
    ["latex"],
    ["unicode"],
    ["show", "--stage", "ground"],
    ["show", "--stage", "prenex"],
    ["show", "--stage", "cnf"],
    ["size"],
    ["size", "--qbf"],
    ["export"],
    ["export", "--to", "wcnf", "--table", "out.table"],
    ["export", "--to", "qdimacs"],
    ["export", "--to", "z3"],
    ["truth"],
    ["nf", "--form", "dnf"],
    ["equiv"],
]
# What has nothing to say of a file without formulas (the LaTeX of nothing, the clauses of `Top`), or writes a file.
MAY_BE_SILENT = ("latex", "unicode", "show", "export", "nf", "view")


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_every_command_with_every_kind_of_file(words: list[str], here: Here) -> None:
    here.write("d.json", '{"S": ["a", "b"], "x": 2}')
    here.write("bad.json", "{")
    (here.folder / "folder").mkdir()
    for name, content in FILES.items():
        here.write(f"{name}.touist", content)
    names = [*[f"{name}.touist" for name in FILES], "folder", "missing.touist"]
    for name in names if IS_THOROUGH else names[COMMANDS.index(words) % 3 :: 3]:
        done = here(*words, name, *([name] if words == ["equiv"] else []))
        told = f"{words} {name}: {done}"
        assert done.code in (0, 1, 2, 3, 8), told
        assert done.out.strip() or done.err.strip() or words[0] in MAY_BE_SILENT, told
        assert done.code not in (1, 2, 3) or done.err.strip() or words[0] in ("check", "test"), told
        if "--json" in words and done.out.strip():
            json.loads(done.out)


@pytest.mark.parametrize(
    "flags",
    [[], ["--solve"], ["--solve", "--count"], ["--solve", "--limit", "2"], ["--show"], ["--show=cnf"], ["--latex"],
     ["--linter"], ["--table", "out"], ["--qbf"], ["--qbf", "--solve"], ["--qbf", "--show=prenex"], ["--smt"],
     ["--smt", "--solve"], ["--smt=QF_IDL"], ["--debug-dimacs"], ["--solver", "false"], ["-o", "out", "--verbose"]],
    ids=" ".join,
)  # fmt: skip
def test_touist_with_every_kind_of_file(flags: list[str], here: Here, capfd: pytest.CaptureFixture[str]) -> None:
    from bigand.cli.touist import main

    for name, content in FILES.items():
        here.write(f"{name}.touist", content)
        code = main([*flags, f"{name}.touist"])
        out, err = capfd.readouterr()
        assert code in (0, 8, 50, 100, 124), (flags, name, err)
        assert code == 0 or err.strip(), (flags, name, code, out)


EVIL = "\x1b]0;evil\x07\x1b[2J"


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_control_characters_are_shown_and_never_sent(words: list[str], here: Here) -> None:
    files = {
        f"{EVIL}.touist": f"a or b ;; {EVIL}\n;;@ view grid x(row,{EVIL})\n;;@ {EVIL}\n;;@ expect {EVIL}\nx(1,1)",
        f"wrong{EVIL}.touist": f"a {EVIL} b\nbigand $i in [{EVIL}]: p($i{EVIL}) end",
        "data.touist": f';;@ data $S from "{EVIL}.json"\nbigand $s in $S: p($s) end',
        "strings.touist": ';;@ data $S from "d.json"\nbigand $s in $S: p($s) end',
    }
    here.write("d.json", json.dumps({"S": [EVIL]}))
    here.write("bad.json", EVIL)
    for name, content in files.items():
        here.write(name, content)
    for name in [*files, f"missing{EVIL}"]:
        done = here(*words, name, *([name] if words == ["equiv"] else []))
        shown = done.out + done.err
        assert not set("\x1b\x07\x9b") & set(shown), (words, name, shown)
    done = here(words[0], f"--{EVIL}", f"{EVIL}.touist")
    assert "\x1b" not in done.out + done.err


def test_saved_answers_cannot_steer_the_terminal(here: Here) -> None:
    atom = f"p({EVIL})"
    for text in (json.dumps({"true": [atom]}), f"1 {atom}\n", f"{atom}\n"):
        done = here("view", here.write("answer", text))
        assert done.code == 1
        assert "\x1b" not in done.out + done.err


def test_a_file_that_may_not_be_read(here: Here) -> None:
    path = Path(here.write("m.touist", "a"))
    path.chmod(0)
    try:
        path.read_bytes()
    except PermissionError:
        for words in COMMANDS:
            done = here(*words, "m.touist", *(["m.touist"] if words == ["equiv"] else []))
            assert (done.code in (1, 2), "m.touist" in done.err + done.out) == (True, True), words
    else:
        pytest.skip("whoever runs this may read everything")


NOT_LIMITED = ("explain", "lightup grade", "lightup rules")  # which tell what is written in bigand itself


def test_every_command_takes_the_same_limits(here: Here) -> None:
    actions = {
        name: commands.names for name in PUZZLES if isinstance(commands := load_puzzle(name).commands(), Commands)
    }
    every = [[name] for name in command_names() if name not in actions]
    every += [[name, action] for name, names in actions.items() for action in names]
    for words in every:
        told = here(*words, "--help").out
        is_limited = " ".join(words) not in NOT_LIMITED
        assert ("--timeout S" in told, "--memory MB" in told) == (is_limited, is_limited), words
