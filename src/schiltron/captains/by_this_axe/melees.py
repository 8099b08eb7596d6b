"""How a melee is likely to go: everybody in it strikes round after round, with as many as are likely to stand then."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from schiltron.captains.by_this_axe.expected_losses import Band, Blows, Dice, Ordeal, endures, fallen, strikes, suffers
from schiltron.table.facing import Arc

ROUNDS: Final = 3
PATIENCE: Final = 0.85
"""What it is worth to drive a foe off a round later."""
_SLIGHT: Final = 0.002
"""Chances that are not looked into."""


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
    """The fate of every unit in a melee."""
    standing = dict(bands)
    counts = {key: float(body.figures or body.hits) for key, body in bands.items()}
    stays = dict.fromkeys(bands, 1.0)
    out = dict.fromkeys(bands, 0.0)
    share = 1.0
    for number in range(ROUNDS):
        first = number == 0
        felt = _round(
            standing, stays, counts, [tie if first else tie._replace(opening=False, charging=False) for tie in ties]
        )
        for key, ordeal in felt.items():
            out[key] += share * stays[key] * ordeal.out
            stays[key] *= 1 - ordeal.out
            counts[key] = max(0.0, counts[key] - ordeal.lost)
            if bands[key].hits:
                standing[key] = standing[key]._replace(hits=max(1, round(counts[key])))
                continue
            standing[key] = standing[key]._replace(
                figures=max(1, round(counts[key])) if counts[key] > 0.3 else 0, lost=0
            )
        share *= PATIENCE
    return {
        key: Fate(out[key], 1 - counts[key] / body.figures if body.figures else out[key]) for key, body in bands.items()
    }


def _round(
    bands: Mapping[str, Band], stays: Mapping[str, float], counts: Mapping[str, float], ties: Sequence[Tie]
) -> dict[str, Ordeal]:
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
    return {key: _felt(body, counts[key], tuple(dice[key]), frozenset(arcs[key])) for key, body in bands.items()}


def _felt(body: Band, count: float, dice: tuple[Dice, ...], struck: frozenset[str]) -> Ordeal:
    """What so many figures go through, where only their mean is known."""
    few = int(count)
    part = count - few
    if body.hits or not few or part < 0.05:
        return suffers(body, dice, struck=struck)
    less, more = (suffers(body._replace(figures=number), dice, struck=struck) for number in (few, few + 1))
    return Ordeal(less.out + part * (more.out - less.out), less.lost + part * (more.lost - less.lost))


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


# ---------------------------------------------------------------- two alone


@lru_cache(maxsize=32_768)
def clash(
    one: Band, other: Band, arc: Arc = "front", *, charging: bool = True, opening: bool = True
) -> tuple[Fate, Fate]:
    """The fate of two units when one attacks the other, round by round."""
    if one.routed or other.routed or not one.figures or not other.figures:
        fates = brawl({"one": one, "other": other}, (Tie("one", "other", arc, opening, charging),))
        return fates["one"], fates["other"]
    fates_of = [0.0, 0.0]
    lost = [0.0, 0.0]
    now: dict[tuple[int, int], float] = {(one.figures, other.figures): 1.0}
    share = 1.0
    for number in range(ROUNDS):
        after: dict[tuple[int, int], float] = {}
        first = number == 0
        for (here, there), chance in now.items():
            left = one._replace(figures=here, lost=one.lost if first else 0)
            right = other._replace(figures=there, lost=other.lost if first else 0)
            for down, fell, likely in _exchange(left, right, arc, first and charging, first and opening):
                weight = chance * likely
                gone = endures(left, down, frozenset())
                away = endures(right, fell, frozenset() if arc == "front" else frozenset((arc,)))
                fates_of[0] += share * weight * gone
                fates_of[1] += share * weight * away
                lost[0] += weight * down
                lost[1] += weight * fell
                stays = weight * (1 - gone) * (1 - away)
                if stays > _SLIGHT:
                    key = here - down, there - fell
                    after[key] = after.get(key, 0.0) + stays
        now = after
        share *= PATIENCE
    return (
        Fate(fates_of[0], min(1.0, lost[0] / one.figures)),
        Fate(fates_of[1], min(1.0, lost[1] / other.figures)),
    )


def _exchange(one: Band, other: Band, arc: Arc, charging: bool, opening: bool) -> list[tuple[int, int, float]]:  # noqa: FBT001 - as the rounds go
    """Figures that both lose in a round, with the chance of it; in a first round the longer weapon strikes before."""
    blows = strikes(one, other, arc, charging=charging, opening=opening)
    back = strikes(other, one, "front", charging=False, opening=opening)
    found = []
    if opening and blows[0].reach < back[0].reach:
        for fell, likely in _falls(_dice(blows), other.figures):
            left = _dice(strikes(other, one, "front", charging=False, opening=True, figures=other.figures - fell))
            found += [(down, fell, likely * so) for down, so in _falls(left, one.figures)]
    elif opening and back[0].reach < blows[0].reach:
        for down, likely in _falls(_dice(back), one.figures):
            left = _dice(strikes(one, other, arc, charging=charging, opening=True, figures=one.figures - down))
            found += [(down, fell, likely * so) for fell, so in _falls(left, other.figures)]
    else:
        theirs = _falls(_dice(blows), other.figures)
        for down, likely in _falls(_dice(back), one.figures):
            found += [(down, fell, likely * so) for fell, so in theirs]
    return [each for each in found if each[2] > _SLIGHT]


def _dice(blows: tuple[Blows, ...]) -> tuple[Dice, ...]:
    return tuple((blow.dice, blow.kills) for blow in blows)


def _falls(dice: tuple[Dice, ...], most: int) -> list[tuple[int, float]]:
    """Figures that fall, with the chance of it, what is unlikely left out."""
    chances = fallen(dice)
    found = [(number, chance) for number, chance in enumerate(chances[:most]) if chance > 0.01]
    rest = sum(chances[most:])
    return [*found, (most, rest)] if rest > 0.01 else found
