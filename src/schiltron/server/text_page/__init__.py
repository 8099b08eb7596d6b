"""The text page: a battle as headings, lists and one line to type into. It works without scripts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from html import escape
from importlib.resources import files
from typing import Final

from fastapi import Response
from msgspec import Struct

from schiltron.drawing.style import themes

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
    colours = themes() if name.endswith(".css") else ""
    return (colours + (files(__name__) / name).read_text("utf-8")).encode(), _KINDS[name]


@cache
def _template(name: str) -> str:
    return (files(__name__) / name).read_text("utf-8")


def as_html(shown: str, status: int = 200) -> Response:
    """Without a referrer a browser would not say either from where a form is sent, and it would be refused."""
    headers = {"Content-Security-Policy": POLICY, "Cache-Control": "no-store", "Referrer-Policy": "same-origin"}
    return Response(shown, status, headers, media_type="text/html")


class TextShown(Struct, frozen=True):
    """What the page of a battle says: the tab, whose turn it is, who one is, and its lists."""

    tab: str
    head: str
    who: str
    lines: Iterable[str]
    due: Iterable[str]
    heard: Iterable[str]
    table: Iterable[str]
    help: Iterable[str]


def text_page(
    title: str,
    battle: str,
    picture: str,
    seat: str | None,
    position: int,
    said: TextShown,
    *,
    invited: bool,
) -> str:
    blanks = {
        "title": escape(title),
        "battle": escape(battle),
        "picture": escape(picture),
        "seat": escape(seat or ""),
        "position": str(position),
        "tab": escape(said.tab),
        "turn": escape(said.head),
        "who": escape(said.who),
        "answer": _items(said.lines),
        "due": _items(said.due),
        "log": _items(said.heard),
        "table": _items(said.table),
        "help": _items(said.help),
        "invitation": _INVITATION if invited else "",
    }
    return _filled("text.html", blanks)


Groups = Iterable[tuple[str, Iterable[tuple[str, str]]]]
"""Choices, value and words, under headings."""


def start_page(
    choices: Groups,
    opponents: Groups,
    usual: str,
    ratings: Iterable[str],
    battles: Iterable[tuple[str, str]],
    trouble: str = "",
) -> str:
    """Where a battle is begun without a picture: the ready ones by book, against whom (`usual` comes chosen), how
    strong those are, and the battles one is playing."""
    mine = "".join(f'<li><a href="{escape(link)}">{escape(label)}</a></li>' for link, label in battles)
    alert = f'<p role="alert">{escape(trouble)}</p>' if trouble else ""
    blanks = {
        "choices": _options(choices),
        "opponents": _options(opponents, usual),
        "ratings": _items(ratings),
        "mine": mine or "<li>None yet.</li>",
        "trouble": alert,
    }
    return _filled("start.html", blanks)


def _options(groups: Groups, chosen: str = "") -> str:
    return "".join(
        f'<optgroup label="{escape(heading)}">'
        + "".join(
            f'<option value="{escape(value)}"{" selected" if value == chosen else ""}>{escape(label)}</option>'
            for value, label in choices
        )
        + "</optgroup>"
        for heading, choices in groups
    )


def _filled(name: str, blanks: Mapping[str, str]) -> str:
    return _BLANK.sub(lambda found: blanks[found[1]], _template(name))


def _items(lines: Iterable[str]) -> str:
    """Lines as a list; those that belong to the one before are set in."""
    return "".join(f"<li{' class=in' if line.startswith(' ') else ''}>{escape(line.strip())}</li>" for line in lines)
