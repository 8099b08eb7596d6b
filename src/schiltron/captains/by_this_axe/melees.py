"""How a melee is likely to go: everybody in it strikes round after round, with as many as are likely to stand then."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from schiltron.captains.by_this_axe.reckoning import Band, Blows, Dice, Ordeal, strikes, suffers
from schiltron.rulesets.by_this_axe.state import Arc

ROUNDS: Final = 3
PATIENCE: Final = 0.85
"""What it is worth to drive a foe off a round later."""


class Tie(NamedTuple):
    """Two bodies in contact: who came onto whom from where, whether the first round is still to come, and what the
    ground adds to the blows of each."""

    attacker: str
    defender: str
    arc: Arc
    opening: bool = True
    charging: bool = True
    for_attacker: int = 0
    for_defender: int = 0


class Fate(NamedTuple):
    """The chance to be driven off, less the later that is, and the part of its figures a body loses."""

    out: float
    lost: float


class _Blow(NamedTuple):
    """Dice of a body on their way to a foe; `beat` orders those of a first round (TA-MELEE-06)."""

    beat: int
    by: str
    at: str
    arc: Arc
    dice: int
    kills: int


def brawl(bands: Mapping[str, Band], ties: Sequence[Tie]) -> dict[str, Fate]:
    """What becomes of everybody in a melee."""
    standing = dict(bands)
    stays = dict.fromkeys(bands, 1.0)
    out = dict.fromkeys(bands, 0.0)
    share = 1.0
    for number in range(ROUNDS):
        first = number == 0
        felt = _round(standing, stays, [tie if first else tie._replace(opening=False, charging=False) for tie in ties])
        for key, ordeal in felt.items():
            out[key] += share * stays[key] * ordeal.out
            stays[key] *= 1 - ordeal.out
            body = standing[key]
            standing[key] = body._replace(figures=max(0, round(body.figures - ordeal.lost)), lost=0)
        share *= PATIENCE
    return {
        key: Fate(out[key], 1 - standing[key].figures / body.figures if body.figures else out[key])
        for key, body in bands.items()
    }


def _round(bands: Mapping[str, Band], stays: Mapping[str, float], ties: Sequence[Tie]) -> dict[str, Ordeal]:
    blows = sorted(_blows(bands, stays, ties), key=lambda blow: blow.beat)
    down = dict.fromkeys(bands, 0.0)
    dice: dict[str, list[Dice]] = {key: [] for key in bands}
    arcs: dict[str, set[str]] = {key: set() for key in bands}
    beat, falling = 0, dict.fromkeys(bands, 0.0)
    for blow in blows:
        if blow.beat != beat:
            beat = blow.beat
            down = {key: down[key] + falling[key] for key in down}
            falling = dict.fromkeys(bands, 0.0)
        thrown = _left(blow, bands[blow.by], down[blow.by]) * stays[blow.by]
        falling[blow.at] += thrown * blow.kills / 36
        if round(thrown):
            dice[blow.at].append((round(thrown), blow.kills))
        if blow.arc != "front":
            arcs[blow.at].add(blow.arc)
    return {key: suffers(body, tuple(dice[key]), struck=frozenset(arcs[key])) for key, body in bands.items()}


def _left(blow: _Blow, by: Band, down: float) -> float:
    """The dice of those whom longer weapons have left standing; losses are felt in front once the rear is used up."""
    if not blow.beat or not down or not by.figures:
        return blow.dice
    spare = max(0, by.figures - blow.dice)
    return max(0.0, blow.dice - max(0.0, down - spare))


def _blows(bands: Mapping[str, Band], stays: Mapping[str, float], ties: Sequence[Tie]) -> list[_Blow]:
    """Everybody strikes the foe whom he hurts most."""
    best: dict[str, tuple[float, list[_Blow]]] = {}
    for tie in ties:
        for by, at, came in ((tie.attacker, tie.defender, True), (tie.defender, tie.attacker, False)):
            arc: Arc = tie.arc if came else "front"
            found = strikes(
                bands[by],
                bands[at],
                arc,
                charging=tie.charging and came,
                opening=tie.opening,
                hard=tie.for_attacker if came else tie.for_defender,
            )
            harm = stays[at] * sum(blow.dice * blow.kills for blow in found)
            if found and (by not in best or harm > best[by][0]):
                best[by] = harm, [_Blow(_beat(blow, tie), by, at, arc, blow.dice, blow.kills) for blow in found]
    return [blow for _, blows in best.values() for blow in blows]


def _beat(blow: Blows, tie: Tie) -> int:
    return blow.reach if tie.opening else 0


@lru_cache(maxsize=16_384)
def clash(one: Band, other: Band, arc: Arc = "front", *, charging: bool = True) -> tuple[Fate, Fate]:
    """What becomes of a body that comes upon another, and of that."""
    fates = brawl({"one": one, "other": other}, (Tie("one", "other", arc, charging=charging),))
    return fates["one"], fates["other"]


@lru_cache(maxsize=16_384)
def ambush(one: Band, other: Band, helper: Band) -> tuple[Fate, Fate, Fate]:
    """The same with a friend of the other who falls on the flank of the first."""
    bands = {"one": one, "other": other, "helper": helper}
    fates = brawl(bands, (Tie("one", "other", "front"), Tie("helper", "one", "flank")))
    return fates["one"], fates["other"], fates["helper"]
