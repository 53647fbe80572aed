"""A status that is added in Python breaks the build of the page wherever it is not told apart."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

STUDIO = Path(__file__).parents[2] / "studio"
TOLD_APART = [
    ("solved", "status"), ("best", "status"), ("planned", "status"), ("witnesses.rules", "verdict"),
    ("unique", "status"), ("graded", "verdict"), ("lightup.solved", "status"), ("lightup.hinted", "status"),
    ("queens.solved", "status"), ("starbattle.solved", "status"), ("starbattle.checked", "status"),
    ("starbattle.hinted", "status"), ("watersort.solved", "status"), ("watersort.hinted", "status"),
    ("watersort.staged", "status"),
]  # fmt: skip


@pytest.mark.slow
def test_a_new_status_breaks_the_build(tmp_path: Path) -> None:
    compiler = STUDIO / "node_modules/.bin/tsc"
    if not compiler.exists() or shutil.which("node") is None:
        pytest.skip("the page is not built here")
    for name in ("src", "tsconfig.json"):
        copy = shutil.copytree if (STUDIO / name).is_dir() else shutil.copy
        copy(STUDIO / name, tmp_path / name)
    (tmp_path / "node_modules").symlink_to(STUDIO / "node_modules")
    subprocess.run([sys.executable, STUDIO / "tables.py", tmp_path / "generated"], check=True, cwd=STUDIO)
    statuses = tmp_path / "generated/statuses.ts"
    written = statuses.read_text(encoding="utf-8")

    def complaints() -> str:
        return subprocess.run(
            [compiler, "--noEmit"], cwd=tmp_path, capture_output=True, text=True, check=False
        ).stdout

    assert not complaints()
    passed = []
    for place, field in [*TOLD_APART, ("", "OutcomeKind")]:
        before = f'"{place}": {{' if place else "export type OutcomeKind"
        line = next(line for line in written.splitlines() if line.strip().startswith(before))
        worse = re.sub(rf"({field}:?\s*=?) ", r'\1 "brand_new" | ', line, count=1)
        assert worse != line
        statuses.write_text(written.replace(line, worse), encoding="utf-8")
        if "brand_new" not in complaints():
            passed.append((place, field))
    assert not passed
