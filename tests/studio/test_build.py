"""The page is built wherever the repository is."""

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
STUDIO = ROOT / "studio"


def test_the_page_is_built_in_a_folder_of_any_name(tmp_path: Path) -> None:
    """Blanks, accents and what an address would escape: all scripts and styles come to where the page looks."""
    node = shutil.which("node")
    if node is None or not (STUDIO / "node_modules").is_dir() or not (STUDIO / "generated").is_dir():
        pytest.skip("the page is not built here, which needs Node")
    root = tmp_path / "l'élève n° 1 100% #a"
    shutil.copytree(STUDIO, root / "studio", ignore=shutil.ignore_patterns("node_modules"))
    shutil.copytree(ROOT / "docs", root / "docs")
    (root / "studio/node_modules").symlink_to(STUDIO / "node_modules")
    subprocess.run([node, "build.mjs"], cwd=root / "studio", check=True, capture_output=True)
    built = {path.name for path in (root / "src/bigand/studio/static").iterdir()}
    assert built >= {"index.html", "icon.svg", "docs", "studio.js", "studio.css"}
