"""What a creature is worth in ordinary combat: as how many figures it strikes, what they add to their dice, what a hit
of theirs is worth, and who is proof against it (CM-FANT-GEN-07, CM-FANT-DWARF-02, CM-FANT-LYCAN-02, CM-FANT-ELF-05)."""

from __future__ import annotations

from typing import Final

from shapely import Polygon

from schiltron.battle.guide.probability import Chances
from schiltron.battle.state.tally import Term
from schiltron.rulesets.chainmail.creatures import rule_of
from schiltron.rulesets.chainmail.field import trait
from schiltron.rulesets.chainmail.law import LAW
from schiltron.rulesets.chainmail.nature import Nature
from schiltron.rulesets.chainmail.state import Battle, Unit, uncanny
from schiltron.rulesets.chainmail.terrain import WOODS
from schiltron.table.lengths import Mil

MAGIC: Final = "magic"
_ELF_DICE: Final = {
    str(row["opponent"]): int(str(row["extra_dice_on_combat_tables"]))
    for row in LAW.sheet("CM-T-fant-elf-weapons").records()
    if row["extra_dice_on_combat_tables"] != "-"
}
_ELVES: Final = ("elves", "fairies")


def nature_of(unit: Unit) -> Nature | None:
    return unit.own.profile.nature


def strikes_as_figures(battle: Battle, unit: Unit, figures: int) -> tuple[int, tuple[Term, ...]]:
    """As how many figures of its class so many of a unit strike (CM-FANT-GEN-07), and why. Lycanthropes in a wood or
    near one are twice as many (CM-FANT-LYCAN-02); the animals they bring are among them (CM-FANT-LYCAN-01)."""
    nature = nature_of(unit)
    if nature is None or nature.attack == 1:
        return figures, ()
    number = figures * nature.attack
    terms = [Term(f"each as {nature.attack}", 0, rule_of(nature, "attack", "CM-FANT-GEN-07"))]
    gathers = trait(unit, "gathers")
    if gathers is not None:
        terms.append(Term(f"with the {gathers.against[0]} that each brings", 0, gathers.rule))
    woods = trait(unit, "fights_double_in_woods")
    if woods is not None and near_woods(battle, unit, woods.value):
        number *= 2
        terms.append(Term("by a wood: twice as many", 0, woods.rule))
    return number, tuple(terms)


def near_woods(battle: Battle, unit: Unit, reach: Mil) -> bool:
    """Whether any figure of a unit stands in a wood or no farther than so much from one."""
    if battle.board is None or not unit.on_table:
        return False
    woods = [feature.polygon for feature in battle.board.features if feature.kind == WOODS]
    return any(wood.distance(Polygon(rect.corners)) <= reach for wood in woods for rect in unit.outline.rects)


def more_dice(unit: Unit, foe: Unit) -> list[Term]:
    """What raises the dice of a table entry: a giant's weapon (CM-FANT-GIANT-01), magical weapons of elves
    (CM-FANT-ELF-05, CM-FANT-ELF-06)."""
    nature, found = nature_of(unit), []
    if nature is None:
        return []
    larger = nature.trait("extra_die")
    if larger is not None:
        found.append(Term("extra die for the size of the weapon", larger.value, larger.rule))
    if nature.arms.sword and nature.is_called(_ELVES):
        other = nature_of(foe)
        names = [name for name in _ELF_DICE if other is not None and name in other.called]
        dice = _ELF_DICE[names[0]] if names else _ELF_DICE["normal_troops"]
        found.append(Term("magical weapons", dice, "CM-FANT-ELF-06" if names else "CM-FANT-ELF-05"))
    return found


def one_die_more(unit: Unit) -> Term | None:
    """A single figure with a magical sword throws one die more (CM-FANT-MAGIC-07)."""
    nature = nature_of(unit)
    if nature is None or not nature.arms.sword or nature.is_called(_ELVES):
        return None
    return Term("magical sword", 1, "CM-FANT-MAGIC-07")


def worth_of_a_hit(unit: Unit, foe: Unit) -> tuple[int, str]:
    """How many hits one hit of a unit counts for against a foe, and by which rule ("": it counts for one). Of an ogre
    elves need three hits and heroes one (CM-FANT-TROLL-04, CM-FANT-TROLL-05)."""
    nature, other = nature_of(unit), nature_of(foe)
    if nature is None or other is None or other.toughness in ("plain", "impervious"):
        return 1, ""
    mine = (*nature.called, *((MAGIC,) if nature.arms.sword else ()))
    needs = [
        (one.value, one.rule)
        for one in other.traits
        if one.word == "quelled" and any(name in mine for name in one.against)
    ]
    fewest, rule = min(needs, default=(other.hits, ""))
    return other.hits // fewest, rule


def halves(unit: Unit, foe: Unit) -> str:
    """The rule by which a unit scores only half its kills on a foe; "" where it does not (CM-FANT-DWARF-02)."""
    other = nature_of(foe)
    dodges = other.against("dodges", nature_of(unit)) if other is not None else None
    return dodges.rule if dodges is not None else ""


def proof(unit: Unit, foe: Unit, *, newly_met: bool, came_on: bool) -> Term | None:
    """Why ordinary blows of a unit do a foe no harm: the foe is proof against them, or hard to strike at first
    (CM-FANT-SPRITE-02)."""
    hard = trait(foe, "proof_to_blows")
    if hard is not None:
        return Term("proof against ordinary blows", 0, hard.rule)
    swift = trait(foe, "untouched_at_first")
    if swift is not None and newly_met and came_on:
        return Term("attacked by those who are untouched at first", 0, swift.rule)
    return None


def idle_term(unit: Unit) -> Term | None:
    """Why a unit strikes nobody at all (CM-FANT-BASILISK-03)."""
    idle = trait(unit, "strikes_nobody")
    return Term("does not strike", 0, idle.rule) if idle is not None else None


def stunned(battle: Battle, unit: Unit) -> int:
    """Figures that are paralysed now (CM-FANT-WRAITH-05, CM-FANT-WIGHT-05)."""
    if unit.own.uncanny is None:
        return 0
    done = uncanny(unit)
    numb = done.numbed if done.numbed_in in (battle.turn, battle.turn - 1) else 0
    return min(unit.figures, done.held + numb)


# ---------------------------------------------------------------- hits


def falls(unit: Unit, hits: int) -> tuple[int, int]:
    """How many figures of a unit so many hits at once kill, and how many hits it keeps (CM-FANT-HERO-07,
    CM-FANT-TROLL-03)."""
    nature = nature_of(unit)
    if nature is None or nature.toughness == "plain":
        return hits, 0
    if nature.toughness == "impervious":
        return 0, 0
    if nature.toughness == "simultaneous":
        return hits // nature.hits, 0
    return divmod(uncanny(unit).wounds + hits, nature.hits)


def figures_fallen(unit: Unit, hits: Chances) -> Chances:
    """Chances of figures that so many hits kill (CM-FANT-GEN-07)."""
    found: list[float] = []
    for number, chance in enumerate(hits):
        killed = falls(unit, number)[0]
        found += [0.0] * (killed + 1 - len(found))
        found[killed] += chance
    return tuple(found)


def can_take(unit: Unit, figures: int) -> int:
    """The hits that so many of its figures can take before all of them are dead."""
    nature = nature_of(unit)
    return figures if nature is None or nature.toughness == "plain" else figures * nature.hits
