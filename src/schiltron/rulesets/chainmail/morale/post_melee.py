"""Post-melee morale: the arithmetic of CM-MELEE-17 to CM-MELEE-23, and whom it falls upon."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from schiltron.battle.play.agenda import rolls
from schiltron.battle.state.chance import Pool, Roll, SumOf, Thrown
from schiltron.battle.state.event import Checked, Ruled
from schiltron.battle.state.tally import Tally, Term
from schiltron.battle.words.grammar import listed
from schiltron.rulesets.chainmail.creatures import rule_of
from schiltron.rulesets.chainmail.fantasy.light import sullen
from schiltron.rulesets.chainmail.field import alive, fearless, helpless, is_fleeing, like_figures
from schiltron.rulesets.chainmail.law import LAW
from schiltron.rulesets.chainmail.melee.after import carry_on
from schiltron.rulesets.chainmail.morale.flight import flee, run_on
from schiltron.rulesets.chainmail.morale.prisoners import Reaction, TakePrisoners, may_be_taken, tell_no_quarter
from schiltron.rulesets.chainmail.morale.reactions import React
from schiltron.rulesets.chainmail.state import Battle, Profile, Scene, Unit
from schiltron.rulesets.chainmail.steps import MeleeSide, PostMelee

SMALL: Final = 20
"""Both sides with fewer figures than that: all totals are doubled (CM-MELEE-23)."""
WHY: Final = "after the melee"
_RULES: Final = ("CM-MELEE-17", "CM-MELEE-18", "CM-MELEE-19", "CM-MELEE-20")
_EXTRA: Final = {str(row["type"]): row["morale_rating"] for row in LAW.sheet("CM-T-fant-ratings").records()}
_SWORD: Final = int(str(_EXTRA["magical_sword"]))
_ARMOUR: Final = int(str(_EXTRA["magic_armor"]))
_RATINGS: Final = {str(row["type"]): int(row["rating"]) for row in LAW.sheet("CM-T-morale-rating").records()}


class Outcome(NamedTuple):
    """A line of the table of reactions: what the lower side does, and how far, in thousandths of a normal move."""

    least: int
    reaction: Reaction
    reach: int


_OUTCOMES: Final = tuple(
    Outcome(
        int(row["difference_min"]),
        row["reaction"],  # type: ignore[arg-type]
        round(1000 * float(row["move_back_moves"])) if row["move_back_moves"] != "-" else 0,
    )
    for row in LAW.sheet("CM-T-post-melee").records()
)


def outcome_for(difference: int) -> Outcome:
    """How the lower side reacts to a difference (CM-MELEE-21)."""
    return max(one for one in _OUTCOMES if one.least <= difference)


# ---------------------------------------------------------------- the scores


class Score(NamedTuple):
    """What counts of one side: its units with their survivors of the figures involved, and all that it lost.

    `involved` are the figures when the melee began (CM-MELEE-23).
    """

    side: str
    survivors: tuple[tuple[Unit, int], ...]
    involved: int
    lost: int
    sulking: tuple[tuple[str, Term], ...] = ()
    """Units whose rating is lower in bright light (CM-FANT-GOBLIN-02)."""

    @property
    def left(self) -> int:
        return sum(number for _, number in self.survivors)


def score_of(battle: Battle, side: MeleeSide) -> Score:
    """Who was struck without striking back is out of the reckoning (CM-MELEE-29)."""
    numbers = zip(side.units, side.involved, side.lost, side.began or side.involved, strict=True)
    counted = [one for one in numbers if not helpless(battle.units[one[0]])]
    return Score(
        side.side,
        tuple((battle.units[key], there - lost) for key, there, lost, _ in counted),
        sum(began for _, _, _, began in counted),
        sum(lost for _, _, lost, _ in counted),
        tuple((key, less) for key, *_ in counted if (less := sullen(battle, battle.units[key])) is not None),
    )


def reckoned(one: Score, other: Score, die: int) -> tuple[Tally, Tally]:
    """The totals of both sides, term by term (CM-MELEE-20)."""
    doubled = one.involved < SMALL and other.involved < SMALL
    return _total(one, other, die, doubled=doubled), _total(other, one, die, doubled=doubled)


def _total(mine: Score, theirs: Score, die: int, *, doubled: bool) -> Tally:
    terms: list[Term] = []
    fewer = theirs.lost - mine.lost
    if fewer > 0:
        terms.append(Term(f"{fewer} fewer lost × {die}", fewer * die, "CM-MELEE-17"))
    more = mine.left - theirs.left
    if more > 0:
        terms.append(Term(f"{mine.left} survivors against {theirs.left}", more, "CM-MELEE-18"))
    alike = [each for unit, number in mine.survivors if number for each in like_figures(unit, number)]
    terms += [term for unit, number in alike for term in _rated(unit, number, dict(mine.sulking))]
    if doubled:
        terms.append(Term(f"fewer than {SMALL} a side: doubled", sum(term.value for term in terms), "CM-MELEE-23"))
    return Tally("post-melee total", tuple(terms))


def kind_of(profile: Profile) -> str:
    return (profile.rated if profile.nature is None else profile.nature.key).replace("_", " ")


def rating_of(profile: Profile) -> int | None:
    """The Morale Rating of a type (CM-MELEE-19); None where the fantasy supplement has none for it. A magical sword and
    magic armour add to it (CM-FANT-MAGIC-11, CM-FANT-MAGIC-13)."""
    nature = profile.nature
    if nature is None:
        return _RATINGS[profile.rated]
    if nature.rating is None:
        return None
    return nature.rating + _SWORD * bool(nature.arms.sword) + _ARMOUR * nature.arms.armour


def _rated(unit: Unit, number: int, sulks: Mapping[str, Term]) -> list[Term]:
    """Survivors times the Morale Rating of their type, which is 1 less for the fatigued (CM-MELEE-19)."""
    rating = rating_of(unit.own.profile) or 0
    nature = unit.own.profile.nature
    rule = "CM-MELEE-19" if nature is None else rule_of(nature, "rated", "CM-FANT-GEN-03")
    terms = [Term(f"{number} {kind_of(unit.own.profile)} × {rating}", number * rating, rule)]
    if unit.id in sulks:
        less = sulks[unit.id]
        terms.append(Term(f"{less.label}: {-less.value} less each", number * less.value, less.rule))
    if unit.own.past.fatigued:
        terms.append(Term("fatigued: 1 less each", -number, "CM-FATIGUE-07"))
    return terms


def rated(score: Score) -> bool:
    """Whether any who are left of a side have a Morale Rating; without one there is nothing to compare."""
    return any(rating_of(unit.own.profile) is not None for unit, number in score.survivors if number)


# ---------------------------------------------------------------- the step


def _standing(battle: Battle, score: Score) -> tuple[str, ...]:
    """Units of a side that are still there to react."""
    return tuple(unit.id for unit, _ in score.survivors if _is_there(battle.units[unit.id]))


def _is_there(unit: Unit) -> bool:
    return alive(unit) and unit.on_table


def _ask(battle: Battle, step: PostMelee) -> Roll | None:
    """One die, if one side lost fewer than the other (CM-MELEE-17)."""
    one, other = (score_of(battle, side) for side in step.sides)
    if not _standing(battle, one) or not _standing(battle, other) or one.lost == other.lost:
        return None
    if not (rated(one) and rated(other)):
        return None
    better = one if one.lost < other.lost else other
    names = listed([unit.name for unit, _ in better.survivors])
    return Roll(
        purpose=f"post-melee morale, {abs(one.lost - other.lost)} fewer lost by {names}",
        pools=(Pool(1, 6, SumOf(), "times fewer lost", whose=better.side),),
        rules=("CM-MELEE-17", "CM-TURN-16"),
    )


def _do(scene: Scene, step: PostMelee) -> None:
    _settle(scene, step, 0)


def _roll(scene: Scene, step: PostMelee, pools: tuple[Thrown, ...]) -> None:
    _settle(scene, step, pools[0].total)


def _settle(scene: Scene, step: PostMelee, die: int) -> None:
    """Who was caught goes on with its flight; then the lower of two sides that still stand reacts."""
    one, other = (score_of(scene.battle, side) for side in step.sides)
    _run_on_caught(scene, step)
    first, second = _standing(scene.battle, one), _standing(scene.battle, other)
    if first and second and not (rated(one) and rated(other)):
        scene.tell(Ruled(what="nobody's morale is compared: one side has no Morale Rating", rules=("CM-FANT-GEN-03",)))
        carry_on(scene, unopposed(scene.battle, step, (*first, *second)), ())
    elif first and second:
        if not _react(scene, (one, first), (other, second), die):
            carry_on(scene, unopposed(scene.battle, step, (*first, *second)), ())
    elif first or second:
        beaten = step.sides[1 if first else 0]
        carry_on(scene, first or second, beaten.units)


def _run_on_caught(scene: Scene, step: PostMelee) -> None:
    """They suffered without striking back, and continue their retreat or rout (CM-MELEE-29)."""
    for side, enemy in (step.sides, step.sides[::-1]):
        for key in side.units:
            unit = scene.unit(key)
            if not _is_there(unit) or not helpless(unit):
                continue
            if unit.own.morale.flight is not None:
                run_on(scene, key, ("CM-MELEE-29",), foes=enemy.units)
            else:
                flee(scene, key, "retreat", rules=("CM-MELEE-29", "CM-HIST-03"), foes=enemy.units)


Standing = tuple[Score, tuple[str, ...]]


def unopposed(battle: Battle, step: PostMelee, units: tuple[str, ...]) -> tuple[str, ...]:
    """Those of whom every enemy they struck at, or who struck at them, is gone, though the melee goes on around."""

    def gone(key: str) -> bool:
        unit = battle.units[key]
        return not _is_there(unit) or is_fleeing(unit)

    found = []
    for key in units:
        foes = {foe for blow in step.blows if key in blow for foe in blow} - {key}
        if foes and all(gone(foe) for foe in foes):
            found.append(key)
    return tuple(found)


def _react(scene: Scene, one: Standing, other: Standing, die: int) -> bool:
    """Whether one of the two sides gives way."""
    totals = reckoned(one[0], other[0], die)
    difference = totals[0].total - totals[1].total
    what = outcome_for(abs(difference))
    holds = what.reaction == "melee_continues"
    _tell(scene, one[1], totals[0], totals[1], passed=difference >= 0 or holds)
    _tell(scene, other[1], totals[1], totals[0], passed=difference <= 0 or holds)
    if holds:
        return False
    winners, losers = (one[1], other[1]) if difference > 0 else (other[1], one[1])
    losers = tuple(key for key in losers if not fearless(scene.battle.units[key]))
    if not losers:
        return False
    react = React(winners, losers, what.reaction, what.reach)
    taking = what.reaction != "surrender" and may_be_taken(scene.battle, winners, losers)
    if not taking and what.reaction != "surrender":
        tell_no_quarter(scene, winners, losers)
    scene.now(*((TakePrisoners(winners, losers, what.reaction),) if taking else ()), react)
    return True


def _tell(scene: Scene, units: tuple[str, ...], mine: Tally, theirs: Tally, *, passed: bool) -> None:
    """Told of the first of them, for the whole side."""
    rules = tuple(dict.fromkeys((*_RULES, *mine.rules)))
    scene.tell(Checked(unit=units[0], why=WHY, tally=mine, need=theirs.total, passed=passed, rules=rules))


POST_MELEE: Final = rolls(PostMelee, ask=_ask, roll=_roll, do=_do)
