"""What a captain is like: how he weighs losses, coming to blows, arrows and horse, and which moves he thinks of.

One value for all books. Weights are factors of what a book's captain reckons anyway, so that 1 leaves it as it is;
habits add moves to those he thinks of.
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct


class Temperament(Struct, frozen=True):
    """Weights and habits of a captain; without any he is even-tempered."""

    name: str = ""
    about: str = ""
    """What players are told of him."""
    own_losses: float = 1.0
    """How much own losses count, in melee, under fire and when the enemy threatens to charge."""
    closing: float = 1.0
    """How much coming to blows promises him, now and later."""
    shooting: float = 1.0
    """How much he makes of what own missiles may do."""
    mounted: float = 1.0
    """How much more coming to blows promises him where his horse does it, and how much less its losses count then."""
    patience: float = 1.0
    """Turns seem so much shorter to him: over 1 what comes later counts more, under 1 he wants it now."""
    holds_off: bool = False
    """Whether he thinks of places beyond the enemy's reach, and of drawing back to them."""
    keeps_bowshot: bool = False
    """Whether those who shoot think of places at the full range of their weapons."""
    rides_round: bool = False
    """Whether all of his horse looks for ways to flank and rear, whatever its pace."""

    def blows(self, *, mounted: bool) -> float:
        """How much coming to blows promises him with foot or with horse."""
        return self.closing * self.mounted if mounted else self.closing

    def risks(self, *, mounted: bool) -> float:
        """How much own losses in blows count with foot or with horse, of what they count otherwise."""
        return 1 / self.mounted if mounted else 1.0


EVEN: Final = Temperament()
BOLD: Final = Temperament(
    "bold", "comes to blows early and counts no losses", own_losses=0.4, closing=1.6, shooting=0.7, patience=0.6
)
CAREFUL: Final = Temperament(
    "careful", "spares his men and waits for good odds", own_losses=2.0, closing=0.7, patience=1.3, holds_off=True
)
ARCHER: Final = Temperament(
    "archer", "shoots as long as there is anybody to shoot at", closing=0.5, shooting=4.0, keeps_bowshot=True
)
HORSEMAN: Final = Temperament("horseman", "wins with his horse", closing=0.5, mounted=4.0, rides_round=True)

TEMPERAMENTS: Final = {one.name: one for one in (BOLD, CAREFUL, ARCHER, HORSEMAN)}
"""By name. Who has none is even-tempered."""
