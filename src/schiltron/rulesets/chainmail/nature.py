"""What a figure of the fantasy supplement is besides a soldier: numbers and traits, as rows of `creatures.toml` give
them (CM-FANT-GEN-02, CM-FANT-GEN-03). A trait is a word that the chapters know; no chapter knows a creature by name."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal

from msgspec import Struct

from schiltron.battle.play.powers import Power
from schiltron.battle.state.unit_parts import always_saved
from schiltron.table.lengths import Mil, inches

TroopClass = Literal["light_foot", "heavy_foot", "armored_foot", "light_horse", "medium_horse", "heavy_horse"]
Word = Literal[
    "alone",
    "bears_magic",
    "bonus",
    "breathes",
    "burns_by_touch",
    "carries",
    "conjured",
    "detects",
    "digs",
    "dodges",
    "driven_back",
    "endurance",
    "extra_die",
    "fearless",
    "feuds",
    "fights_double_in_woods",
    "frees",
    "gathers",
    "hates",
    "hates_under_orders",
    "heartens",
    "hides_in_cover",
    "hunts",
    "inflammable",
    "joins",
    "kills_unless_saved",
    "light_shy",
    "moves_trees",
    "no_ground_move",
    "paralyses_in_melee",
    "paralyses_in_passing",
    "proof_to_blows",
    "proof_to_missiles",
    "quelled",
    "regenerates",
    "sees_in_dark",
    "shot_down",
    "slain_by_its_own_scores",
    "special_only",
    "splits_move",
    "stays_by_water",
    "stings",
    "strikes_nobody",
    "strikes_only_seen",
    "swims",
    "terrifies",
    "throws_stones",
    "turns_to_stone",
    "unseen",
    "untouched_at_first",
    "woken",
    "wrecks",
]
"""All that a creature may be said to be."""
Toughness = Literal["plain", "simultaneous", "cumulative", "impervious"]
"""How hits count: figure for figure; so many at once or none; added up over the battle; not at all."""
ALOFT: Final[Mil] = inches(3)
"""How high above the ground flyers are while they are in the air (CM-FANT-GEN-12)."""


class Trait(Struct, frozen=True, omit_defaults=True):
    """A word, the rule that says so, a number that goes with it (a length, a score, so many), and whom or what it is
    against."""

    word: Word
    rule: str
    value: int = 0
    against: tuple[str, ...] = ()


class Arms(Struct, frozen=True, omit_defaults=True):
    """Magical arms of a figure (CM-FANT-MAGIC-01): a sword that adds so much to two dice, armour, arrows."""

    sword: int = 0
    armour: bool = False
    arrows: int = 0


NO_ARMS: Final = Arms()


def arms_in_words(arms: Arms) -> Iterator[str]:
    """As in "magical sword +2"."""
    if arms.sword:
        yield "magical sword" + (f" +{arms.sword}" if arms.sword > 1 else "")
    if arms.armour:
        yield "magic armour"
    if arms.arrows:
        yield f"{arms.arrows} enchanted arrow" + ("s" if arms.arrows > 1 else "")


class OwnSpell(Struct, frozen=True, omit_defaults=True):
    """A spell that an army has defined, and what it adds to the price of who has it (CM-FANT-SPELL-21)."""

    power: Power
    price: int = 0


class Nature(Struct, frozen=True, omit_defaults=True):
    """A creature. Of so many figures of a class it attacks and defends as (CM-FANT-GEN-07), and that many `hits` of
    ordinary troops kill it, as its toughness says. `combat` is its row and column of the Fantasy Combat Table, `called`
    are the names under which tables and traits know it. Without a `rating` nothing is said of its morale."""

    key: str
    called: tuple[str, ...] = ()
    combat: str = ""
    also: str = ""
    """The second row and column of a figure that is two things at once (CM-FANT-GEN-11)."""
    move: Mil = 0
    charge: Mil = 0
    fly: Mil = 0
    range: Mil = 0
    attack: int = 1
    attacks_as: TroopClass = always_saved("light_foot")
    defends_as: TroopClass = always_saved("light_foot")
    toughness: Toughness = always_saved("plain")
    hits: int = 1
    rating: int | None = None
    eighths: int = 0
    """What a figure costs, in eighths of a point."""
    mounted: bool = False
    size: str = always_saved("man_sized")
    picture: str = always_saved("monster")
    kind: str = ""
    """Which of its sort it is, of elementals and of tribes of orcs."""
    grade: int = 0
    """How many steps a magic user is below a wizard (CM-FANT-WIZARD-01)."""
    throws: str = ""
    """Which of the two missiles a magic user has chosen; "" is the usual one (CM-FANT-WIZARD-10)."""
    spells: tuple[str, ...] = ()
    """The spells a magic user has chosen; none are the usual ones (CM-FANT-SPELL-02)."""
    own_spells: tuple[OwnSpell, ...] = ()
    """Those among them that his army has defined (CM-FANT-SPELL-21)."""
    traits: tuple[Trait, ...] = ()
    arms: Arms = NO_ARMS
    sides: tuple[str, ...] = ()
    """Law, neutral, chaos: the lists in which it stands (CM-FANT-LINEUP-01)."""

    def trait(self, word: Word) -> Trait | None:
        return next((one for one in self.traits if one.word == word), None)

    def has(self, word: Word) -> bool:
        return any(one.word == word for one in self.traits)

    def is_called(self, names: tuple[str, ...]) -> bool:
        """Whether any of these names means it."""
        return any(name in self.called for name in names)

    def against(self, word: Word, other: Nature | None) -> Trait | None:
        """The trait of that word which is about another creature."""
        if other is None:
            return None
        return next((one for one in self.traits if one.word == word and other.is_called(one.against)), None)
