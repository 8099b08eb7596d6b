"""One whole battle as text, kept and compared: whatever changes in the course of play shows up as a difference.

`SCHILTRON_WRITE_TRACES=1 make test-fast` writes it anew after a change that was meant.
"""

from __future__ import annotations

import os
from pathlib import Path
from random import Random

import pytest

from schiltron.battle.door.dice import SealedDice
from schiltron.battle.record.journal import Journal
from schiltron.battle.state.chance import Roll
from schiltron.battle.state.encoding import encode
from schiltron.battle.state.illegal import Illegal
from schiltron.battle.state.order import Dice, Order, Reply
from schiltron.battle.words.sentences import tell
from schiltron.captains.roster import seated
from schiltron.rulesets import ruleset
from tests.whole_battles.recruits import next_order, readied

HERE = Path(__file__).parent


def traced(scenario: str, seed: int, captain: str = "") -> str:
    """Order by order: what was due, what was said or thrown, what happened, and the state hash after it. Recruits never
    get over a wall, so that sieges are played by captains."""
    setup = readied(scenario)
    book = ruleset(setup.ruleset)
    dice = SealedDice.from_number(seed)
    journal = Journal.start(book, setup, "sealed", dice.commitment)
    random = Random(seed)
    led = seated(book, setup, {one.id: captain for one in setup.sides}, seed) if captain else {}
    lines = [f"{setup.title}, {book.title}, dice sealed as {dice.commitment}", ""]
    while journal.battle.outcome is None:
        before = journal.battle
        if before.roll is not None:
            order: Order = dice.throw(before.roll, journal.next_number)
        elif led:
            order = _ordered(before, led)
        else:
            order = next_order(before, random, dice)
        obeyed = journal.obey(order)
        assert not isinstance(obeyed, Illegal)
        lines += [f"{len(journal.entries)}. {_due(before.awaiting)}", f"   > {_said(order)}"]
        told = (tell(event, obeyed.battle) for event in obeyed.events)
        lines += [f"     {sentence}" for sentence in told if sentence]
        lines.append(f"   # {journal.entries[-1].hash}")
    return "\n".join(lines) + "\n"


def _ordered(battle, led) -> Order:
    decision = battle.decisions[0]
    view = ruleset(battle.ruleset).view(battle, decision.seat)
    return Reply(decision.seat, decision.id, led[decision.seat].answer(view, decision))


def _due(awaiting) -> str:
    if isinstance(awaiting, Roll):
        return f"{awaiting.purpose} [{', '.join(awaiting.rules)}]"
    return "; ".join(f"{one.seat}: {one.prompt} [{', '.join(one.rules)}]" for one in awaiting)


def _said(order: Order) -> str:
    if isinstance(order, Dice):
        return " | ".join(" ".join(map(str, pool.faces)) for pool in order.pools)
    return encode(order.answer).decode()


@pytest.mark.parametrize(
    ("scenario", "seed", "captain"),
    [
        ("horse-and-pikes", 7, ""),
        ("six-spells", 3, ""),
        ("lily-field", 6, ""),
        ("broken-seal", 7, ""),
        ("first-snow", 1, ""),
        ("field-of-lamps", 2, ""),
        ("wizards-noon", 16, ""),
        pytest.param("dun-corrath", 4, "captain", marks=pytest.mark.slow),
        pytest.param("under-harl-tower", 3, "captain", marks=pytest.mark.slow),
        ("lairn", 3, ""),
    ],
)
def test_a_whole_battle_goes_as_it_went_before(scenario: str, seed: int, captain: str) -> None:
    kept = HERE / f"{scenario}.trace.txt"
    now = traced(scenario, seed, captain)
    if os.environ.get("SCHILTRON_WRITE_TRACES"):
        kept.write_text(now, encoding="utf-8")
    assert now == kept.read_text(encoding="utf-8")
