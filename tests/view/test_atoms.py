"""What is drawn knows the atoms that it is about, as models print them: programs ask for reasons by them."""

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import msgspec
from tests.tables import table

from bigand.api.solution import Solution
from bigand.language.syntax import Program, View
from bigand.language.view_kinds import KINDS, STEP_WORDS
from bigand.models import load, model
from bigand.view.arrangement import arrange_exhibit
from bigand.view.exhibit import Exhibit
from bigand.view.frames import film_frames, named_scenes_of
from bigand.view.guess import add_guessed_view
from bigand.view.scene import Cell, Edge, Node, Scene, signature_text
from bigand.view.svg import render_drawing_svg, render_svg

EXAMPLES = Path(__file__).parents[2] / "examples"
FILES = sorted([path.relative_to(EXAMPLES).as_posix() for path in EXAMPLES.rglob("*.touist")])
ATOMS = re.compile(r' data-atoms="([^"]*)"')
STEPS = "p(0,1,1,{0}) not p(0,1,2,{0}) p(0,1,1,{1}) not p(0,2,1,{1}) p(1,1,1,{0}) not p(1,2,1,{0}) p(1,2,2,{1})"
TEXTS = (
    ";;@ view tubes p(step,tube,layer,colour)\n" + STEPS.format("red", "blue"),
    ";;@ view tubes p(tube,time,colour,layer)\np(1,0,red,1) not p(1,0,red,2) p(1,1,blue,2) not p(1,1,green,1)",
    ";;@ view board p(step,row,column,value)\n" + STEPS.format(7, 9),
    ";;@ view board p(row,column,step) as queen q(row,column) as wall\n"
    "p(1,2,4) not p(1,1,4) p(2,2,5) q(1,2) not q(1,1)",
    ";;@ view board p(file,rank,piece)\np(1,1,queen) p(1,1,rook) p(3,2,empty) not p(3,2,king)",
    ";;@ view graph e(node,node) c(node,colour) n(node)\n"
    "e(a,b) e(b,a) e(a,a) not e(b,c) c(a,red) c(a,blue) not n(a) n(c)",
    ";;@ view graph e(step,from,to,colour)\ne(1,a,b,red) e(1,b,a,red) not e(2,a,b,red) e(2,c,b,blue) e(2,c,b,red)",
    ";;@ view graph e(from,km,to)\ne(a,7,b) not e(a,9,c) e(b,3,b)",
    ";;@ view timeline w(who,day,task)\nw(ann,1,tea) w(ann,2,tea) w(ann,2,milk) not w(bob,1,tea) w(bob,4,tea)",
    ";;@ view timeline w(step,who,day)\nw(0,ann,1) w(0,ann,2) w(1,bob,2) not w(1,bob,1)",
    ";;@ view grid p(row,column,step)\np(1,1,1) not p(1,2,1) p(1,2,2) not p(2,2,2)",
    ";;@ view grid p(row,column)\np(1,2) not p(1,1) not p(3,3)",
    ";;@ view table p(item,step,value)\np(a,1,x) p(b,2,-3) not p(b,2,1)",
    ';;@ view table p(item)\np("a => b") p([1,2]) p(1.5) p(f(x,y)) not p(z)',
    ";;@ view board p(row,column,value)\n" + " ".join([f"{'' if v == 9 else 'not '}p(1,1,{v})" for v in range(30)]),
    ";;@ view board p(row,column,value) given(row,column,value) region(row,column,region)\n"
    "p(1,1,3) given(1,1,3) not given(1,2,4) p(1,2,4) not p(1,2,3) region(1,1,a) region(1,2,b)",
    ";;@ view board p(row,column) as text n(row,number) as left m(column,number) as bottom\n"
    "p(1,1) not p(2,1) n(1,3) m(1,4) not n(2,0)",
    ";;@ view board p(row,column) less(row,column,row,column) way(row,column,row,column) as arrow\n"
    "p(1,1) not p(2,2) less(1,1,1,2) way(1,1,2,2) not less(1,2,2,2)",
    ";;@ view board p(row,column) sees(side,line,number) n(row,column,number) as circle\n"
    "p(1,1) sees(left,1,2) not sees(top,1,1) n(2,2,4)",
    ";;@ view tubes p(step,peg,layer,disc) as disc\n" + STEPS.format(1, 2),
    ";;@ view hidden p(row,column)\n;;@ view board q(row,column)\np(1,1) q(1,1) not q(1,2)",
    ";;@ view board p(step,row,column,row,column)\np(1,1,1,2,2) not p(1,1,1,1,2) p(2,1,1,1,2)",
    ";;@ view grid x(row,column)\nx(1,1) + x(1,2) > 3 x(1,1) > 1 p(1,1)",
    "lonely p(1,2) not p(2,1)",
)


def pictures(solution: Solution) -> tuple[Exhibit, list[tuple[str, Scene]]]:
    made = arrange_exhibit(solution, add_guessed_view(solution, solution.program)[0])
    assert msgspec.json.decode(msgspec.json.encode(made), type=Exhibit) == made
    return made, named_scenes_of(made)


def told(text: str) -> list[str]:
    """The atoms of an SVG."""
    return [atom for atoms in ATOMS.findall(text) for atom in unescape(atoms).split(";")]


def parts_of(scene: Scene) -> Iterator[Cell | Node | Edge]:
    yield from scene.cells
    yield from scene.nodes
    yield from scene.edges


def check_atoms(solution: Solution) -> None:
    true, false = set(solution.true), set(solution.false)
    program = add_guessed_view(solution, solution.program)[0]
    places = step_places(program)
    made, every = pictures(solution)
    for name, scene in every:
        here = set(told(render_svg([(name, scene)])))
        assert here <= true | false
        written = {(label.x, label.y) for label in scene.labels if label.role in ("entry", "given")}
        for part in parts_of(scene):
            holds = [atom in true for atom in part.atoms]
            assert holds == sorted(holds, reverse=True) or isinstance(part, Edge), "true ones come first"
            if isinstance(part, Cell) and (part.x, part.y) in written:
                assert any(holds) != bool(solution.numbers)  # what stands there is written
            elif part.state == "false" or (part.state == "none" and isinstance(part, Cell)):
                assert not any(holds), part
            elif part.state != "none":
                assert any(holds), part
        for label in scene.labels:
            assert true.issuperset(label.atoms)
    for picture in made.pictures:
        here = set(told(render_svg([(picture.scene_name, picture.scene)])))
        own = [(name, row) for name in picture.predicates for row in solution.frame_rows(name)]
        wanted = {
            signature_text(name, tuple(map(str, row)))
            for name, row in own
            if name not in places or row[places[name]] == picture.step
        }
        assert len(picture.rows) == len(wanted)
        lines = {atom for atom in wanted if atom.startswith(("region(", "box("))}  # told by lines, not by squares
        assert {atom for atom in here if atom in true} == wanted - lines
    staged = [picture for picture in made.pictures if picture.step is not None]
    filmed = [atom for frame in film_frames(made) for atom in told(render_drawing_svg(frame.drawing))]
    assert set(filmed) >= {atom for one in staged for atom in told(render_svg([(one.scene_name, one.scene)]))}


def step_places(program: Program) -> dict[str, int]:
    """Which index of a predicate is its step, as the roles of views say."""
    shapes = [shape for view in program.directives if isinstance(view, View) for shape in view.shapes]
    return {shape.predicate: at for shape in shapes for at, role in enumerate(shape.roles) if role in STEP_WORDS}


@table("text", TEXTS)
def test_atoms_are_those_of_the_model(text: str) -> None:
    solution = model(text).solve()
    assert solution is not None
    check_atoms(solution)


@table("name", FILES)
def test_atoms_of_the_examples(name: str) -> None:
    source = load(EXAMPLES / name)
    solution = source.solve() if name.split("/")[0] != "games" else None
    if solution is not None:
        check_atoms(solution)


def test_every_kind_is_tried() -> None:
    assert {word for text in TEXTS for word in re.findall(r";;@ view (\w+)", text)} == set(KINDS)


def test_a_square_tells_what_might_stand_on_it() -> None:
    solution = model(TEXTS[14]).solve()
    assert solution is not None
    (square,) = [cell for cell in pictures(solution)[1][0][1].cells if cell.id == "square-1-1"]
    assert square.atoms == ("p(1,1,9)", *[f"p(1,1,{value})" for value in (*range(9), 10, 11)])


def test_large_pictures_tell_true_atoms_only() -> None:
    solution = model(
        ";;@ view board p(row,column)\n"
        "bigand $i,$j in [1..110],[1..110]: p($i,$j) <=> if $i == $j then Top else Bot end end"
    ).solve()
    assert solution is not None
    ((_, scene),) = pictures(solution)[1]
    assert {atom for cell in scene.cells for atom in cell.atoms} == set(solution.true)
    assert len(scene.cells) > 10_000


def test_fields_that_are_empty_are_left_out_of_json() -> None:
    assert msgspec.to_builtins(Cell("a", 1, 2, "none")) == {"id": "a", "x": 1, "y": 2, "state": "none"}
