"""The dice of one live battle: sealed by a seed, bound by what the players add, and what everybody is shown of them."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from schiltron.battle.door.dice import SealedDice
from schiltron.battle.record.journal import Journal
from schiltron.server.dice_binding import binding_of, shares_shown
from schiltron.server.shown import DiceShown
from schiltron.server.store import Kept


class LiveDice:
    """`source` throws them: None where nothing is sealed, and until they are bound. `binding` has what players add."""

    def __init__(self, kept: Kept, journal: Journal[Any, Any, Any]) -> None:
        self._seed = kept.seed
        self._journal = journal
        self.binding = binding_of(kept, journal.header, len(journal.entries))
        self.source: SealedDice | None = None
        self.take_source()
        self.on_disk()

    @property
    def sealed(self) -> bool:
        """Whether the server throws, or draws, by a seed of its own."""
        return self._seed is not None

    def take_source(self) -> None:
        """Nothing that the dice come of is awaited any more."""
        if self._seed is not None and not self.binding.awaited:
            self.source = SealedDice(self._seed, self._journal.header.dice.shares)

    def bind(self) -> None:
        """What all have added stands in the journal, and the dice come of it."""
        header = self._journal.header
        self._journal.header = replace(header, dice=replace(header.dice, shares=self.binding.shares))
        self.take_source()

    def on_disk(self) -> None:
        """How far they are bound has been stored, so that everybody may see it."""
        dice = self._journal.header.dice
        shares = shares_shown(dice, self.binding)
        self._known = DiceShown(dice.kind, dice.commitment, bound=not self.binding.awaited, shares=shares)

    def shown(self, *, over: bool) -> DiceShown:
        """As they are on disk: nobody sees them half bound. When the battle is over, with the seed."""
        return replace(self._known, seed=self.seed_shown(over=over))

    def seed_shown(self, *, over: bool) -> str | None:
        return self._seed.hex() if over and self._seed is not None else None
