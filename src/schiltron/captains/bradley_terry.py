"""How strong players are, from the games they have played against each other.

The model of Bradley and Terry: each player has a strength s, and beats another with the chance 1 / (1 + exp(s' - s)).
The strengths are those that make the games most likely (maximum likelihood); a draw is half a win for both. To every
pairing that was played one drawn game is added, since otherwise somebody who has never lost would be infinitely strong.
The intervals come from the curvature of the likelihood at its top (the inverse of the Hessian), relative to the first
player, whose strength is fixed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp, log, sqrt
from typing import Final

import numpy as np
from msgspec import Struct

ELO: Final = 400 / log(10)
"""Points of a rating for each unit of strength: 400 more are ten wins to one."""
FIRST: Final = 1000
"""The rating of the first player, from which the others are counted."""
NORMAL_95: Final = 1.959963984540054
ADDED: Final = 1.0
"""Drawn games that are added to every pairing."""
_MOST_STEPS: Final = 200
_NEAR: Final = 1e-10

Scores = Mapping[tuple[str, str], tuple[float, int]]
"""Of a pairing: what the first of both has won, draws counted half, and in how many games."""


class Rating(Struct, frozen=True):
    """A rating, and by how much it may be wrong either way, 95 times of 100; nothing for the first player."""

    rating: float
    margin: float | None


def ratings(players: Sequence[str], scores: Scores) -> dict[str, Rating]:
    """The ratings of all who are linked to the first player by games."""
    linked = _linked(players, scores)
    place = {name: at for at, name in enumerate(linked)}
    count = len(linked)
    if count < 2:
        return {}
    won = np.zeros((count, count))
    for (one, other), (score, games) in scores.items():
        if games and one in place and other in place:
            won[place[one], place[other]] += score + ADDED / 2
            won[place[other], place[one]] += games - score + ADDED / 2
    games_of = won + won.T
    strength = np.zeros(count)
    for _ in range(_MOST_STEPS):
        slope, bend = _derivatives(strength, won, games_of)
        step = np.linalg.solve(bend[1:, 1:], slope[1:])
        strength[1:] += np.clip(step, -1, 1)
        if float(np.abs(step).max()) < _NEAR:
            break
    _, bend = _derivatives(strength, won, games_of)
    spread = np.linalg.inv(bend[1:, 1:])
    found = {linked[0]: Rating(FIRST, None)}
    for at, name in enumerate(linked[1:], 1):
        margin = NORMAL_95 * sqrt(float(spread[at - 1, at - 1])) * ELO
        found[name] = Rating(FIRST + ELO * float(strength[at]), margin)
    return found


def expected(one: float, other: float) -> float:
    """What a player of one rating wins of each game against another."""
    return 1 / (1 + exp((other - one) / ELO))


def _derivatives(strength: np.ndarray, won: np.ndarray, games_of: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Slope and negative curvature of the logarithm of the likelihood."""
    chance = 1 / (1 + np.exp(strength[None, :] - strength[:, None]))
    slope = (won - games_of * chance).sum(axis=1)
    weight = games_of * chance * chance.T
    bend = np.diag(weight.sum(axis=1)) - weight
    return slope, bend


def _linked(players: Sequence[str], scores: Scores) -> list[str]:
    """Those who are linked to the first, in order."""
    found = set(players[:1])
    while True:
        more = {
            name
            for pair, (_, games) in scores.items()
            if games and found & set(pair)
            for name in pair
            if name in players
        }
        if more <= found:
            return [name for name in players if name in found]
        found |= more
