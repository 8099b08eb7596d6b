"""What bars the way is said before the order, in every book; and the log says what truly stopped a unit."""

from __future__ import annotations

import re
from typing import Any

import pytest

from schiltron.battle.guide.answers import Preview
from schiltron.battle.state.decision import Commanded, Planned
from schiltron.battle.state.event import Ruled, Touched
from tests.rulesets.battlesystem import positions as bs
from tests.rulesets.book_of_war import guided as bw_guided
from tests.rulesets.book_of_war import positions as bw
from tests.rulesets.by_this_axe import positions as ta
from tests.rulesets.chainmail import positions as cm
from tests.rulesets.positions import LAYOUTS, AnyPlayed, Askew, ahead, charge, march, piece

NUMBERS = re.compile(r"\d")


def seen(played: AnyPlayed[Any, Any, Any], order: Commanded) -> Preview:
    return played.book.preview(played.battle, played.decision, order)


def stops(played: AnyPlayed[Any, Any, Any]) -> list[str]:
    return [one.what for one in played.events_of(Ruled)]


# ---------------------------------------------------------------- nothing is measured first


def book_of_war(lay: Askew, *others: Any, features: Any = ()) -> bw.Played:
    archers = bw.blue("archers", 12, files=6, at=lay.at(0, 0), facing=lay.facing(0))
    foe = bw.red("pikemen", 8, files=4, at=lay.at(-14, -8), facing=lay.facing(180), id="far")
    return bw_guided.moving(archers, foe, *others, features=features, declare="by_phase")


@pytest.mark.parametrize("lay", LAYOUTS)
def test_book_of_war_own_units_and_ponds_are_seen_in_the_way(lay: Askew) -> None:
    friend = bw.blue("medium_infantry", 8, files=4, at=lay.at(1.5, 6), facing=lay.facing(41))
    order = march("archers", ahead(9))
    barred = book_of_war(lay, friend)
    assert [one.text for one in seen(barred, order).bars] == [f"{friend.name} stand in the way"]
    assert seen(barred, order).legal
    (why,) = stops(barred.then(Planned((order,))))
    assert f"go no farther: {friend.name} are in the way after" in why
    assert seen(book_of_war(lay), order).bars == ()
    aside = bw.blue("medium_infantry", 8, files=4, at=lay.at(9, 6), facing=lay.facing(41))
    assert seen(book_of_war(lay, aside), order).bars == ()
    short = march("archers", ahead(2))
    assert seen(book_of_war(lay, friend), short).bars == (), "the drawn way ends before them"


@pytest.mark.parametrize("lay", LAYOUTS[:1])
def test_book_of_war_a_pond_bars_the_way_and_an_enemy_ends_it(lay: Askew) -> None:
    pond = piece("pond", 34, 15, 38, 19)
    order = march("archers", ahead(9))
    wet = book_of_war(lay, features=[pond])
    assert [(one.text, one.rules) for one in seen(wet, order).bars] == [("pond 34 bars the way", ("BW-B3-11",))]
    (why,) = stops(wet.then(Planned((order,))))
    assert "go no farther: water bars the way after" in why
    foe = bw.red("heavy_infantry", 8, files=4, at=lay.at(0, 6), facing=lay.facing(180))
    met = book_of_war(lay, foe)
    assert seen(met, order).bars == ()
    fought = met.then(Planned((order,)))
    assert stops(fought) == []
    assert [one.other for one in fought.events_of(Touched)] == ["heavy_infantry"]


def test_book_of_war_what_is_out_of_reach_is_not_what_stopped_it() -> None:
    """A friend eleven inches ahead, in woods that let it go six: the woods stopped it."""
    lay = LAYOUTS[0]
    friend = bw.blue("medium_infantry", 8, files=4, at=lay.at(0, 11.2), facing=0)
    deep = book_of_war(lay, friend, features=[piece("woods", 26, 8, 46, 26)])
    (why,) = stops(deep.then(Planned((march("archers", ahead(11.5)),))))
    assert "of move" in why
    assert friend.name not in why


def test_book_of_war_a_wood_in_the_line_of_a_shot_is_seen_however_far_the_enemy_is() -> None:
    archers = bw.blue("archers", 12, files=6, at=(36, 40))
    foes = bw.red("pikemen", 8, files=4, at=(36, 30)), bw.red("heavy_infantry", 8, files=4, at=(36, 4))
    wood = piece("woods", 30, 32, 42, 36)
    for features, bars in (([wood], [("woods 30 is in the way of Archers", ("BW-B2-36",))]), ([], [])):
        start = bw_guided.shooting(archers, *foes, features=features, declare="by_phase")
        found = bw.BOOK_OF_WAR.targets(start.battle, start.decision, "archers")
        assert [[(one.text, one.rules) for one in target.bars] for target in found] == [bars, bars]
        assert [target.reasons for target in found] == [(), ()]


def battlesystem(lay: Askew, *others: Any, features: Any = (), measuring: str = "declared") -> bs.Played:
    swords = bs.blue("swords", 12, files=6, at=lay.at(0, 0), facing=lay.facing(0))
    captain = bs.person("captain", "blue", with_="swords", rank="unit", radius=60)
    foe = bs.red("orcs", 12, files=6, at=lay.at(-25, 10), facing=lay.facing(180))
    return bs.moving(swords, captain, foe, *others, features=features, measuring=measuring)


@pytest.mark.parametrize("lay", LAYOUTS)
def test_battlesystem_own_units_are_seen_in_the_way(lay: Askew) -> None:
    friend = bs.blue("bows", 8, files=4, at=lay.at(1.5, 6), facing=lay.facing(41))
    order = march("swords", ahead(9))
    barred = battlesystem(lay, friend)
    shown = seen(barred, order)
    assert ([one.text for one in shown.bars], shown.legal) == (["Bows stand in the way"], True)
    assert not any(NUMBERS.search(one.text) for one in shown.bars)
    (why,) = stops(barred.then(order))
    assert why.startswith("Swords go no farther: Bows are in the way after")
    assert seen(battlesystem(lay), order).bars == ()
    assert seen(battlesystem(lay, friend), march("swords", ahead(2))).bars == ()


def test_battlesystem_closed_ground_is_seen_and_told() -> None:
    lay = LAYOUTS[0]
    order = march("swords", ahead(9))
    wet = battlesystem(lay, features=[piece("prohibited", 30, 15, 42, 18)])
    assert [one.text for one in seen(wet, order).bars] == ["prohibited 30 bars the way"]
    (why,) = stops(wet.then(order))
    assert why.startswith("Swords go no farther: ")
    assert "prohibited" in why


def test_battlesystem_of_two_things_ahead_the_nearer_stopped_it() -> None:
    """The friend stands seven inches ahead, the closed ground four: the ground stopped them, though both are seen."""
    lay = LAYOUTS[0]
    friend = bs.blue("bows", 8, files=4, at=lay.at(0, 8), facing=0)
    both = battlesystem(lay, friend, features=[piece("prohibited", 30, 18, 42, 20)])
    order = march("swords", ahead(9))
    assert [one.text for one in seen(both, order).bars] == ["prohibited 30 bars the way", "Bows stand in the way"]
    (why,) = stops(both.then(order))
    assert "prohibited" in why
    assert "Bows" not in why


def test_battlesystem_a_charge_goes_where_nothing_stands_before_it() -> None:
    """Straight ahead friends stand in the line: a way beside them is proposed, if there is one."""
    swords = bs.blue("swords", 12, files=6, at=(48, 30), facing=0)
    captain = bs.person("captain", "blue", with_="swords", rank="unit", radius=60)
    for friend_at, foe_at, bars in (((48, 25), (48, 18), ["Bows stand in the way"]), ((42, 20), (42, 16), [])):
        friend = bs.blue("bows", 8, files=4, at=friend_at, facing=0)
        foe = bs.red("orcs", 12, files=6, at=foe_at, facing=180)
        start = bs.moving(swords, captain, friend, foe, measuring="declared")
        (found,) = bs.BATTLESYSTEM.targets(start.battle, start.decision, "swords")
        assert [one.text for one in found.bars] == bars
        shown = seen(start, Commanded("swords", "charge", found.form))
        assert (shown.bars, shown.legal) == (found.bars, True)


# ---------------------------------------------------------------- measuring is free


@pytest.mark.parametrize("book", [bw, bs, ta, cm], ids=["book_of_war", "battlesystem", "by_this_axe", "chainmail"])
@pytest.mark.parametrize("lay", LAYOUTS[::3])
def test_where_one_may_measure_it_is_said_how_far(book: Any, lay: Askew) -> None:
    at, friendly = {"at": lay.at(0, 0), "facing": lay.facing(0)}, {"at": lay.at(1, 5), "facing": lay.facing(20)}
    name, kind = ("archers", "medium_infantry") if book is bw else ("swords", "bows")
    mine, friend = book.blue(name, 12, files=6, **at), book.blue(kind, 8, files=4, **friendly)
    foe = book.red("pikemen" if book is bw else "orcs", 8, files=4, at=lay.at(-16, -10), facing=lay.facing(180))
    more = {"declare": "measure_first"} if book is bw else {"measuring": "free"} if book is bs else {}
    start = bw_guided.moving(mine, friend, foe, **more) if book is bw else book.moving(mine, friend, foe, **more)
    shown = seen(start, march(name, ahead(8)))
    assert not shown.legal
    assert any(friend.name in one.text and NUMBERS.search(one.text) for one in shown.reasons)
    assert shown.bars == ()
    assert shown.legs, "as far as it goes is shown"


def test_by_written_orders_it_is_told_which_friend_was_in_the_way() -> None:
    """CM-SCALE-04: both are on the move; the one behind runs into the slower one before it."""
    from tests.rulesets.chainmail.test_written_orders import plan, written

    swift = cm.blue("riders", 6, files=6, at=(36, 40), troop="light_horse")
    slow = cm.blue("foot", 12, files=6, at=(36, 36), troop="heavy_foot")
    foe = cm.red("orcs", 12, files=6, at=(60, 5))
    battle = cm.field(swift, slow, foe, turn_system="simultaneous")
    played = written(battle, plan(march("riders", ahead(12)), march("foot", ahead(6))), plan())
    assert "Riders go no farther: Foot are in the way" in stops(played)


def test_a_charge_at_an_enemy_ends_in_contact_and_nothing_is_said_to_bar_it() -> None:
    swords = bs.blue("swords", 12, files=6, at=(48, 40), formation="closed")
    captain = bs.person("captain", "blue", with_="swords", rank="unit", radius=60)
    start = bs.moving(swords, captain, bs.red("orcs", 12, files=6, at=(48, 32)), measuring="declared")
    assert seen(start, charge("swords", ahead(12))).bars == ()
    assert stops(start.then(charge("swords", ahead(12)))) == []
