"""What a player is told of men who fight one by one (rules MTM): the odds of a round, and what each of them carries."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Final

from schiltron.battle.guide.answers import Odds, Stat, Verb
from schiltron.battle.guide.probability import expected
from schiltron.battle.state.field import opponents
from schiltron.battle.state.tally import Tally
from schiltron.battle.words.grammar import Note, cited, counted, noted, percent
from schiltron.rulesets.chainmail.man_to_man.arms import (
    HEAVIEST,
    armour_class,
    armour_of,
    class_of,
    horse_of,
    is_barded,
    kit,
    lot,
    on_foot,
    said,
    weapon_of,
)
from schiltron.rulesets.chainmail.man_to_man.blows import DICE, NEED, ManBlow
from schiltron.rulesets.chainmail.man_to_man.first_blow import first, meeting
from schiltron.rulesets.chainmail.man_to_man.outlook import Round, kills_of
from schiltron.rulesets.chainmail.man_to_man.parrying import BANDS
from schiltron.rulesets.chainmail.man_to_man.stances import AT_HORSES, PARRY, SET_HORSES
from schiltron.rulesets.chainmail.melee.challenges import SINGLE_OUT
from schiltron.rulesets.chainmail.state import Battle, Unit

MELEE = "melee"
STANCE_VERBS: Final = {
    PARRY: Verb("Parry", "parry"),
    AT_HORSES: Verb("Strike at horses of", "strike at the horses of"),
    SET_HORSES: Verb("Set horses at", "set their horses at"),
    SINGLE_OUT: Verb("Single out", "single out"),
}
"""What may be said of men in a melee, as buttons and odds call it."""


def man_odds(battle: Battle, ahead: Round, target: Unit, *, alone: bool) -> Odds:
    """What a round does to a unit."""
    losses = ahead.losses[target.id]
    at_it = [one for moment in ahead.moments for one in moment if one.at[0] == target.id]
    return Odds(
        exact=alone,
        dice=DICE * len(at_it),
        needs=at_it[0].need if at_it else Tally(NEED, (), verdict="impossible"),
        hits=losses.fallen,
        losses=losses.fallen,
        expected_losses=expected(losses.fallen),
        breaks=0.0,
        notes=noted(*_notes(battle, at_it, losses.involved, target, alone=alone)),
        target=target.id,
        action=MELEE,
        destroyed=losses.destroyed,
    )


def _notes(battle: Battle, at_it: list[ManBlow], involved: int, target: Unit, *, alone: bool) -> Iterator[Note]:
    yield cited(f"{involved} of {target.figures} in the melee", "CM-MELEE-03")
    for who in opponents(battle, target):
        mine = [one for one in at_it if one.by[0] == who.id]
        yield from _leads(battle, who, target)
        for (label, need, horse), alike in groupby(sorted(mine, key=_kind), key=_kind):
            blows = list(alike)
            kills = "at the horses" if horse else f"{percent(kills_of(blows[0]))} to kill"
            rules = blows[0].need.rules
            yield cited(f"{counted(len(blows), 'blow')}, {label}: {need} or more, {kills}", *rules)
    if not alone:
        yield Note("all who are in this melee together")


def _kind(one: ManBlow) -> tuple[str, int, bool]:
    return one.need.terms[0].label, one.need.total, one.at_horse


def _leads(battle: Battle, who: Unit, target: Unit) -> Iterator[Note]:
    """Why who strikes first does so (CM-MTM-05, CM-MTM-06)."""
    met = meeting(battle, who, target)
    one, other = battle.units[met.attacker], battle.units[met.defender]
    parrying = tuple(key.id for key, foe in ((one, other), (other, one)) if foe.id in key.own.turn.parries)
    begins, why = first(met, kit(battle, one, 0), kit(battle, other, 0), parrying)
    if begins == who.id:
        yield cited(f"{who.name} first: {why.label}", why.rule)
    if met.silenced == who.id:
        yield cited(f"{who.name} strike no blow", "CM-MTM-07")


# ---------------------------------------------------------------- on the card


def men_stats(unit: Unit) -> Iterator[Stat]:
    """What each man carries, and what his weapon can do against longer ones (CM-MTM-03, CM-MTM-22)."""
    line = unit.own.profile
    weapon, armour = weapon_of(line), armour_of(line)
    yield Stat("Weapon", f"{said(weapon)}, class {class_of(weapon)}", "CM-MTM-03", part="fights")
    yield Stat("Wears", f"{said(armour)}, class {armour_class(armour)}", "CM-MTM-03", part="armour")
    if horse_of(line):
        barded = "barded" if is_barded(line) else "not barded"
        yield Stat("Horses", f"{unit.figures - on_foot(unit)}, {barded}", "CM-MTM-25", part="stands")
    often = [(one.blows, class_of(weapon) - one.most) for one in BANDS if one.blows > 1]
    told = [f"{blows} against class {least} and up" for blows, least in often if least <= HEAVIEST]
    yield Stat("Blows", ", ".join(("1", *told)), "CM-MTM-22", part="fights")


def men_notes(battle: Battle, unit: Unit) -> Iterator[Note]:
    """What has befallen its men, and what has been said of them for the round."""
    lots = [lot(unit, place) for place in range(unit.figures)]
    broken = sum(one.broken for one in lots)
    if broken:
        yield cited(f"{counted(broken, 'man', 'men')} with a broken weapon, who {_draws(broken)} a dagger", "CM-MTM-23")
    if on_foot(unit):
        yield cited(f"{counted(on_foot(unit), 'man', 'men')} without a horse: all go as fast as they", "CM-MTM-25")
    prone = sum(one.prone_in == battle.turn > 0 for one in lots)
    if prone:
        yield cited(f"{counted(prone, 'man', 'men')} on the ground", "CM-MTM-24")
    turn = unit.own.turn
    for key in turn.parries:
        yield cited(f"parry the blows of {battle.units[key].name}", "CM-MTM-15")
    for key in turn.at_horses:
        yield cited(f"strike at the horses of {battle.units[key].name}", "CM-MTM-25")
    if turn.horses_at:
        yield cited(f"their horses are set at {battle.units[turn.horses_at].name}", "CM-MTM-12")


def _draws(number: int) -> str:
    return "draws" if number == 1 else "draw"
