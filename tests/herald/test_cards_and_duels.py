"""By This Axe by typed lines: order cards, duels, characters on their own and with units."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from schiltron.battle.play.agenda import Step
from schiltron.battle.state.chance import AtMost, Pool, Roll, Thrown
from schiltron.battle.state.decision import (
    Aim,
    Aimed,
    Assigned,
    Chosen,
    Commanded,
    HeldCard,
    PathDrawn,
    Planned,
    Played,
    Share,
    Use,
)
from schiltron.battle.state.event import Rolled, Struck
from schiltron.battle.state.manoeuvre import Advance, Turn
from schiltron.battle.state.order import Reply
from schiltron.herald import Herald
from schiltron.herald.cards import told_hand, typed_play
from schiltron.herald.log import spoken
from schiltron.herald.not_understood import Misheard
from schiltron.rulesets.by_this_axe.attacks.fire import Fire
from schiltron.rulesets.by_this_axe.book import BY_THIS_AXE
from schiltron.rulesets.by_this_axe.command.drawing import KeepCards
from schiltron.rulesets.by_this_axe.command.window import Window
from schiltron.rulesets.by_this_axe.duels.challenges import AnswerChallenge, Challenges
from schiltron.rulesets.by_this_axe.duels.duel import Duel, Stand
from schiltron.rulesets.by_this_axe.duels.rounds import Allot
from schiltron.rulesets.by_this_axe.movement.phase import Moves
from schiltron.rulesets.by_this_axe.state import Battle
from tests.rulesets.by_this_axe.positions import blue, field, hero, play, red


class Asked:
    """Blue, at the question a step asks."""

    def __init__(self, battle: Battle, step: Step) -> None:
        self.battle = play(battle, step).battle
        (self.decision,) = [one for one in self.battle.decisions if one.seat == "blue"]
        self.view = BY_THIS_AXE.view(self.battle, "blue")
        self.herald = Herald(BY_THIS_AXE, "blue")

    def answer(self, line: str) -> Any:
        spoken = self.herald.hear(line, self.view)
        assert isinstance(spoken.order, Reply), spoken.lines
        return spoken.order.answer

    def card(self, line: str) -> Played:
        """The card a line plays, which the door must take."""
        answer = self.answer(line)
        assert isinstance(answer, Commanded)
        assert (answer.actor, answer.action) == ("", "play")
        assert isinstance(answer.form, Played)
        assert not BY_THIS_AXE.reasons(self.battle, Reply("blue", self.decision.id, answer))
        return answer.form

    def said(self, line: str) -> str:
        spoken = self.herald.hear(line, self.view)
        assert spoken.order is None, spoken.order
        return "\n".join(spoken.lines)


def armies(*cards: str, **more: Any) -> Battle:
    """Blue bows and spears under Sir Kay, who is with the spears, against red."""
    return field(
        blue("longbows", 6, at=(20, 30), melee=("sword",), ranged=("longbow",)),
        blue("slingers", 6, at=(26, 30), melee=("dagger",), ranged=("sling",)),
        blue("spears", 8, files=4, at=(33, 30), melee=("spear",)),
        red("knights", 5, at=(24, 18), mounted=True),
        red("thralls_and_cousins", 8, files=4, at=(33, 22)),
        hero("sir_kay", "blue", with_="spears", roles=("general", "hero"), leadership=3, hits=2),
        hero("mordred", "red", with_="thralls_and_cousins"),
        hands={"blue": cards, "red": ("C01", "C02")},
        command="cards",
        **more,
    )


def shooting(*cards: str) -> Asked:
    return Asked(armies(*cards, phase="ranged"), Window("blue", "ranged"))


def moving(*cards: str) -> Asked:
    return Asked(armies(*cards, phase="movement"), Moves("blue"))


# ---------------------------------------------------------------- cards


@pytest.mark.parametrize(
    "line",
    [
        "play seven of spades pick the target on Longbows and Slingers",
        "Play the Seven of Spades: pick the target, for longbows, slingers",
        "play 7s target on slingers and longbows",
        "play 7 of spades on longbows and slingers for target",
        "seven of spades target on longbows slingers",
        "play target on longbows and slingers",
    ],
)
def test_a_card_goes_by_its_name_or_by_what_it_does(line: str) -> None:
    form = shooting("S07", "D01").card(line)
    assert (form.card, form.use, set(form.units)) == ("TA-CMD-S07", "target", {"longbows", "slingers"})


def test_a_card_of_two_uses_is_asked_what_for() -> None:
    asked = shooting("S07")
    assert asked.card("play seven of spades hold fire on slingers") == Played("TA-CMD-S07", "reserve", ("slingers",))
    said = asked.said("play seven of spades on slingers")
    assert "What is Seven of spades, Target to be played for?" in said
    assert "pick the target" in said
    assert "hold fire" in said


def test_whom_a_card_is_for_must_be_said_where_there_is_a_choice() -> None:
    said = shooting("S12").said("play volley")
    assert "For whom is the volley?" in said
    assert "1 to 2 of Longbows and Slingers" in said
    assert "For example: on Longbows." in said


def test_a_card_that_is_not_held_is_not_played() -> None:
    asked = shooting("S12")
    assert asked.said("play ace of hearts") == "You do not hold the ace of hearts. There are: Queen of spades, Volley."
    assert "You hold no joker." in asked.said("play joker march and rally on spears")
    assert "No card of yours is for 'dancing'" in asked.said("play dancing on spears")


@pytest.mark.parametrize(
    "line",
    [
        "play joker march and rally on spears",
        "joker: march, later rally, on Spears",
        "play first joker for march then rally on the spears",
    ],
)
def test_a_joker_is_played_for_one_effect_now_and_one_later(line: str) -> None:
    """TA-CMD-48"""
    assert moving("J01").card(line) == Played("TA-CMD-J01", "march+rally", ("spears",))


def test_a_joker_with_one_effect_is_asked_for_the_other() -> None:
    said = moving("J01").said("play joker march on spears")
    assert "One effect now" in said
    assert "another later this turn" in said
    assert "For example: play first joker" in said


def test_a_coordinated_attack_names_its_enemy() -> None:
    """TA-CMD-28"""
    asked = moving("S01")
    line = "play ace of spades on spears and slingers against thralls and cousins"
    form = asked.card(line)
    assert (form.card, form.units, form.target) == ("TA-CMD-S01", ("spears", "slingers"), "thralls_and_cousins")
    assert "Against whom?" in asked.said("play ace of spades on spears and slingers")


FOES = Aim("unit", "foe", 1, 1, ("knights", "thralls_and_cousins"))
BOLT = HeldCard("bolt", "Bolt", "One enemy is struck.", "T-1", (Use("bolt", "bolt", ("T-1",), FOES),), count=3)
SPENT = replace(BOLT, key="flash", title="Flash", count=0)


@pytest.mark.parametrize("line", ["play bolt at knights", "play bolt on the knights", "play bolt against Knights"])
def test_what_is_aimed_at_an_enemy_names_him_as_one_would(line: str) -> None:
    asked = shooting("S12")
    held = replace(asked.decision, hand=(BOLT, SPENT))
    assert typed_play(asked.view, held, line).form == Played("bolt", "bolt", ("knights",))


def test_how_often_a_thing_is_left_is_told_and_whom_it_is_against() -> None:
    asked = shooting("S12")
    told = list(told_hand(asked.view, (BOLT, SPENT)))
    assert told[1] == "  Bolt (3 left): bolt, against 1 of Knights and Thralls and cousins."
    assert told[2] == "  Not for now: Flash (0 left)."
    held = replace(asked.decision, hand=(BOLT,))
    with pytest.raises(Misheard, match="Against whom is the bolt"):
        typed_play(asked.view, held, "play bolt")
    with pytest.raises(Misheard, match="There is no enemy 'dragon'"):
        typed_play(asked.view, held, "play bolt at dragon")


def test_a_window_is_passed_with_a_word() -> None:
    asked = shooting("S12")
    assert asked.answer("pass") == asked.answer("go on") == Commanded("", "finish")


def test_the_hand_is_told_and_others_hands_by_their_number() -> None:
    asked = shooting("S07", "D01")
    due = asked.said("due")
    assert "You hold 2 cards." in due
    assert "Seven of spades, Target: pick the target, for 1 to 2 of Longbows and Slingers; or hold fire" in due
    assert "Not for now: Ace of diamonds, March or charge." in due
    assert "Say pass to go on." in due
    hand = asked.said("hand")
    assert "One unit, or two not more than an inch apart, go 1d6 inches farther" in hand
    assert "Not now, it is played while its side moves." in hand
    assert "Red holds 2 order cards." in hand
    told = "\n".join([hand, due, asked.said("look"), asked.said("help"), asked.said("suggest")])
    assert "of clubs" not in told
    assert "Rally" not in told


def test_suggested_cards_are_told_as_they_would_be_typed() -> None:
    asked = shooting("S12")
    first = asked.said("suggest").splitlines()[0]
    assert first == "1 play queen of spades, volley on Longbows"
    assert asked.answer(first.removeprefix("1 ")) == asked.answer("take 1")
    assert "pass" in asked.said("suggest")


def test_which_cards_to_keep_is_said_by_their_names() -> None:
    """TA-CMD-06"""
    asked = Asked(armies("S07", "D01", "H11", "J02"), KeepCards())
    kept = Chosen(("TA-CMD-S07", "TA-CMD-H11", "TA-CMD-J02"))
    lines = [
        "keep seven of spades, jack of hearts and the second joker",
        "7s, jh, joker",
        "Seven of spades: Target, Jack of hearts: Unarmored and light infantry move, Second joker: Any two effects",
    ]
    assert [set(asked.answer(line).keys) for line in lines] == [set(kept.keys)] * 3
    assert len(asked.answer("1 2 4").keys) == 3
    assert "Say 3 numbers, or their names with commas between." in asked.said("due")


# ---------------------------------------------------------------- duels


def test_a_challenge_goes_by_the_names() -> None:
    asked = Asked(armies(), Challenges(("blue", "red")))
    pair = Chosen(("sir_kay>mordred",))
    assert asked.answer("kay challenges mordred") == asked.answer("challenge Mordred") == asked.answer("1") == pair
    assert asked.answer("pass") == asked.answer("decline") == Chosen(("pass",))
    assert any(line.endswith("No challenge (or: decline)") for line in asked.herald.hear("due", asked.view).lines)


def test_a_challenge_is_accepted_or_declined() -> None:
    asked = Asked(armies(), AnswerChallenge("mordred", "sir_kay"))
    assert asked.answer("accept") == asked.answer("accept the duel") == Chosen(("accept",))
    assert asked.answer("decline") == Chosen(("decline",))


def test_a_duellist_fights_on_or_flees() -> None:
    asked = Asked(armies(), Stand(Duel("sir_kay", "mordred", 2)))
    assert asked.answer("flee") == asked.answer("Flee, on 1 to 3") == Chosen(("flee",))
    assert asked.answer("fight on") == asked.answer("fight") == Chosen(("fight",))


@pytest.mark.parametrize(
    "line",
    [
        "attack 2 parry 1 tricks 1",
        "2 attack, 1 parry, 1 dirty tricks",
        "Attack 2, parry 1 and 1 trick",
        "2 to attack, 1 to parry, 1 to tricks",
        "parry 1 tricks 1 attack 2",
    ],
)
def test_the_dice_of_a_duel_are_split_in_words(line: str) -> None:
    """TA-DUEL-12"""
    asked = Asked(armies(), Allot(Duel("sir_kay", "mordred")))
    answer = asked.answer(line)
    assert isinstance(answer, Assigned)
    assert set(answer.shares) == {Share("dice", "attack", 2), Share("dice", "parry", 1), Share("dice", "tricks", 1)}
    assert "For example: attack 3 parry 1" in asked.said("due")


def test_suggested_splits_are_told_in_words() -> None:
    asked = Asked(armies(), Allot(Duel("sir_kay", "mordred")))
    assert " dice to Attack, " in asked.said("suggest")


# ---------------------------------------------------------------- characters and moves


def test_a_character_joins_and_leaves_units() -> None:
    """TA-CHAR-11"""
    asked = moving()
    assert asked.answer("kay joins slingers") == Commanded("sir_kay", "join", Aimed("slingers"))
    assert asked.answer("join sir kay to the longbows") == Commanded("sir_kay", "join", Aimed("longbows"))
    ahead = Commanded("sir_kay", "move", PathDrawn((Advance(6000),)))
    assert asked.answer("kay leaves and goes 6 ahead") == asked.answer("kay goes 6 ahead") == ahead
    assert asked.answer("kay leaves his unit, advances 6") == ahead
    assert "Where to?" in asked.said("kay leaves")


def test_units_turn_about_their_middle_and_charge_by_name_or_by_path() -> None:
    asked = moving()
    turned = PathDrawn((Turn(-30_000), Advance(4000)))
    assert asked.answer("spears turn left 30, advance 4") == Commanded("spears", "move", turned)
    assert asked.answer("spears turn left 30 advance 4") == Commanded("spears", "move", turned)
    assert asked.answer("spears charge thralls") == Commanded("spears", "charge", Aimed("thralls_and_cousins"))
    assert asked.answer("spears charges: advance 8") == Commanded("spears", "charge", PathDrawn((Advance(8000),)))


def test_archers_shoot_at_whom_they_are_told() -> None:
    asked = Asked(armies(phase="ranged"), Fire(("blue", "red"), asked_at=0))
    assert "Planned: Longbows shoot at Knights" in asked.said("longbows shoot at the knights")


def test_characters_are_told_with_the_unit_they_are_with() -> None:
    table = moving().said("look")
    assert "with them: Sir Kay (sir_kay), general and hero, leadership 3, 0 of 2 hits taken." in table
    assert not any(line.startswith("  Sir Kay") for line in table.splitlines())
    assert "Sir Kay (sir_kay), general and hero, leadership 3, 0 of 2 hits taken: with Spears." in moving().said(
        "where kay"
    )


def test_a_card_names_who_goes_with_whom_and_what_is_marked_on_him() -> None:
    """TA-DUEL-04, TA-DUEL-05."""
    assert "With Sir Kay (sir_kay), general and hero, leadership 3, 0 of 2 hits taken." in moving().said("card spears")
    assert "With Spears." in moving().said("card sir kay")
    challenged = play(armies(), AnswerChallenge("mordred", "sir_kay"))
    shamed = BY_THIS_AXE.view(challenged.then(Chosen(("decline",))).battle, "blue")
    assert "0 of 2 hits taken, shamed" in "\n".join(Herald(BY_THIS_AXE, "blue").hear("look", shamed).lines)
    duel = BY_THIS_AXE.view(challenged.then(Chosen(("accept",))).battle, "blue")
    assert "0 of 2 hits taken, in a duel" in "\n".join(Herald(BY_THIS_AXE, "blue").hear("card spears", duel).lines)


def test_a_shot_is_told_once_with_its_dice_and_saves_are_not_taken_for_blows() -> None:
    start = play(armies(phase="ranged"), Fire(("blue", "red"), asked_at=0))
    start = start.then(Planned((Commanded("longbows", "shoot", Aimed("thralls_and_cousins")),)))
    shot = start.then("1 1 6 6 6 6")
    told = [line for line in spoken(shot.events, shot.battle) if "6" in line and "shoot at" in line]
    assert told == ["Longbows (Blue) shoot at Thralls and cousins: 6d6 for 2 or less, 2 hits."]
    two = field(hero("kay", "blue", at=(24, 24), armour="heavy", hits=2), hero("mordred", "red", at=(24, 20)))
    saves = Roll("armor saves", (Pool(1, 6, AtMost(3), "Kay", "blue"),), ())
    rolled = Rolled(roll=saves, pools=(Thrown(((0, 0), (1, 1))),))
    struck = Struck(unit="mordred", target="kay", action="duel", dice=1, hits=1, kept=0, tallies=())
    assert len(spoken([rolled, struck], two)) == 2


def test_what_dice_need_is_told_as_the_book_rolls() -> None:
    asked = Asked(armies(phase="ranged"), Fire(("blue", "red"), asked_at=0))
    assert " or less; " in asked.said("targets longbows")
