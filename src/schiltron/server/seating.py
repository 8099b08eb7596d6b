"""Who sits where at one battle: seats, who holds them, what they call themselves, the links that give one away."""

from __future__ import annotations

import asyncio

from schiltron.battle.state.battle import AnyBattle
from schiltron.captains.opponents import described
from schiltron.server.listeners import Audience
from schiltron.server.shown import Player
from schiltron.server.store import Kept, KeptSeat


class Seating:
    """The seats of one battle. `lock` is held while somebody takes one or gives one away."""

    def __init__(self, kept: Kept) -> None:
        self.seats: dict[str, KeptSeat] = {seat.seat: seat for seat in kept.seats}
        self.holders = set(kept.holders)
        """Visitors with the seats they hold; the empty seat is held by who set the battle up."""
        self.invitations = list(kept.invitations)
        self.names = dict(kept.names)
        """What visitors call themselves, by visitor and seat."""
        self.lock = asyncio.Lock()

    @property
    def all_taken(self) -> bool:
        held = self._held
        return all(one.who == "captain" or one.seat in held for one in self.seats.values())

    @property
    def _held(self) -> set[str]:
        return {seat for _, seat in self.holders}

    def name_of(self, seat: str) -> str:
        """What the holder of a seat calls themselves; for the empty seat, the player who set the battle up."""
        held = (self.names.get(one, "") for one in sorted(self.holders) if one[1] == seat)
        return next((name for name in held if name), "")

    def leaders(self, battle: AnyBattle) -> dict[str, str]:
        """The names of those who lead the sides, as far as they have given one."""
        named = {one.side: self.name_of(one.id) for one in battle.seats if one.side}
        return {side: name for side, name in named.items() if name}

    def rename(self, visitor: str, name: str) -> None:
        for one in self.holders:
            if one[0] == visitor:
                self.names[one] = name

    def players(self, battle: AnyBattle, audience: Audience) -> tuple[Player, ...]:
        """Every seat with who sits there and whether they are here."""
        side = {seat.id: seat.side for seat in battle.seats}
        present, held = audience.present(self.seats), self._held
        return tuple(
            Player(
                seat=one.seat,
                side=side.get(one.seat, ""),
                who=one.who,
                captain=one.captain,
                connected=present[one.seat],
                taken=one.who == "captain" or one.seat in held,
                offered=any(link.open and link.kind == "anew" and link.seat == one.seat for link in self.invitations),
                given_anew=sum(
                    1 for link in self.invitations if link.taken and link.kind == "anew" and link.seat == one.seat
                ),
                name=described(one.captain).called if one.who == "captain" else self.name_of(one.seat),
            )
            for one in self.seats.values()
        )
