"""Individual fire with missiles: CM-MTM-26 to CM-MTM-31. One man shoots at one man, and rolls two dice."""

from __future__ import annotations

from typing import Final, NamedTuple

from msgspec.structs import replace

from schiltron.battle.guide.probability import Chances, below, successes, sums
from schiltron.battle.play.agenda import Step, rolls
from schiltron.battle.play.casualties import Harm
from schiltron.battle.state.chance import Pool, Roll, SumOf, Thrown
from schiltron.battle.state.event import Reported, Struck
from schiltron.battle.state.illegal import Reason
from schiltron.battle.state.tally import Tally, Term
from schiltron.battle.words.grammar import counted
from schiltron.rulesets.chainmail.fantasy.light import shy_term
from schiltron.rulesets.chainmail.law import LAW
from schiltron.rulesets.chainmail.losses import fell
from schiltron.rulesets.chainmail.man_to_man.arms import WORN, Kit, armour_class, befall, kit, lot, said
from schiltron.rulesets.chainmail.man_to_man.blows import DICE, DIE, NEED, magic_armour
from schiltron.rulesets.chainmail.man_to_man.unhorsed import dismount
from schiltron.rulesets.chainmail.state import Battle, Profile, Scene, Unit
from schiltron.table.lengths import TOLERANCE, Mil, inches

SHOOTING: Final = "shooting"
_MOST: Final = DICE * DIE


class Shafts(Step, frozen=True, omit_defaults=True, tag="chainmail.shafts"):
    """The missiles of a unit's men at one target: two dice each (CM-MTM-26), that must come to `need`.

    They are aimed `at_horse` where no score would kill the riders. `way` is how they are shot.
    """

    unit: str
    target: str
    firing: Tally
    need: Tally
    shots: int = 1
    at_horse: bool = False
    way: str = "direct"


class Line(NamedTuple):
    """A weapon in one band of its range: as far as that, and what kills by armour class; 0: nothing does."""

    band: str
    reach: Mil
    at_men: tuple[int, ...]
    at_horse: tuple[int, int]
    """Of a horse without armour, and of a barded one."""


def _cell(value: object) -> int:
    return value if isinstance(value, int) else 0


_RECORDS: Final = LAW.sheet("CM-T-mtm-missile").records()
LINES: Final[dict[str, tuple[Line, ...]]] = {
    weapon: tuple(
        Line(
            str(row["band"]),
            inches(int(row["band_to_inches"])),
            tuple(_cell(row[f"armor_{number}"]) for number in range(1, len(WORN) + 1)),
            (_cell(row["horse_no_armor"]), _cell(row["horse_barded"])),
        )
        for row in _RECORDS
        if row["weapon"] == weapon
    )
    for weapon in dict.fromkeys(str(row["weapon"]) for row in _RECORDS)
}
_ON_FOOT: Final = {
    "bow": "short_bow",
    "composite_bow": "composite_bow",
    "longbow": "longbow",
    "crossbow": "light_crossbow",
    "heavy_crossbow": "heavy_crossbow",
    "arquebus": "arquebus",
}
_RIDING: Final = {"bow": "horse_bow", "composite_bow": "horse_bow"}
_TOTALS: Final = sums(DICE, DIE)


def line_of(profile: Profile) -> str:
    """The line of the table for what a man shoots; "" for what is only thrown."""
    return (_RIDING if profile.mounted else _ON_FOOT).get(profile.missile, "")


def range_of(profile: Profile) -> Mil:
    """How far it carries (CM-MTM-27, CM-MTM-30)."""
    line = line_of(profile)
    return LINES[line][-1].reach if line else 0


def at(line: str, apart: Mil) -> Line:
    """The third of its range a distance lies in (CM-MTM-27)."""
    return next((one for one in LINES[line] if apart <= one.reach + TOLERANCE), LINES[line][-1])


# ---------------------------------------------------------------- aimed


def shafts(
    battle: Battle, shooter: Profile, pair: tuple[Unit, Unit], firing: Tally, apart: Mil, cover: int, *, over: bool
) -> Shafts | list[Reason]:
    """The fire of so many men at a target, or why no score kills there; `over` heads, `cover` is no help."""
    unit, target = pair
    one = at(line_of(shooter), apart)
    aimed_at = kit(battle, target, 0)
    number = armour_class(aimed_at.armour) + over
    if number > len(WORN):
        text = f"{target.name} in {said(aimed_at.armour)} cannot be hurt by fire over heads"
        return [Reason(text, ("CM-MTM-31",))]
    score = one.at_men[number - 1]
    at_horse = not score and bool(aimed_at.horse)
    if at_horse:
        score = one.at_horse[aimed_at.barded]
    if not score:
        text = f"{said(line_of(shooter))}s cannot kill in {said(aimed_at.armour)} at {one.band} range"
        return [Reason(text, ("CM-MTM-28",), measured=True)]
    terms = _terms(shooter, one, aimed_at, score, cover, over=over, at_horse=at_horse)
    shy = shy_term(battle, unit)
    if shy is not None:
        terms = (*terms, Term(shy.label, -shy.value, shy.rule))
    need = Tally(NEED, (*terms, *(magic_armour(target) if not at_horse else ())))
    if need.total > _MOST:
        rules = ("CM-MTM-29",) if cover and not over else need.rules
        where = "in such cover" if cover and not over else "there"
        return [Reason(f"no dice kill {target.name} {where}", rules, measured=True)]
    return Shafts(unit.id, target.id, firing, need, at_horse=at_horse, way="indirect" if over else "direct")


def _terms(
    shooter: Profile, one: Line, aimed_at: Kit, score: int, cover: int, *, over: bool, at_horse: bool
) -> tuple[Term, ...]:
    whom = ("a barded horse" if aimed_at.barded else "a horse") if at_horse else said(aimed_at.armour)
    terms = [Term(f"{said(line_of(shooter))} at {whom}, {one.band} range", score, "CM-MTM-26")]
    if over:
        terms.append(Term("over heads: the next higher armour", 0, "CM-MTM-31"))
    elif cover:
        terms.append(Term("in cover" if cover == 1 else "in good cover", cover, "CM-MTM-29"))
    return tuple(terms)


def promised(fire: Shafts) -> Chances:
    """The chance of each number of men killed; of horses none is a man."""
    if fire.at_horse:
        return (1.0,)
    return successes(fire.firing.total * fire.shots, 1 - below(_TOTALS, fire.need.total))


# ---------------------------------------------------------------- dice


def _ask(battle: Battle, step: Shafts) -> Roll | None:
    unit, target = battle.units[step.unit], battle.units[step.target]
    if not target.figures:
        return None
    label = f"{unit.name} at {target.name}"
    pools = tuple(Pool(DICE, DIE, SumOf(), label, unit.side) for _ in range(step.firing.total * step.shots))
    return Roll(f"{unit.name} fire at {target.name}", pools, ("CM-MTM-26", "CM-MTM-27"))


def _roll(scene: Scene, step: Shafts, pools: tuple[Thrown, ...]) -> None:
    totals = [pool.total for pool in pools]
    hits = sum(total >= step.need.total for total in totals)
    dice = Tally("dice", tuple(Term("2d6", total) for total in totals))
    scene.tell(
        Struck(
            unit=step.unit,
            target=step.target,
            action=SHOOTING,
            dice=DICE * len(totals),
            hits=hits,
            kept=0,
            tallies=(step.firing, dice, step.need),
            rules=tuple(dict.fromkeys(("CM-MTM-26", "CM-MTM-27", *step.need.rules))),
        )
    )
    if step.at_horse:
        _fell_horses(scene, step.target, hits)
    else:
        fell(scene, step.target, hits, Harm(("missile",), step.unit, ("CM-MTM-26",)))


def _fell_horses(scene: Scene, key: str, hits: int) -> None:
    """Horses go down, and their riders go on on foot (CM-MTM-25)."""
    unit = scene.unit(key)
    places = [place for place in range(unit.figures) if kit(scene.battle, unit, place).horse][:hits]
    if not places:
        return
    turn = scene.battle.turn
    scene.change(befall(unit, {place: replace(lot(unit, place), afoot=True, prone_in=turn) for place in places}))
    down = counted(len(places), "horse")
    what = f"{down} of {unit.name} {'goes' if len(places) == 1 else 'go'} down, and the riders are on foot"
    scene.tell(Reported(what=what, rules=("CM-MTM-25",)))
    dismount(scene, key)


SHAFTS = rolls(Shafts, ask=_ask, roll=_roll, do=lambda _scene, _step: None)
