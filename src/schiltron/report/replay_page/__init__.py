"""A battle as one web page to send to a friend: the table, every move and every die; it loads nothing else."""

from __future__ import annotations

import base64
import gzip
import re
from collections.abc import Mapping, Sequence
from html import escape
from importlib.resources import files
from typing import Any, Final

import msgspec

from schiltron import __version__
from schiltron.battle.record.journal import Journal
from schiltron.battle.record.savefile_writer import NOBODY_NAMED
from schiltron.drawing.svg import style
from schiltron.report.replay_page.film import NOBODY_THOUGHT, Film
from schiltron.report.replay_page.turning import Told, turning_shown

_FONTS: Final = (
    ("Source Sans 3", "normal", "200 900", "source-sans-3"),
    ("Source Serif 4", "normal", "600", "source-serif-4-semibold"),
    ("Source Serif 4", "italic", "400", "source-serif-4-italic"),
)
_SCRIPTS: Final = ("film", "table", "playing", "words", "course", "turning", "controls")
"""Parts of one program, which share their names."""
_BLANK: Final = re.compile(r"\{\{(\w+)\}\}")


def replay_page(
    journal: Journal[Any, Any, Any],
    players: Mapping[str, str] = NOBODY_NAMED,
    thoughts: Mapping[int, Sequence[str]] = NOBODY_THOUGHT,
    review: Told | None = None,
) -> str:
    """The page. The battle must have a table; `players` are the names of those who led a side, by side; `thoughts` why
    captains gave the orders of some entries; `review` what turned it."""
    film = Film(journal, players, thoughts)
    data = film.play()
    if review is not None:
        data["turning"] = turning_shown(review, film.sides)
    folder = files(__name__)
    blanks = {
        "title": escape(journal.battle.title),
        "version": __version__,
        "fonts": "".join(_font(*font) for font in _FONTS),
        "table_style": style("both"),
        "css": (folder / "page.css").read_text("utf-8"),
        "definitions": film.definitions(),
        "film": _packed(data),
        "js": "\n".join((folder / "js" / f"{part}.js").read_text("utf-8") for part in _SCRIPTS),
    }
    return _BLANK.sub(lambda found: blanks[found[1]], (folder / "page.html").read_text("utf-8"))


def _packed(data: dict[str, Any]) -> str:
    """Compressed without a time stamp: the same battle gives the same page."""
    return base64.b64encode(gzip.compress(msgspec.json.encode(data), mtime=0)).decode("ascii")


def _font(family: str, slant: str, weight: str, file: str) -> str:
    data = base64.b64encode((files(__name__) / "fonts" / f"{file}.woff2").read_bytes()).decode("ascii")
    return (
        f'@font-face{{font-family:"{family}";font-style:{slant};font-weight:{weight};font-display:swap;'
        f'src:url(data:font/woff2;base64,{data}) format("woff2")}}'
    )
