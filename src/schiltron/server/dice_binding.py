"""Binding the dice: the server has shown the hash of its seed, and each player adds a secret of their own.

A player's browser first shows the fingerprint of its secret, and the secret itself when everybody else is bound. So
nobody, not even a player who also runs the server, has chosen anything after knowing what the others chose. The dice
come from the seed and all secrets. Captains add nothing, and no order is taken before all are in.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from msgspec.structs import replace

from schiltron.battle.door.dice import DiceShare, fingerprint
from schiltron.battle.record.journal import UNSEALED, DiceNote, Header
from schiltron.server.fault import Refusal
from schiltron.server.shown import ShareShown
from schiltron.server.store import Kept, KeptShare

_FINGERPRINT: Final = re.compile("[0-9a-f]{64}")
_SECRET: Final = re.compile("[ -~]{1,200}")


class Binding:
    """The shares of a battle's dice, as far as they are in. Where nobody is to add any, all of them are."""

    def __init__(self, seats: Sequence[str] = (), shares: Iterable[KeptShare] = ()) -> None:
        self._of = {seat: KeptShare(seat) for seat in seats} | {one.seat: one for one in shares if one.seat in seats}

    @property
    def awaited(self) -> tuple[str, ...]:
        """The seats whose secrets are still missing."""
        return tuple(one.seat for one in self._of.values() if not one.secret)

    @property
    def shares(self) -> tuple[DiceShare, ...]:
        """The shares that the dice come from, in the order of the seats."""
        return tuple(DiceShare(one.seat, one.secret) for one in self._of.values())

    @property
    def shown(self) -> tuple[ShareShown, ...]:
        """Nobody is shown a secret before all are in."""
        return tuple(ShareShown(one.seat, one.fingerprint, bool(one.secret), None) for one in self._of.values())

    def changed(self, seat: str, shown: str, secret: str, instead: str = "") -> KeptShare:
        """A seat's share with its new part; Refusal if it cannot be changed. The first fingerprint shown for a seat
        counts. A new fingerprint names the one it replaces (`instead`), so that of two tabs of a browser that come at
        once, the second is told."""
        if seat not in self._of or not self.awaited:
            raise Refusal(409, "this seat has nothing to add to the dice", where="seat", right="play on")
        if shown and not _FINGERPRINT.fullmatch(shown):
            raise Refusal(
                422, "this is not a fingerprint", where="fingerprint", right="64 hexadecimal digits, in small letters"
            )
        if secret and not _SECRET.fullmatch(secret):
            raise Refusal(
                422, "this is not a secret", where="secret", right="1 to 200 letters, figures and signs of ASCII"
            )
        if not shown and not secret:
            raise Refusal(422, "nothing is added", where="secret", right="a fingerprint, or a secret")
        share = self._of[seat]
        if shown and shown != share.fingerprint:
            if share.fingerprint and any(one.secret for one in self._of.values()):
                raise Refusal(409, "a secret is known already: nobody chooses another any more", where="fingerprint")
            if instead != share.fingerprint:
                raise Refusal(
                    409,
                    "another fingerprint has been shown for this seat" if share.fingerprint else "none has been shown",
                    where="instead",
                    right=f"instead: {share.fingerprint}, to bind yourself anew" if share.fingerprint else "nothing",
                )
            share = replace(share, fingerprint=shown)
        if secret:
            own = fingerprint(secret.encode())
            if share.fingerprint and share.fingerprint != own:
                raise Refusal(409, "this is not the secret whose fingerprint you have shown", where="secret")
            share = replace(share, fingerprint=own, secret=secret)
        return share

    def put(self, share: KeptShare) -> None:
        self._of[share.seat] = share


def binding_of(kept: Kept, header: Header, entries: int) -> Binding:  # type: ignore[type-arg]
    """The players who have to add to the dice of a battle before it begins. In old battles nobody had to."""
    begun = entries > header.inherited or header.dice.shares or header.format == UNSEALED
    if kept.seed is None or begun:
        return Binding()
    return Binding([one.seat for one in kept.seats if one.who != "captain"], kept.shares)


def shares_shown(dice: DiceNote, binding: Binding) -> tuple[ShareShown, ...]:
    if not dice.shares:
        return binding.shown
    return tuple(ShareShown(one.seat, fingerprint(one.secret.encode()), True, one.secret) for one in dice.shares)


def said_binding(dice: DiceNote, binding: Binding, seat: str | None) -> list[str]:
    """How far the binding has come, for those who play by text."""
    lines = [
        "The dice are being bound; the battle begins when all players have added to them.",
        f"Note the fingerprint of the server's seed: {dice.commitment}",
    ]
    for one in binding.shown:
        known = f"shows the fingerprint {one.fingerprint}" if one.fingerprint else "has added nothing yet"
        lines.append(f"{one.seat} {known}.")
    if seat in binding.awaited:
        lines.append("Add words of your own that nobody can guess, for example: dice seven herons stood in the rain")
    return lines


def said_awaited(binding: Binding) -> str:
    return f"{' and '.join(binding.awaited)} must add to them first"
