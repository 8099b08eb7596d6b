"""The table of battle results (rules ABS, step 5): odds, what is added to the die, verdicts and what they cost."""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Struct

from schiltron.battle.state.tally import Tally, Term
from schiltron.rulesets.by_this_axe.law import LAW
from schiltron.rulesets.by_this_axe.off_table.stratagems import STRATAGEMS, Stratagem
from schiltron.rulesets.by_this_axe.state import Battle

FIGHTING_RETREAT: Final = "fighting_retreat"
SCREENED: Final = "screened_attack"
_EXTREME: Final = 4
"""Ratios run from one to four to four to one (TA-ABS-81)."""
Code = Literal["SK", "SM", "MV", "V", "CV"]


class Clash(Struct, frozen=True):
    """Who attacks whom, and in which postures."""

    attacker: str
    defender: str
    attack: str
    defence: str

    def posture(self, side: str) -> str:
        return self.attack if side == self.attacker else self.defence

    def role(self, side: str) -> str:
        return "attacker" if side == self.attacker else "defender"


class Verdict(Struct, frozen=True):
    """What a die has brought: who won, if anybody, and how."""

    code: Code
    winner: str = ""


_RESULTS: Final = LAW.sheet("TA-T-battle-results")
CODES: Final = {str(row["code"]): row for row in LAW.sheet("TA-T-result-codes").records()}
_POSTURES: Final = LAW.sheet("TA-T-postures")
_CASUALTIES: Final = tuple(int(str(row["percent_of_us"])) for row in LAW.sheet("TA-T-casualties").records())
_LEAST: Final = 2
"""The roll of the first row of losses (TA-ABS-100)."""
NAMES: Final[dict[str, str]] = {
    "SK": "a skirmish",
    "SM": "a stalemate",
    "MV": "a marginal victory",
    "V": "a victory",
    "CV": "a crushing victory",
}
RULES: Final[dict[str, tuple[str, ...]]] = {
    "SK": ("TA-ABS-84", "TA-ABS-92"),
    "SM": ("TA-ABS-85", "TA-ABS-92"),
    "MV": ("TA-ABS-86", "TA-ABS-87"),
    "V": ("TA-ABS-88", "TA-ABS-89"),
    "CV": ("TA-ABS-90", "TA-ABS-91"),
}


def ratio(attacker: int, defender: int) -> int:
    """The ratio of strengths, rounded to whole ones, halves up (TA-ABS-80, TA-ABS-81): 3 for 3:1, -3 for 1:3, 1 for
    1:1."""
    larger, smaller = max(attacker, defender), min(attacker, defender)
    times = _EXTREME if not smaller else min(_EXTREME, (2 * larger + smaller) // (2 * smaller))
    return times if attacker >= defender or times == 1 else -times


def _column(odds: int) -> str:
    return f"r{odds}_1" if odds > 0 else f"r1_{-odds}"


def said_ratio(odds: int) -> str:
    return f"{odds}:1" if odds > 0 else f"1:{-odds}"


def verdict_of(clash: Clash, odds: int, die: int) -> Verdict:
    """What a modified die brings; under 1 counts as 1, over 6 as 6 (TA-ABS-82)."""
    row = _RESULTS.records()[max(1, min(6, die)) - 1]
    found = str(row[_column(odds)])
    who, colon, code = found.partition(":")
    if not colon:
        return Verdict(_code(who))
    return Verdict(_code(code), clash.attacker if who == "A" else clash.defender)


def _code(word: str) -> Code:
    return next(code for code in ("SK", "SM", "MV", "V", "CV") if code == word)


def lost_percent(roll: int) -> int:
    """The part of a side's strength that is lost, by 2d6 and what is added to it (TA-ABS-100)."""
    return _CASUALTIES[max(0, min(len(_CASUALTIES) - 1, roll - _LEAST))]


def posture_modifier(clash: Clash) -> int:
    """What the postures add to the attacker's die (TA-ABS-68, TA-ABS-69)."""
    return int(str(_POSTURES.row(clash.attack)[clash.defence]))


def shift_of(kind: Stratagem, clash: Clash, side: str) -> int:
    """How far a stratagem that worked moves the result in its user's favour; none where he has the wrong role
    (TA-ABS-54)."""
    if kind.role not in ("any", clash.role(side)):
        return 0
    (enemy,) = (one for one in (clash.attacker, clash.defender) if one != side)
    if kind.reduced is not None and clash.posture(enemy) in kind.against:
        return kind.reduced
    return kind.shift


def modifiers(battle: Battle, clash: Clash) -> Tally:
    """What is added to the attacker's die (TA-ABS-82)."""
    terms = [Term(f"{_plain(clash.attack)} against {_plain(clash.defence)}", posture_modifier(clash), "TA-ABS-68")]
    for side, favour in ((clash.attacker, 1), (clash.defender, -1)):
        one = battle.own.abroad.army(side)
        kind = STRATAGEMS.get(one.stratagem)
        if one.worked and kind is not None and (shift := shift_of(kind, clash, side)):
            terms.append(Term(kind.label.lower(), favour * shift, kind.rules[-1]))
    return Tally("battle result", tuple(terms))


def _plain(posture: str) -> str:
    return posture.replace("_", " ").replace("center", "centre")


def loss_modifiers(clash: Clash, verdict: Verdict) -> dict[str, int]:
    """What each side adds to its throw for losses; a stalemate is thrown for by the attacker alone."""
    row = CODES[verdict.code]
    winner, loser = int(str(row["winner_casualty_mod"])), int(str(row["loser_casualty_mod"]))
    if verdict.code == "SM":
        return {clash.attacker: winner}
    return {side: winner if side == verdict.winner else loser for side in (clash.attacker, clash.defender)}


def holds_field(clash: Clash, verdict: Verdict) -> str:
    """Who holds the field: the winner; where the defender retreats fighting, never he, and the attacker unless he was
    beaten (TA-ABS-72). "" is nobody (TA-ABS-92)."""
    if clash.defence == FIGHTING_RETREAT:
        return "" if verdict.winner == clash.defender else clash.attacker
    return verdict.winner
