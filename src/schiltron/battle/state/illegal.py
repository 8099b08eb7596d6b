"""An order that breaks a rule is a value, not a crash: all reasons at once, each with its rule."""

from __future__ import annotations

from msgspec import Struct


class Reason(Struct, frozen=True):
    """One thing wrong with an order.

    `measured` parts what only a ruler could tell from what the form of the order already shows: where players
    declare before measuring, a measured shortfall is an outcome and never an illegality.
    """

    text: str
    rules: tuple[str, ...] = ()
    leg: int | None = None
    measured: bool = False


class Illegal(Struct, frozen=True):
    """The answer to an order that was refused; the battle is as it was."""

    reasons: tuple[Reason, ...]

    def __str__(self) -> str:
        return "; ".join(
            f"{reason.text} [{', '.join(reason.rules)}]" if reason.rules else reason.text for reason in self.reasons
        )
