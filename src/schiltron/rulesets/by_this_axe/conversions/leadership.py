"""Who may lead, and how well, by level and ability scores (rules CONV, TA-CONV-19 to TA-CONV-33)."""

from __future__ import annotations

from typing import Final

from schiltron.battle.state.tally import Tally, Term
from schiltron.parent_game.creature import Record, Scores
from schiltron.rulesets.by_this_axe.law import LAW

_ELIGIBLE: Final = [
    (int(row["min_level"]), None if row["max_level"] == "-" else int(row["max_level"]), row["min_cha"])
    for row in LAW.sheet("TA-T-leader-eligibility").records()
]
_ELIGIBLE_RULES: Final = ("TA-CONV-20", "TA-CONV-21", "TA-CONV-19")
"""Of the rows of that table, in its order."""
_SCORES: Final = LAW.sheet("TA-T-leadership-score").records()
_SCORE_RULES: Final = {
    "cha": ("TA-CONV-24", "TA-CONV-25", "TA-CONV-26", "TA-CONV-27"),
    "int": ("TA-CONV-28", "TA-CONV-29", "TA-CONV-30", "TA-CONV-31"),
    "wis": ("TA-CONV-32",),
}
"""Of the rows of each ability, in the order of the table."""
_NO_MODIFIER: Final = "TA-CONV-33"
LEAST, MOST = 1, 5
_STARTS: Final = {"typical": 2, "zero": 0}


def level(record: Record) -> int:
    """Of the highest class; none without a class."""
    return max((level for _, level in record.classes), default=0)


def eligible(record: Record) -> tuple[bool | None, str]:
    """Whether he may be a leader, and by which rule; None where it hangs on a charisma that nobody has written down."""
    his = level(record)
    rows = [
        (needed, rule)
        for (low, high, needed), rule in zip(_ELIGIBLE, _ELIGIBLE_RULES, strict=True)
        if low <= his and (high is None or his <= high)
    ]
    for needed, rule in rows:
        if needed == "-":
            return True, rule
    if not rows:
        return False, _ELIGIBLE_RULES[0]
    charisma = record.scores.charisma
    if charisma is None:
        return None, rows[-1][1]
    fitting = [rule for needed, rule in rows if charisma >= int(needed)]
    return (True, fitting[0]) if fitting else (False, rows[-1][1])


def unknown(scores: Scores) -> list[str]:
    """Scores that leadership hangs on and nobody has written down."""
    named = (("charisma", scores.charisma), ("intelligence", scores.intelligence), ("wisdom", scores.wisdom))
    return [name for name, value in named if value is None]


def leadership(scores: Scores, start: str) -> Tally | None:
    """From a start, with what each score adds, within the levels there are (TA-CONV-23); None where one is unknown."""
    known = {"cha": scores.charisma, "int": scores.intelligence, "wis": scores.wisdom}
    terms = [Term("where it starts", _STARTS[start], "TA-CONV-23")]
    for ability, value in known.items():
        if value is None:
            return None
        terms.append(_modifier(ability, value))
    total = sum(term.value for term in terms)
    kept = max(LEAST, min(MOST, total))
    if kept != total:
        terms.append(Term(f"levels run from {LEAST} to {MOST}", kept - total, "TA-CONV-23"))
    return Tally("leadership", tuple(terms))


def _modifier(ability: str, value: int) -> Term:
    rows = [row for row in _SCORES if row["ability"] == ability]
    for row, rule in zip(rows, _SCORE_RULES[ability], strict=True):
        reached = row["min"] == "-" or int(row["min"]) <= value
        if reached and (row["max"] == "-" or value <= int(row["max"])):
            return Term(f"{ability.upper()} {value}", int(row["modifier"]), rule)
    return Term(f"{ability.upper()} {value}", 0, _NO_MODIFIER)
