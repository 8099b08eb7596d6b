"""Orders of BATTLESYSTEM said in words: slants, formations, what needs no more words, attempts and roles."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from schiltron.battle.play.agenda import Scene
from schiltron.battle.play.casualties import Harm
from schiltron.battle.state.decision import Aimed, Commanded, PathDrawn
from schiltron.battle.state.manoeuvre import Advance, Expand, FormUp, Oblique, Wrap
from schiltron.herald.answers import typed_answer
from schiltron.herald.describing import place
from schiltron.herald.guide_in_words import foreseen
from schiltron.herald.not_understood import Misheard
from schiltron.herald.orders_in_words import said_answer
from schiltron.herald.what_is_due import asked
from schiltron.rulesets.battlesystem.book import BATTLESYSTEM
from schiltron.rulesets.battlesystem.command.rallying import Rally
from schiltron.rulesets.battlesystem.command.roles import Roles
from schiltron.rulesets.battlesystem.losses import ROUTED_OFF, fell, remove
from schiltron.rulesets.battlesystem.movement.phase import Moves
from schiltron.rulesets.battlesystem.state import Rout
from schiltron.table.lengths import degrees, inches
from tests.rulesets.battlesystem.positions import (
    OGRE,
    ORC,
    Played,
    ahead,
    blue,
    field,
    locked,
    march,
    person,
    play,
    red,
    skirmishers,
)


def told(played: Played, line: str) -> Any:
    return typed_answer(BATTLESYSTEM, played.battle, played.decision, line)


def moving() -> Played:
    position = field(
        blue("swords", 12, files=6, at=(48, 40), formation="closed", large_shields=True),
        person("captain", "blue", with_="swords", rank="unit", radius=14),
        *skirmishers("scouts", "blue", [(20, 40), (23, 40)]),
        red("orcs", 12, files=6, at=(48, 29), of=ORC),
        phase="movement",
    )
    return play(position, Moves("blue"))


@pytest.mark.parametrize(
    ("line", "action", "legs"),
    [
        ("swords oblique left 30 for 4", "move", (Oblique(-degrees(30), inches(4)),)),
        ("swords form shield wall", "move", (FormUp("shield_wall"),)),
        ("swords form ring of shields", "move", (FormUp("shield_ring"),)),
        ("swords open order, advance 2", "move", (FormUp("open"), ahead(2))),
        ("swords force march 5", "force_march", (Advance(inches(5)),)),
        ("swords forced march 5", "force_march", (Advance(inches(5)),)),
        ("scouts-1 together advance 3", "together", (ahead(3),)),
        ("captain leaves and goes 6 ahead", "move", (ahead(6),)),
    ],
)
def test_moves(line: str, action: str, legs: tuple[Any, ...]) -> None:
    """BS-7.9-02, BS-11.6-01, BS-7.13-01, BS-2.9-05."""
    answer = told(moving(), line)
    assert (answer.action, answer.form) == (action, PathDrawn(legs))


def test_what_cannot_be_done_now_is_told_with_what_can() -> None:
    """BS-7.12-01: nobody withdraws who touches no enemy."""
    with pytest.raises(Misheard, match=r"'withdraw' is nothing Swords can do now.* It may: .*force march"):
        told(moving(), "swords withdraw")


def test_who_leaves_may_just_leave() -> None:
    """BS-9.2-01."""
    start = moving()
    answer = told(start, "captain leaves")
    assert answer == Commanded("captain", "leave")
    assert said_answer(start.battle, answer)
    assert start.then(answer).unit("captain").on_table


def test_in_contact() -> None:
    """BS-7.8-02, BS-7.11-01, BS-7.12-01, BS-8.8-02."""
    position = field(
        blue("swords", 12, files=8, at=(48, 30), formation="closed"),
        person("captain", "blue", with_="swords", rank="unit", radius=12),
        red("orcs", 8, files=2, at=(48, 30), of=ORC),
        contacts=[locked("swords", "orcs", since=0)],
        phase="movement",
        turn=2,
    )
    start = play(position, Moves("blue"))
    assert told(start, "swords wrap 1 left 1 right") == Commanded("swords", "wrap", PathDrawn((Wrap(1, 1),)))
    assert told(start, "swords expand 1 left") == Commanded("swords", "wrap", PathDrawn((Expand(1, 0),)))
    assert told(start, "swords withdraw") == Commanded("swords", "withdraw")
    assert told(start, "swords flee") == Commanded("swords", "flee")
    shown = " ".join(foreseen(BATTLESYSTEM, start.battle, start.decision, Commanded("swords", "withdraw")))
    assert "may follow" in shown


def test_who_has_moved_is_told_that_he_has() -> None:
    """BS-1.4-02."""
    start = moving().then(march("swords", ahead(2)))
    with pytest.raises(Misheard) as misheard:
        told(start, "swords advance 2")
    assert "Swords may not be given an order now: Swords have had their order in this phase." in str(misheard.value)
    with pytest.raises(Misheard) as stranger:
        told(start, "griffons advance 2")
    assert "names nobody who may" in str(stranger.value)


def test_how_far_a_move_goes_and_why_no_farther() -> None:
    """BS-7.7-02, BS-7.0-01: declared before it is measured, 30 inches of a move of 9."""
    open_field = field(
        blue("swords", 12, files=6, at=(48, 40)), red("orcs", 4, at=(48, 5), of=ORC), measuring="declared"
    )
    start = play(open_field, Moves("blue"))
    said = foreseen(BATTLESYSTEM, start.battle, start.decision, told(start, "swords advance 30"))
    assert any("it goes only so far: 30″ is too far: it reaches" in line for line in said)


def test_a_monster_is_called_by_its_name() -> None:
    position = field(blue("crushers", 12, files=6, at=(48, 40), of=OGRE), red("orcs", 4, at=(48, 5), of=ORC))
    position = position.with_unit(replace(position.units["crushers"], kind="monster"))
    assert "12 ogres in 6 files" in place(BATTLESYSTEM, position, position.units["crushers"])


def test_of_a_unit_that_is_gone_one_hears_what_became_of_it() -> None:
    """BS-8.7-01, BS-7.15-06: four fall in melee, and the others run off the field."""
    orcs = red("orcs", 8, files=4, at=(48, 5), of=ORC)
    scene = Scene(field(blue("swords", 12, files=6, at=(48, 40)), orcs))
    fell(scene, "orcs", 4, Harm(("melee",), "swords"))
    assert "4 of 8" in place(BATTLESYSTEM, scene.battle, scene.unit("orcs"))
    remove(scene, "orcs", ROUTED_OFF, ("BS-7.15-06",))
    assert place(BATTLESYSTEM, scene.battle, scene.unit("orcs")) == "Orcs (orcs): gone: 4 fell (melee) and 4 fled."


def test_attempts() -> None:
    """BS-6.0-01, BS-2.10-06."""
    position = field(
        blue("runners", 8, files=4, at=(30, 40), rout=Rout(0, 1), astray="rout", commander="captain"),
        blue("rabble", 9, files=3, at=(36, 40), kind="mob"),
        person("captain", "blue", at=(33, 44), rank="army", radius=14),
        red("orcs", 8, files=4, at=(48, 8), of=ORC),
        phase="rally",
        turn=2,
    )
    start = play(position, Rally("blue"))
    assert told(start, "captain rallies runners") == Commanded("captain", "rally", Aimed("runners"))
    assert told(start, "captain rally the runners") == Commanded("captain", "rally", Aimed("runners"))
    assert told(start, "captain orders charge rabble") == Commanded("captain", "order_charge", Aimed("rabble"))
    assert told(start, "captain order forced march rabble").action == "order_forced_march"
    assert asked(start.battle, "blue", ())


def test_roles() -> None:
    """BS-9.0-02."""
    position = field(
        blue("swords", 8, files=4, at=(30, 40)),
        person("kay", "blue", at=(30, 39.75)),
        person("captain", "blue", with_="swords", rank="unit"),
        red("orcs", 8, files=4, at=(48, 8), of=ORC),
        phase="movement",
    )
    start = play(position, Roles("blue"))
    assert told(start, "captain becomes a hero") == Commanded("captain", "become_hero")
    assert told(start, "kay becomes a member of swords") == Commanded("kay", "become_member", Aimed("swords"))
