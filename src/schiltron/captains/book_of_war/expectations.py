"""What a unit can hope for from where it stands, and what the enemy could do to it there."""

from __future__ import annotations

from collections.abc import Collection
from math import pow
from typing import Final

from schiltron.captains.book_of_war.expected_losses import charge, volley
from schiltron.captains.book_of_war.magic import harm
from schiltron.captains.book_of_war.situation import Foe, Situation, Stand
from schiltron.captains.friends_near import shielded
from schiltron.captains.steering import turn_towards
from schiltron.rulesets.book_of_war.attacks.firing_line import ARC
from schiltron.rulesets.book_of_war.attacks.sighting import CROWDED
from schiltron.table.contact import sector
from schiltron.table.lengths import CONTACT, QUARTER_TURN, Mdeg, Mil, inches

PATIENCE: Final = 0.8
"""What a prospect is worth if it comes a turn later."""
PULL: Final = 0.12
"""Even a foe nobody likes to fight draws a captain on, by this part of its worth."""
PULL_ON_HEROES: Final = 0.02
"""The same for heroes, who are no crowd: they go where they do something."""
RUNNER: Final = 0.4
"""What a running foe draws, of what it would if it stood."""
BOWS_AT_HAND: Final = 0.5
"""What a charge promises to those who would rather shoot."""
OUT_OF_ARC: Final = 0.6

FEAR: Final = 0.1
"""How much weight has what the enemy could do by charging next turn; boldness has proved itself."""
ARROWS: Final = 0.1
HORSE_ARROWS: Final = 0.4
HALFWAY_ARROWS: Final = 1.0
SHOOTERS_ARROWS: Final = 0.5
"""The same for arrows, on foot and mounted; for horse that stops where it cannot charge next turn; and for those who
can shoot back and should not walk into them first."""
MAGIC: Final = 0.5
"""How much weight has what enemy wizards could do."""
ELSEWHERE: Final = 0.3
"""What is left of a threat that is busy or has friends of ours in its way."""
SPOILED: Final = 0.6
"""How much of a volley is lost when a friend stands near its target (BW-B2-38)."""


# ---------------------------------------------------------------- for good


def prospect(situation: Situation, stand: Stand, besides: Collection[str] = ()) -> float:
    """The best this unit can look forward to, melee or shooting, less for every turn until then."""
    promises = (_promise(situation, stand, foe, apart) for foe, apart in stand.apart if foe.id not in besides)
    return max(max(promises, default=0.0), _arcane(stand, besides) if stand.arts else 0.0)


def _arcane(stand: Stand, besides: Collection[str]) -> float:
    """What the body's magic promises next turn from there, or when it has come near enough."""
    return max(
        (
            later(art.at_rest * harm(stand.battle, art, foe.unit), max(0, apart - art.reach) / stand.troop.half_move)
            for art in stand.arts
            for foe, apart in stand.apart
            if foe.id not in besides
        ),
        default=0.0,
    )


def _promise(situation: Situation, stand: Stand, foe: Foe, apart: Mil) -> float:
    kind, pose = stand.troop, stand.unit.pose
    turn = abs(turn_towards(pose, foe.outline.x, foe.outline.y))
    value = appeal(situation, stand, foe)
    detour = situation.detour(stand.unit.outline, foe.outline, kind)
    march = apart + detour + _turning(stand.band.files, turn, kind.half_move)
    value = later(value, march / kind.move / situation.temperament.patience)
    if kind.missile is None:
        return value
    return max(value, situation.temperament.shooting * _shooting(stand, foe, apart, turn, kind.missile.reach))


def appeal(situation: Situation, stand: Stand, foe: Foe) -> float:
    """What charging a foe would be worth on the side from which the unit looks at it."""
    pose = stand.unit.pose
    balance = charge(stand.band, foe.band, sector(foe.outline.main, pose.x, pose.y))
    push = situation.temperament.blows(mounted=stand.troop.mounted)
    risk = situation.care * situation.temperament.risks(mounted=stand.troop.mounted)
    value = push * balance.gain - risk * balance.loss
    if stand.troop.hero is not None:
        return max(value, push * PULL_ON_HEROES * foe.worth)
    if stand.troop.missile is not None:
        value *= BOWS_AT_HAND
    return max(value, push * PULL * foe.worth * (RUNNER if foe.routed else 1.0))


def later(value: float, turns: float) -> float:
    """The present worth of something that comes so many turns later."""
    return value * pow(PATIENCE, turns)


def _turning(files: int, turn: Mdeg, half_move: Mil) -> float:
    """What it costs about to turn so far, by a wheel or a change of face."""
    return min(files * 1000 * turn / QUARTER_TURN, half_move)


def _shooting(stand: Stand, foe: Foe, apart: Mil, turn: Mdeg, reach: Mil) -> float:
    """What standing there to shoot next turn promises, or coming nearer first."""
    value = volley(stand.band, foe.band, far=False)
    value = later(value, 2 * max(0, apart - reach // 2) / stand.troop.move)
    if reach // 2 < apart <= reach:
        value = max(value, volley(stand.band, foe.band, far=True))
    return value if turn <= ARC else value * OUT_OF_ARC


# ---------------------------------------------------------------- for ill


def danger(situation: Situation, stand: Stand) -> float:
    """Points at risk in the enemy's next turn: the charges that can reach it, and its share of the arrows."""
    unit, here = stand.unit, stand.unit.outline
    worst = rest = arrows = magic = 0.0
    for foe, apart in stand.apart:
        kind = foe.troop
        if foe.routed:
            continue
        if foe.arts:
            magic += _spells(situation, stand, foe, apart)
        if kind.missile is not None and apart <= kind.missile.reach and not foe.busy:
            far = 2 * apart > kind.missile.reach
            arrows += volley(foe.band, stand.band, far=far) / (1 + situation.exposed(foe, unit))
        if not CONTACT < apart <= kind.move:
            continue
        pose = foe.unit.pose
        turn = abs(turn_towards(pose, here.x, here.y))
        if apart + 0.7 * _turning(foe.files, turn, kind.half_move) > kind.move + inches(0.5):
            continue
        balance = charge(foe.band, stand.band, sector(here.main, pose.x, pose.y))
        threat = balance.gain - 0.8 * balance.loss
        if threat > 0.0:
            if foe.busy or _shielded(situation, stand, foe):
                threat *= ELSEWHERE
            worst, rest = max(worst, threat), rest + min(worst, threat)
    return FEAR * (worst + rest / 2) + _shyness(stand) * arrows + MAGIC * magic


def _spells(situation: Situation, stand: Stand, foe: Foe, apart: Mil) -> float:
    """What the magic of a foe could cost a unit in a turn: its share of it, if others are within reach as well."""
    found = [
        art.at_rest * harm(stand.battle, art, stand.unit) / (1 + situation.within(foe, art.reach, stand.unit))
        for art in foe.arts
        if apart <= art.reach
    ]
    return max(found, default=0.0)


def _shyness(stand: Stand) -> float:
    """How much weight arrows have. Horse that stops where it could not even charge next turn is shot at for nothing."""
    kind = stand.troop
    if kind.missile is not None:
        return SHOOTERS_ARROWS
    if not kind.mounted:
        return ARROWS
    return HORSE_ARROWS if any(apart <= kind.move for _, apart in stand.apart) else HALFWAY_ARROWS


def _shielded(situation: Situation, stand: Stand, foe: Foe) -> bool:
    others = (friend.outline for friend in situation.friends() if friend.id != stand.unit.id)
    return shielded(stand.unit.outline, foe.outline, others)


def spoiled(situation: Situation, stand: Stand) -> float:
    """What volleys of friends lose when a unit stands close to their target."""
    if not situation.shots:
        return 0.0
    return sum(SPOILED * situation.shots.get(foe.id, 0.0) for foe, apart in stand.apart if apart <= CROWDED)
