"""What wizards hold now, as cards: the wand, the greater spells that are left, the earth they are moving (chapters A4
and O2).

Targets are announced before anything is measured (BW-A4-27): whoever is in sight of the player may be named.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final, Literal

from msgspec import UNSET

from schiltron.battle.play.powers import Power, held_by
from schiltron.battle.state.decision import Aim, HeldCard, Use
from schiltron.battle.state.field import standing_with
from schiltron.battle.state.illegal import Reason
from schiltron.battle.state.unit import in_line
from schiltron.rulesets.book_of_war.embedded import is_hero, own_figure, stands_at
from schiltron.rulesets.book_of_war.enclosed import level_with, sealed_in
from schiltron.rulesets.book_of_war.engaged import fights_apart, opponents
from schiltron.rulesets.book_of_war.field import troop
from schiltron.rulesets.book_of_war.magic.rows import ONLY_APART, POWERS, power_of
from schiltron.rulesets.book_of_war.magic.wizards import (
    MOVE_EARTH,
    against_magic,
    against_spells,
    against_wand,
    concentrates_on,
    enemies_in_play,
    in_the_dark,
    only_at,
    reach_of,
    shots_left,
    smothered,
    spells_left,
    stands,
    touched,
    wand_of,
    wizards,
)
from schiltron.rulesets.book_of_war.state import Battle, Unit
from schiltron.rulesets.book_of_war.weather import can_shift
from schiltron.table.lengths import inches
from schiltron.table.works import touches_foot

MOST_HIT_DICE: Final = 8
"""Of units that the death spell works on (BW-A4-20)."""
FURTHER: Final = "further"
"""The use of a card that shifts earth once more."""
STOP: Final = "stop"
"""The use of the same card that ends it (BW-A4-25)."""
CAST: Final = "cast"
BREACH: Final = "breach"
"""The use of a spell that opens masonry instead of striking somebody (BW-A4-22)."""
CONTROL_WEATHER: Final = "control_weather"
BY: Final[Mapping[str, Literal[-1, 1]]] = MappingProxyType({"better": -1, "worse": 1})
"""Which way the weather goes: towards the sun or towards the storm."""
_STILL_GROUND: Final = "road"


def spellbook(battle: Battle, side: str) -> tuple[HeldCard, ...]:
    """The cards of all wizards of a side."""
    return tuple(card for wizard in wizards(battle, side) for card in cards_of(battle, wizard))


def cards_of(battle: Battle, wizard: Unit) -> Iterator[HeldCard]:
    """What one wizard may call upon, and why not."""
    moving = concentrates_on(battle, wizard)
    if moving is not None:
        yield _further(battle, wizard, moving)
    if battle.effects.of_kind(wizard.id, CONTROL_WEATHER) is not None:
        yield _weather_again(battle, wizard)
    wand = POWERS[wand_of(wizard)]
    barred = against_magic(battle, wizard) or against_wand(battle, wizard)
    yield held_by(wizard.id, wand, (_use(battle, wizard, wand, CAST, barred),), max(1, shots_left(battle, wizard)))
    for key, left in spells_left(wizard).items():
        spell = power_of(wizard, key)
        barred = against_magic(battle, wizard) or against_spells(battle, wizard)
        if spell.store == ONLY_APART and not fights_apart(battle, wizard):
            barred = [*barred, Reason("it serves in special combat alone", ("BW-A4-34",))]
        uses = tuple(_use(battle, wizard, spell, way, barred) for way in _ways_of(battle, spell))
        yield held_by(wizard.id, spell, uses, left)


def _ways_of(battle: Battle, spell: Power) -> tuple[str, ...]:
    """The uses of a spell; masonry is spoken of only where there is any."""
    return tuple(way for way in spell.ways or (CAST,) if way != BREACH or battle.table.works)


def _use(battle: Battle, wizard: Unit, power: Power, way: str, barred: list[Reason]) -> Use:
    label = power.title if way == CAST else f"{power.title}: {way}"
    if barred:
        rules = tuple(dict.fromkeys(rule for reason in barred for rule in reason.rules))
        return Use(way, label, rules, barred="; ".join(reason.text for reason in barred))
    if power.does == "weather" and not can_shift(battle, BY[way]):
        why = "cannot go that way" if battle.own.weather else "is not played with in this battle"
        return Use(way, label, power.rules, barred=f"the weather {why}")
    aim = aim_of(battle, wizard, power) if way != BREACH else _at_masonry(battle, wizard, power)
    if aim.at not in ("nobody", "point") and not aim.eligible:
        if fights_apart(battle, wizard):
            return Use(way, label, ("BW-A4-28",), barred=f"in special combat {wizard.name} can aim only at his foe")
        if in_the_dark(battle, wizard):
            return Use(way, label, ("BW-O2-03",), barred=f"in the dark {wizard.name} can aim only at what he touches")
        return Use(way, label, power.rules, barred="there is nothing it could be aimed at")
    against = Aim("point", reach=inches(power.amount)) if power.does == "shift" else None
    if way == BREACH:
        against = Aim("point")
    return Use(way, label, power.rules, aim, against)


def _further(battle: Battle, wizard: Unit, feature: str) -> HeldCard:
    """The earth he is moving already is shifted once more, once in each of his turns (BW-A4-24)."""
    power = POWERS[MOVE_EARTH]
    rules = ("BW-A4-24", "BW-A4-25")
    reach = inches(power.amount)
    if wizard.own.turn.cast:
        use = Use(FURTHER, "Move it on", rules, barred=f"{wizard.name} has moved it this turn")
    else:
        use = Use(FURTHER, "Move it on", rules, Aim("feature", eligible=(feature,)), Aim("point", reach=reach))
    card = held_by(wizard.id, power, (use, Use(STOP, "Stop it", ("BW-A4-25",), barred=use.barred)), 1)
    return HeldCard(f"{card.key}:{FURTHER}", "Move earth, further", card.text, "BW-A4-24", card.uses, 1, wizard.id)


def _weather_again(battle: Battle, wizard: Unit) -> HeldCard:
    """Who controls the weather shifts it in each of his later turns, whatever else he does (BW-A4-18)."""
    power = POWERS[CONTROL_WEATHER]
    barred = smothered(battle, wizard)
    if wizard.own.turn.shifted:
        barred.append(Reason(f"{wizard.name} has shifted it this turn", ("BW-A4-18",)))
    uses = tuple(_use(battle, wizard, power, way, barred) for way in power.ways)
    card = held_by(wizard.id, power, uses, 1)
    return HeldCard(f"{card.key}:{FURTHER}", "Weather, again", card.text, "BW-A4-18", card.uses, 1, wizard.id)


# ---------------------------------------------------------------- at whom, at what


def _at_masonry(battle: Battle, wizard: Unit, power: Power) -> Aim:
    """Walls and towers (BW-A4-22); in the dark those at whose foot he stands (BW-O2-03), in special combat none
    (BW-A4-28)."""
    if fights_apart(battle, wizard):
        return Aim("feature")
    dark, base = in_the_dark(battle, wizard), own_figure(battle, wizard).rect
    found = (one.id for one in battle.table.works if not dark or touches_foot(one, base))
    return Aim("feature", eligible=tuple(found), reach=reach_of(battle, power))


def aim_of(battle: Battle, wizard: Unit, power: Power) -> Aim:
    """What a power may be aimed at, as far as everybody can see."""
    reach = reach_of(battle, power)
    match power.aim:
        case "figure":
            return Aim("figure", "foe", 1, 1, _ids(_shot_at(battle, wizard)), reach=reach)
        case "unit":
            seen = [one for one in _foes(battle, wizard) if one.on_table and is_mass(one)]
            return Aim("unit", "foe", 1, 1, _ids(seen), reach=reach)
        case "individual":
            return Aim("unit", "foe", 1, 1, _ids([one for one in _foes(battle, wizard) if is_hero(one)]), reach=reach)
        case "feature":
            return Aim("feature", eligible=_ground(battle, wizard, power), reach=reach)
        case "point":
            return Aim("point", reach=reach)
        case "nobody":
            return Aim()


def is_mass(unit: Unit) -> bool:
    """Whether the death spell works on a unit: no hero, and of 8 Hit Dice or less (BW-A4-20)."""
    return not is_hero(unit) and troop(unit).hit_dice <= MOST_HIT_DICE


def _foes(battle: Battle, wizard: Unit) -> list[Unit]:
    """Enemies in play whom he may aim at; nobody is who is inside a tower, unless the wizard is in there too
    (BW-O6-12)."""
    only = only_at(battle, wizard)
    found = enemies_in_play(battle, wizard) if only is None else only
    if not battle.table.works:
        return found
    here = level_with(battle, wizard)
    return [
        one for one in found if level_with(battle, one) == here or not sealed_in(battle, standing_with(battle, one))
    ]


def _shot_at(battle: Battle, wizard: Unit) -> list[Unit]:
    """Units with a figure that a wand may be aimed at: those he touches, if there are any (BW-A4-09); in special combat
    his foe's own (BW-A4-28)."""
    if fights_apart(battle, wizard):
        return in_line({one.id: one for one in _standing_with(battle, opponents(battle, wizard))}.values())
    return touched(battle, wizard) or [one for one in _foes(battle, wizard) if one.on_table]


def _standing_with(battle: Battle, heroes: list[Unit]) -> list[Unit]:
    return [standing_with(battle, hero) for hero in heroes]


def may_shoot_at(battle: Battle, wizard: Unit, unit: Unit, place: int) -> bool:
    """In special combat a wand is for the very place where his foe stands (BW-A4-28)."""
    if not fights_apart(battle, wizard):
        return True
    return any(
        one.id == unit.id or (one.host == unit.id and stands_at(battle, one) == place)
        for one in opponents(battle, wizard)
    )


def _ids(units: list[Unit]) -> tuple[str, ...]:
    return tuple(unit.id for unit in units)


def _ground(battle: Battle, wizard: Unit, power: Power) -> tuple[str, ...]:
    """Pieces of terrain of the kinds it is for; any that is not built, where it names none (BW-A4-23, BW-A4-24); in the
    dark the one he stands on (BW-O2-03), in special combat none (BW-A4-28)."""
    if fights_apart(battle, wizard):
        return ()
    dark, here = in_the_dark(battle, wizard), stands(battle, wizard)
    return tuple(
        feature.id
        for feature in battle.table.features
        if (feature.kind in power.tags if power.tags else feature.kind != _STILL_GROUND and feature.build is UNSET)
        and (not dark or feature.contains(here.x, here.y))
    )
