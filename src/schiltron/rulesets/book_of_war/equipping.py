"""What wizards of an army list carry (chapter A4): a wand, and the greater spells they have prepared."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from schiltron.battle.play.powers import Power
from schiltron.battle.state.tally import Term
from schiltron.rulesets.book_of_war.individuals import WIZARDS, bare
from schiltron.rulesets.book_of_war.law import LAW
from schiltron.rulesets.book_of_war.magic.house_spells import PricedSpell, read_back
from schiltron.rulesets.book_of_war.magic.rows import GREATER, WANDS
from schiltron.rulesets.book_of_war.options import Options
from schiltron.rulesets.book_of_war.state import Unit
from schiltron.rulesets.quartermaster import Enlisted, Violation

_WORDS: Final = ("wand", "spells", "extra")
_USUAL: Final = ("death_spell", "disintegrate", "lower_water", "move_earth", "antimagic_shell")
"""What a wizard has prepared whose list does not say, the first as many as his rank lets him."""


def price(unit: Enlisted) -> tuple[Term, ...]:
    """The first rank, what the others cost more, and other spells (BW-A4-32, BW-A4-33, BW-A4-34)."""
    first, troop = WIZARDS["wizard_1"].cost, WIZARDS[unit.troop]
    terms = [Term("wizard", first * unit.figures, "BW-A4-32")]
    if troop.rank > 1:
        terms.append(Term(f"{troop.rank - 1} ranks above the first", (troop.cost - first) * unit.figures, "BW-A4-33"))
    terms += [Term(one.power.title, one.price * unit.figures, "BW-A4-34") for one in _extra(unit) if one.price]
    return tuple(terms)


def _listed(unit: Enlisted, word: str) -> tuple[str, ...]:
    listed = unit.equipment.get(word, ())
    return (listed,) if isinstance(listed, str) else tuple(listed) if isinstance(listed, tuple | list) else ()


def _extra(unit: Enlisted) -> list[PricedSpell]:
    """The spells besides that his army has defined, as often as he has prepared them (BW-A4-29)."""
    return [one for one in map(read_back, _listed(unit, "extra")) if one is not None]


def extra_of(unit: Enlisted) -> tuple[Power, ...]:
    """Each of them once."""
    return tuple({one.power.key: one.power for one in _extra(unit)}.values())


def prepared_by(unit: Enlisted) -> tuple[str, ...]:
    """All spells that he has prepared: greater ones, and others besides (BW-A4-13, BW-A4-34)."""
    return (*spells_of(unit), *(one.power.key for one in _extra(unit)))


def kind_of(unit: Enlisted, options: Options) -> str:
    """The type that a unit is in the battle: a wizard without the basic abilities where these are dropped
    (BW-A4-31)."""
    return bare(unit.troop) if options.basic_abilities == "dropped" and unit.troop in WIZARDS else unit.troop


def wand_of(unit: Enlisted) -> str:
    """The wand that was chosen with the army; of fireballs where nothing is said (BW-A4-07)."""
    return str(unit.equipment.get("wand", WANDS[0]))


def spells_of(unit: Enlisted) -> tuple[str, ...]:
    """The greater spells that were chosen with the army (BW-A4-13)."""
    if unit.equipment.get("spells") is None:
        return _USUAL[: spell_count(unit.troop)]
    return _listed(unit, "spells")


def carried(wizard: Unit) -> dict[str, object]:
    """What a wizard carries, as a list says it."""
    return {"wand": wizard.own.wand or WANDS[0], "spells": tuple(one for one in wizard.own.spells if one in GREATER)}


def spell_count(troop: str) -> int:
    """As many as his rank less one (BW-A4-13)."""
    return int(LAW.sheet("BW-T-wizards").row(WIZARDS[troop].rank)["greater_spells"])


def violations(place: str, unit: Enlisted) -> Iterator[Violation]:
    """Everything against what a wizard of a list carries."""
    for word in unit.equipment:
        if word not in _WORDS:
            yield Violation(
                f"{place}.equipment.{word}", f"a wizard has no {word!r}", "wand, spells or extra", ("BW-A4-07",)
            )
    if wand_of(unit) not in WANDS:
        wrong = f"there is no wand of {wand_of(unit)!r}"
        yield Violation(f"{place}.equipment.wand", wrong, f"one of {', '.join(WANDS)}", ("BW-A4-07",))
    spells = spells_of(unit)
    for spell in spells:
        if spell not in GREATER:
            wrong = f"there is no greater spell {spell!r}"
            yield Violation(f"{place}.equipment.spells", wrong, f"some of {', '.join(GREATER)}", ("BW-A4-13",))
    for line in _listed(unit, "extra"):
        if read_back(line) is None:
            wrong, right = f"there is no spell {line!r}", f"the name of a spell that the list defines, [spells.{line}]"
            yield Violation(f"{place}.equipment.extra", wrong, right, ("BW-A4-29",))
    count = spell_count(unit.troop)
    if len(spells) != count:
        wrong = f"{len(spells)} greater spells for a wizard of rank {WIZARDS[unit.troop].rank}"
        yield Violation(f"{place}.equipment.spells", wrong, f"{count}, one less than his rank", ("BW-A4-13",))
