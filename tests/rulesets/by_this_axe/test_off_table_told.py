"""What is told of battles off the table, to whom, and by which rules; who is waited for, and what sums are called."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from schiltron.battle.state.battle import Outcome
from schiltron.battle.state.decision import Choose, Chosen, Waiting
from schiltron.battle.state.event import Checked, Reported
from schiltron.battle.state.view import heard_by
from schiltron.rulesets.by_this_axe.book import BY_THIS_AXE
from schiltron.rulesets.by_this_axe.guide.off_table import off_table_card
from schiltron.rulesets.by_this_axe.off_table.days import ears, reckoning
from schiltron.rulesets.by_this_axe.off_table.stances import role_tally
from schiltron.rulesets.by_this_axe.off_table.stratagems import chance_of
from schiltron.rulesets.by_this_axe.off_table.strength import worth
from schiltron.rulesets.by_this_axe.state import Profile
from tests.rulesets.by_this_axe.test_off_table import EVEN, STRONG, Day, begun, day, fought, general, unit, war


def told(one: Day) -> list[tuple[str, tuple[str, ...]]]:
    return [(event.what, event.rules) for event in one.told if isinstance(event, Reported)]


def heard(one: Day, seat: str | None) -> str:
    return "\n".join(event.what for event in heard_by(one.told, seat) if isinstance(event, Reported))


def test_a_day_of_battle_line_by_line() -> None:
    """TA-ABS-16, TA-ABS-60, TA-ABS-68, TA-ABS-80 to TA-ABS-91, TA-ABS-100, TA-ABS-101, TA-ABS-110."""
    one = fought("attack_right", "stand_and_hold", "4", "2 2 1 2", "3 4", "pursue", "1 2", units=STRONG)
    assert told(one) == [
        ("Red states General, 200 knights and 100 spears", ("TA-ABS-16",)),
        ("Blue states General and 100 axes", ("TA-ABS-16",)),
        ("stances: Red offensive and Blue defensive", ("TA-ABS-60",)),
        ("Red attacks: attack on the right; Blue defends: stand and hold", ("TA-ABS-68",)),
        ("Red fights with strength 15.03", ("TA-ABS-13", "TA-ABS-80")),
        ("Blue fights with strength 3.03", ("TA-ABS-13", "TA-ABS-80")),
        (
            "strengths of 4:1; 4, +1 attack right against stand and hold comes to 5: a victory for Red",
            ("TA-ABS-80", "TA-ABS-81", "TA-ABS-82", "TA-ABS-83", "TA-ABS-68", "TA-ABS-88", "TA-ABS-89"),
        ),
        ("Red loses 0% of all strength", ("TA-ABS-100", "TA-ABS-101")),
        ("Blue loses 30% of all strength", ("TA-ABS-100", "TA-ABS-101")),
        ("Blue retreats 7 miles", ("TA-ABS-88", "TA-ABS-89")),
        ("Red holds the field", ("TA-ABS-89",)),
        (
            "pursuit: 3, +8 66% of the pursuers ride or fly comes to 11; Blue loses 90% of what is left to them",
            ("TA-ABS-110", "TA-ABS-100", "TA-ABS-111"),
        ),
    ]
    assert one.battle.outcome is not None
    assert one.battle.outcome.rules == ("TA-ABS-83",)


def test_a_fighting_retreat_is_told_by_its_rule() -> None:
    """TA-ABS-72."""
    one = fought("frontal_assault", "fighting_retreat", "1", "6 6 6 6")
    assert ("Red attacks: frontal assault; Blue defends: fighting retreat", ("TA-ABS-68", "TA-ABS-72")) in told(one)
    standing = fought("frontal_assault", "stand_and_hold", "3", "1 1 1 1")
    assert ("Red attacks: frontal assault; Blue defends: stand and hold", ("TA-ABS-68",)) in told(standing)


def test_who_chooses_is_told_with_both_sums() -> None:
    """TA-ABS-63, TA-ABS-64."""
    one = day().then("none", "none", "open", "open", "offensive", "offensive", "3 3", "4 2")
    assert told(one)[-2:] == [
        ("who chooses: Red 5 and Blue 5; they throw again", ("TA-ABS-63",)),
        ("who chooses: Red 6 and Blue 4", ("TA-ABS-63", "TA-ABS-64")),
    ]


def test_a_day_that_passes_and_the_last_one() -> None:
    """TA-ABS-62, TA-ABS-92."""
    one = day(turn_limit=1).then("none", "none", "open", "open", "defensive", "defensive")
    assert told(one)[-1] == ("neither seeks battle, and the day passes", ("TA-ABS-62",))
    assert one.battle.outcome is not None
    assert one.battle.outcome.rules == ("TA-ABS-62", "TA-ABS-92")
    assert [(term.label, term.value, term.rule) for term in reckoning(one.battle, "red").terms] == [
        ("General", 3, "TA-ABS-13"),
        ("spears", 300, "TA-ABS-13"),
    ]


def test_armies_that_kill_each_other_to_the_last_man_part() -> None:
    """TA-ABS-92, TA-ABS-100: in a stalemate both may lose everything only together; one alone is annihilated."""
    both = fought("frontal_assault", "stand_and_hold", "3", "6 6 6 6")
    assert both.battle.outcome is None  # at -7 half is lost
    beaten = fought("envelope", "stand_and_hold", "6", "1 1 6 6", units=STRONG)
    assert beaten.battle.outcome is not None
    assert beaten.battle.outcome.winner == "red"
    assert not any("retreat" in what for what, _ in told(beaten))  # nobody is left to


# ---------------------------------------------------------------- what each may hear


def test_each_hears_its_own_strength_and_the_ratio_only() -> None:
    """TA-ABS-16, TA-ABS-80: how good troops are that were stated by number alone is not told by the sum."""
    one = fought("frontal_assault", "stand_and_hold", "5", "2 2 1 2", units=STRONG)
    assert "Red fights with strength 15.03" in heard(one, "red")
    assert "strength 3.03" not in heard(one, "red")
    assert "Blue fights with strength 3.03" in heard(one, "blue")
    assert "15.03" not in heard(one, "blue")
    assert "strength" not in heard(one, None).replace("strengths of 4:1", "").replace("of all strength", "")


def test_a_foil_tells_no_abilities() -> None:
    """TA-ABS-16, TA-ABS-50, TA-ABS-51: flyers who help to foil are known to their own side alone."""
    wings = unit("blue", "wings", 100, abilities=("flying",))
    for thrown, said in (("5 6", "the stratagem is foiled"), ("1 1", "the stratagem is not foiled")):
        one = day(*EVEN, wings).then("flank_march", "none", "6 6", "foil_stratagem", thrown)
        checked = [event for event in one.told if isinstance(event, Checked)]
        assert [event.audience for event in checked] == [("red",), ("blue",)]
        assert [event.of for event in checked] == ["stratagem", "stratagem"]
        assert f"Red: {said}" in heard(one, "red")
        assert f"Red: {said}" in heard(one, None)


def test_a_side_without_a_seat_keeps_its_secrets_too() -> None:
    """TA-ABS-14, TA-ABS-32: nobody hears them."""
    alone = replace(war(*EVEN), seats=tuple(seat for seat in war(*EVEN).seats if seat.side == "red"))
    started = BY_THIS_AXE.begun(alone)
    mine = [event.what for event in heard_by(started.events, "red") if isinstance(event, Reported)]
    assert [what.partition(":")[0] for what in mine] == ["Red"]
    assert ears(alone, "blue")
    assert not heard_by([Reported(what="x", rules=(), audience=ears(alone, "blue"))], None)
    assert [decision.seat for decision in started.battle.decisions] == ["red"]


def test_losses_of_others_are_seen_in_heads_and_not_in_hundredths() -> None:
    """TA-ABS-101, TA-ABS-102: what the last of a unit lacks tells how strong one of it is."""
    one = fought("frontal_assault", "stand_and_hold", "2", "3 4", units=(unit("red", "odd", 105, fc=4), *EVEN[1:]))
    lacking = dict(one.battle.own.abroad.lacking)
    assert any(key.startswith("red") for key in lacking)
    assert not any(key.startswith("red") for key, _ in BY_THIS_AXE.view(one.battle, "blue").own.abroad.lacking)
    assert dict(BY_THIS_AXE.view(one.battle, "red").own.abroad.lacking) == {
        key: value for key, value in lacking.items() if key.startswith("red")
    }


@pytest.mark.parametrize("tried", ["none", "ambush", "flank_march", "field_fortifications", "evade_battle"])
def test_while_stratagems_are_sealed_nothing_of_them_is_seen(tried: str) -> None:
    """TA-ABS-15, TA-ABS-30: views of who waits and of onlookers are the same whatever red has sealed; so are the cards
    of all units, what the captain makes of it, and what is told."""
    seen = set()
    for word in ("none", tried):
        one = day().then(word)
        for seat in ("blue", None):
            view = BY_THIS_AXE.view(one.battle, seat)
            cards = [BY_THIS_AXE.card(view, unit_id) for unit_id in view.units]
            seen.add((seat, repr(view), repr(cards)))
        assert heard(one, "blue") == heard(one, None) == ""
    assert len(seen) == 2


@pytest.mark.parametrize("first", ["attack_right", "frontal_assault"])
def test_while_postures_are_sealed_nothing_of_them_is_seen(first: str) -> None:
    """TA-ABS-60: stances likewise."""
    opened = day().then("none", "none", "open", "open")
    assert repr(BY_THIS_AXE.view(Day(opened.battle).then("offensive").battle, "blue")) == repr(
        BY_THIS_AXE.view(Day(opened.battle).then("defensive").battle, "blue")
    )
    opened.then("offensive", "defensive")
    assert repr(BY_THIS_AXE.view(Day(opened.battle).then(first).battle, "blue")) == repr(
        BY_THIS_AXE.view(Day(opened.battle).then("attack_left").battle, "blue")
    )


# ---------------------------------------------------------------- who is waited for


def test_others_are_told_what_one_waits_for() -> None:
    """TA-ABS-43, TA-ABS-51, TA-ABS-61, TA-ABS-63, TA-ABS-102, TA-ABS-110."""

    def waits(one: Day, seat: str) -> list[str]:
        return [found.prompt for found in BY_THIS_AXE.view(one.battle, seat).decisions if isinstance(found, Waiting)]

    one = day()
    assert waits(one, "blue") == ["a stratagem to be tried, or none"]
    assert waits(day().then("flank_march", "none", "6 6"), "red") == ["an answer to the stratagem"]
    one.then("none", "none")
    assert waits(one, "red") == ["troops to be stated"]
    one.then("open", "open")
    assert waits(one, "red") == ["a stance"]
    one.then("offensive", "defensive")
    assert waits(one, "red") == ["a posture"]
    both = day().then("none", "none", "open", "open", "offensive", "offensive", "5 2")
    assert waits(both, "blue") == ["a role to be chosen"]
    led = day(EVEN[0], general("red", 4), *EVEN[2:]).then("none", "none", "open", "open", "defensive", "defensive")
    assert waits(led, "blue") == ["the better general to force a battle, or not"]
    hour = day().then("night_day_surprise_attack", "none", "6 6", "none", "open", "open", "offensive", "defensive")
    assert waits(hour.then("frontal_assault", "stand_and_hold"), "blue") == ["the hour of the attack"]
    chase = fought("frontal_assault", "stand_and_hold", "5", "2 2 1 2", "3 4", units=STRONG)
    assert waits(chase, "blue") == ["a pursuit, or not"]


def test_every_question_names_its_rules_and_its_answers() -> None:
    """TA-ABS-30, TA-ABS-31, TA-ABS-41, TA-ABS-51, TA-ABS-54, TA-ABS-60 to TA-ABS-72, TA-ABS-110."""

    def asked(one: Day) -> tuple[tuple[str, ...], list[str], bool, Any]:
        found = one.battle.decisions[0]
        assert isinstance(found, Choose)
        default = found.default.keys[0] if found.default is not None else None
        return found.rules, [option.key for option in found.options], found.sealed, default

    one = day()
    rules, keys, sealed, default = asked(one)
    assert rules == ("TA-ABS-15", "TA-ABS-30", "TA-ABS-31", "TA-ABS-54")
    assert (keys[0], "foil_stratagem" in keys, len(keys), sealed, default) == ("none", False, 7, True, "none")
    foil = day().then("flank_march", "none", "6 6")
    assert asked(foil) == (("TA-ABS-51",), ["foil_stratagem", "none"], False, "none")
    one.then("none", "none")
    assert asked(one) == (("TA-ABS-16", "TA-ABS-41"), ["open", "guarded"], True, "guarded")
    one.then("open", "open")
    four = ("TA-ABS-60", "TA-ABS-62", "TA-ABS-63", "TA-ABS-65")
    assert asked(one) == (four, ["offensive", "defensive"], True, None)
    one.then("offensive", "defensive")
    mine = ("TA-ABS-60", "TA-ABS-66", "TA-ABS-70", "TA-ABS-71", "TA-ABS-72")
    assert asked(one) == (mine, ["frontal_assault", "attack_right", "attack_left"], True, None)
    both = day().then("none", "none", "open", "open", "offensive", "offensive", "5 2")
    assert asked(both) == (("TA-ABS-63",), ["attack", "defend"], False, None)
    led = day(EVEN[0], general("red", 4), *EVEN[2:]).then("none", "none", "open", "open", "defensive", "defensive")
    assert asked(led) == (("TA-ABS-61",), ["leave", "attack", "defend"], False, "leave")
    chase = fought("frontal_assault", "stand_and_hold", "5", "2 2 1 2", "3 4", units=STRONG)
    assert asked(chase) == (("TA-ABS-20", "TA-ABS-110"), ["pursue", "halt"], False, "pursue")
    assert chase.then("halt").battle.outcome is not None


def test_who_is_barred_from_a_posture_is_told_why() -> None:
    """TA-ABS-70, TA-ABS-71."""
    one = day().then("none", "none", "open", "open", "offensive", "defensive")
    assert one.battle.decisions[0].prompt == (
        "You attack. How? No envelope: 0% mounted of 25, 0% flying of 15, not two to one. "
        "No screened attack: 0% with missiles of 25."
    )
    assert one.battle.decisions[1].prompt == "You defend. How?"


def test_chances_of_a_stratagem_stand_beside_it() -> None:
    """TA-ABS-32: and of one that needs more than two dice can show."""
    one = day()
    decision = one.battle.decisions[0]
    assert isinstance(decision, Choose)
    labels = {option.key: option.label for option in decision.options}
    assert labels["ambush"] == "Ambush (11 or more on 2d6)"
    none = replace(EVEN[1], own=replace(EVEN[1].own, person=replace(EVEN[1].own.person, leadership=0)))
    poor = begun(EVEN[0], none, *EVEN[2:]).decisions[0]
    assert isinstance(poor, Choose)
    assert "Ambush (cannot work)" in [option.label for option in poor.options]


def test_losses_are_asked_for_with_what_each_has() -> None:
    """TA-ABS-101, TA-ABS-102."""
    one = Day(begun(unit("red", "good", 40, fc=4), unit("red", "poor", 45, fc=1), unit("blue", "axes", 100)))
    one.then("guarded", "guarded", "offensive", "defensive", "frontal_assault", "stand_and_hold", "3")
    throw = one.battle.roll
    assert throw is not None
    assert (throw.purpose, [pool.label for pool in throw.pools]) == ("losses", ["Red, -7", "Blue, -7"])
    assert throw.rules == ("TA-ABS-100", "TA-ABS-84", "TA-ABS-92")


# ---------------------------------------------------------------- sums


def test_the_terms_of_strength() -> None:
    """TA-ABS-02 to TA-ABS-07."""
    line = Profile(
        fc=4, armour="heavy", shield=True, mounted=True, ranged=("longbow", "javelin"), abilities=("small", "engineer")
    )
    assert [(term.label, term.value, term.rule) for term in worth(line).terms] == [
        ("fighting capability", 4, "TA-ABS-02"),
        ("armour", 3, "TA-ABS-02"),
        ("shield", 1, "TA-ABS-05"),
        ("mounted, in the save", 1, "TA-ABS-07"),
        ("mounted", 1, "TA-ABS-04"),
        ("missile weapon", 1, "TA-ABS-03"),
        ("small", 1, "TA-ABS-06"),
    ]


def test_the_terms_of_a_role_and_of_a_stratagem() -> None:
    """TA-ABS-38, TA-ABS-44, TA-ABS-63, TA-ABS-64."""
    horse = unit("red", "horse", 100, mounted=True)
    one = day(horse, *EVEN).then("night_day_surprise_attack", "none", "6 6", "none")
    assert [(term.label, term.value, term.rule) for term in role_tally(one.battle, "red").terms] == [
        ("leadership of the general", 2, "TA-ABS-63"),
        ("more horse and flyers", 1, "TA-ABS-64"),
        ("surprise attack", 1, "TA-ABS-44"),
    ]
    assert [(term.label, term.value, term.rule) for term in chance_of(one.battle, "red", "flank_march").terms] == [
        ("leadership of the general", 2, "TA-ABS-32"),
        ("49% mounted, flying or fast", 2, "TA-ABS-38"),
    ]


@pytest.mark.parametrize(("fallen", "back"), [(5, 2), (15, 5), (55, 17), (1, 0), (2, 1), (100, 30)])
def test_three_in_ten_return_halves_up(fallen: int, back: int) -> None:
    """TA-ABS-120."""
    foot = unit("red", "foot", 200, fc=1)
    one = fought("frontal_assault", "stand_and_hold", "3", "1 1 1 1", units=(foot, *EVEN[1:]))
    unit_now = one.battle.units["red-foot"]
    over = replace(one.battle, outcome=Outcome("red", "beaten"), graves=())
    assert unit_now.figures == 200
    grave = _graves(fought("frontal_assault", "stand_and_hold", "2", "3 4", units=(foot, *EVEN[1:])))[0]
    fell = replace(over, graves=(replace(grave, figures=fallen),))
    fell = replace(fell, units={**fell.units, "red-foot": replace(unit_now, figures=200 - fallen)})
    found = BY_THIS_AXE.aftermath(fell)
    assert found is not None
    later = Day(BY_THIS_AXE.begun(found).battle).then("1", "rest")
    assert later.battle.units["red-foot"].figures == 200 - fallen + back


def _graves(one: Day) -> list[Any]:
    return [grave for grave in one.battle.graves if grave.unit == "red-foot"]


# ---------------------------------------------------------------- before one decides


def previewed(one: Day, seat: str, key: str) -> list[str]:
    view = BY_THIS_AXE.view(one.battle, seat)
    decision = next(found for found in view.decisions if found.seat == seat)
    return [note.text for note in BY_THIS_AXE.preview(view, decision, Chosen((key,))).notes]


@pytest.mark.parametrize(
    ("tried", "said"),
    [
        ("ambush", "8%: 2 in your favour on the die of the battle, 1 against a screened attack, if you defend"),
        (
            "flank_march",
            "8%: 2 in your favour on the die of the battle, nothing against a fighting retreat or a screened attack",
        ),
        ("deceptive_deployment", "8%: 1 in your favour on the die of the battle"),
        (
            "night_day_surprise_attack",
            "8%: 2 in your favour on the die of the battle, 1 against a fighting retreat, if you attack",
        ),
        ("field_fortifications", "8%: 2 in your favour on the die of the battle, if you defend"),
        ("evade_battle", "8%: no battle today; you fall back 1 to 6 miles"),
    ],
)
def test_what_a_stratagem_does_stands_beside_it(tried: str, said: str) -> None:
    """TA-ABS-32 to TA-ABS-54: with how often it works."""
    assert previewed(day(), "red", tried) == [said]
    assert previewed(day(), "red", "none") == []


def test_what_a_foil_does_stands_beside_it() -> None:
    """TA-ABS-50, TA-ABS-51"""
    one = day().then("none", "flank_march", "6 6")
    assert previewed(one, "red", "foil_stratagem") == ["8%: the enemy's stratagem comes to nothing"]


def test_a_posture_is_shown_against_each_of_the_enemys() -> None:
    """TA-ABS-16, TA-ABS-68, TA-ABS-82: how often who wins only where he has stated how good his troops are."""
    kept_back = day().then("none", "none", "open", "guarded", "offensive", "defensive")
    assert previewed(kept_back, "red", "attack_left") == [
        "+1 on the die against stand and hold",
        "+0 on the die against refuse the right",
        "+0 on the die against refuse the left",
        "+2 on the die against weak centre",
        "+0 on the die against fighting retreat",
    ]
    assert previewed(kept_back, "blue", "weak_center")[0] == (
        "-2 on the die against frontal assault: you win 50%, they 0%, by what they state"
    )
    tried = day().then("flank_march", "none", "6 6", "none", "open", "guarded", "offensive", "defensive")
    assert previewed(tried, "red", "attack_left")[0] == "+3 on the die against stand and hold"
    assert previewed(tried, "blue", "stand_and_hold")[1].startswith("+1 on the die against attack on the right")


def test_a_pursuit_by_horse_is_told_to_take_nearly_all() -> None:
    """TA-ABS-110, TA-ABS-111."""
    one = fought("frontal_assault", "stand_and_hold", "5", "2 2 1 2", "3 4", units=STRONG)
    assert previewed(one, "red", "pursue") == ["2d6+8 for what is left to them; all of it in 33 of 36"]
    assert previewed(one, "red", "halt") == []


HOBBITS = {"ranged": ("short_bow",), "abilities": ("small", "marksman"), "armour": "medium"}
LONGBOWMEN = {"ranged": ("longbow",), "armour": "heavy"}


@pytest.mark.parametrize(
    ("heads", "line", "said"),
    [
        (
            400,
            {**HOBBITS, "fc": 3},
            [
                "the book's own hobbits, of strength 32: veterans, since its creatures of that name have FC 2, and "
                "would be worth 28"
            ],
        ),
        (400, {**HOBBITS, "fc": 2}, []),
        (
            160,
            {"fc": 4, "armour": "heavy", "shield": True, "mounted": True, "melee": ("lance", "sword")},
            ["the book's own knights, of strength 16"],
        ),
        (80, {"armour": "medium", "shield": True, "mounted": True}, ["the book's own squires, of strength 6.4"]),
        (160, LONGBOWMEN, ["the book's own longbowmen, of strength 11.2; the 1.1 in print is a slip"]),
        (200, {**LONGBOWMEN, "abilities": ("camouflage",)}, ["the book's own elven archers, of strength 16"]),
        (200, LONGBOWMEN, []),
    ],
)
def test_the_books_own_troops_are_known_on_their_cards(heads: int, line: dict[str, Any], said: list[str]) -> None:
    """TA-ABS-08, TA-ABS-09, TA-ABS-10, TA-ABS-11: whoever reads 1.1 in print learns that 11.2 is meant."""
    one = day(unit("blue", "axes", 100), general("blue"), unit("red", "them", heads, **line), general("red"))
    view = BY_THIS_AXE.view(one.battle, "red")
    card = off_table_card(view, view.units["red-them"])
    assert [note.text for note in card.notes] == said
    stranger = BY_THIS_AXE.view(one.battle, "blue")
    seen = off_table_card(stranger, stranger.units["red-them"])
    assert not any("book" in note.text for note in seen.notes)
