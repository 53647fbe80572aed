"""The public workflow runs what the Makefile and the repository have: every step names something that exists."""

import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest
from tests.everywhere.wheels import PYTHONS, SYSTEMS

ROOT = Path(__file__).parents[1]
yaml = pytest.importorskip("yaml")  # comes with the validator of OpenAPI descriptions


def jobs() -> dict[str, dict[str, Any]]:
    workflow = yaml.safe_load((ROOT / ".github/workflows/ci.yml").read_text(encoding="utf-8"))
    return dict(workflow["jobs"])


def steps() -> list[tuple[str, dict[str, Any]]]:
    return [(name, step) for name, job in jobs().items() for step in job["steps"]]


def targets() -> set[str]:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    return set(re.findall(r"^([a-z-]+):(?!=)", makefile, re.MULTILINE))


def missing(step: dict[str, Any]) -> str | None:
    """What a step names that the repository does not have."""
    if "run" not in step:
        return None if re.fullmatch(r"[\w-]+/[\w-]+@v\d+", step["uses"]) else f"{step['uses']} has no version"
    folder = ROOT / step.get("working-directory", ".")
    words = shlex.split(step["run"])
    match words:
        case ["make", *names]:
            return next((f"make {name}" for name in names if name not in targets()), None)
        case ["npm", "run", script]:
            scripts = json.loads((folder / "package.json").read_text(encoding="utf-8"))["scripts"]
            return None if script in scripts else f"npm run {script}"
        case ["npm", "ci", *_]:
            return None if (folder / "package-lock.json").is_file() else "package-lock.json"
        case _:
            pass
    files = [word for word in words if re.fullmatch(r"(studio|examples|tests)/[\w/]+\.\w+", word)]
    return next((name for name in files if not (folder / name).exists()), None)


def test_each_step_names_something_that_exists() -> None:
    assert [(job, missing(step)) for job, step in steps() if missing(step)] == []
    assert {"make check", "make run", "make test", "make test-all"} <= {step.get("run") for _, step in steps()}


def test_a_missing_target_is_noticed() -> None:
    assert missing({"run": "make no-such-target"}) == "make no-such-target"
    assert missing({"run": "npm run no-such-script", "working-directory": "studio"})
    assert missing({"run": "python studio/missing.py"})


def test_all_systems_and_pythons_of_the_readme_are_tried() -> None:
    matrices = [job.get("strategy", {}).get("matrix", {}) for job in jobs().values()]
    assert all(matrix["python"] == list(PYTHONS) for matrix in matrices if "python" in matrix)
    runners = {job["runs-on"] for job in jobs().values()} | {
        name for matrix in matrices for name in matrix.get("os", [])
    }
    names = {"Windows": "windows", "macOS": "macos", "Linux": "ubuntu"}
    assert {names[system.split()[0]] for system in SYSTEMS} <= {runner.split("-")[0] for runner in runners}
