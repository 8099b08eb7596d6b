"""Losses in strength, shared out by their owner (rules ABS, step 6)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from schiltron.battle.play.agenda import Step, asks
from schiltron.battle.play.casualties import Harm, Loss, take_off
from schiltron.battle.play.form_checks import judge_assignment
from schiltron.battle.state.decision import UNSEATED, Assign, Assigned, Item, Option, Share
from schiltron.battle.state.field import asked_seat, commanded_by
from schiltron.battle.state.illegal import Reason
from schiltron.rulesets.by_this_axe.off_table.strength import (
    HUNDREDTHS,
    army,
    individuals,
    shown,
    strength,
    total,
    worth,
)
from schiltron.rulesets.by_this_axe.state import Battle, Scene, Unit

LOSSES: Final = "losses"
_RULES: Final = ("TA-ABS-101", "TA-ABS-102")


class Wounded(Struct, frozen=True):
    """A side loses this part of its strength, in per cent."""

    side: str
    percent: int


class ShareLosses(Step, frozen=True, tag="by_this_axe.share_losses"):
    """Who has a choice decides where the losses fall; all at once (TA-ABS-102)."""

    wounded: tuple[Wounded, ...]


def lost_strength(battle: Battle, wounded: Wounded) -> int:
    """In hundredths, halves up (TA-ABS-101)."""
    return (total(battle, wounded.side) * wounded.percent + HUNDREDTHS // 2) // HUNDREDTHS


def in_proportion(battle: Battle, side: str, lost: int) -> dict[str, int]:
    """Losses shared out by strength; what is left over by rounding falls on those to whom most of a hundredth is due,
    the strongest first (TA-ABS-102)."""
    units = {unit.id: strength(battle, unit) for unit in army(battle, side)}
    whole = sum(units.values()) or 1  # of strangers nothing may be known
    shares = {unit: lost * own // whole for unit, own in units.items()}
    due = sorted(units, key=lambda unit: (-(lost * units[unit] % whole), -units[unit]))
    for unit in due[: lost - sum(shares.values())]:
        shares[unit] += 1
    return shares


# ---------------------------------------------------------------- asked


def _choosing(battle: Battle, step: ShareLosses) -> list[Wounded]:
    """Those to whom it makes a difference: some are lost and some are left, and there is more than one unit."""
    return [one for one in step.wounded if len(army(battle, one.side)) > 1 and 0 < one.percent < HUNDREDTHS]


def _ask(battle: Battle, step: ShareLosses) -> tuple[Assign, ...] | None:
    return tuple(_asked(battle, one) for one in _choosing(battle, step)) or None


def _asked(battle: Battle, one: Wounded) -> Assign:
    units = army(battle, one.side)
    lost = lost_strength(battle, one)
    item = Item(LOSSES, "hundredths of strength", lost, tuple(unit.id for unit in units))
    return Assign(
        seat=asked_seat(battle, one.side) or UNSEATED,
        prompt=f"{shown(lost)} of strength {shown(total(battle, one.side))} are lost. Where do the losses fall?",
        waits="losses to be shared out",
        rules=_RULES,
        items=(item,),
        bins=tuple(Option(unit.id, f"{unit.name} ({shown(strength(battle, unit))})") for unit in units),
        default=_assigned(in_proportion(battle, one.side, lost)),
        sealed=True,
    )


def _assigned(shares: Mapping[str, int]) -> Assigned:
    return Assigned(tuple(Share(LOSSES, unit, count) for unit, count in shares.items() if count))


def _judge(view: Battle, step: ShareLosses, decision: Assign, answer: Assigned) -> list[Reason]:
    found = judge_assignment(decision, answer)
    if found:
        return found
    for unit_id, count in _given(answer).items():
        unit = view.units[unit_id]
        if count > strength(view, unit):
            has = shown(strength(view, unit))
            found.append(Reason(f"{unit.name} cannot lose {shown(count)}: only {has} is left", _RULES))
    return found


def _given(answer: Assigned) -> dict[str, int]:
    given: dict[str, int] = {}
    for share in answer.shares:
        given[share.bin] = given.get(share.bin, 0) + share.count
    return given


def _take(scene: Scene, step: ShareLosses, answers: tuple[Assigned, ...]) -> None:
    chosen = dict(zip((one.side for one in _choosing(scene.battle, step)), map(_given, answers), strict=True))
    _suffer(scene, step, chosen)


def _unasked(scene: Scene, step: ShareLosses) -> None:
    _suffer(scene, step, {})


def _suffer(scene: Scene, step: ShareLosses, chosen: Mapping[str, Mapping[str, int]]) -> None:
    battle = scene.battle
    falls = [
        chosen.get(one.side) or in_proportion(battle, one.side, lost_strength(battle, one)) for one in step.wounded
    ]
    for shares in falls:
        for unit_id, lost in shares.items():
            _weaken(scene, unit_id, lost)


def _weaken(scene: Scene, unit_id: str, lost: int) -> None:
    """A unit loses strength, and individuals in step with it (TA-ABS-102)."""
    unit = scene.unit(unit_id)
    left = strength(scene.battle, unit) - lost
    heads = individuals(unit.own.profile, left)
    take_off(scene, unit_id, Loss(unit.figures - heads), Harm(("battle",), rules=_RULES))
    abroad = scene.battle.own.abroad
    lacking = dict(abroad.lacking) | {unit_id: worth(unit.own.profile).total * heads - left}
    known = tuple((key, lacking[key]) for key in scene.battle.units if lacking.get(key))
    scene.set(own=replace(scene.battle.own, off_table=replace(abroad, lacking=known)))


# ---------------------------------------------------------------- random and sensible


def _order_of(view: Battle, decision: Assign) -> list[Unit]:
    return [unit for unit in commanded_by(view, view.side_at(decision.seat)) if unit.figures]


def _sample(view: Battle, step: ShareLosses, decision: Assign, random: Random) -> Assigned:
    units = _order_of(view, decision)
    random.shuffle(units)
    return _in_turn(view, units, decision.items[0].count)


def _in_turn(view: Battle, units: list[Unit], lost: int) -> Assigned:
    """Losses that fall on one unit after the other."""
    shares: dict[str, int] = {}
    for unit in units:
        shares[unit.id] = min(lost, strength(view, unit))
        lost -= shares[unit.id]
    return _assigned(shares)


def _suggest(view: Battle, step: ShareLosses, decision: Assign) -> Iterator[Assigned]:
    """In proportion; the worst first; the unmounted first, who are missed least in a pursuit."""
    units = _order_of(view, decision)
    lost = decision.items[0].count
    yield _assigned(in_proportion(view, view.side_at(decision.seat), lost))
    people = [unit for unit in units if unit.own.person is not None]
    troops = [unit for unit in units if unit.own.person is None]
    yield _in_turn(view, [*sorted(troops, key=lambda unit: worth(unit.own.profile).total), *people], lost)
    yield _in_turn(view, [*sorted(troops, key=lambda unit: unit.own.profile.mounted), *people], lost)


SHARE_LOSSES: Final = asks(
    ShareLosses, ask=_ask, judge=_judge, take=_take, sample=_sample, suggest=_suggest, do=_unasked
)
