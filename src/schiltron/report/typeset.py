"""Pages for paper. Typst sets them from templates; here what stands on them is only handed over."""

from __future__ import annotations

from importlib.resources import as_file, files
from importlib.util import find_spec
from typing import Literal

import msgspec
from msgspec import Struct

Paper = Literal["a4", "us-letter"]


class NoPrinter(Exception):
    """The program that sets the sheets is not installed. `str()` is for the person who can install it."""

    def __init__(self) -> None:
        super().__init__(
            "roster sheets are set by Typst, which is not installed here. Try: pip install 'schiltron[sheets]'"
        )


def can_print() -> bool:
    return find_spec("typst") is not None


def typeset(package: str, template: str, handed: Struct) -> bytes:
    """The PDF of a template. What is handed over is read as data, never as markup; the same gives the same bytes.

    NoPrinter where Typst is not installed.
    """
    if not can_print():
        raise NoPrinter
    import typst  # noqa: PLC0415 - a large library, which nothing else needs

    with as_file(files(package)) as folder:
        return typst.compile(
            folder / template,
            root=folder,
            ignore_system_fonts=True,
            sys_inputs={"handed": msgspec.json.encode(handed).decode()},
        )
