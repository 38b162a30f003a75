"""The reliability diagrams of ``belie calibrate`` as one web page that fetches nothing."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from belie.monitor.calibration.measures import Reliability
    from belie.monitor.calibration.study import Study

__all__ = ["render"]

_SIDE, _MARGIN = 260, 36
_STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem;"
    "color:#222;background:#fff}figure{display:inline-block;margin:0 1rem 1rem 0}"
    "rect{fill:#3b6ea5}line{stroke:#888;stroke-dasharray:4}text{font-size:11px;fill:#444}"
    "path{fill:none;stroke:#444}"
)


def render(found: Study) -> str:
    """Return a page with a diagram before and after, of each thing that was measured.

    A bar is as high as the share of rows for which it was so; where the numbers mean what they
    say, bars end on the dashed line.
    """
    calibration = found.calibration
    threshold = "unchanged" if calibration.threshold is None else f"{calibration.threshold:.4f}"
    parts = [
        _pair("The relation it tells", found.before, found.after),
        _pair("A contradiction", found.contradiction_before, found.contradiction_after),
    ]
    return (
        '<!doctype html>\n<html lang="en"><meta charset="utf-8">'
        "<title>belie calibrate</title>"
        f"<style>{_STYLE}</style><h1>Calibration of {escape(calibration.model)}</h1>"
        f"<p>{found.rows} rows. Temperature {calibration.temperature:.4f}, threshold {threshold}. "
        "Figures after calibration are of rows held out, in five folds.</p>"
        f"{''.join(parts)}</html>\n"
    )


def _pair(title: str, before: Reliability | None, after: Reliability | None) -> str:
    if before is None or after is None:
        return ""
    return f"<h2>{title}</h2>{_diagram('before', before)}{_diagram('after', after)}"


def _diagram(name: str, diagram: Reliability) -> str:
    whole = _SIDE + 2 * _MARGIN
    bars = "".join(
        f'<rect x="{_x(each.low):.1f}" y="{_y(each.found):.1f}" '
        f'width="{_SIDE * (each.high - each.low) - 1:.1f}" height="{_SIDE * each.found:.1f}">'
        f"<title>said {each.said:.3f}, found {each.found:.3f}, {each.count} rows</title></rect>"
        for each in diagram.bins
    )
    ticks = "".join(
        f'<text x="{_x(value):.1f}" y="{_y(0) + 14:.1f}" text-anchor="middle">{value:g}</text>'
        f'<text x="{_x(0) - 6:.1f}" y="{_y(value) + 4:.1f}" text-anchor="end">{value:g}</text>'
        for value in (0.0, 0.5, 1.0)
    )
    return (
        f'<figure><svg role="img" width="{whole}" height="{whole}" '
        f'aria-label="reliability diagram {name} calibration">{bars}'
        f'<path d="M{_x(0)} {_y(1)}V{_y(0)}H{_x(1)}"/>'
        f'<line x1="{_x(0)}" y1="{_y(0)}" x2="{_x(1)}" y2="{_y(1)}"/>{ticks}'
        f'<text x="{_x(0.5)}" y="{_y(0) + 30}" text-anchor="middle">probability stated</text>'
        f'<text x="{_x(0)}" y="{_y(1) - 8}">share found</text></svg>'
        f"<figcaption>{name}: expected calibration error {diagram.error:.3f}</figcaption></figure>"
    )


def _x(share: float) -> float:
    return _MARGIN + _SIDE * share


def _y(share: float) -> float:
    return _MARGIN + _SIDE * (1 - share)
