"""The text page: a battle as headings, lists and one line to type into. It works without scripts."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from html import escape
from importlib.resources import files
from typing import Final

from schiltron.herald.asking import help_lines

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)
_KINDS: Final = {"text.css": "text/css", "text.js": "text/javascript"}
_INVITATION: Final = """<form method="post" id="invitation">
<label for="link">Your invitation</label>
<input id="link" name="invitation" maxlength="300" autocomplete="off" spellcheck="false">
<button>Take the seat</button>
<p>Paste the link you were sent. It works once; the seat then belongs to this browser.</p>
</form>
"""
"""For those who hold no seat while one is free."""
_BLANK: Final = re.compile(r"\{\{(\w+)\}\}")


def text_file(name: str) -> tuple[bytes, str] | None:
    return _text_file(name) if name in _KINDS else None


@cache
def _text_file(name: str) -> tuple[bytes, str]:
    return (files(__name__) / name).read_bytes(), _KINDS[name]


@cache
def _template() -> str:
    return (files(__name__) / "text.html").read_text("utf-8")


def text_page(
    title: str,
    battle: str,
    picture: str,
    seat: str | None,
    position: int,
    lines: Iterable[str],
    due: Iterable[str],
    heard: Iterable[str],
    table: Iterable[str],
    *,
    invited: bool,
) -> str:
    blanks = {
        "title": escape(title),
        "battle": escape(battle),
        "picture": escape(picture),
        "seat": escape(seat or ""),
        "position": str(position),
        "who": escape(f"You play {seat}." if seat else "You are watching."),
        "answer": _items(lines),
        "due": _items(due),
        "log": _items(heard),
        "table": _items(table),
        "help": _items(help_lines()),
        "invitation": _INVITATION if invited else "",
    }
    return _BLANK.sub(lambda found: blanks[found[1]], _template())


def _items(lines: Iterable[str]) -> str:
    """Lines as a list; those that belong to the one before are set in."""
    return "".join(f"<li{' class=in' if line.startswith(' ') else ''}>{escape(line.strip())}</li>" for line in lines)
