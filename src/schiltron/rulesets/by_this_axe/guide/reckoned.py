"""A battle off the table reckoned for a referee (rules ABS): chances of results, losses and stratagems, and what every
pair of postures comes to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Final

from msgspec.structs import replace

from schiltron.battle.guide.reckonings import Bar, Chart, Grid, Reckoning, bar
from schiltron.battle.state.field import opposing
from schiltron.battle.state.illegal import Reason
from schiltron.battle.words.grammar import cited
from schiltron.rulesets.by_this_axe.off_table.distribution import Distribution
from schiltron.rulesets.by_this_axe.off_table.outlook import chance_to_succeed
from schiltron.rulesets.by_this_axe.off_table.result_table import NAMES, Clash, modifiers, ratio, said_ratio
from schiltron.rulesets.by_this_axe.off_table.stances import ATTACKING, DEFENDING, barred, label
from schiltron.rulesets.by_this_axe.off_table.stratagems import STRATAGEMS, may_try
from schiltron.rulesets.by_this_axe.off_table.strength import number, shown, total
from schiltron.rulesets.by_this_axe.state import Battle
from schiltron.rulesets.mustering import nearest

_TENTH: Final = 10


def reckoned(battle: Battle, wishes: Mapping[str, str]) -> Reckoning | Reason:
    """By who attacks how, and what stratagems have worked; a frontal assault on those who stand, unless it is said."""
    battle = _stated(battle)
    clash = _clash(battle, wishes)
    if isinstance(clash, Reason):
        return clash
    tricks = _tricked(battle, wishes)
    if isinstance(tricks, Reason):
        return tricks
    battle = tricks
    found = Distribution(battle, clash)
    return Reckoning(
        title=f"{_title(battle, clash.attacker)} attack: {label(clash.attack).lower()}; "
        f"{_title(battle, clash.defender)} defend: {label(clash.defence).lower()}",
        notes=(
            *(
                cited(
                    f"{side.title}: {number(battle, side.id)} strong, strength {shown(total(battle, side.id))}",
                    "TA-ABS-13",
                )
                for side in battle.sides
            ),
            cited(f"Strengths of {said_ratio(_odds(battle, clash))}", "TA-ABS-80", "TA-ABS-81"),
            *(
                cited(f"{term.value:+d} {term.label}", term.rule)
                for term in modifiers(battle, clash).terms
                if term.value
            ),
            cited("Losses fall in proportion, and whoever may pursue does", "TA-ABS-102", "TA-ABS-110"),
        ),
        charts=(
            _results(battle, clash, found),
            *(_left(battle, side.id, found) for side in battle.sides),
            *(_stratagems(battle, side.id) for side in battle.sides),
        ),
        grids=(_matrix(battle, clash),),
    )


def _stated(battle: Battle) -> Battle:
    """A referee knows both armies; each has told the truth."""
    armies = tuple(replace(one, statement="open") for one in battle.own.abroad.armies)
    return replace(battle, own=replace(battle.own, off_table=replace(battle.own.abroad, armies=armies)))


# ---------------------------------------------------------------- what is wished


def _clash(battle: Battle, wishes: Mapping[str, str]) -> Clash | Reason:
    sides = [side.id for side in battle.sides]
    known = ("attacker", "attack", "defence", *sides)
    for name in wishes:
        if name not in known:
            return Reason(f"{name} is nothing that could be reckoned with: {nearest(name, known)}")
    attacker = wishes.get("attacker", sides[0])
    if attacker not in sides:
        return Reason(f"there is no side {attacker!r}: {nearest(attacker, sides)}")
    (defender,) = opposing(battle, attacker)
    attack, defence = wishes.get("attack", ATTACKING[0]), wishes.get("defence", DEFENDING[0])
    for side, posture, postures in ((attacker, attack, ATTACKING), (defender, defence, DEFENDING)):
        if posture not in postures:
            return Reason(f"there is no such posture as {posture!r}: {nearest(posture, postures)}")
        found = barred(battle, side, posture)
        if found is not None:
            return Reason(f"{_title(battle, side)} have no {label(posture).lower()}: {found[0]}", (found[1],))
    return Clash(attacker, defender, attack, defence)


def _tricked(battle: Battle, wishes: Mapping[str, str]) -> Battle | Reason:
    """With stratagems that have worked, by side."""
    armies = []
    for one in battle.own.abroad.armies:
        key = wishes.get(one.of, "")
        if key and key not in STRATAGEMS:
            return Reason(f"there is no stratagem {key!r}: {nearest(key, tuple(STRATAGEMS))}")
        armies.append(replace(one, stratagem=key, worked=bool(key)))
    return replace(battle, own=replace(battle.own, off_table=replace(battle.own.abroad, armies=tuple(armies))))


def _title(battle: Battle, side: str) -> str:
    return battle.side_named(side).title


def _odds(battle: Battle, clash: Clash) -> int:
    return ratio(total(battle, clash.attacker), total(battle, clash.defender))


# ---------------------------------------------------------------- charts


def _results(battle: Battle, clash: Clash, found: Distribution) -> Chart:
    """From the defender's crushing victory to the attacker's."""
    codes = (
        *((clash.defender, code) for code in ("CV", "V", "MV")),
        ("", "SM"),
        ("", "SK"),
        *((clash.attacker, code) for code in ("MV", "V", "CV")),
    )
    bars = []
    for winner, code in codes:
        chance = sum(
            (part for one, part in found.verdicts.items() if (one.winner, one.code) == (winner, code)), Fraction(0)
        )
        who = f"{_title(battle, winner)}: " if winner else ""
        bars.append(bar(f"{who}{NAMES[code]}", chance))
    return Chart("The result", tuple(bars), ("TA-ABS-82", "TA-ABS-83"))


def _left(battle: Battle, side: str, found: Distribution) -> Chart:
    """What a side keeps of its strength, in tenths."""
    whole = total(battle, side) or 1
    tenths: dict[int, Fraction] = {}
    for left, chance in found.left(side).items():
        tenth = -(-_TENTH * left // whole)
        tenths[tenth] = tenths.get(tenth, Fraction(0)) + chance
    bars = tuple(_tenth(tenth, tenths.get(tenth, Fraction(0))) for tenth in range(_TENTH + 1))
    mean = float(found.expected(side) / whole)
    title = f"What {_title(battle, side)} keep of their strength, {mean:.0%} on the average"
    return Chart(title, bars, ("TA-ABS-100", "TA-ABS-101", "TA-ABS-110"))


def _tenth(tenth: int, chance: Fraction) -> Bar:
    if not tenth:
        return bar("nothing", chance)
    low, high = (tenth - 1) * _TENTH, tenth * _TENTH
    return bar(f"{'up' if not low else f'over {low}'} to {high}%", chance)


def _stratagems(battle: Battle, side: str) -> Chart:
    bars = tuple(bar(kind.label, chance_to_succeed(battle, side, key)) for key, kind in STRATAGEMS.items())
    able = may_try(battle, side)
    title = f"How often a stratagem of {_title(battle, side)} works"
    return Chart(title, bars if able else (), ("TA-ABS-32",))


# ---------------------------------------------------------------- every pair of postures


def _matrix(battle: Battle, clash: Clash) -> Grid:
    attacks = [one for one in ATTACKING if barred(battle, clash.attacker, one) is None]
    rows = tuple(
        (label(one), tuple(_cells(battle, [replace(clash, attack=one, defence=other) for other in DEFENDING])))
        for one in attacks
    )
    who, other = _title(battle, clash.attacker), _title(battle, clash.defender)
    return Grid(f"How often {who} win, and {other}", tuple(map(label, DEFENDING)), rows)


def _cells(battle: Battle, clashes: list[Clash]) -> Iterator[str]:
    for clash in clashes:
        found = Distribution(battle, clash)
        yield f"{float(found.wins(clash.attacker)):.0%} : {float(found.wins(clash.defender)):.0%}"
