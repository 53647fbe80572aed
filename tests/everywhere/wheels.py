"""Does every run-time dependency have a wheel, on each system and Python that we say we support?

`python -m tests.everywhere.wheels` asks pip, which resolves them as if it were there, and prints a table. Nothing
is installed: a wheel for each means that `pip install bigand` needs no compiler.
"""

import subprocess
import sys
import tomllib
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parent.parent.parent
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
_MACOS = [f"macosx_{version}_0" for version in (15, 14, 13, 12, 11)]
_LINUX = [*[f"manylinux_2_{minor}" for minor in (39, 34, 31, 28, 27, 24, 17)], "manylinux2014"]
# The tags of wheels that a system of the last years accepts, the newest first.
SYSTEMS = {
    "Windows amd64": ["win_amd64"],
    "macOS arm64": [f"{system}_{kind}" for system in _MACOS for kind in ("arm64", "universal2")],
    "Linux x86_64": [f"{system}_x86_64" for system in _LINUX],
    "Linux aarch64": [f"{system}_aarch64" for system in _LINUX],
}
UNREACHABLE = "no index"


def dependencies() -> list[str]:
    """What pyproject.toml says that running needs."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return list(project["dependencies"])


def trouble(system: str, python: str) -> str:
    """What pip cannot find a wheel for; nothing if it finds all."""
    with TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "pip", "install", "--dry-run", "--quiet", "--disable-pip-version-check"]
        command += ["--ignore-installed", "--only-binary", ":all:", "--target", folder]
        command += ["--implementation", "cp", "--python-version", python]
        for tag in SYSTEMS[system]:
            command += ["--platform", tag]
        done = subprocess.run([*command, *dependencies()], capture_output=True, text=True, check=False, timeout=600)
    if any(
        word in done.stderr for word in ("NewConnectionError", "ConnectTimeout", "ProxyError", "NameResolution")
    ):
        return UNREACHABLE
    lines = [line for line in done.stderr.splitlines() if line.startswith("ERROR")]
    return "" if done.returncode == 0 else "; ".join(lines) or done.stderr.strip() or "pip failed"


def table() -> Iterator[tuple[str, str, str]]:
    """Each system and Python, with what is missing."""
    for system, python in product(SYSTEMS, PYTHONS):
        yield system, python, trouble(system, python)


def main() -> int:
    """Print the table; 1 if anything is missing."""
    code = 0
    for system, python, missing in table():
        print(f"{system:<14} Python {python:<5} {missing or 'wheels for all'}", flush=True)
        code = 1 if missing else code
    return code


if __name__ == "__main__":
    sys.exit(main())
