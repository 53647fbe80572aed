"""Scenes as SVG: one element a line, ids from the scene, nothing that depends on time or place."""

from collections.abc import Sequence
from html import escape

from bigand.view.palette import Ink
from bigand.view.scene import Scene
from bigand.view.tubes import contents

_CELL = 28
_FILL = {"true": "#2f6f4f", "false": "#f4f4ee", "none": "none"}
_SIZE = {"title": 15, "column": 12, "row": 12, "entry": 13}


def svg(scenes: Sequence[tuple[str, Scene]]) -> str:
    """All scenes, one below the other."""
    unit = _unit(scenes)
    width = max([scene.width * unit for _, scene in scenes], default=unit) + _CELL
    height = sum([(scene.height + 1) * _CELL for _, scene in scenes])
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" font-family="sans-serif">',
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
    ]
    top = _CELL // 2
    ink = contents([scene for _, scene in scenes])
    for name, scene in scenes:
        lines.append(f'<g id="{escape(name)}" transform="translate({_CELL // 2},{top})">')
        lines += _shapes(name, scene, unit, ink)
        lines.append("</g>")
        top += (scene.height + 1) * _CELL
    return "\n".join([*lines, "</svg>"]) + "\n"


def _unit(scenes: Sequence[tuple[str, Scene]]) -> int:
    """The width of a column: that of a cell, or more where texts are long."""
    longest = max(
        [len(label.text) for _, scene in scenes for label in scene.labels if label.role != "title"], default=1
    )
    return max(_CELL, longest * 8 + 8)


def _fill(state: str, ink: dict[str, Ink]) -> str:
    return _FILL.get(state) or (ink[state].colour if state in ink else "none")


def _shapes(name: str, scene: Scene, unit: int, ink: dict[str, Ink]) -> list[str]:
    lines = []
    for cell in scene.cells:
        x, y = cell.x * unit, cell.y * _CELL
        lines.append(
            f'<rect id="{escape(cell.id)}" data-state="{cell.state}" x="{x}" y="{y}" width="{unit}" '
            f'height="{_CELL}" fill="{_fill(cell.state, ink)}" stroke="#b8b8ae"/>'
        )
    for label in scene.labels:
        middle = label.role != "title"
        x = label.x * unit + (unit // 2 if middle else 0)
        y = label.y * _CELL + _CELL - 9
        anchor = ' text-anchor="middle"' if middle else ""
        weight = ' font-weight="bold"' if label.role in ("title", "column") else ""
        identity = escape(f"{name}-{label.id}")
        lines.append(
            f'<text id="{identity}" x="{x}" y="{y}" font-size="{_SIZE[label.role]}"{anchor}{weight} '
            f'fill="#333333">{escape(label.text, quote=False)}</text>'
        )
    return lines
