"""What the books suggest for a unit: all of it lawful, and unlike enough to be worth trying."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from schiltron.battle.door.dice import FastDice
from schiltron.battle.door.ruleset import Obeyed
from schiltron.battle.movement.unlike_ways import unlike_aims
from schiltron.battle.state.decision import Command, Commanded, Plan, Planned
from schiltron.battle.state.field import nearest_enemies
from schiltron.battle.state.order import Order, Reply
from schiltron.captains.roster import captain_named
from schiltron.rulesets import ruleset
from schiltron.table.lengths import HALF_TURN, inches, signed
from tests.captains.contests import opening

MOST = 80


@pytest.mark.parametrize(
    "scenario",
    ["chainmail/beacon-ridge", "chainmail/tollgate", "battlesystem/crossroads", "battlesystem/drowned-abbey"],
)
def test_the_door_lets_in_all_that_is_suggested(scenario: str) -> None:
    battle = opening(scenario)
    book, dice = ruleset(battle.ruleset), FastDice(Random(7))
    captains = {seat.id: captain_named("lieutenant", book, place) for place, seat in enumerate(battle.seats)}
    battle, units = book.begun(battle).battle, 0
    while battle.outcome is None and battle.turn <= 4:
        order: Order
        if battle.roll is not None:
            order = dice.throw(battle.roll, 1)
        else:
            asked = battle.decisions[0]
            view = book.view(battle, asked.seat)
            if battle.turn and isinstance(asked, Command | Plan):
                found = list(islice(book.suggest(view, asked), MOST))
                for answer in found:
                    assert not book.reasons(view, Reply(asked.seat, asked.id, answer)), answer
                commands = [one for answer in found for one in _of(answer) if one.action in ("move", "split")]
                units += max((sum(one.actor == other.actor for other in commands) for one in commands), default=0) >= 4
                assert len(set(commands)) == len(commands)
            order = Reply(asked.seat, asked.id, captains[asked.seat].answer(view, asked))
        obeyed = book.obey(battle, order)
        assert isinstance(obeyed, Obeyed), obeyed
        battle = obeyed.battle
    assert units > 2, "some unit has four ways at least"


def _of(answer: object) -> tuple[Commanded, ...]:
    if isinstance(answer, Planned):
        return answer.commands
    return (answer,) if isinstance(answer, Commanded) and answer.actor else ()


def test_ways_about_an_enemy_lead_past_him_off_from_him_and_short_of_him() -> None:
    battle = opening("chainmail/beacon-ridge")
    book, dice = ruleset(battle.ruleset), FastDice(Random(7))
    captains = {seat.id: captain_named("captain", book, place) for place, seat in enumerate(battle.seats)}
    battle = book.begun(battle).battle
    while battle.turn < 1:
        order: Order
        if battle.roll is not None:
            order = dice.throw(battle.roll, 1)
        else:
            asked = battle.decisions[0]
            order = Reply(asked.seat, asked.id, captains[asked.seat].answer(book.view(battle, asked.seat), asked))
        obeyed = book.obey(battle, order)
        assert isinstance(obeyed, Obeyed)
        battle = obeyed.battle
    unit = next(one for one in battle.standing() if one.figures > 4)
    (foe,) = nearest_enemies(battle, unit, 1)
    far = round(((unit.outline.x - foe.outline.x) ** 2 + (unit.outline.y - foe.outline.y) ** 2) ** 0.5)
    near = list(unlike_aims(unit, foe, inches(12), far))
    assert len(near) == 3
    straight = signed(unit.pose.heading_to(foe.outline.x, foe.outline.y) - unit.pose.heading)
    assert abs(abs(signed(near[1].turn - straight)) - HALF_TURN) < 5_000, "off from who could come up"
    assert near[0].turn != near[2].turn, "past either flank"
    aims = list(unlike_aims(unit, foe, inches(400), inches(3)))
    assert len(aims) == 4
    assert 0 < aims[2].far < far - inches(3)
    assert abs(signed(aims[2].turn - straight)) < 5_000, "short of him, looking at him"
