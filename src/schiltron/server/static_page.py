"""The built page: files with their best encoding, and the headers that keep strangers' scripts out."""

from __future__ import annotations

import base64
import gzip
import re
from functools import cached_property
from hashlib import sha256
from mimetypes import guess_type
from pathlib import Path
from typing import Final

_INLINE: Final = re.compile(rb"<script>(.*?)</script>", re.S)
_FOREVER: Final = "public, max-age=31536000, immutable"
_ASK_FIRST: Final = "no-cache"
_TEXTUAL: Final = ("text/", "application/javascript", "application/json", "image/svg+xml", "application/manifest+json")
_SMALL: Final = 800


class ShippedFile:
    """One file of the page, read once, with the encodings it may be sent in."""

    def __init__(self, path: Path, *, lasting: bool) -> None:
        self.body = path.read_bytes()
        self.kind = guess_type(path.name)[0] or "application/octet-stream"
        self.caching = _FOREVER if lasting else _ASK_FIRST
        self.tag = f'"{sha256(self.body).hexdigest()[:24]}"'
        self._beside = {
            name: path.with_name(f"{path.name}.{suffix}") for name, suffix in (("br", "br"), ("gzip", "gz"))
        }

    @cached_property
    def encodings(self) -> dict[str, bytes]:
        """Smallest first: what was packed when the page was built, else packed here."""
        found = {name: path.read_bytes() for name, path in self._beside.items() if path.is_file()}
        if "gzip" not in found and len(self.body) > _SMALL and self.kind.startswith(_TEXTUAL):
            found["gzip"] = gzip.compress(self.body, mtime=0)
        return found

    @cached_property
    def script_hashes(self) -> list[str]:
        return [f" 'sha256-{base64.b64encode(sha256(one).digest()).decode()}'" for one in _INLINE.findall(self.body)]

    def best(self, accepted: str) -> tuple[str, bytes]:
        """The encoding for a browser that accepts these."""
        offered = {
            part.split(";")[0].strip() for part in accepted.lower().split(",") if "q=0" not in part.replace(" ", "")
        }
        for name, body in self.encodings.items():
            if name in offered:
                return name, body
        return "", self.body


class ShippedPage:
    """The folder of the built page. Names of files under assets/ change with their content, so they may be kept."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder.resolve()
        self._files: dict[str, tuple[int, ShippedFile]] = {}

    def file(self, name: str) -> ShippedFile | None:
        """A file by its address; read again when it was built anew."""
        try:
            path = (self._folder / name).resolve()
            built = path.stat().st_mtime_ns if path.is_relative_to(self._folder) and path.is_file() else None
        except (OSError, ValueError):
            return None
        if built is None:
            return None
        one = path.relative_to(self._folder).as_posix()  # there are many names for a file, and only one is kept
        if one not in self._files or self._files[one][0] != built:
            self._files[one] = built, ShippedFile(path, lasting=one.startswith("assets/"))
        return self._files[one][1]

    @property
    def index(self) -> ShippedFile | None:
        return self.file("index.html")

    @property
    def policy(self) -> str:
        """Only the page's own scripts, and the ones written into its index by their hashes."""
        index = self.index
        hashes = "".join(index.script_hashes) if index is not None else ""
        return (
            f"default-src 'none'; script-src 'self'{hashes}; style-src 'self' 'unsafe-inline'; "
            "img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; manifest-src 'self'; "
            "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
        )


NOT_BUILT: Final = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Schiltron</title></head><body>
<h1>Schiltron</h1><p>The page has not been built yet: run <code>make page</code>. The service itself is running; it is
described at <a href="/api/openapi.json">/api/openapi.json</a>.</p></body></html>"""
