"""Steps of the set-up."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct


class OpenField(Struct, frozen=True, tag="chainmail.open_field"):
    """What the table stands for is said, and how its waters are crossed."""


class TerrainOrder(Struct, frozen=True, tag="chainmail.terrain_order"):
    """Who draws terrain cards first (CM-TERR-14)."""


class OfferTerrain(Struct, frozen=True, tag="chainmail.offer_terrain"):
    """Whether the side whose turn it is draws another card: `turns` are the draws to come, `deck` the cards left."""

    turns: tuple[str, ...]
    deck: tuple[str, ...]


class DrawTerrain(Struct, frozen=True, tag="chainmail.draw_terrain"):
    turns: tuple[str, ...]
    deck: tuple[str, ...]


class LayTerrain(Struct, frozen=True, tag="chainmail.lay_terrain"):
    """A piece of terrain is put on the table by who drew its card (CM-TERR-15)."""

    side: str
    card: str


class RollSetup(Struct, frozen=True, tag="chainmail.roll_setup"):
    """Who sets up first."""


class Deploy(Struct, frozen=True, tag="chainmail.deploy"):
    side: str


SetupStep: TypeAlias = OpenField | TerrainOrder | OfferTerrain | DrawTerrain | LayTerrain | RollSetup | Deploy
