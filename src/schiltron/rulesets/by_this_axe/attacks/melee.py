"""Hand to hand: TA-MELEE-01 and TA-MELEE-08 to TA-MELEE-27, and what creatures strike with (TA-FANT-A05, -A06, -A14).

Who strikes whom, with what, with how many dice and how well.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from schiltron.battle.state.battle import Engagement
from schiltron.battle.state.field import company, opponents
from schiltron.battle.state.tally import Tally, Term
from schiltron.battle.state.unit import in_line
from schiltron.rulesets.by_this_axe.abilities import BREATH as BREATH_OR_GAZE
from schiltron.rulesets.by_this_axe.abilities import has
from schiltron.rulesets.by_this_axe.attacks.abilities import attacks_each, of_sight, reach_of, resisted
from schiltron.rulesets.by_this_axe.attacks.numbers import capacity, level, limited, named, skill, success_number
from schiltron.rulesets.by_this_axe.attacks.strikes import Blow, Strike
from schiltron.rulesets.by_this_axe.field import is_character, is_routed, is_shamed, ordered
from schiltron.rulesets.by_this_axe.ground import OBSTACLES, ROUGH
from schiltron.rulesets.by_this_axe.law import LAW
from schiltron.rulesets.by_this_axe.state import Battle, Profile, Unit
from schiltron.rulesets.by_this_axe.weapons import BREATH, DAGGER, MELEE, MeleeWeapon
from schiltron.table.body import Figure, Formed
from schiltron.table.contact import Edge, figures_touching
from schiltron.table.facing import Arc
from schiltron.table.ground import crosses, standing
from schiltron.table.outline import nearest_figures
from schiltron.table.terrain import Feature

_ARC_OF: Final[dict[Edge, Arc]] = {"front": "front", "left": "flank", "right": "flank", "rear": "rear"}
_MODIFIERS: Final = {str(row["condition"]): int(row["to_hit"]) for row in LAW.sheet("TA-T-melee-modifiers").records()}
_CARDS: Final = (
    ("ferocious", "ferocious attack", "TA-CMD-30"),
    ("frenzied", "frenzied charge", "TA-CMD-32"),
)
_LANCE: Final = "lance"

# ---------------------------------------------------------------- who is in it


def bodies_in_melee(battle: Battle) -> list[Unit]:
    """Units and single characters that strike (TA-MELEE-01): in contact, and not in rout (TA-MORALE-28).

    No order is needed, neither for who was charged nor for who is in it since an earlier turn (TA-CMD-15).
    """
    engaged = {key for one in battle.engagements if one.touching for key in (one.attacker, one.defender)}
    bodies = in_line(battle.units[key] for key in engaged)
    return [body for body in bodies if not is_routed(body) and body.on_table]


def fighters(battle: Battle, body: Unit) -> list[Unit]:
    """The lines that strike: the unit's own, and each of its characters besides, with arms of his own (TA-MELEE-27,
    TA-FANT-H18).

    A character who has just shied from a challenge takes no part (TA-DUEL-06).
    """
    return [one for one in (body, *company(battle, body)) if one.figures and not is_shamed(one)]


def foes(battle: Battle, body: Unit) -> list[Unit]:
    return sorted((foe for foe in opponents(battle, body) if foe.on_table), key=lambda foe: foe.turn_in_line)


def pairing(battle: Battle, one: Unit, other: Unit) -> Engagement:
    return next(each for each in battle.engagements if each.touching and each.joins(one.id, other.id))


def first_round(battle: Battle, engagement: Engagement) -> bool:
    """Judged for each pair by itself (TA-MELEE-06)."""
    return engagement.since == battle.turn


def charging(battle: Battle, body: Unit, foe: Unit) -> bool:
    """Whether it is the first round of the melee that the body's own charge began."""
    engagement = pairing(battle, body, foe)
    return engagement.attacker == body.id and first_round(battle, engagement)


def arc_onto(battle: Battle, body: Unit, foe: Unit) -> Arc:
    """From where a foe is attacked. Whoever was come upon strikes at the front of those who came.

    A unit in rout is struck from behind (TA-MORALE-28).
    """
    if is_routed(foe):
        return "rear"
    engagement = pairing(battle, body, foe)
    return _ARC_OF[engagement.edge] if engagement.attacker == body.id else "front"


# ---------------------------------------------------------------- weapons and dice


def weapons(line: Profile) -> tuple[MeleeWeapon, ...]:
    """What a line fights with: a lance only from the saddle (TA-MELEE-20), daggers if nothing else (TA-UNIT-29)."""
    held = tuple(MELEE[key] for key in line.melee if key != _LANCE or line.mounted)
    return held or (DAGGER,)


def eligible(body: Unit, weapon: MeleeWeapon, count: int) -> int:
    """Of so many figures those that strike: by whole and half ranks, halves rounded down (TA-MELEE-11).

    No weapon lets a third rank strike (TA-UNIT-06), and none has to stand opposite an enemy.
    """
    files = body.body.files if isinstance(body.body, Formed) else 1
    front = min(count, files)
    second = min(max(0, count - files), files)
    return front + {2: 0, 3: second // 2, 4: second}[weapon.half_ranks]


def dice(battle: Battle, fighter: Unit, weapon: MeleeWeapon) -> int:
    """Attack dice: one for each eligible figure (TA-MELEE-08), or what a character has by his type."""
    if is_character(fighter):
        return skill(battle, fighter).attacks
    return eligible(fighter, weapon, fighter.figures) * attacks_each(fighter.own.profile)


def breaths(fighter: Unit, weapon: MeleeWeapon) -> int:
    """How many of its attack dice are breath or gaze: one of each figure's (TA-FANT-A06)."""
    if not has(fighter.own.profile, BREATH_OR_GAZE):
        return 0
    return 1 if is_character(fighter) else eligible(fighter, weapon, fighter.figures)


def dice_of_one(fighter: Unit, weapon: MeleeWeapon) -> int:
    """What an ordinary figure of a unit strikes with one weapon with, its breath aside."""
    if weapon == BREATH:
        return 1
    return attacks_each(fighter.own.profile) - has(fighter.own.profile, BREATH_OR_GAZE)


# ---------------------------------------------------------------- to hit


def to_hit(battle: Battle, fighter: Unit, body: Unit, foe: Unit, weapon: MeleeWeapon) -> Tally:
    """The number needed: all that applies is summed onto the fighting capacity (TA-MELEE-18)."""
    fc = skill(battle, fighter).fc if is_character(fighter) else capacity(fighter)
    terms = [
        level(fc, "TA-MELEE-08"),
        *_of_weapon(battle, fighter, body, foe, weapon),
        *_of_position(battle, fighter, body, foe),
        *_of_cards(battle, body, foe),
        *of_sight(battle, fighter, foe),
    ]
    return resisted(fighter, foe, Tally("to hit", tuple(terms)))


def _of_weapon(battle: Battle, fighter: Unit, body: Unit, foe: Unit, weapon: MeleeWeapon) -> list[Term]:
    """The weapon's own modifier, and the charge of mounted men, which a lance has in its own (TA-MELEE-15)."""
    charge = charging(battle, body, foe)
    counts = {"always": True, "charging": charge, "against mounted": foe.own.profile.mounted}[weapon.when]
    terms = [Term(weapon.name, weapon.to_hit if counts else 0, weapon.rule)]
    if charge and fighter.own.profile.mounted:
        if weapon.when == "charging":
            terms.append(Term("charging mounted, in the lance's bonus", 0, "TA-MELEE-15"))
        else:
            terms.append(Term("charging mounted", _MODIFIERS["charging_mounted"], "TA-MELEE-14"))
    return terms


def _of_position(battle: Battle, fighter: Unit, body: Unit, foe: Unit) -> list[Term]:
    terms = []
    if arc_onto(battle, body, foe) != "front":
        rule = "TA-MELEE-17"
        terms.append(Term("flank or rear of the enemy", _MODIFIERS["attacking_from_flank_or_rear"], rule))
    if over_obstacle(battle, body, foe):
        terms.append(Term("over an obstacle", _MODIFIERS["attacking_over_obstacle"], "TA-MELEE-13"))
    if foe.own.profile.mounted and not fighter.own.profile.mounted and in_hard_going(battle, body, foe):
        rule = "TA-MELEE-16"
        terms.append(Term("foot against mounted in the rough", _MODIFIERS["foot_vs_mounted_in_rough_terrain"], rule))
    return terms


def _of_cards(battle: Battle, body: Unit, foe: Unit) -> list[Term]:
    """Cards of a charge count in the first round of that melee (TA-CMD-30, TA-CMD-32)."""
    if not charging(battle, body, foe):
        return []
    found = ((ordered(battle, body, effect), label, rule) for effect, label, rule in _CARDS)
    return [Term(label, order.grant.value, rule) for order, label, rule in found if order is not None]


def over_obstacle(battle: Battle, body: Unit, foe: Unit) -> bool:
    """Whether a body came at its foe across a wall or hedge that still lies between them (TA-MELEE-13)."""
    walls = _pieces(battle, OBSTACLES)
    if not walls or pairing(battle, body, foe).attacker != body.id:
        return False
    pairs = _touching_figures(body, foe)
    across = sum(1 for one, two in pairs if crosses(one.x, one.y, two.x, two.y, walls))
    return 2 * across >= len(pairs)


def in_hard_going(battle: Battle, body: Unit, foe: Unit) -> bool:
    """Whether anybody of either side who meets the other stands in woods, scrub or other rough ground (TA-TERR-09)."""
    rough = _pieces(battle, ROUGH)
    if not rough:
        return False
    return bool(standing([figure for pair in _touching_figures(body, foe) for figure in pair], rough))


def _pieces(battle: Battle, kinds: Sequence[str]) -> list[Feature]:
    return [piece for piece in battle.board.features if piece.kind in kinds] if battle.board is not None else []


def _touching_figures(body: Unit, foe: Unit) -> list[tuple[Figure, Figure]]:
    """Figures of the two that touch, or the two nearest."""
    pairs = [(body.places[one], foe.places[two]) for one, two, _ in figures_touching(body.places, foe.places)]
    return pairs or [nearest_figures(body.places, foe.places)[:2]]


# ---------------------------------------------------------------- which weapon (TA-UNIT-29)


def usual_weapon(battle: Battle, fighter: Unit, body: Unit) -> MeleeWeapon:
    """A lance in one's own charge; else what hits best, then with more ranks, then farther."""
    against = foes(battle, body)
    lance = MELEE[_LANCE]
    if lance in weapons(fighter.own.profile) and any(charging(battle, body, foe) for foe in against):
        return lance
    return max(
        weapons(fighter.own.profile),
        key=lambda weapon: (
            sum(to_hit(battle, fighter, body, foe, weapon).total for foe in against),
            weapon.half_ranks,
            -reach_of(fighter, weapon),
        ),
    )


def sensible_weapons(battle: Battle, fighter: Unit, body: Unit) -> list[MeleeWeapon]:
    """The weapons worth choosing between, the usual one first: none of them is worse than another in every way."""
    held = weapons(fighter.own.profile)
    if len(held) == 1:
        return list(held)
    usual = usual_weapon(battle, fighter, body)
    worth = {weapon.id: _worth(battle, fighter, body, weapon) for weapon in held}
    found = [usual] if not _outdone(usual, held, worth) else []
    for weapon in held:
        equal = any(worth[weapon.id] == worth[other.id] for other in found)
        if weapon != usual and not equal and not _outdone(weapon, held, worth):
            found.append(weapon)
    return found


def _worth(battle: Battle, fighter: Unit, body: Unit, weapon: MeleeWeapon) -> tuple[int, ...]:
    """What counts of a weapon now: its number against each foe, its dice, and its reach in a first round."""
    against = foes(battle, body)
    opening = any(first_round(battle, pairing(battle, body, foe)) for foe in against)
    needs = (success_number(to_hit(battle, fighter, body, foe, weapon)) for foe in against)
    return (*needs, dice(battle, fighter, weapon), -reach_of(fighter, weapon) if opening else 0)


def _outdone(weapon: MeleeWeapon, held: Iterable[MeleeWeapon], worth: dict[str, tuple[int, ...]]) -> bool:
    """Whether another weapon is as good in every way and better in one."""
    mine = worth[weapon.id]
    return any(
        worth[other.id] != mine and all(a >= b for a, b in zip(worth[other.id], mine, strict=True)) for other in held
    )


# ---------------------------------------------------------------- from dice to strikes


def blow(battle: Battle, fighter: Unit, body: Unit, foe: Unit, weapon: MeleeWeapon, number: int) -> Blow:
    need = limited(to_hit(battle, fighter, body, foe, weapon))
    return Blow(fighter.id, weapon.id, number, named(need, fighter, body))


def blows(
    battle: Battle, fighter: Unit, body: Unit, foe: Unit, weapon: MeleeWeapon, number: int, spent: int = 0
) -> list[Blow]:
    """So many dice of a fighter at a foe: first of breath or gaze, as far as those are not `spent` on others, then of
    the weapon (TA-FANT-A06)."""
    breath = max(0, min(number, breaths(fighter, weapon) - spent))
    found = ((BREATH, breath), (weapon, number - breath))
    return [blow(battle, fighter, body, foe, one, count) for one, count in found if count]


def strike(battle: Battle, body: Unit, foe: Unit, blows: Iterable[Blow]) -> Strike:
    return Strike(
        body.id,
        foe.id,
        "melee",
        arc_onto(battle, body, foe),
        tuple(blows),
        charging=charging(battle, body, foe),
    )
