"""A room imports only itself and rooms before it; nobody imports the apps. Modules beside rooms have places too."""

import ast
import re
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
MODES = {"bigand.language.syntax", "bigand.language.logics"}


def test_faces_only_make_questions_and_show_answers() -> None:
    strangers = [
        f"{path} -> {name}"
        for pattern in FACES
        for path in sorted(HOUSE.glob(pattern))
        for name in imported_names(path)
        if name.split(".")[1] not in DOORS and not name.startswith(tuple(MODES)) and name != "bigand.__version__"
    ]
    assert strangers == []


def test_nobody_knows_a_puzzle_by_name_but_itself_and_its_door() -> None:
    strangers = [
        f"{path} -> {name}"
        for path in sorted(HOUSE.glob("*/**/*.py"))
        for name in imported_names(path)
        for puzzle in PUZZLES
        if name.startswith(f"bigand.puzzles.{puzzle}.") and HOUSE / "puzzles" / puzzle not in path.parents
    ]
    assert strangers == []


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
