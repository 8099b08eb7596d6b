"""A battle as another process can play it again."""

from __future__ import annotations

from msgspec import Struct


class Script(Struct, frozen=True):
    """How it was set up, and every order since, as they are saved."""

    battle: str
    ruleset: str
    dice: bytes
    setup: bytes
    orders: tuple[bytes, ...]
    origin: bytes = b"null"
    """The battle it was played on from, if there is one."""

    def leads_to(self, other: Script) -> bool:
        """Whether the other is the same battle, played on from here."""
        return (self.setup, self.dice, self.origin, self.orders) == (
            other.setup,
            other.dice,
            other.origin,
            other.orders[: len(self.orders)],
        )
