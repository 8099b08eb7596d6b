"""The book's own state: what a unit and the battle carry, and the steps of play (chapters B1, A3, A4 and others)."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from msgspec import Struct

from schiltron.battle.play.agenda import Scene as AnyScene
from schiltron.battle.play.agenda import Step
from schiltron.battle.play.open_decision import Asked as AnyAsked
from schiltron.battle.play.powers import Power
from schiltron.battle.state.battle import Battle as AnyBattle
from schiltron.battle.state.decision import Zone
from schiltron.battle.state.derived import derived
from schiltron.battle.state.unit import Unit as AnyUnit
from schiltron.battle.state.unit_parts import always_saved, changing
from schiltron.rulesets.book_of_war.conditions import PARTS, Conditions
from schiltron.rulesets.book_of_war.options import Options
from schiltron.table.lengths import Mil

ROUTED = "routed"
CORNERED = "cornered"
_COMMON: Final = Conditions()


class ThisTurn(Struct, frozen=True, omit_defaults=True):
    """What a unit has done since its side's turn began: BeginTurn starts it afresh."""

    spent: Mil = 0
    """Of its move allowance."""
    moved: bool = False
    shot: bool = False
    shot_wasted: bool = False
    """Whether its shot could not be made."""
    split: bool = False
    """Whether it made the first half of a split move (BW-B2-43)."""
    collided: tuple[str, ...] = ()
    """Whom it ran into."""
    busy: bool = False
    """Whether it does something else all turn, and so does not fight (BW-A3-25)."""
    cast: bool = False
    """Whether a wizard has cast a greater spell, or goes on with one (BW-A4-14)."""
    shifted: bool = False
    """Whether a wizard has shifted the weather (BW-A4-18)."""
    wand_shots: int = 0
    """Shots of a wizard's wand (BW-A4-09)."""


class Combat(Struct, frozen=True, omit_defaults=True):
    """A special combat of a hero (BW-A3-36): with whom, and the player-turn in which it was settled."""

    foe: str
    since: int
    refused: bool = False
    """Whether one of them refused it (BW-A3-39)."""


class UnitPart(Struct, frozen=True, omit_defaults=True):
    """What the book knows of a unit."""

    partial_hits: int = always_saved(0)
    """Hits that wait for the next figure (BW-C3-05)."""
    lost: int = always_saved(0)
    """Figures of this player-turn, still to be judged by a morale check."""
    lost_since: bool = always_saved(False)
    """Whether any fell since the owner's last morale phase (BW-B5-08)."""
    routed_since: int = always_saved(0)
    turn: ThisTurn = always_saved(ThisTurn())
    burnt_hits: int = 0
    """Of those that wait, hits by fire or acid, which do not close (BW-A2-22)."""
    used: tuple[tuple[str, int], ...] = ()
    """How often it has used each of its powers."""
    flanked: int = 0
    """The player-turn in which it was last attacked in flank or rear (BW-O3-06)."""
    wand: str = ""
    """Which wand a wizard carries (BW-A4-07)."""
    spells: tuple[str, ...] = ()
    """The greater spells that a wizard prepared, those cast already among them (BW-A4-13)."""

    extra: tuple[Power, ...] = ()
    """Spells besides the book's own that a wizard's army has defined (BW-A4-29)."""
    combats: tuple[Combat, ...] = ()
    """Of a hero, with each foe the last one."""
    hurt: int = 0
    """Hit points of a hero that he has lost in special combat, short of a whole hit (BW-A3-36)."""
    run: int = 0
    """Of a ship: how far it has run straight since its last turn, as parts of what a turn takes (BW-O6-19)."""

    def uses(self, power: str) -> int:
        return dict(self.used).get(power, 0)


class BattlePart(Struct, frozen=True, dict=True, omit_defaults=True):
    """The book's part of a battle. `order` is who goes first in everything (BW-B1-02, BW-B1-03); zones are where each
    side sets up."""

    options: Options
    zones: tuple[tuple[str, Zone], ...]
    order: tuple[str, ...] = always_saved(())
    terrain_fixed: bool = always_saved(True)
    player_turns: int = always_saved(0)
    natural_weather: Literal["", "sunny", "cloudy", "rainy", "stormy"] = ""
    """As it was rolled or given (BW-O1-01); "" where weather is not played."""
    weather: Literal["", "sunny", "cloudy", "rainy", "stormy"] = ""
    """As it is now: never more than one step from the natural (BW-O1-03)."""
    horses: tuple[tuple[str, int], ...] = ()
    """After the battle: how many each side has caught (BW-O8-04)."""

    @derived
    def conditions(self) -> Conditions | None:
        """What is out of the common for everybody on the field; None where nothing is."""
        options = self.options
        found = Conditions(self.weather, options.darkness, options.long_range != "none", PARTS[options.turn_length])
        return None if found == _COMMON else found

    @derived
    def plain_nerve(self) -> bool:
        """Whether nothing counts in a morale check but a unit's type and its losses."""
        options = self.options
        switches = (options.alignment, options.cohesion, options.extra_ranks, options.leadership)
        return self.conditions is None and all(switch == "none" for switch in switches)

    def zone(self, side: str) -> Zone:
        return dict(self.zones)[side]


Unit: TypeAlias = AnyUnit[UnitPart]
Battle: TypeAlias = AnyBattle[BattlePart, UnitPart, Step]
Scene: TypeAlias = AnyScene[BattlePart, UnitPart, Step]
Asked: TypeAlias = AnyAsked[BattlePart, UnitPart, Step]

with_turn: Final = changing("turn")
