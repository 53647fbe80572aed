"""A package imports only itself and packages before it; modules beside the packages have places too."""

import ast
import re
from collections.abc import Collection
from functools import cache
from pathlib import Path

from bigand.puzzles import PUZZLES

# In the order of the data flow. A name with a dot is a part of a package with a place of its own; modules of one
# layer may know each other.
LAYERS: list[str | tuple[str, ...]] = [
    "messages",
    "source",
    "language",
    ("data", "values"),
    "ground",
    "encode",
    "solve",
    "explain",
    "view",
    "api",
    "models",
    "wording",
    "cli",
    "puzzles",
    "api.register",
    *PUZZLES,
    "grading",
    "cli.class_report",
    "cli.test_report",
    "cli.commands",
    "cli.touist_flags",
    "cli.touist",
    "cli.dispatch",
    "studio",
]
# `cli` imports the command that is run, and `bigand studio` starts the studio, both inside functions.
ENTRY_POINTS = ("cli/__init__.py", "cli/commands/studio.py")
ROOT = Path(__file__).parent.parent / "src" / "bigand"
PLACES = {
    name: place for place, names in enumerate(LAYERS) for name in ([names] if isinstance(names, str) else names)
}


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


def layer(name: str) -> int:
    """The number of the layer of a module; -1 for what belongs to none, such as `bigand.__version__`."""
    parts = name.split(".")[1:]
    return PLACES.get(".".join(parts[:2]), PLACES.get(parts[0], -1) if parts else -1)


def upward_imports(root: Path) -> list[str]:
    """`module -> module` for every import of something that comes later."""
    upward = []
    for path in sorted(root.glob("**/*.py")):
        own = module_name(path, root)
        if layer(own) >= 0 and path.relative_to(root).as_posix() not in ENTRY_POINTS:
            upward += [f"{own} -> {name}" for name in imported_names(path) if layer(name) > layer(own)]
    return upward


def test_every_module_and_package_has_a_layer() -> None:
    names = {path.stem for path in ROOT.glob("*.py")} | {path.parent.name for path in ROOT.glob("*/__init__.py")}
    assert names - {"__init__", "__main__"} == {name for name in PLACES if "." not in name}


def test_packages_import_only_packages_before_them() -> None:
    assert upward_imports(ROOT) == []


# What front ends may know: questions and answers, what draws and renders, the register; of the language its modes.
FOR_FRONT_ENDS = {"api", "cli", "data", "grading", "messages", "puzzles", "source", "studio", "view", "wording"}
FRONT_ENDS = (
    "cli/**/*.py",
    "studio/*.py",
    "wording/*.py",
    "grading/*.py",
    "puzzles/*/commands*.py",
    "puzzles/*/commands/*.py",
    "puzzles/*/wording.py",
    "puzzles/*/term*.py",
)


def test_front_ends_only_make_questions_and_show_answers() -> None:
    strangers = [
        f"{path} -> {name}"
        for pattern in FRONT_ENDS
        for path in sorted(ROOT.glob(pattern))
        for name in imported_names(path)
        if name.split(".")[1] not in FOR_FRONT_ENDS
        and not name.startswith("bigand.language.syntax")
        and name != "bigand.__version__"
    ]
    assert strangers == []


# The studio's server is asked over HTTP only: it knows questions by the register, and nothing of the terminal.
FOR_THE_STUDIO = {"api", "data", "grading", "messages", "source", "studio", "view", "wording"}
READS_FILES = ("bigand.cli.inputs", "bigand.cli.options")  # a source with its data, as a command line names it


def test_the_studio_knows_nothing_of_the_terminal_and_of_puzzles() -> None:
    strangers = [
        f"{path} -> {name}"
        for path in sorted(ROOT.glob("studio/*.py"))
        for name in imported_names(path)
        if name.split(".")[1] not in FOR_THE_STUDIO
        and not name.startswith(READS_FILES)
        and name != "bigand.__version__"
    ]
    assert strangers == []


def test_only_the_studio_needs_its_extra() -> None:
    """Starlette and uvicorn are imported below `studio/`, and by no module that others import."""
    needing = [
        path.relative_to(ROOT).as_posix()
        for path in sorted(ROOT.glob("**/*.py"))
        if re.search(r"^\s*(?:from|import) (?:starlette|uvicorn|anyio)\b", path.read_text(encoding="utf-8"), re.M)
    ]
    assert {Path(name).parent.as_posix() for name in needing} == {"studio"}
    assert "studio/settings.py" not in needing


def test_nobody_knows_a_puzzle_by_name_but_itself_and_its_entry_point() -> None:
    strangers = [
        f"{path} -> {name}"
        for path in sorted(ROOT.glob("*/**/*.py"))
        for name in imported_names(path)
        for puzzle in PUZZLES
        if name.startswith(f"bigand.puzzles.{puzzle}.") and ROOT / "puzzles" / puzzle not in path.parents
    ]
    assert strangers == []


def test_every_puzzle_has_an_entry_point_for_python() -> None:
    assert {path.stem for path in ROOT.glob("*.py")} >= set(PUZZLES)


# Functions that import whatever is asked for: a question its handler, a table one of its commands or puzzles.
DISPATCH = {
    "answer",
    "_load",
    "_load_adapter",
    "_load_engine",
    "backend_of",
    "_text_question",
    "kind_of",
    "load_puzzle",
}
# Imports inside functions that may lead back to who imports.
LEADING_BACK = {
    "puzzles/lightup/board.py": "a board has methods that solve and explain it, which all know boards",
    "puzzles/lightup/draw/__init__.py": "a drawing is made when it is asked for; what it points at is known before",
    "puzzles/watersort/level.py": "a level has methods that solve and rate it, which all know levels",
    "api/pipeline.py": "the pipeline imports games, which are expanded by the pipeline",
}


def module_graph(root: Path, leading_back: Collection[str] = ()) -> dict[str, set[str]]:
    """For each module those that it imports when it runs, inside functions too; types alone do not count."""
    names = {path: module_name(path, root) for path in root.glob("**/*.py")}
    known = set(names.values())
    graph: dict[str, set[str]] = {}
    for path, name in names.items():
        is_back = any(path.relative_to(root).match(pattern) for pattern in leading_back)
        wanted = [full for full, is_deferred in runtime_imports(path) if not (is_back and is_deferred)]
        modules = {full if full in known else full.rpartition(".")[0] for full in wanted}
        graph[name] = (modules & known) - {name}
    return graph


def module_name(path: Path, root: Path) -> str:
    return ".".join(["bigand", *path.relative_to(root).with_suffix("").parts]).removesuffix(".__init__")


@cache
def runtime_imports(path: Path) -> list[tuple[str, bool]]:
    """What a module imports of ours when it runs, and whether only inside a function; dispatch does not count."""
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
        if isinstance(node, ast.FunctionDef) and node.name in DISPATCH:
            continue
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
    deferred = [is_deferred for path in ROOT.glob("**/*.py") for _, is_deferred in runtime_imports(path)]
    print(f"{sum(deferred)} names are imported inside functions, to start sooner")
    assert cycles(module_graph(ROOT, LEADING_BACK)) == []


def test_every_exception_is_needed() -> None:
    for pattern in LEADING_BACK:
        others = [other for other in LEADING_BACK if other != pattern]
        assert cycles(module_graph(ROOT, others)) != [], (
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


def test_the_architecture_names_what_is_there() -> None:
    """Every module and folder that ARCHITECTURE.md names exists, in the package it says."""
    text = (ROOT.parent.parent / "ARCHITECTURE.md").read_text(encoding="utf-8").split("## Decisions")[0]
    here = ROOT
    missing = []
    for line in text.splitlines():
        package = re.match(r"(?:\*\*|- )`([a-z]+)/`", line)
        if package:
            here = ROOT / package.group(1) if line.startswith("*") else ROOT / "puzzles" / package.group(1)
        for name in re.findall(r"`([a-z_/]+(?:\.py|/|\.touist))`", line):
            places = [ROOT / name, here / name, ROOT / "puzzles" / name, ROOT.parent.parent / name]
            missing += [] if any(place.exists() for place in places) else [name]
    assert missing == []
