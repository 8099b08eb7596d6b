"""How good it is for a unit to stand somewhere: what it strikes, shoots and threatens there, and what it risks."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from schiltron.captains.book_of_war.reckoning import (
    NOTHING,
    Balance,
    Band,
    Blows,
    band,
    charge,
    damage_to,
    free_blows,
    melee,
    volley,
)
from schiltron.captains.book_of_war.situation import Foe, Situation, blows_of, on_open_ground
from schiltron.captains.steering import turn_towards
from schiltron.rulesets.book_of_war.attacks.missiles import Prospect, targets
from schiltron.rulesets.book_of_war.attacks.pikes import reaching
from schiltron.rulesets.book_of_war.attacks.sighting import CROWDED
from schiltron.rulesets.book_of_war.field import near, touching, troop
from schiltron.rulesets.book_of_war.outlook import Pool, pools
from schiltron.rulesets.book_of_war.state import Battle, Unit
from schiltron.table.contact import sector
from schiltron.table.lengths import QUARTER_TURN, Mil, inches
from schiltron.table.outline import gap

PATIENCE: Final = 0.8
"""What a prospect is worth if it comes a turn later."""
PULL: Final = 0.12
"""Even a foe nobody likes to fight draws a captain on, by this part of its worth."""
FEAR: Final = 0.55
"""How much weight has what the enemy could do next turn."""
ARROWS: Final = 0.15
SHOOTERS_ARROWS: Final = 0.5
OWN_ARROWS: Final = 2.0
"""Nobody forgives being shot by friends."""
SPOILED: Final = 0.6
OUT_OF_ARC: Final = 0.6
ARC: Final = 45_000


# ---------------------------------------------------------------- hand to hand


def fight(situation: Situation, battle: Battle, unit: Unit, fresh: str = "") -> Balance | None:
    """The melee a unit would be in; None if it strikes nobody. `fresh` is the foe whose front it has just run onto."""
    blows = blows_of(battle, unit)
    foes = [foe for foe in situation.foes if foe.unit.id in blows or touching(unit, foe.unit)]
    if not foes:
        return None
    ours = band(unit, open_ground=on_open_ground(battle, unit))
    gain = loss = 0.0
    for foe in foes:
        one = _against(situation, battle, unit, ours, foe, blows.get(foe.unit.id, ()), fresh)
        gain += one.gain
        loss += one.loss
    return Balance(gain, loss)


def _against(
    situation: Situation, battle: Battle, unit: Unit, ours: Band, foe: Foe, thrown: tuple[Pool, ...], fresh: str
) -> Balance:
    help_at_first = situation.help_against(foe.unit.id, besides=unit.id)
    already = damage_to(foe.unit, help_at_first) if help_at_first else 0.0
    pikes = Blows(0, 0)
    if foe.unit.id == fresh and foe.troop.pikes and not foe.routed and foe.band.open_ground:
        pikes = free_blows(ours, sum(1 for _ in reaching(foe.unit, unit)), foe.band)
    out = _joined(thrown)
    back = Blows(0, 0)
    if touching(unit, foe.unit) and not foe.routed:
        back = _joined(blows_of(battle, _rested(foe.unit)).get(unit.id, ()))
    if not out.dice and not back.dice and not pikes.dice:
        return NOTHING
    found = melee(ours, foe.band, out, back, help_at_first, pikes)
    return Balance(found.gain - already, found.loss)


def _joined(thrown: tuple[Pool, ...]) -> Blows:
    """Dice of unlike needs as if all needed the commonest."""
    if not thrown:
        return Blows(0, 7)
    return Blows(sum(dice for dice, _ in thrown), max(thrown)[1])


def _rested(unit: Unit) -> Unit:
    """An enemy as it will be in its own turn."""
    own = unit.own
    return replace(unit, own=replace(own, shot=False, split=False)) if own.shot or own.split else unit


# ---------------------------------------------------------------- shooting


def best_shot(situation: Situation, battle: Battle, unit: Unit) -> tuple[float, Prospect | None]:
    """The volley that pays most from where the unit stands, friends in the way reckoned in."""
    best: tuple[float, Prospect | None] = (0.0, None)
    for prospect in targets(battle, unit):
        value = shot_value(situation, battle, prospect)
        if best[1] is None or value > best[0]:
            best = (value, prospect)
    return best


def shot_value(situation: Situation, battle: Battle, prospect: Prospect) -> float:
    """Points a volley gains over what others do to the same foes this turn, less what it costs friends."""
    volley_ = prospect.volley
    value = 0.0
    for place, portion in enumerate(volley_.portions):
        struck = battle.units[portion.target]
        dice = portion.blow.dice + (volley_.spare if place == 0 else 0)
        thrown: tuple[Pool, ...] = ((dice, portion.blow.need.total),) if dice else ()
        if struck.side == situation.side:
            value -= OWN_ARROWS * damage_to(struck, thrown)
        else:
            before = situation.help_against(struck.id, besides="")
            value += damage_to(struck, (*before, *thrown)) - (damage_to(struck, before) if before else 0.0)
    return value


# ---------------------------------------------------------------- what may come


def prospect(situation: Situation, battle: Battle, unit: Unit) -> float:
    """The best this unit can look forward to from where it stands, melee or shooting, less for every turn it takes."""
    kind = troop(unit)
    ours = band(unit, open_ground=on_open_ground(battle, unit))
    pose, here = unit.pose, unit.outline
    best = 0.0
    for foe in situation.foes:
        apart = gap(here, foe.outline)
        turn = abs(turn_towards(pose, foe.outline.x, foe.outline.y))
        edge = sector(foe.outline.main, pose.x, pose.y)
        balance = charge(ours, foe.band, edge)
        value = balance.gain - situation.care * balance.loss
        if kind.missile is not None:
            value *= 0.5
        value = max(value, PULL * foe.worth * (0.4 if foe.routed else 1.0))
        march = apart + _turning(ours.files, turn, kind.half_move)
        best = max(best, value * PATIENCE ** (march / kind.move))
        if kind.missile is not None:
            best = max(best, _shooting(ours, foe, apart, turn, kind.missile.reach, kind.move))
    return best


def _turning(files: int, turn: int, half_move: Mil) -> float:
    """What it costs about to turn so far."""
    return min(files * 1000 * turn / QUARTER_TURN, half_move)


def _shooting(ours: Band, foe: Foe, apart: Mil, turn: int, reach: Mil, move: Mil) -> float:
    """What standing there to shoot next turn promises, or coming nearer first."""
    near_value = volley(ours, foe.band, False)
    value = near_value * PATIENCE ** (2 * max(0, apart - reach // 2) / move)
    if reach // 2 < apart <= reach:
        value = max(value, volley(ours, foe.band, True))
    return value if turn <= ARC + inches(5) else value * OUT_OF_ARC


def danger(situation: Situation, battle: Battle, unit: Unit) -> float:
    """Points at risk in the enemy's next turn: the worst charge that can reach, and some of the arrows."""
    ours = band(unit, open_ground=on_open_ground(battle, unit))
    here, pose = unit.outline, unit.pose
    worst = rest = arrows = 0.0
    for foe in situation.foes:
        if foe.routed:
            continue
        apart = gap(here, foe.outline)
        kind = foe.troop
        if kind.missile is not None and apart <= kind.missile.reach and not foe.busy:
            arrows += volley(foe.band, ours, 2 * apart > kind.missile.reach) / (1 + situation.exposed(foe, unit))
        if apart > kind.move or touching(unit, foe.unit):
            continue
        turn = abs(turn_towards(foe.unit.pose, here.x, here.y))
        if apart + 0.7 * _turning(foe.files, turn, kind.half_move) > kind.move + inches(0.5):
            continue
        edge = sector(here.main, foe.unit.pose.x, foe.unit.pose.y)
        balance = charge(foe.band, ours, edge)
        threat = balance.gain - 0.8 * balance.loss
        if threat > worst and (foe.busy or _shielded(situation, unit, foe)):
            threat *= 0.3
        worst, rest = max(worst, threat), rest + max(0.0, min(worst, threat))
    return FEAR * (worst + 0.5 * rest) + (ARROWS if troop(unit).missile is None else SHOOTERS_ARROWS) * arrows


def spoiled(situation: Situation, unit: Unit) -> float:
    """What volleys of friends lose when a unit stands close to their target."""
    return sum(
        SPOILED * value
        for foe in situation.foes
        if (value := situation.shots.get(foe.unit.id, 0.0)) and near(unit, foe.unit, CROWDED)
        if gap(unit.outline, foe.outline) <= CROWDED
    )


def _shielded(situation: Situation, unit: Unit, foe: Foe) -> bool:
    """Whether a friend stands between."""
    here, there = unit.outline, foe.outline
    dx, dy = there.x - here.x, there.y - here.y
    length = max(1.0, dx * dx + dy * dy)
    for friend in situation.friends():
        if friend.id == unit.id:
            continue
        between = friend.outline
        along = ((between.x - here.x) * dx + (between.y - here.y) * dy) / length
        if 0.05 < along < 0.95:
            off = abs((between.x - here.x) * dy - (between.y - here.y) * dx) / length**0.5
            if off < between.radius * 0.7:
                return True
    return False
