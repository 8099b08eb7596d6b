"""Off the table (rules ABS): both armies as a seat may know them, and every posture against those of the enemy."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from schiltron.battle.guide.map_room import ArmyRoll, MapRoom, RollLine
from schiltron.battle.guide.reckonings import Grid
from schiltron.battle.state.decision import Choose
from schiltron.battle.state.field import opposing, troops
from schiltron.battle.words.grammar import Note, cited
from schiltron.battle.words.grammar import percent as in_words
from schiltron.rulesets.by_this_axe.off_table.days import DAYS
from schiltron.rulesets.by_this_axe.off_table.outlook import forecast
from schiltron.rulesets.by_this_axe.off_table.result_table import Clash, modifiers
from schiltron.rulesets.by_this_axe.off_table.stances import ATTACKING, DEFENDING, ChoosePostures, label
from schiltron.rulesets.by_this_axe.off_table.statements import UNSTATED
from schiltron.rulesets.by_this_axe.off_table.strength import (
    army,
    has_missiles,
    number,
    percent,
    rides_or_flies,
    saving,
    share,
    shown,
    strength,
    total,
    worth,
)
from schiltron.rulesets.by_this_axe.roster import named_abilities
from schiltron.rulesets.by_this_axe.state import Battle, Profile, Unit

_SHARES: Final[tuple[tuple[str, Callable[[Profile], bool]], ...]] = (
    ("mounted or flying", rides_or_flies),
    ("with missiles", has_missiles),
    ("with special abilities", lambda line: bool(line.advantages)),
)


def map_room(view: Battle) -> MapRoom | None:
    if view.board is not None:
        return None
    rolls = tuple(_roll(view, side.id) for side in view.sides)
    return MapRoom(rolls, view.own.options.turn_limit or DAYS, _postures(view))


# ---------------------------------------------------------------- rolls


def _roll(view: Battle, side: str) -> ArmyRoll:
    units = troops(view, side)
    greatest = max((_whole(unit) for unit in units if unit.own.person is None), default=1) or 1
    lines = tuple(_line(view, unit, greatest) for unit in units)
    if not _known(units):
        return ArmyRoll(side, lines, "")
    return ArmyRoll(side, lines, shown(total(view, side)), tuple(_made_of(view, side)))


def _known(units: list[Unit]) -> bool:
    """Whether quality and number of all of them have been stated, or are one's own (TA-ABS-16)."""
    return all(unit.own.profile.fc and UNSTATED not in unit.marks for unit in units)


def _whole(unit: Unit) -> int:
    """What a unit was, by its strength or, where nothing is known of that, by its number."""
    return (worth(unit.own.profile).total if unit.own.profile.fc else 1) * unit.original


def _line(view: Battle, unit: Unit, greatest: int) -> RollLine:
    """Who is one alone has no number and no bar."""
    line, alone = unit.own.profile, unit.own.person is not None
    if UNSTATED in unit.marks:
        return RollLine(unit.id, "not stated yet", "", 0, 0)
    if not unit.figures:
        return RollLine(unit.id, "gone", "", 0, 0 if alone else _whole(unit) / greatest)
    many = f"{unit.figures} of {unit.original}" if unit.figures != unit.original else str(unit.original)
    known = (f"FC {line.fc}", f"AS {_save(line)}", *named_abilities(line)) if line.fc else ()
    words = ", ".join((*(() if alone else (many,)), *known))
    now = strength(view, unit) if line.fc else unit.figures
    parts = (0.0, 0.0) if alone else (now / greatest, _whole(unit) / greatest)
    return RollLine(unit.id, words, shown(now) if line.fc else "", *parts)


def _save(line: Profile) -> str:
    """As the sample roster has it: what abilities add is counted by itself (TA-ABS-05, TA-ABS-07)."""
    total = sum(term.value for term in saving(line))
    return f"{total or '-'}{'(S)' if line.shield else ''}"


def _made_of(view: Battle, side: str) -> Iterator[Note]:
    """What a general looks for before he decides (TA-ABS-14)."""
    yield cited(f"{number(view, side)} strong", "TA-ABS-13")
    for what, having in _SHARES:
        part = percent(share(view, side, having))
        if part:
            yield cited(f"{part}% {what}", "TA-ABS-14")


# ---------------------------------------------------------------- postures


def _postures(view: Battle) -> Grid | None:
    """What each posture that one may choose adds to the die, and how often who wins where that can be known."""
    step = view.agenda[0] if view.agenda else None
    asked = next((one for one in view.decisions if isinstance(one, Choose)), None)
    if not isinstance(step, ChoosePostures) or asked is None:
        return None
    side = view.side_at(asked.seat)
    (enemy,) = opposing(view, side)
    attacks = side == step.attacker
    theirs = DEFENDING if attacks else ATTACKING
    known = _known([unit for unit in army(view, enemy) if unit.own.person is None])

    def cell(mine: str, other: str) -> str:
        clash = Clash(side, enemy, mine, other) if attacks else Clash(enemy, side, other, mine)
        added = f"{modifiers(view, clash).total:+d}"
        if not known:
            return added
        seen = forecast(view, clash)
        return f"{added}, {in_words(float(seen.wins(side)))} : {in_words(float(seen.wins(enemy)))}"

    rows = tuple((option.label, tuple(cell(option.key, other) for other in theirs)) for option in asked.options)
    title = "What is added to the attacker's die"
    return Grid(f"{title}; you win : they win" if known else title, tuple(map(label, theirs)), rows)
