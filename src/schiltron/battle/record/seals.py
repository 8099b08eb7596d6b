"""Lines under seal: every line of a journal ends with a hash of itself and of the seal before it.

The seal is the SHA-256 of the seal of the line before (64 hexadecimal digits; nothing before the first line) and of the
line's own bytes as they would be without a seal. So a byte changed anywhere breaks the seal of its line, and the last
seal vouches for the whole file.
"""

from __future__ import annotations

import re
from hashlib import sha256
from typing import Final

_SEAL: Final = re.compile(rb',"seal":"([0-9a-f]{64})"\}')


class BrokenSeal(Exception):
    """A line that is not as it was written; `str()` says what is wrong with it."""


class Chain:
    """The seals of one journal, line after line. Journals of old go without: theirs are plain lines."""

    def __init__(self, *, sealing: bool = True, last: str = "") -> None:
        self.sealing = sealing
        self.last = last

    def sealed(self, body: bytes) -> bytes:
        """A line from a JSON object, ready to be written."""
        if not self.sealing:
            return body + b"\n"
        self.last = _seal(self.last, body)
        return body[:-1] + b',"seal":"%s"}\n' % self.last.encode()

    def opened(self, line: bytes) -> bytes:
        """What stands under the seal of the next line, which is given without its end; BrokenSeal if it was changed."""
        found = _at_the_end(line)
        if not self.sealing:
            if found is not None:
                raise BrokenSeal("the line has a seal, in a file of a format that has none")
            return line
        if found is None:
            raise BrokenSeal("the line does not end with its seal")
        body = line[: found.start()] + b"}"
        due = _seal(self.last, body)
        if found[1].decode() != due:
            raise BrokenSeal("the seal is not that of this line after those before it")
        self.last = due
        return body


def holds_a_seal(line: bytes) -> bool:
    """Whether a seal stands anywhere in it: then the line was once written to its end."""
    return _SEAL.search(line) is not None


def _at_the_end(line: bytes) -> re.Match[bytes] | None:
    return _SEAL.fullmatch(line, max(0, len(line) - _LENGTH))


def _seal(before: str, body: bytes) -> str:
    return sha256(before.encode() + body).hexdigest()


_LENGTH: Final = len(b',"seal":""}') + 64
