"""Views that are guessed from the shape of a model and the words of its rules."""

from pathlib import Path

import pytest

from bigand.api.solution import Solution
from bigand.models import load_answer, model
from bigand.view.guess import add_guessed_view, guess_views

ROOT = Path(__file__).parents[2]
EXAMPLES = {
    "graphs/colouring": "graph edge(node,node) colour(node,colour)",
    "lightup/no_walls": "board lit(row,column) bulb(row,column)",
    "lightup/numbers": "board lit(row,column) wall(row,column) bulb(row,column)",
    "lightup/numbers_exact": "board lit(row,column) wall(row,column) bulb(row,column)",
    "lightup/walls": "board lit(row,column) wall(row,column) bulb(row,column)",
    "plans/river": "table left(step,all)",
    "queens/queens": "board x(row,column) as queen",
    "watersort/pours": "tubes p(step,tube,layer,colour)",
    "watersort/sources": "tubes p(step,tube,layer,colour)",
    "watersort/states": "tubes p(step,tube,layer,colour)",
    "watersort/whole_pours": "tubes p(step,tube,layer,colour)",
}


def solved(text: str) -> Solution:
    solution = model(text).solve()
    assert solution is not None
    return solution


def best(text: str) -> tuple[str, bool]:
    solution = solved(text)
    found = guess_views(solution, solution.program)
    return (found[0].view_text, found[0].is_sure) if found else ("", False)


def without_views(path: Path) -> str:
    return "\n".join([line for line in path.read_text().splitlines() if not line.startswith(";;@ view")])


@pytest.mark.parametrize(("name", "words"), EXAMPLES.items())
def test_examples_are_drawn_without_their_views(name: str, words: str) -> None:
    assert best(without_views(ROOT / "examples" / f"{name}.touist")) == (words, True)


@pytest.mark.parametrize("name", ["exercise1", "exercise2_closed"])
def test_the_tubes_of_students(name: str) -> None:
    """Their steps are called `$e`, as layers elsewhere; some layers hold two colours."""
    text = (ROOT / "tests" / "cases" / "students" / f"{name}.touist").read_text()
    assert best(text) == ("tubes p(step,tube,layer,colour)", True)


def test_a_saved_answer_has_only_its_shape() -> None:
    text = "1 p(0,1,1,red)\n1 p(0,1,2,green)\n1 p(0,2,1,empty)\n1 p(0,2,2,empty)\n" + (
        "1 p(1,1,1,red)\n1 p(1,1,2,empty)\n1 p(1,2,1,green)\n1 p(1,2,2,empty)"
    )
    found = load_answer(text)
    assert guess_views(found, found.program)[0].view_text == "tubes p(step,tube,layer,colour)"


SUDOKU = """bigand $i,$j in [1..4],[1..4]: exact(1,[x($i,$j,$v) for $v in [1..4]]) end
bigand $i,$v in [1..4],[1..4]: exact(1,[x($i,$j,$v) for $j in [1..4]]) end
bigand $j,$v in [1..4],[1..4]: exact(1,[x($i,$j,$v) for $i in [1..4]]) end"""


def test_one_value_a_square_is_a_board_whatever_the_order_of_arguments() -> None:
    """In a Latin square each argument follows from the two others: words decide, then the order."""
    assert best(SUDOKU) == ("board x(row,column,value)", True)
    turned = SUDOKU.replace("x($i,$j,$v)", "x($v,$i,$j)")
    for letter, word in (("$i", "$ligne"), ("$j", "$colonne"), ("$v", "$valeur")):
        turned = turned.replace(letter, word)
    assert best(turned) == ("board x(value,row,column)", True)


def test_a_board_that_changes() -> None:
    text = """$k = 3
bigand $s in [0..$k]: exact(1,[at($s,$i,$j) for $i,$j in [1..3],[1..3]]) end
bigand $s,$i,$j in [1..$k],[1..3],[1..3]: at($s,$i,$j) => not at($s-1,$i,$j) end
at($k,3,3)"""
    assert best(text) == ("board at(step,row,column)", True)


def test_which_way_edges_go() -> None:
    both = " ".join([f"edge({a},{b})" if a < b else f"not edge({a},{b})" for a in "pqr" for b in "pqr" if a != b])
    assert best(both) == ("graph edge(from,to)", True)
    assert best("voisin(1,2) voisin(2,3) voisin(3,4) choisi(2) not choisi(3)") == (
        "graph voisin(node,node) choisi(node)",
        True,
    )


@pytest.mark.parametrize(
    "text",
    [
        "p(1,2) and p(2,1)",  # two numbers are a grid without a view
        "a and b and not c",
        "p(1) p(2) not p(3)",
        "p(1,2,3,4,5)",
        "p(1) p(1,2)",
        "likes(ann,tea) likes(bob,milk)",
        "at(1,red,7) at(2,blue,9) at(5,red,7)",
    ],
)
def test_what_could_be_anything_is_not_drawn(text: str) -> None:
    assert not best(text)[1]


def test_two_indices_of_one_horizon_are_no_steps() -> None:
    text = """$n = 4
bigand $i,$j in [1..$n],[1..$n]: x($i,$j) => not x($i+1,$j) end
bigand $j in [1..$n]: x($n,$j) end"""
    assert "step" not in best(text)[0]


def test_words_are_french_where_they_are_read_in_french() -> None:
    solution = solved((ROOT / "tests" / "cases" / "students" / "exercise1.touist").read_text())
    assert (
        guess_views(solution, solution.program, is_french=True)[0].view_text == "tubes p(étape,tube,couche,couleur)"
    )


def test_a_view_that_is_written_is_not_overruled() -> None:
    solution = solved(";;@ view table x(a,b)\n" + without_views(ROOT / "examples" / "queens" / "queens.touist"))
    assert add_guessed_view(solution, solution.program) == (solution.program, None)


def test_what_is_guessed_can_be_written_into_the_file() -> None:
    path = ROOT / "examples" / "watersort" / "states.touist"
    solution = solved(without_views(path))
    drawn, guess = add_guessed_view(solution, solution.program)
    assert guess is not None
    written = solved(f";;@ view {guess.view_text}\n{without_views(path)}")
    assert written.to_svg() == solution.to_svg()
    assert written.program.directives[0] == drawn.directives[-1]


def test_the_words_of_the_rules_count_up_to_twenty_thousand_of_them() -> None:
    """They are read for hints: in a larger file that would take longer than drawing it."""
    text = "bigand $step in [1..3]: at($step,$step) end"
    long = [solved(f"{text} {'a ' * more}") for more in (19_999, 20_000)]
    words = [guess_views(one, one.program)[0].view_text for one in long]
    assert words == ["table at(step,item)", "board at(row,column)"]


@pytest.mark.slow
def test_what_is_too_large_to_draw_is_not_guessed() -> None:
    many = load_answer("\n".join([f"1 p({at},{at % 7},red)" for at in range(300_001)]))
    assert guess_views(many, many.program) == []
