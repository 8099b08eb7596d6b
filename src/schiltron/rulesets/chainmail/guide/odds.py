"""The odds of one attack (rules MISSILE and MORALE): kills, losses, and what follows, from the tables of its dice.

The chances come from the outlooks of the chapters, which the captains use too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from msgspec.structs import replace

from schiltron.battle.guide.answers import Odds, Thrust
from schiltron.battle.guide.probability import NONE, Chances, capped, expected, mixed
from schiltron.battle.state.chance import AtLeast
from schiltron.battle.state.tally import Tally
from schiltron.battle.words.grammar import Note, cited, counted, noted, percent
from schiltron.rulesets.chainmail.field import is_commander
from schiltron.rulesets.chainmail.fire.arquebus import SHOOTING, Fusillade
from schiltron.rulesets.chainmail.fire.marksmen import MarkedShot, marked_in_words, rules_of
from schiltron.rulesets.chainmail.fire.outlook import WINS_DIE, fallen, promised
from schiltron.rulesets.chainmail.fire.rates import must_win_die
from schiltron.rulesets.chainmail.fire.tables import WORDS, kills_by_face
from schiltron.rulesets.chainmail.fire.volleys import Fire, Volley
from schiltron.rulesets.chainmail.man_to_man.blows import DICE
from schiltron.rulesets.chainmail.man_to_man.shooting import Shafts
from schiltron.rulesets.chainmail.melee.dice import NEED, Blow
from schiltron.rulesets.chainmail.morale.outlook import remains_by
from schiltron.rulesets.chainmail.state import Battle, Unit


def leaves(battle: Battle, unit: Unit, fallen: Chances) -> float:
    """How likely a unit with figures left is to leave the table for its losses (CM-MORALE-01, CM-MORALE-03)."""
    if is_commander(unit):
        return 0.0
    return max(0.0, 1.0 - destroyed(unit, fallen) - remains_by(battle, unit, fallen))


def destroyed(unit: Unit, fallen: Chances) -> float:
    return sum(fallen[unit.figures :])


def weighed(odds: Odds, chance: float, otherwise: float = 0.0) -> Odds:
    """Odds of an attack that comes only with some chance; `otherwise` is how likely the target breaks without it."""
    losses = mixed(((chance, odds.losses), (1.0 - chance, NONE)))
    return replace(
        odds,
        hits=mixed(((chance, odds.hits), (1.0 - chance, NONE))),
        losses=losses,
        expected_losses=expected(losses),
        breaks=chance * odds.breaks + otherwise,
        destroyed=chance * odds.destroyed,
    )


# ---------------------------------------------------------------- missiles


def fire_odds(battle: Battle, fire: Fire, others: Iterable[Fire] = ()) -> Odds:
    """What fire does by itself, in the missile fire step with the die roll that may be due for it (CM-MISSILE-09)."""
    odds = loosed_odds(battle, fire)
    if must_win_die(battle, battle.units[fire.unit]):
        note = cited(f"only if they win a die roll, {percent(WINS_DIE)}", "CM-MISSILE-09")
        odds = replace(weighed(odds, WINS_DIE), notes=noted(note, *odds.notes))
    before = sum(other.shots for other in others if other.target == fire.target)
    if before:
        note = Note(f"without the {counted(before, 'shot')} declared at them before")
        odds = replace(odds, exact=False, notes=noted(*odds.notes, note))
    return odds


def loosed_odds(battle: Battle, fire: Fire) -> Odds:
    """What fire does that is let off for certain."""
    target = battle.units[fire.target]
    kills = promised(fire)
    losses = capped(fallen(battle, fire), target.figures)
    return Odds(
        exact=True,
        dice=_dice(fire),
        needs=fire.firing if isinstance(fire, Volley | MarkedShot) else fire.need,
        hits=kills,
        losses=losses,
        expected_losses=expected(losses),
        breaks=leaves(battle, target, losses),
        notes=noted(*_of_fire(fire)),
        target=target.id,
        action=SHOOTING,
        destroyed=destroyed(target, losses),
        blows=(_thrust(fire.firing.total * fire.shots, fire.need),) if isinstance(fire, Fusillade) else (),
    )


def _dice(fire: Fire) -> int:
    if isinstance(fire, MarkedShot):
        return DICE if fire.score is not None else 0
    if isinstance(fire, Volley):
        return len(fire.groups)
    return fire.firing.total * fire.shots * (DICE if isinstance(fire, Shafts) else 1)


def _of_fire(fire: Fire) -> Iterator[Note]:
    if isinstance(fire, Shafts):
        yield cited("two dice for each man", "CM-MTM-26")
        if fire.at_horse:
            yield cited("no score kills the riders: at their horses", "CM-MTM-25")
        if fire.way == "indirect":
            yield cited("over heads", "CM-MTM-31")
        return
    if isinstance(fire, MarkedShot):
        yield cited(marked_in_words(fire), *rules_of(fire))
        return
    if isinstance(fire, Fusillade):
        yield cited("armour is no help", "CM-GUN-01")
        return
    yield from (table(fire, group) for group in dict.fromkeys(fire.groups))
    if fire.way == "indirect":
        yield cited("over heads", "CM-MISSILE-25", "CM-MISSILE-26")
    if fire.covered:
        yield cited("soft cover halves the kills", "CM-MISSILE-27")


def table(fire: Volley, group: int) -> Note:
    """As in "12 firing at unarmored: 1-2 kills 1, 3-6 kills 2" (CM-MISSILE-01)."""
    faces = enumerate(kills_by_face(group, fire.column, fire.bonus), 1)
    parts = []
    for kills, like in groupby(faces, key=lambda one: one[1]):
        shown = [face for face, _ in like]
        die = str(shown[0]) if len(shown) == 1 else f"{shown[0]}-{shown[-1]}"
        parts.append(f"{die} kills {kills}")
    return cited(f"{group} firing at {WORDS[fire.column]}: {', '.join(parts)}", "CM-MISSILE-01")


# ---------------------------------------------------------------- hand to hand


def most_of(blows: Iterable[Blow]) -> Tally:
    """What most of the dice need; nothing where nobody strikes."""
    most = max(blows, key=lambda blow: blow.dice.total, default=None)
    return most.need if most is not None else Tally(NEED, (), verdict="impossible")


def thrusts(blows: Iterable[Blow]) -> tuple[Thrust, ...]:
    return tuple(_thrust(blow.dice.total, blow.need) for blow in blows if blow.dice.total)


def _thrust(dice: int, need: Tally) -> Thrust:
    return Thrust(dice, need, AtLeast(need.total))
