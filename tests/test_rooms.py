"""A room imports only itself and rooms before it; nobody imports the apps. Modules beside rooms have places too."""

import ast
import re
from collections.abc import Collection
from functools import cache
from pathlib import Path

from bigand.puzzles import PUZZLES

ROOMS = ["source", "language", "ground", "encode", "solve", "explain", "view", "answer", "command", "puzzles"]
ROOMS += ["apps"]
# Modules beside the rooms, by the room that they come before; those of one place may know each other.
BESIDE = {
    "data": "ground",
    "given": "ground",
    "front": "command",
    "ask": "apps",
    "lightup": "apps",
    "queens": "apps",
    "watersort": "apps",
}
HOUSE = Path(__file__).parent.parent / "src" / "bigand"


def imported_rooms(path: Path) -> list[str]:
    """The rooms that a module names in its imports, wherever they stand in it."""
    return [name.split(".")[1] for name in imported_names(path)]


def imported_names(path: Path) -> list[str]:
    """What a module imports of ours."""
    names: list[str] = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute"
            names += [f"{node.module}.{alias.name}" for alias in node.names]
    return [name for name in names if name.startswith("bigand.")]


def place(name: str) -> float:
    """Where a room, or a module beside the rooms, stands on the road; what is neither stands before all."""
    if name in BESIDE:
        return ROOMS.index(BESIDE[name]) - 0.5
    return ROOMS.index(name) if name in ROOMS else -1


def upward_imports(house: Path) -> list[str]:
    """`module -> room` for every import of something that comes later."""
    found = []
    for path in sorted(house.glob("**/*.py")):
        own = path.relative_to(house).parts[0].removesuffix(".py")
        if own in ROOMS or own in BESIDE:
            found += [f"{path} -> {name}" for name in imported_rooms(path) if place(name) > place(own)]
    return found


def test_every_module_beside_the_rooms_has_a_place() -> None:
    assert {path.stem for path in HOUSE.glob("*.py")} - {"__init__", "__main__"} == set(BESIDE)


def test_every_folder_is_a_room() -> None:
    folders = {path.name for path in HOUSE.iterdir() if path.is_dir() and path.name != "__pycache__"}
    assert folders <= set(ROOMS)


def test_rooms_import_only_rooms_before_them() -> None:
    assert upward_imports(HOUSE) == []


# What faces may know: questions and answers, what draws and renders, the register; of the language only its modes.
DOORS = {"answer", "apps", "ask", "command", "data", "puzzles", "source", "view"}
FACES = ("apps/**/*.py", "command/*.py", "puzzles/*/commands.py", "puzzles/*/commands/*.py", "puzzles/*/term*.py")
MODES = {"bigand.language.syntax", "bigand.language.syntax"}


def test_faces_only_make_questions_and_show_answers() -> None:
    strangers = [
        f"{path} -> {name}"
        for pattern in FACES
        for path in sorted(HOUSE.glob(pattern))
        for name in imported_names(path)
        if name.split(".")[1] not in DOORS and not name.startswith(tuple(MODES)) and name != "bigand.__version__"
    ]
    assert strangers == []


# The studio's server is asked over HTTP only: it knows questions by the register, and nothing of the terminal; what
# it tells students of exercises is what the terminal tells teachers, from a place before both.
STUDIO_DOORS = {"answer", "ask", "command", "data", "source", "view"}


def test_the_studio_knows_questions_by_the_register_only() -> None:
    strangers = [
        f"{path} -> {name}"
        for path in sorted(HOUSE.glob("apps/studio/*.py"))
        for name in imported_names(path)
        if name.split(".")[1] not in STUDIO_DOORS
        and not name.startswith(("bigand.studio.", "bigand.grading."))
        and name != "bigand.__version__"
    ]
    assert strangers == []


def test_grading_knows_no_face() -> None:
    for path in HOUSE.glob("apps/grading/*.py"):
        assert not [name for name in imported_names(path) if name.startswith(("bigand.studio", "bigand.cli"))]


def test_only_the_studio_needs_its_extra() -> None:
    """Starlette and uvicorn are imported below `apps/studio/`, and by no module that others import."""
    needing = [
        path.relative_to(HOUSE).as_posix()
        for path in sorted(HOUSE.glob("**/*.py"))
        if re.search(r"^\s*(?:from|import) (?:starlette|uvicorn|anyio)\b", path.read_text(encoding="utf-8"), re.M)
    ]
    assert {Path(name).parent.as_posix() for name in needing} == {"apps/studio"}
    assert "apps/studio/settings.py" not in needing


def test_nobody_knows_a_puzzle_by_name_but_itself_and_its_door() -> None:
    strangers = [
        f"{path} -> {name}"
        for path in sorted(HOUSE.glob("*/**/*.py"))
        for name in imported_names(path)
        for puzzle in PUZZLES
        if name.startswith(f"bigand.puzzles.{puzzle}.") and HOUSE / "puzzles" / puzzle not in path.parents
    ]
    assert strangers == []


# Imports inside functions that may lead back to who imports.
LEADING_BACK = {
    "puzzles/lightup/board.py": "a board has methods that solve and explain it, which all know boards",
    "puzzles/lightup/draw/__init__.py": "a drawing is made when it is asked for; what it points at is known before",
    "puzzles/watersort/level.py": "a level has methods that solve and rate it, which all know levels",
    "answer/road.py": "the road imports who wins when there are quantifiers; a game is expanded on the road",
}


def module_graph(house: Path, leading_back: Collection[str] = ()) -> dict[str, set[str]]:
    """For each module those that it imports when it runs, inside functions too; types alone do not count."""
    names = {path: module_name(path, house) for path in house.glob("**/*.py")}
    known = set(names.values())
    graph: dict[str, set[str]] = {}
    for path, name in names.items():
        is_back = any(path.relative_to(house).match(pattern) for pattern in leading_back)
        wanted = [full for full, is_deferred in runtime_imports(path) if not (is_back and is_deferred)]
        modules = {full if full in known else full.rpartition(".")[0] for full in wanted}
        graph[name] = (modules & known) - {name}
    return graph


def module_name(path: Path, house: Path) -> str:
    return ".".join(["bigand", *path.relative_to(house).with_suffix("").parts]).removesuffix(".__init__")


@cache
def runtime_imports(path: Path) -> list[tuple[str, bool]]:
    """What a module imports of ours when it runs, and whether only inside a function."""
    found: list[tuple[str, bool]] = []
    stack: list[tuple[ast.AST, bool]] = [(ast.parse(path.read_text(encoding="utf-8")), False)]
    while stack:
        node, is_deferred = stack.pop()
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            continue
        if isinstance(node, ast.Import):
            found += [(alias.name, is_deferred) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            found += [(f"{node.module}.{alias.name}", is_deferred) for alias in node.names]
        inside = is_deferred or isinstance(node, ast.FunctionDef | ast.Lambda)
        stack += [(child, inside) for child in ast.iter_child_nodes(node)]
    return [(name, is_deferred) for name, is_deferred in found if name.startswith("bigand.")]


def cycles(graph: dict[str, set[str]]) -> list[list[str]]:
    """Ways of modules back to themselves, no module in two: what only leads elsewhere is taken away before each."""
    left = dict(graph)
    ways: list[list[str]] = []
    while left:
        ends = [name for name, wanted in left.items() if not wanted & left.keys()]
        if not ends:
            way = [min(left)]
            while (following := min(left[way[-1]] & left.keys())) not in way:
                way.append(following)
            ends = way[way.index(following) :]
            ways.append(ends)
        for name in ends:
            del left[name]
    return ways


def test_no_module_imports_itself_by_others_even_inside_functions() -> None:
    deferred = [is_deferred for path in HOUSE.glob("**/*.py") for _, is_deferred in runtime_imports(path)]
    print(f"{sum(deferred)} names are imported inside functions, to start sooner")
    assert cycles(module_graph(HOUSE, LEADING_BACK)) == []


def test_every_exception_is_needed() -> None:
    for pattern in LEADING_BACK:
        others = [other for other in LEADING_BACK if other != pattern]
        assert cycles(module_graph(HOUSE, others)) != [], (
            f"{pattern} leads nowhere back: it needs no exception any more"
        )


def test_a_cycle_would_be_seen(tmp_path: Path) -> None:
    (tmp_path / "one.py").write_text("import bigand.two\n")
    (tmp_path / "two.py").write_text("def f():\n    from bigand.one import g\n")
    (tmp_path / "three.py").write_text("from bigand.one import f\n")
    assert cycles(module_graph(tmp_path)) == [["bigand.one", "bigand.two"]]
    assert cycles(module_graph(tmp_path, ["two.py"])) == []


def test_an_upward_import_would_be_seen(tmp_path: Path) -> None:
    (tmp_path / "source").mkdir()
    (tmp_path / "source" / "bad.py").write_text("def f():\n    import bigand.language.parser\n")
    assert len(upward_imports(tmp_path)) == 1


def test_the_plan_of_the_house_names_what_is_there() -> None:
    """Every module and folder that ARCHITECTURE.md names is in the house, in the room it says."""
    plan = (HOUSE.parent.parent / "ARCHITECTURE.md").read_text(encoding="utf-8").split("## Decisions")[0]
    here = HOUSE
    missing = []
    for line in plan.splitlines():
        room = re.match(r"(?:\*\*|- )`([a-z]+)/`", line)
        if room:
            here = HOUSE / room.group(1) if line.startswith("*") else HOUSE / "puzzles" / room.group(1)
        for name in re.findall(r"`([a-z_/]+(?:\.py|/|\.touist))`", line):
            places = [HOUSE / name, here / name, HOUSE / "puzzles" / name, HOUSE.parent.parent / name]
            missing += [] if any(place.exists() for place in places) else [name]
    assert missing == []
