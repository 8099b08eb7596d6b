"""What is over the field, for those who draw it: light and weather."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Falls = Literal["", "rain", "storm"]


class SkyShown(Struct, frozen=True):
    """How light it is, and what comes down; in words it stands among the conditions of the field."""

    light: Literal["day", "dusk", "night"] = "day"
    falls: Falls = ""
