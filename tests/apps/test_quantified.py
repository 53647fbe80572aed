"""Files with quantifiers from the command line: answers, strategies, formats, messages."""

import json
import shutil
from pathlib import Path

import pytest
from tests.apps.here import Here

GAMES = Path(__file__).parents[2] / "examples" / "games"


def test_values_of_the_outermost_exists(here: Here) -> None:
    name = here.write("f.touist", "exists a,b: forall x: (a or x) and (b or not x)")
    done = here("solve", name)
    assert done.code == 0
    assert done.out == "QBF: true with these values of a, b\na  b\n"


def test_true_for_all_values(here: Here) -> None:
    name = here.write("f.touist", "forall x: exists y: (x <=> y)")
    assert here("solve", name).out.startswith("QBF: true for all values of x")


def test_false(here: Here) -> None:
    name = here.write("f.touist", "exists y: forall x: (x <=> y)")
    done = here("solve", name)
    assert done.code == 8
    assert done.out.startswith("QBF: unsat, the formula is false")


def test_a_strategy_is_a_tree(here: Here) -> None:
    name = here.write("f.touist", "forall x: exists y: (x xor y)")
    done = here("solve", name, "--strategy")
    assert done.code == 0
    assert done.out == "QBF: true, `exists` wins\n├─ x → not y\n└─ not x → y\n"


def test_a_strategy_where_the_other_side_can_break_nothing(here: Here) -> None:
    """All that the file says defines a free atom: nothing is left to be played, and the check of that agrees."""
    name = here.write("f.touist", "exists q: (p <=> q)")
    assert here("solve", name, "--strategy").out == "QBF: true, `exists` wins\n✓\n"


def test_a_strategy_for_programs(here: Here) -> None:
    name = here.write("f.touist", "forall x: exists y: (x xor y)")
    answer = json.loads(here("solve", name, "--strategy", "--json").out)
    assert (answer["winner"], answer["mode"], answer["status"]) == ("exists", "qbf", "sat")
    answers = {tuple(one["to"]["true"]): one["then"]["move"]["true"] for one in answer["strategy"]["answers"]}
    assert answers == {("x",): [], (): ["y"]}


@pytest.mark.parametrize("heap", range(1, 21))
def test_nim(here: Here, heap: int) -> None:
    """Who cannot be beaten is known: the second player, if the heap is a multiple of 4."""
    done = here("solve", str(GAMES / "nim.touist"), "--set", f"$n={heap}", "--json")
    answer = json.loads(done.out)
    if heap % 4 == 0:
        assert answer["status"] == "unsat"
    else:
        assert answer["models"][0]["true"] == [f"take(1,{heap % 4})"]


def test_a_strategy_for_nim_answers_up_to_four(here: Here) -> None:
    words = ("--set", "$n=12", "--strategy", "--only", "take(*,*)")
    done = here("solve", str(GAMES / "nim.touist"), *words)
    assert done.out.startswith("QBF: false, `forall` wins\n")
    moves = [line for line in done.out.splitlines() if "→" in line]
    assert moves
    for line in moves:
        mine, theirs = (int(part.rsplit(",", 1)[1][0]) for part in line.split("→"))
        assert mine + theirs == 4


def test_nobody_can_force_a_win_at_tic_tac_toe(here: Here) -> None:
    done = here("solve", str(GAMES / "tictactoe.touist"), "--set", "$goal=win")
    assert done.code == 8


def test_qdimacs(here: Here) -> None:
    name = here.write("f.touist", "exists a: forall x: exists y: (a or x) and (x <=> y)")
    done = here("export", name, "--to", "qdimacs")
    kept = [line for line in done.out.splitlines() if not line.startswith("c")]
    assert kept[0].startswith("p cnf 3 ")
    assert kept[1:4] == ["e 1 0", "a 2 0", "e 3 0"]


@pytest.mark.skipif(shutil.which("depqbf") is None, reason="depqbf is not installed")
@pytest.mark.parametrize(
    "text",
    [
        "exists a,b: forall x: (a or x) and (b or not x)",
        "exists y: forall x: (x <=> y)",
        "forall x: exists y: (x <=> y)",
    ],
)
def test_another_solver_says_the_same(here: Here, text: str) -> None:
    name = here.write("f.touist", text)
    ours = here("solve", name, "--all")
    for command in ("depqbf", "depqbf --qdo"):
        other = here("solve", name, "--all", "--solver", command)
        assert (other.code, other.out) == (ours.code, ours.out)


def test_a_name_used_outside_its_scope(here: Here) -> None:
    name = here.write("f.touist", "exists x: x\nx => y")
    done = here("solve", name)
    assert done.code == 0
    assert done.err == "bigand: 1 doubt: bigand check f.touist\n"
    told = here("check", name).out
    assert "warning[N111]" in told
    assert ":2:1" in told


def test_a_name_used_outside_its_scope_by_its_index(here: Here) -> None:
    """Which atoms a rule has is known only when it is expanded."""
    name = here.write("f.touist", "exists p($i) for $i in [1..2]: p(1)\nbigand $i in [2..3]: p($i) end")
    done = here("solve", name)
    assert "warning[N111]" in done.err
    assert "p(2)" in done.err


def test_too_many_equivalences_in_quantifiers(here: Here) -> None:
    depth = 40
    text = "".join([f"(x{level} <=> exists x{level + 1}: " for level in range(depth)]) + f"x{depth}" + ")" * depth
    done = here("solve", here.write("f.touist", text), "--qbf")
    assert done.code == 1
    assert "error[G111]" in done.err


def test_what_does_not_go_with_quantifiers(here: Here) -> None:
    name = here.write("f.touist", "exists x: x")
    plain = here.write("g.touist", "a or b")
    assert "quantifiers" in here("why", name).err
    assert "quantifiers" in here("solve", name, "--proof", "out").err
    assert here("solve", plain, "--strategy").code == 2


def test_qbf_files_as_tests(here: Here) -> None:
    name = here.write("f.touist", ";;@ expect models 2\nexists a,b: forall x: (a or x) and (b or a)")
    assert here("test", name).code == 0
    assert here("test", name, "--expect", "unsat").code == 1
