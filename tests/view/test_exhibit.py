"""What is shown of a model is one value: it goes to JSON and back, and is drawn from there as it was."""

import pickle
from pathlib import Path

import msgspec
import pytest
from tests.tables import table

from bigand.api.solution import Solution
from bigand.models import load_answer, model
from bigand.view.arrangement import arrange_exhibit
from bigand.view.exhibit import Exhibit, Guess
from bigand.view.film import film_svg
from bigand.view.frames import film_frames, named_scenes_of
from bigand.view.guess import add_guessed_view, guess_views
from bigand.view.palette import ColourDepth
from bigand.view.svg import render_svg
from bigand.view.terminal import LineBudget, show_exhibit, step_screens

EXAMPLES = Path(__file__).parents[2] / "examples"
FILES = (
    "queens/queens.touist",
    "lightup/numbers.touist",
    "graphs/colouring.touist",
    "watersort/states.touist",
    "numbers/magic_square.touist",
    "numbers/backpack.touist",
)
TEXTS = (
    "rain and (rain => wet) and not sun",
    "bigand $i,$j in [1..3],[1..4] when $i != $j: p($i,$j) end",
    ";;@ view grid on(row,column)\non(1,2) not on(2,1) other(a,1.5)",
    ";;@ view table on(row,column)\non(1,2) not on(2,1)",
    ";;@ view board at(file,rank,piece)\nat(1,1,queen) at(3,2,rook) at(3,2,7)",
    ";;@ view tubes t(tube,layer,colour)\nt(1,1,red) t(1,1,blue) not t(1,2,red) t(2,1,empty)",
    ";;@ view tubes t(step,tube,layer,colour)\nt(0,1,1,red) t(1,2,1,red) pour(1,1,2) not pour(1,2,1) seen",
    ";;@ view graph way(from,km,to) at(step,node)\nway(lyon,460,paris) at(-1,paris) at(0,lyon) drive(0,fast)",
    ";;@ view grid x(row,column)\nx(1,1) + x(1,2) > 3 x(1,1) > 1 y > 1.5 p(1,1)",
    'p("a => b") p([1,2]) p(9223372036854775807)',
    ";;@ view board none(row,column)\np or not p",
)


def solved(text: str) -> Solution:
    solution = model(text).solve()
    assert solution is not None
    return solution


def drawn(shown: Exhibit) -> list[object]:
    """All that can be drawn of it."""
    room = LineBudget(12, lambda count, names: f"… {count} {names}", lambda count: f"… {count}")
    return [
        [list(show_exhibit(shown, width, depth, room)) for width in (20, 80) for depth in ColourDepth],
        step_screens(shown, 80, ColourDepth.NONE),
        render_svg(named_scenes_of(shown)),
        film_svg(film_frames(shown), 1.0),
    ]


@table("text", [*[(EXAMPLES / name).read_text(encoding="utf-8") for name in FILES], *TEXTS])
def test_an_exhibit_goes_to_json_and_back(text: str) -> None:
    solution = solved(text)
    made = arrange_exhibit(solution, add_guessed_view(solution, solution.program)[0])
    decoded = msgspec.json.decode(msgspec.json.encode(made), type=Exhibit)
    assert decoded == made == pickle.loads(pickle.dumps(made))
    assert drawn(decoded) == drawn(made)


def test_every_atom_is_in_a_picture_or_in_the_rest() -> None:
    tubes = ";;@ view tubes t(step,tube,layer,colour)\nt(0,1,1,red) t(1,2,1,red) pour(1,1,2) not pour(1,2,1)"
    solution = solved(f"{tubes} seen p(1,2) not p(2,1)")
    made = arrange_exhibit(solution, solution.program)
    assert [picture.rows for picture in made.pictures] == [(("t", (1, 1, "red")),), (("t", (2, 1, "red")),)]
    assert made.moves == {1: ("pour 1 → 2",)}
    seen, p = made.rest
    assert (seen.predicate, seen.true, seen.grid) == ("seen", ((),), ())
    assert (p.true, p.grid) == (((1, 2),), ((1, 2), (2, 1)))


def test_what_shows_no_false_atoms_does_not_carry_them() -> None:
    (shown,) = arrange_exhibit(found := load_answer("1 p(1,2,3)\n0 p(2,2,3)\n"), found.program).rest
    assert (shown.true, shown.grid) == (((1, 2, 3),), ())


@pytest.mark.parametrize("name", FILES)
def test_guesses_go_to_json_and_back(name: str) -> None:
    solution = solved((EXAMPLES / name).read_text(encoding="utf-8"))
    found = guess_views(solution, solution.program)
    decoded = msgspec.json.decode(msgspec.json.encode(found), type=list[Guess])
    assert decoded == found
    assert [guess.view_text for guess in decoded] == [guess.view_text for guess in found]
