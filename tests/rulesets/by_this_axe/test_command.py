"""Command and control: the deck, hands, and what a card may be played for and does."""

from collections import Counter
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from schiltron.battle.door.dice import SealedDice
from schiltron.battle.door.ruleset import Obeyed
from schiltron.battle.door.upgrades import upgraded, written_then
from schiltron.battle.state.chance import FromBag
from schiltron.battle.state.decision import FINISH, PLAY, Aim, Aimed, Command, Commanded, Use
from schiltron.battle.state.decision import Played as Card
from schiltron.battle.state.encoding import encode
from schiltron.battle.state.event import Declared, Drew, Marked, Rolled, Ruled, Spent, Struck, Touched
from schiltron.battle.state.order import Dice, Reply
from schiltron.battle.state.view import heard_by
from schiltron.battle.words.sentences import tell
from schiltron.rulesets.by_this_axe.attacks.fighting import Melees
from schiltron.rulesets.by_this_axe.attacks.fire import Fire
from schiltron.rulesets.by_this_axe.book import BY_THIS_AXE
from schiltron.rulesets.by_this_axe.command.deck import CARDS, DECK, in_order, left, times_played
from schiltron.rulesets.by_this_axe.command.drawing import DrawCards, DrawOrder, KeepCards, quota
from schiltron.rulesets.by_this_axe.command.effects import initiative_terms
from schiltron.rulesets.by_this_axe.command.eligible import Candidates, candidates_of
from schiltron.rulesets.by_this_axe.command.line import across
from schiltron.rulesets.by_this_axe.command.playing import hand, judge_play, sample_play
from schiltron.rulesets.by_this_axe.command.uses import LAWS, Law, Moment
from schiltron.rulesets.by_this_axe.command.window import Window
from schiltron.rulesets.by_this_axe.movement.phase import Moves
from schiltron.rulesets.by_this_axe.sequence import EndTurn, Phase
from schiltron.rulesets.by_this_axe.state import ROUTED, Battle, Hand, Token, Unit
from schiltron.rulesets.by_this_axe.steps import BeginTurn
from schiltron.table.lengths import inches
from tests.rulesets.by_this_axe.positions import (
    WAYS,
    Ordered,
    Played,
    ahead,
    blue,
    card,
    choose,
    field,
    hero,
    locked,
    march,
    orders_of,
    place,
    play,
    red,
    rules,
    seen,
    shoot,
    turn,
)

KAY = hero("sir_kay", "blue", with_="spears", roles=("general",), leadership=3)
MORDRED = hero("mordred", "red", with_="axes", roles=("general",), leadership=2)


def spears(**more: Any) -> Unit:
    return blue("spears", 8, files=4, at=(30, 30), shield=True, melee=("spear",), **more)


def swords(**more: Any) -> Unit:
    """Half an inch to the right of the spears."""
    return blue("swords", 8, files=4, at=(34.5, 30), **more)


def axes(**more: Any) -> Unit:
    return red("axes", 8, files=4, at=(30, 18), **more)


def armies(*more: Unit, hold: str = "", theirs: str = "", phase: str = "movement", **other: Any) -> Battle:
    """Spears with their general, swords beside them, axes before them; cards as "D01 S07"."""
    hands = {"blue": tuple(hold.split()), "red": tuple(theirs.split())}
    units = {one.id: one for one in (spears(), swords(), axes(), KAY, MORDRED)} | {one.id: one for one in more}
    return field(*units.values(), hands=hands, phase=phase, command="cards", **other)


def window(battle: Battle, moment: Moment = "movement", *script: Commanded | str, about: str = "") -> Played:
    return play(battle, Window("blue", moment, about), *script)


def use(battle: Battle, moment: Moment, name: str, key: str, about: str = "") -> Use:
    """A use of a card as its holder sees it."""
    held = {one.key: one for one in hand(battle, "blue", moment, about)}
    return next(one for one in held[f"TA-CMD-{name}"].uses if one.key == key)


def against(battle: Battle, moment: Moment, name: str, key: str, *units: str, **more: str) -> set[str]:
    """The rules a play would break."""
    form = Card(f"TA-CMD-{name}", key, units, more.get("target", ""))
    return rules(judge_play(battle, "blue", moment, form, more.get("about", "")))


def orders(battle: Battle, unit: str) -> list[tuple[str, float]]:
    """What cards do for a unit: lengths in inches."""
    found = orders_of(battle, unit)
    return [(one.effect, one.amount / 1000 if one.amount >= 1000 else one.amount) for one in found]


# ---------------------------------------------------------------- the deck, card by card


DECK_AS_PRINTED = {
    "TA-CMD-D01 TA-CMD-D02 TA-CMD-D03 TA-CMD-D04 TA-CMD-D05 TA-CMD-D06 TA-CMD-D07": ("movement", "march charge"),
    "TA-CMD-D08 TA-CMD-D09 TA-CMD-D10 TA-CMD-D11 TA-CMD-D12 TA-CMD-D13": ("movement", "march charge"),
    "TA-CMD-H01 TA-CMD-H02 TA-CMD-H03 TA-CMD-H04": ("movement", "maneuver"),
    "TA-CMD-H05 TA-CMD-H06": ("movement", "left_wing right_wing"),
    "TA-CMD-H07 TA-CMD-H08": ("movement", "center"),
    "TA-CMD-H09 TA-CMD-H10": ("movement", "all_cavalry"),
    "TA-CMD-H11 TA-CMD-H12": ("movement", "light_infantry"),
    "TA-CMD-H13": ("movement", "all_infantry"),
    "TA-CMD-S01 TA-CMD-S02": ("movement", "coordinated"),
    "TA-CMD-S03 TA-CMD-S04": ("movement", "ferocious"),
    "TA-CMD-S05 TA-CMD-S06": ("movement", "frenzied"),
    "TA-CMD-S07 TA-CMD-S08 TA-CMD-S09 TA-CMD-S10 TA-CMD-S11": ("ranged", "target reserve"),
    "TA-CMD-S12 TA-CMD-S13": ("ranged", "volley"),
    "TA-CMD-C01 TA-CMD-C02 TA-CMD-C03 TA-CMD-C04 TA-CMD-C05": ("check", "rally morale"),
    "TA-CMD-C06 TA-CMD-C07": ("initiative", "seize"),
    "TA-CMD-C08 TA-CMD-C09 TA-CMD-C10": ("charged", "brace"),
    "TA-CMD-C11 TA-CMD-C12 TA-CMD-C13": ("ranged", "shieldwall"),
}
EACH_CARD = [(name, moment, uses) for names, (moment, uses) in DECK_AS_PRINTED.items() for name in names.split()]


@pytest.mark.parametrize(("name", "moment", "uses"), EACH_CARD)
def test_every_card_is_played_for_its_own_effect(name: str, moment: Moment, uses: str) -> None:
    """Through the door, each card of the deck by its rule."""
    phase = {"ranged": "ranged", "check": "melee"}.get(moment, "movement")
    knights = blue("knights", 4, at=(38, 30), mounted=True)
    archers = blue("archers", 6, at=(24, 30), ranged=("longbow",))
    battle = armies(knights, archers, hold=name.removeprefix("TA-CMD-"), phase=phase)
    about = "spears" if moment in ("check", "charged") else ""
    shown = window(battle, moment, about=about).decision
    (held,) = shown.hand
    assert (held.key, held.rule) == (name, name)
    assert [one.key for one in held.uses] == uses.split()
    now = next(one for one in held.uses if not one.barred)
    assert BY_THIS_AXE.law.rule(now.rules[0]).tier == "command"
    units = (about,) if about else now.aim.eligible[: now.aim.least]
    target = now.against.eligible[0] if now.against else ""
    played = window(battle, moment, Commanded("", PLAY, Card(name, now.key, units, target)), about=about)
    assert name in played.events_of(Spent)[0].rules
    assert played.battle.own.used == (name,)
    assert played.battle.own.hand("blue") == Hand("blue")


def test_the_deck_has_54_cards_of_which_five_are_rally() -> None:
    """TA-CMD-04, TA-CMD-42: the thirteen clubs are five, two, three and three."""
    assert len(DECK) == len(CARDS) == 54
    clubs = Counter(one.effect for one in DECK if one.suit == "clubs")
    assert clubs == {"rally": 5, "seize_the_initiative": 2, "brace_for_charge": 3, "shieldwall": 3}
    assert [one.id for one in DECK if one.is_joker] == ["TA-CMD-J01", "TA-CMD-J02"]
    assert {name for name, _, _ in EACH_CARD} | {"TA-CMD-J01", "TA-CMD-J02"} == CARDS.keys()


def test_a_card_is_shown_with_its_name_and_what_it_does() -> None:
    (held,) = hand(armies(hold="S07", phase="ranged"), "blue", "ranged")
    assert held.title == "Seven of spades: Target"
    assert "within range" in held.text
    assert [one.label for one in held.uses] == ["pick the target", "hold fire"]


# ---------------------------------------------------------------- with cards and without


def test_without_the_command_rules_there_are_no_cards_and_no_command_phase() -> None:
    """TA-CMD-01, TA-TURN-02."""
    without = replace(armies(hold="D01"), own=replace(armies(hold="D01").own, options=field().own.options))
    assert without.own.options.command == "none"
    assert hand(without, "blue", "movement") == ()
    assert against(without, "movement", "D01", "march", "spears") == {"TA-CMD-01"}
    assert window(without).over
    assert sample_play(without, "blue", "movement", Random(1)) is None


def test_with_the_command_rules_a_turn_begins_with_the_draw() -> None:
    """TA-CMD-01, TA-TURN-02."""
    played = play(armies(spears(orders=(Ordered("march", "TA-CMD-D01", 1000),)), phase=""), EndTurn())
    assert orders_of(played.battle, "spears") == (), "what cards did ends with the turn"
    assert played.battle.phase == "command"
    assert played.roll.purpose == "who draws order cards first"


# ---------------------------------------------------------------- actions without orders


def moving(*script: Any, **more: Any) -> Played:
    """Blue moves, without a card."""
    return play(armies(swords(**more)), Moves("blue"), *script)


def test_without_an_order_a_unit_moves_at_its_base_rate() -> None:
    """TA-CMD-11, TA-CMD-01: five inches on foot in light armor or none, not ten."""
    assert place(moving(march("swords", ahead(5))).unit("swords"))[:2] == (34.5, 25)
    assert moving().refusal(march("swords", ahead(5.1)))


def test_without_an_order_nobody_charges() -> None:
    """TA-CMD-12: a march card does not help; a charge card does."""
    charge = Commanded("spears", "charge", Aimed("axes"))
    near = armies(red("axes", 8, files=4, at=(30, 27)), hold="D01 D02 H01")
    played = play(near, Moves("blue"))
    assert "TA-CMD-12" in rules(played.refusal(charge))
    marching = played.then(card("D01", "march", "spears"), "3")
    assert "TA-CMD-12" in rules(marching.refusal(charge))
    charging = played.then(card("D01", "charge", "spears"), "3", charge)
    assert [event.other for event in charging.events_of(Touched)] == ["axes"]


def test_without_an_order_a_unit_turns_45_degrees_at_the_start_of_its_move() -> None:
    """TA-CMD-13: and not otherwise."""
    assert place(moving(march("swords", turn(45), ahead(1))).unit("swords"))[2] == 45
    assert "TA-CMD-13" in rules(moving().refusal(march("swords", turn(46))))
    assert "TA-CMD-13" in rules(moving().refusal(march("swords", ahead(1), turn(45))))


def test_without_an_order_a_unit_shoots_at_the_closest_enemy() -> None:
    """TA-CMD-14: a Target card lets it choose."""
    bows = blue("bows", 4, at=(20, 30), ranged=("longbow",))
    near, far = red("near", 4, at=(20, 20)), red("far", 4, at=(24, 16))
    played = play(armies(bows, near, far, hold="S07", phase="ranged"), Fire(("blue", "red")))
    assert rules(played.then(FINISH).refusal(shoot("bows", at="far"))) == {"TA-CMD-14", "TA-RANGED-03"}
    assert played.then(FINISH, shoot("bows", at="near")).events_of(Declared)[0].target == "near"
    chosen = played.then(card("S07", "target", "bows"), shoot("bows", at="far"))
    assert chosen.events_of(Declared)[0].target == "far"


def test_without_an_order_a_unit_fights_who_is_in_contact_with_it() -> None:
    """TA-CMD-15: charged this turn, or in it from an earlier one."""
    axemen = red("axes", 8, files=4, at=(34.5, 30))
    for since in (1, 2):
        contacts = [locked("axes", "swords", since=since)]
        played = play(armies(axemen, contacts=contacts, turn=2, phase="melee"), Melees())
        while played.battle.roll is not None:
            played = played.then(" ".join("6" for pool in played.roll.pools for _ in range(pool.count)))
        assert ("swords", "axes") in [(event.unit, event.target) for event in played.events_of(Struck)]


# ---------------------------------------------------------------- the draw


def draw(battle: Battle, *script: str) -> Played:
    return play(replace(battle, phase="command"), DrawOrder(), *script)


def test_each_draws_as_many_cards_as_his_general_has_leadership() -> None:
    """TA-CMD-02, TA-CHAR-10: three for Kay, two for Mordred, whatever other leaders there are."""
    bors = hero("bors", "blue", with_="swords", roles=("leader",), leadership=5)
    played = draw(armies(bors), "4 | 2", "1", "1", "1", "1", "1")
    assert played.over
    assert [(hand.side, hand.count) for hand in played.battle.own.hands] == [("blue", 3), ("red", 2)]
    assert {event.unit for event in played.events_of(Declared)} == {"sir_kay", "mordred"}


def test_a_general_in_a_routed_unit_draws_nothing_and_the_ranking_leader_draws_for_him() -> None:
    """TA-CMD-02, TA-CMD-03: the highest level counts, the first by name among equals."""
    bors = hero("bors", "blue", with_="swords", roles=("leader",), leadership=2)
    ywain = hero("ywain", "blue", with_="swords", roles=("leader", "hero"), leadership=4)
    kei = hero("kei", "blue", with_="swords", roles=("leader",), leadership=4)
    battle = armies(spears(marks=(ROUTED,)), bors, ywain, kei)
    assert quota(battle, "blue") == 4
    told = draw(battle, "4 | 2").events_of(Declared)
    assert [event.unit for event in told if "TA-CMD-03" in event.rules] == ["kei"]


def test_a_side_without_a_leader_draws_nothing_and_keeps_what_it_has() -> None:
    """TA-CMD-03: no dice are thrown for the order either."""
    dead = replace(KAY, figures=0)
    played = draw(armies(dead, hold="D05"))
    assert played.roll.drawn
    played = played.then("1", "1")
    assert played.over
    assert played.battle.own.hand("blue").cards == ("TA-CMD-D05",)
    assert [event.rules for event in played.events_of(Ruled)] == [("TA-CMD-03",)]


def test_all_draw_from_one_deck_card_by_card_in_turn_the_higher_die_first() -> None:
    """TA-CMD-04: ties are thrown again; red wins, so red, blue, red, blue, blue."""
    played = draw(armies())
    assert played.roll.unequal
    played = played.then("2 | 5")
    drawing = []
    for _ in range(5):
        (pool,) = played.roll.pools
        assert isinstance(pool.reading, FromBag)
        assert pool.count == 1
        drawing.append((pool.whose, pool.sides))
        played = played.then("2")
    assert drawing == [("red", 54), ("blue", 53), ("red", 52), ("blue", 51), ("blue", 50)]
    assert played.over
    own = played.battle.own
    assert own.hand("red").cards == ("TA-CMD-D02", "TA-CMD-D04")
    assert own.hand("blue").cards == ("TA-CMD-D03", "TA-CMD-D05", "TA-CMD-D06")
    assert len(left(played.battle)) == 49


def test_the_face_drawn_counts_through_what_is_left_of_the_deck_in_printed_order() -> None:
    """TA-CMD-04: cards in hand and used cards are not drawn again."""
    battle = armies(hold="D01", theirs="D03")
    battle = replace(battle, own=replace(battle.own, used=("TA-CMD-D02",)))
    played = play(battle, DrawCards(("blue",)), "1")
    assert played.battle.own.hand("blue").cards == ("TA-CMD-D01", "TA-CMD-D04")
    assert play(battle, DrawCards(("blue",)), "51").battle.own.hand("blue").cards[1] == "TA-CMD-J02"


def test_used_cards_form_the_deck_anew_in_the_middle_of_a_draw() -> None:
    """TA-CMD-05: what is in a hand stays there."""
    battle = armies(hold="D01 H01", theirs="S01")
    used = tuple(one.id for one in DECK if one.id[-3:] not in ("D01", "H01", "S01", "C13"))
    played = play(replace(battle, own=replace(battle.own, used=used)), DrawCards(("red", "blue")))
    assert played.roll.pools[0].sides == 1
    played = played.then("1")
    assert played.battle.own.hand("red").cards == ("TA-CMD-S01", "TA-CMD-C13")
    assert played.roll.pools[0].sides == 50
    assert played.battle.own.used == ()
    assert [event.rules for event in played.events_of(Ruled)] == [("TA-CMD-05",)]
    assert played.then("1").battle.own.hand("blue").cards == ("TA-CMD-D01", "TA-CMD-D02", "TA-CMD-H01")


def test_with_every_card_in_hand_nothing_is_drawn() -> None:
    battle = armies(hold=" ".join(one.id[-3:] for one in DECK))
    assert play(battle, DrawCards(("red",))).over


# ---------------------------------------------------------------- the end of the turn


def test_at_the_end_of_the_turn_each_keeps_three_cards_and_the_rest_go_back_into_the_deck() -> None:
    """TA-CMD-06: both choose at once; what is given back may be drawn again, what was played waits to be shuffled."""
    battle = armies(hold="D01 D02 H03 S04", theirs="C01 C02 C03 C04 C05")
    start = play(replace(battle, own=replace(battle.own, used=("TA-CMD-D09",))), KeepCards())
    assert [one.seat for one in start.battle.decisions] == ["blue", "red"]
    assert all(one.sealed and one.rules == ("TA-CMD-06",) for one in start.battle.decisions)
    played = start.at_once(*(choose(*_named(keys)) for keys in ("D02 H03 S04", "C01 C03 C05")))
    own = played.battle.own
    assert own.hand("blue") == Hand("blue", ("TA-CMD-D02", "TA-CMD-H03", "TA-CMD-S04"), 3)
    assert own.hand("red") == Hand("red", ("TA-CMD-C01", "TA-CMD-C03", "TA-CMD-C05"), 3)
    assert own.used == ("TA-CMD-D09",)
    deck = left(played.battle)
    assert {"TA-CMD-D01", "TA-CMD-C02", "TA-CMD-C04"} <= set(deck)
    assert len(deck) == len(DECK) - 7
    drawn = play(played.battle, DrawCards(("red",)), str(deck.index("TA-CMD-D01") + 1))
    assert "TA-CMD-D01" in drawn.battle.own.hand("red").cards, "one side may draw what the other gave back"


def test_cards_given_back_are_not_seen() -> None:
    """TA-CMD-06: others hear how many; two battles that differ in nothing else look alike to them."""
    start = play(armies(hold="D01 D02 H03", theirs="C01 C02 C03 C04 C05"), KeepCards())
    one, two = (start.then(choose(*_named(keys))) for keys in ("C01 C02 C03", "C03 C04 C05"))
    for seat in ("blue", None):
        assert heard_by(one.events, seat) == heard_by(two.events, seat)
        assert encode(BY_THIS_AXE.view(one.battle, seat)) == encode(BY_THIS_AXE.view(two.battle, seat))
        (told,) = heard_by(one.events, seat)
        assert tell(told, one.battle) == "Red gives back 2 order cards."
    ours = [event.rules for event in heard_by(one.events, "red")]
    assert ours == [("TA-CMD-06", "TA-CMD-C04"), ("TA-CMD-06", "TA-CMD-C05")]


def _named(cards: str) -> list[str]:
    return [f"TA-CMD-{one}" for one in cards.split()]


def test_no_more_and_no_fewer_than_three_are_kept() -> None:
    """TA-CMD-06."""
    played = play(armies(hold="D01 D02 H03 S04"), KeepCards())
    assert rules(played.refusal(choose("TA-CMD-D01", "TA-CMD-D02"))) == {"TA-CMD-06"}
    assert rules(played.refusal(choose("TA-CMD-C01", "TA-CMD-D01", "TA-CMD-D02"))) == {"TA-CMD-06"}
    assert played.then(played.decision.default).battle.own.hand("blue").count == 3
    sampled = BY_THIS_AXE.sample(played.battle, played.decision, Random(3))
    assert played.then(sampled).over


def test_whoever_has_three_cards_is_not_asked() -> None:
    """TA-CMD-06."""
    battle = armies(hold="D01 D02 H03")
    token = Token("blue", "TA-CMD-J01", "rally")
    battle = replace(battle, own=replace(battle.own, tokens=(token,), seized=(("blue", 2),)))
    played = play(battle, KeepCards())
    assert played.over
    assert played.battle.own.hand("blue").count == 3
    assert played.battle.own.tokens == played.battle.own.seized == ()


# ---------------------------------------------------------------- when a card is played


def test_a_card_is_played_in_its_phase_and_before_the_unit_acts() -> None:
    """TA-CMD-07."""
    battle = armies(hold="D01 S12 C06", phase="movement")
    assert "TA-CMD-07" in against(battle, "movement", "S12", "volley", "spears")
    assert "TA-CMD-07" in against(battle, "movement", "C06", "seize")
    assert use(battle, "movement", "C06", "seize").barred.endswith("before the roll for who moves first")
    assert not against(battle, "movement", "D01", "march", "spears")
    moved = armies(spears(moved=True), hold="D01")
    assert against(moved, "movement", "D01", "march", "spears") == {"TA-CMD-07", "TA-CMD-20"}
    shot = armies(spears(ranged=("javelin",), shot=True), hold="S12", phase="ranged")
    assert against(shot, "ranged", "S12", "volley", "spears") == {"TA-CMD-07", "TA-CMD-35"}


def test_who_has_nobody_to_shoot_at_is_asked_for_a_card_and_not_for_a_shot() -> None:
    """TA-CMD-07, TA-RANGED-02: that he holds cards all can see; whether one is for now is his secret."""
    asked = play(armies(hold="D01", phase="ranged"), Fire(("blue", "red")))
    assert (asked.decision.actors, asked.decision.window) == ((), True)
    assert asked.then(FINISH).over


def test_only_a_card_in_hand_is_played_and_only_for_what_it_says() -> None:
    battle = armies(hold="D01", theirs="D02")
    assert against(battle, "movement", "D02", "march", "spears") == {"TA-CMD-07"}
    assert against(battle, "movement", "XYZ", "march", "spears") == {"TA-CMD-07"}
    assert against(battle, "movement", "D01", "rally", "spears") == {"TA-CMD-D01"}


def test_a_unit_has_one_card_of_its_owner_in_a_phase() -> None:
    """TA-CMD-08: the next phase is another matter."""
    played = window(armies(hold="D01 D02 H01"), "movement", card("D01", "march", "spears"), "3")
    assert played.unit("spears").own.phase.carded == "movement"
    assert rules(played.refusal(card("H01", "maneuver", "spears"))) == {"TA-CMD-08"}
    played = played.then(card("H01", "maneuver", "swords"))
    assert orders(played.battle, "swords") == [("maneuver", 0)]
    assert play(played.battle, Phase("movement")).unit("spears").own.phase.carded == "", (
        "nor the same phase of the next turn"
    )
    later = play(played.battle, Phase("melee")).battle
    assert not against(replace(later, own=armies(hold="C01").own), "check", "C01", "morale", "spears", about="spears")


@pytest.mark.parametrize(("away", "commanded"), [(12, True), (12.01, False)])
def test_a_unit_gets_orders_within_12_inches_of_a_general_or_leader(away: float, commanded: bool) -> None:
    """TA-CMD-09: measured from the unit he is with."""
    flank = blue("flank", 4, at=(34 + away, 30))
    refused = against(armies(flank, hold="D01"), "movement", "D01", "march", "flank")
    assert refused == (set() if commanded else {"TA-CMD-09"})


@pytest.mark.parametrize("lost", ["routed", "shamed", "dead"])
def test_a_leader_in_rout_or_without_his_word_commands_nobody(lost: str) -> None:
    """TA-CMD-09, TA-DUEL-05."""
    kay = hero("sir_kay", "blue", at=(30, 34), roles=("general",), leadership=3, shamed=lost == "shamed")
    kay = replace(kay, marks=(ROUTED,) if lost == "routed" else (), figures=0 if lost == "dead" else 1)
    assert against(armies(kay, hold="D01"), "movement", "D01", "march", "spears") == {"TA-CMD-09"}


def test_seizing_the_initiative_needs_no_leader_near() -> None:
    """TA-CMD-09, TA-CMD-43: it names no unit."""
    dead = replace(KAY, figures=0)
    assert not against(armies(dead, hold="C06"), "initiative", "C06", "seize")


@pytest.mark.parametrize(
    ("more", "rule"),
    [
        ({"marks": (ROUTED,)}, "TA-MORALE-26"),
        ({"shot": True}, "TA-RANGED-10"),
        ({"rallied": True}, "TA-RALLY-05"),
        ({"orders": (Ordered("brace", "TA-CMD-C08", 2),)}, "TA-CMD-45"),
        ({"orders": (Ordered("shieldwall", "TA-CMD-C11", 2),)}, "TA-CMD-47"),
        ({"orders": (Ordered("reserve", "TA-CMD-S07"),)}, "TA-CMD-34"),
    ],
)
def test_no_order_to_move_reaches_a_unit_that_may_not_move(more: dict[str, Any], rule: str) -> None:
    assert against(armies(swords(**more), hold="D01"), "movement", "D01", "charge", "swords") == {rule}
    assert "swords" not in use(armies(swords(**more), hold="D01"), "movement", "D01", "charge").aim.eligible


def test_a_unit_in_melee_is_not_ordered_to_march() -> None:
    """TA-MOVE-03."""
    battle = armies(hold="D01", contacts=[locked("axes", "swords")])
    assert against(battle, "movement", "D01", "march", "swords") == {"TA-MOVE-03"}


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.key)
@pytest.mark.parametrize("phase", ["ranged", "movement", "melee"])
def test_a_use_is_offered_for_those_against_whom_there_is_nothing(law: Law, phase: str) -> None:
    """TA-CMD-07, TA-CMD-08, TA-CMD-09: for a joker's second effect too."""
    battle = armies(
        blue("runners", 6, at=(24, 36), marks=(ROUTED,)),
        blue("bows", 6, at=(22, 30), ranged=("longbow",), shot=True),
        blue("slings", 4, at=(26, 34), ranged=("sling",)),
        blue("far", 4, at=(60, 30), shield=True, ranged=("sling",)),
        blue("horse", 4, at=(40, 34), mounted=True, moved=True),
        blue("carded", 4, at=(40, 38), shield=True, carded="movement", orders=(Ordered("march", "TA-CMD-J01", 1),)),
        phase=phase,
    )
    for joker in ("", "TA-CMD-J01", "TA-CMD-J02"):
        candidates = Candidates(battle, "blue")
        offered = set(candidates.aim(law, joker).eligible)
        named = None if law.choice in ("free", "nobody") else candidates.named(law.choice)
        asked = candidates.bodies if named is None else (*named.sure, *named.tied)
        fit = {key for key in asked if not candidates.against(law, key, joker)}
        assert offered == (set() if law.choice == "nobody" else fit)


def test_candidates_are_looked_at_again_when_something_has_changed() -> None:
    """TA-CMD-08, TA-CMD-09: not otherwise."""
    battle = armies(hold="D01")
    known = candidates_of(battle, "blue")
    assert candidates_of(replace(battle, serial=battle.serial + 1), "blue") is known
    others = (
        replace(battle, own=replace(battle.own, used=("TA-CMD-H01",))),
        battle.with_unit(spears(moved=True)),
        replace(battle, engagements=(locked("axes", "spears"),)),
        replace(battle, phase="melee"),
    )
    for other in others:
        assert candidates_of(battle, "blue").battle.units is battle.units
        assert candidates_of(other, "blue").battle is other
    assert candidates_of(battle, "red").side == "red"


def test_nobody_orders_the_enemy_or_a_character_in_the_ranks() -> None:
    battle = armies(hold="D01")
    assert against(battle, "movement", "D01", "march", "axes") == {"TA-CMD-09"}
    assert against(battle, "movement", "D01", "march", "sir_kay") == {"TA-CMD-09"}
    assert against(battle, "movement", "D01", "march", "nobody") == {"TA-CMD-09"}


# ---------------------------------------------------------------- diamonds


def test_two_units_march_a_die_of_inches_farther_by_one_roll() -> None:
    """TA-CMD-10, TA-CMD-20."""
    played = window(armies(hold="D01"), "movement", card("D01", "march", "spears", "swords"))
    assert "TA-CMD-10" in played.roll.rules
    assert [(pool.count, pool.sides) for pool in played.roll.pools] == [(1, 6)]
    played = played.then("4")
    assert len(played.events_of(Rolled)) == 1
    assert orders(played.battle, "spears") == orders(played.battle, "swords") == [("march", 4)]
    assert orders(played.battle, "axes") == []


def test_march_or_charge_is_said_before_the_die_falls() -> None:
    """TA-CMD-21: and who is told to charge owes an attempt, which the note on the unit says."""
    played = window(armies(hold="D13"), "movement", card("D13", "charge", "swords"))
    assert played.events_of(Spent)[0].effect == "charge"
    assert "TA-CMD-21" in played.events_of(Spent)[0].rules
    assert orders(played.then("6").battle, "swords") == [("charge", 6)]


def test_units_of_one_march_stand_within_an_inch_of_each_other() -> None:
    """TA-CMD-20."""
    far = armies(swords(), blue("flank", 4, at=(40, 30)), hold="D01")
    assert against(far, "movement", "D01", "march", "spears", "flank") == {"TA-CMD-20"}
    assert not against(far, "movement", "D01", "march", "spears", "swords")
    assert against(far, "movement", "D01", "march", "spears", "spears") == {"TA-CMD-20"}
    assert against(far, "movement", "D01", "march") == {"TA-CMD-20"}
    trio = armies(blue("flank", 4, at=(39, 30)), hold="D01")
    assert against(trio, "movement", "D01", "march", "spears", "swords", "flank") == {"TA-CMD-20"}


@pytest.mark.parametrize(
    ("name", "key", "phase"),
    [
        ("D01", "march", "movement"),
        ("S05", "frenzied", "movement"),
        ("C08", "brace", "movement"),
        ("S07", "target", "ranged"),
        ("S12", "volley", "ranged"),
        ("C11", "shieldwall", "ranged"),
    ],
)
@pytest.mark.parametrize(("apart", "together"), [(1, True), (1.01, False)])
def test_an_inch_is_as_far_as_two_units_of_a_card_stand_apart(
    name: str, key: str, phase: str, apart: float, together: bool
) -> None:
    """TA-CMD-20, TA-CMD-31, TA-CMD-33, TA-CMD-35, TA-CMD-44, TA-CMD-46."""
    one, other = (blue(who, 4, at=(x, 36), shield=True, ranged=("sling",)) for who, x in (("one", 30), ("other", 34)))
    other = replace(other, place=replace(other.place, pose=replace(other.pose, x=inches(34 + apart))))
    battle = armies(one, other, hold=name, phase=phase)
    moment: Moment = "ranged" if phase == "ranged" else "movement"
    assert (not against(battle, moment, name, key, "one", "other")) == together


# ---------------------------------------------------------------- hearts


def test_one_unit_maneuvers() -> None:
    """TA-CMD-22: no die is thrown."""
    assert against(armies(hold="H01"), "movement", "H01", "maneuver", "spears", "swords") == {"TA-CMD-22"}
    played = window(armies(hold="H01"), "movement", card("H01", "maneuver", "spears"))
    assert played.over
    assert orders(played.battle, "spears") == [("maneuver", 0)]


def along_the_line(*names_and_places: tuple[str, float], hold: str, **more: Any) -> Battle:
    """Blue units from left to right with a general over all of them."""
    units = [blue(name, 2, at=(x, 30)) for name, x in names_and_places]
    general = hero("sir_kay", "blue", at=(30, 33), roles=("general",), leadership=3)
    return field(
        *units, general, axes(), hands={"blue": tuple(hold.split())}, phase="movement", command="cards", **more
    )


LINE = (("e", 38), ("a", 20), ("c", 29), ("b", 23), ("d", 34))


def test_a_flanking_move_is_for_the_two_outermost_units_of_a_wing() -> None:
    """TA-CMD-23: its owner picks the wing; they move at double rate."""
    battle = along_the_line(*LINE, hold="H05")
    assert set(use(battle, "movement", "H05", "left_wing").aim.eligible) == {"a", "b"}
    assert set(use(battle, "movement", "H05", "right_wing").aim.eligible) == {"d", "e"}
    assert against(battle, "movement", "H05", "left_wing", "a", "c") == {"TA-CMD-23"}
    assert against(battle, "movement", "H05", "left_wing", "a") == {"TA-CMD-23"}
    played = window(battle, "movement", card("H05", "right_wing", "d", "e"))
    assert orders(played.battle, "d") == orders(played.battle, "e") == [("double", 0)]
    assert window(battle, "movement", card("H05", "right_wing")).battle == played.battle


@pytest.mark.parametrize(("name", "key"), [("H05", "left_wing"), ("H05", "right_wing"), ("H07", "center")])
def test_an_army_of_one_unit_is_wing_and_center_in_one(name: str, key: str) -> None:
    """TA-CMD-23, TA-CMD-24: the others are in flight or gone."""
    battle = along_the_line(("a", 30), hold=name)
    gone = blue("gone", 0, at=(36, 30), original=4, files=2)
    routed = blue("routed", 2, at=(33, 30), marks=(ROUTED,))
    shown = use(battle.with_unit(gone).with_unit(routed), "movement", name, key).aim
    assert (shown.eligible, shown.least, shown.most) == (("a",), 1, 1)
    nobody = battle.with_unit(gone).with_unit(replace(routed, id="a"))
    assert use(nobody, "movement", name, key).barred


def test_left_is_left_as_the_army_looks() -> None:
    """TA-CMD-23."""
    battle = along_the_line(*LINE, hold="H05")
    turned = {key: replace(unit, place=replace(unit.place, pose=replace(unit.pose, heading=180_000)))
              for key, unit in battle.units.items()}  # fmt: skip
    assert set(use(replace(battle, units=turned), "movement", "H05", "left_wing").aim.eligible) == {"d", "e"}


def test_routed_units_and_single_characters_are_on_no_wing_and_who_is_out_of_command_is_left_out() -> None:
    """TA-CMD-23, TA-CMD-09."""
    battle = along_the_line(*LINE, ("far", 10), hold="H05")
    assert use(battle, "movement", "H05", "left_wing").aim.eligible == ("a",)
    assert not against(battle, "movement", "H05", "left_wing", "a")
    assert "TA-CMD-09" in against(battle, "movement", "H05", "left_wing", "a", "far")
    running = replace(battle, units=battle.units | {"far": replace(battle.units["far"], marks=(ROUTED,))})
    assert set(use(running, "movement", "H05", "left_wing").aim.eligible) == {"a", "b"}
    lone = hero("gawain", "blue", at=(16, 30))
    assert set(use(running.with_unit(lone), "movement", "H05", "left_wing").aim.eligible) == {"a", "b"}


def test_a_wing_all_out_of_command_bars_the_card() -> None:
    """TA-CMD-09, TA-CMD-23."""
    battle = along_the_line(("a", 2), ("b", 5), ("c", 30), ("d", 34), hold="H05")
    assert use(battle, "movement", "H05", "left_wing").barred
    assert "TA-CMD-09" in against(battle, "movement", "H05", "left_wing", "a", "b")
    assert against(battle, "movement", "H05", "left_wing") == {"TA-CMD-23"}


def test_a_center_move_is_for_the_two_units_nearest_the_middle_of_the_line() -> None:
    """TA-CMD-24: the middle lies between the two outermost, at 29; c and then d at 5 inches, b at 6."""
    battle = along_the_line(*LINE, hold="H07")
    assert set(use(battle, "movement", "H07", "center").aim.eligible) == {"c", "d"}
    assert orders(window(battle, "movement", card("H07", "center")).battle, "c") == [("double", 0)]


def test_among_units_equally_near_the_middle_their_owner_chooses() -> None:
    """TA-CMD-24: b and d stand 5 inches to either side of it."""
    battle = along_the_line(("a", 20), ("b", 25), ("c", 30), ("d", 35), ("e", 40), hold="H07")
    shown = use(battle, "movement", "H07", "center").aim
    assert (set(shown.eligible), shown.least, shown.most) == ({"b", "c", "d"}, 2, 2)
    for other in "bd":
        assert not against(battle, "movement", "H07", "center", "c", other)
    assert against(battle, "movement", "H07", "center", "b", "d") == {"TA-CMD-24"}
    assert against(battle, "movement", "H07", "center") == {"TA-CMD-24"}


@pytest.mark.parametrize(("angle", "mirrored"), WAYS)
def test_wings_and_center_go_by_where_the_army_looks(angle: float, *, mirrored: bool) -> None:
    """TA-CMD-23, TA-CMD-24: units of unequal depth, askew, one far forward; in a mirror left is right."""
    troops = (
        blue("deep", 12, files=2, at=(40, 50), facing=12),
        blue("wide", 8, at=(47, 47), facing=350),
        blue("forward", 4, at=(53, 40), facing=5),
        blue("back", 9, files=3, at=(56, 55), facing=341),
        blue("last", 2, at=(61, 49), facing=12),
    )
    general = hero("sir_kay", "blue", at=(50, 48), roles=("general",), leadership=3)
    units = [seen(one, angle, mirrored=mirrored) for one in (*reversed(troops), general)]
    hands = {"blue": ("H05", "H07")}
    battle = field(*units, phase="movement", command="cards", hands=hands, size=(100, 100))
    left, right = ("right_wing", "left_wing") if mirrored else ("left_wing", "right_wing")
    assert set(use(battle, "movement", "H05", left).aim.eligible) == {"deep", "wide"}
    assert set(use(battle, "movement", "H05", right).aim.eligible) == {"back", "last"}
    assert set(use(battle, "movement", "H07", "center").aim.eligible) == {"wide", "forward"}


@pytest.mark.parametrize(("angle", "mirrored"), [*WAYS, (31, False), (58, True), (123, False)])
def test_who_is_as_near_the_middle_as_another_is_so_at_any_angle(angle: float, *, mirrored: bool) -> None:
    """TA-CMD-24: a thousandth of an inch does not choose for the owner."""
    names = (("a", 2.1, 40.3), ("b", 3, 45.4), ("c", 4, 50.8), ("d", 5, 55.2), ("e", 2, 60.3))
    line = [blue(name, int(figures), at=(x, 50), facing=0) for name, figures, x in names]
    general = hero("sir_kay", "blue", at=(50, 48), roles=("general",), leadership=3)
    units = [seen(one, angle, mirrored=mirrored) for one in (*line, general)]
    battle = field(*units, phase="movement", command="cards", hands={"blue": ("H07",)}, size=(100, 100))
    assert set(use(battle, "movement", "H07", "center").aim.eligible) == {"b", "c", "d"}


def test_the_center_lies_between_the_outermost_whoever_stands_in_crowds() -> None:
    """TA-CMD-24: at 32½, not where most stand; routed units and single men stretch no line, the dead none."""
    crowd = (("a", 20), ("b", 28), ("c", 36.5), ("d", 43), ("e", 45.1), ("f", 47.2))
    battle = along_the_line(*crowd[:-2], ("f", 45), hold="H07")
    assert set(use(battle, "movement", "H07", "center").aim.eligible) == {"b", "c"}
    gawain = hero("gawain", "blue", at=(60, 30))
    runner = blue("runner", 2, at=(58, 30), marks=(ROUTED,))
    assert set(use(battle.with_unit(gawain).with_unit(runner), "movement", "H07", "center").aim.eligible) == {"b", "c"}
    steady = battle.with_unit(replace(runner, marks=()))
    assert set(use(steady, "movement", "H07", "center").aim.eligible) == {"c", "d"}


def test_a_line_of_deep_units_is_measured_at_their_middles() -> None:
    """TA-CMD-24: turned half to the right, a deep column has its middle far to the left of its front."""
    column = blue("column", 12, files=1, at=(31.5, 30), facing=40)
    units = (blue("a", 2, at=(20, 30), facing=350), column, blue("b", 2, at=(37, 30)), blue("c", 2, at=(44, 30)))
    back = (blue("e", 2, at=(25, 30), facing=330), *units)
    general = hero("sir_kay", "blue", at=(33, 25), roles=("general",), leadership=3)
    battle = field(*back, general, phase="movement", command="cards", hands={"blue": ("H07",)})
    assert across(battle, "blue")["column"] < across(battle, "blue")["b"] - inches(8)
    assert set(use(battle, "movement", "H07", "center").aim.eligible) == {"column", "b"}


def test_an_army_that_looks_all_ways_fronts_towards_the_enemy() -> None:
    """TA-CMD-23: back to back, with the enemy to the right, the lowest on the page stands on the right."""
    ours = (
        blue("a", 2, at=(30, 20), facing=0),
        blue("b", 2, at=(30, 26), facing=180),
        blue("c", 2, at=(30, 32), facing=90),
        blue("d", 2, at=(30, 38), facing=270),
    )
    general = hero("sir_kay", "blue", at=(28, 29), roles=("general",), leadership=3)
    battle = field(
        *ours, general, red("foe", 4, at=(60, 29)), phase="movement", command="cards", hands={"blue": ("H05",)}
    )
    assert set(use(battle, "movement", "H05", "right_wing").aim.eligible) == {"c", "d"}
    assert set(use(battle, "movement", "H05", "left_wing").aim.eligible) == {"a", "b"}


def arms(hold: str) -> Battle:
    return armies(
        blue("knights", 3, at=(37, 30), mounted=True, armour="heavy"),
        blue("riders", 3, at=(25, 30), mounted=True),
        blue("guards", 3, at=(30, 35), armour="heavy"),
        blue("scouts", 3, at=(60, 35), mounted=True),
        hold=hold,
    )


@pytest.mark.parametrize(
    ("name", "key", "die", "inches_more", "whom"),
    [
        ("H09", "all_cavalry", 4, 5, {"knights", "riders"}),
        ("H11", "light_infantry", 4, 4, {"spears", "swords"}),
        ("H13", "all_infantry", 4, 3, {"spears", "swords", "guards"}),
        ("H13", "all_infantry", 1, 1, {"spears", "swords", "guards"}),
    ],
)
def test_all_of_an_arm_in_command_move_farther(name: str, key: str, die: int, inches_more: int, whom: set[str]) -> None:
    """TA-CMD-25, TA-CMD-26, TA-CMD-27, TA-CMD-09: the scouts are too far away; never less than an inch."""
    played = window(arms(name), "movement", card(name, key), str(die))
    moved = {unit for unit in played.battle.units if orders_of(played.battle, unit)}
    assert moved == whom
    for unit in whom:
        assert orders(played.battle, unit) == [("farther", inches_more)]


def test_a_card_for_all_of_an_arm_cannot_leave_one_out() -> None:
    """TA-CMD-25."""
    assert against(arms("H09"), "movement", "H09", "all_cavalry", "knights") == {"TA-CMD-25"}
    assert "TA-CMD-09" in against(arms("H09"), "movement", "H09", "all_cavalry", "knights", "riders", "scouts")
    assert against(arms("H09"), "movement", "H09", "all_cavalry", "knights", "spears") >= {"TA-CMD-25"}
    assert use(armies(hold="H09"), "movement", "H09", "all_cavalry").barred


# ---------------------------------------------------------------- spades


def test_up_to_three_units_charge_one_enemy_together() -> None:
    """TA-CMD-28, TA-CMD-21: they need not stand together."""
    battle = armies(blue("flank", 4, at=(40, 30)), hold="S01")
    assert use(battle, "movement", "S01", "coordinated").against == Aim("unit", "foe", 1, 1, ("axes",))
    assert against(battle, "movement", "S01", "coordinated", "spears") == {"TA-CMD-28", "TA-CMD-21"}
    played = window(battle, "movement", card("S01", "coordinated", "spears", "swords", "flank", target="axes"), "2")
    for unit in ("spears", "swords", "flank"):
        assert orders_of(played.battle, unit) == (Ordered("charge", "TA-CMD-S01", inches(2), "axes"),)
    alone = window(battle, "movement", card("S01", "coordinated", "spears", target="axes"), "2")
    assert orders(alone.battle, "swords") == []


def test_a_ferocious_attack_is_one_unit_charging_with_2_more_to_hit() -> None:
    """TA-CMD-29, TA-CMD-30."""
    assert "TA-CMD-29" in against(armies(hold="S03"), "movement", "S03", "ferocious", "spears", "swords")
    played = window(armies(hold="S03"), "movement", card("S03", "ferocious", "spears"), "5")
    assert orders(played.battle, "spears") == [("charge", 5), ("ferocious", 2)]


def test_a_frenzied_charge_is_one_or_two_units_together_with_1_more_to_hit() -> None:
    """TA-CMD-31, TA-CMD-32."""
    battle = armies(blue("flank", 4, at=(40, 30)), hold="S05")
    assert "TA-CMD-31" in against(battle, "movement", "S05", "frenzied", "spears", "flank")
    assert not against(battle, "movement", "S05", "frenzied", "spears")
    played = window(battle, "movement", card("S05", "frenzied", "spears", "swords"), "1")
    assert orders(played.battle, "spears") == orders(played.battle, "swords") == [("charge", 1), ("frenzied", 1)]


def archers(**more: Any) -> Battle:
    return armies(
        blue("bows", 6, at=(20, 30), ranged=("longbow",), **more),
        blue("slings", 4, at=(26, 30), ranged=("sling",)),
        hold="S07 S12",
        phase="ranged",
    )


@pytest.mark.parametrize(("name", "key", "rule"), [("S07", "target", "TA-CMD-33"), ("S07", "reserve", "TA-CMD-34")])
def test_missile_units_together_pick_their_target_or_hold_their_fire(name: str, key: str, rule: str) -> None:
    """TA-CMD-33, TA-CMD-34: both units take the same use."""
    assert use(archers(), "ranged", name, key).rules == (rule,)
    assert rule in against(archers(), "ranged", name, key, "spears")
    played = window(archers(), "ranged", card(name, key, "bows", "slings"))
    assert orders(played.battle, "bows") == orders(played.battle, "slings") == [(key, 0)]


def test_missile_units_shoot_a_volley() -> None:
    """TA-CMD-35."""
    assert use(archers(), "ranged", "S12", "volley").aim.eligible == ("bows", "slings")
    played = window(archers(), "ranged", card("S12", "volley", "bows"))
    assert orders(played.battle, "bows") == [("volley", 0)]


def test_missile_units_in_melee_or_in_rout_get_no_order_to_shoot() -> None:
    """TA-RANGED-09, TA-MORALE-26."""
    fighting = replace(archers(), engagements=(locked("axes", "bows"),))
    assert against(fighting, "ranged", "S12", "volley", "bows") == {"TA-RANGED-09"}
    assert against(archers(marks=(ROUTED,)), "ranged", "S12", "volley", "bows") == {"TA-MORALE-26"}


# ---------------------------------------------------------------- clubs


def test_a_card_rallies_a_routed_unit_without_a_die() -> None:
    """TA-CMD-40, TA-RALLY-06: in the Movement Phase, within command; it may not move this turn."""
    broken = swords(marks=(ROUTED,))
    battle = armies(broken, hold="C01 D01")
    assert use(battle, "movement", "C01", "rally").aim.eligible == ("swords",)
    assert against(battle, "movement", "C01", "rally", "spears") == {"TA-CMD-40"}
    played = window(battle, "movement", card("C01", "rally", "swords"))
    assert ROUTED not in played.unit("swords").marks
    assert played.unit("swords").own.turn.rallied
    assert {"TA-CMD-40", "TA-RALLY-06"} <= {*played.events_of(Marked)[0].rules}
    assert not played.events_of(Rolled)
    assert rules(played.refusal(card("D01", "march", "swords"))) == {"TA-CMD-08", "TA-RALLY-05"}
    away = armies(blue("swords", 8, at=(60, 30), marks=(ROUTED,)), hold="C01")
    assert against(away, "movement", "C01", "rally", "swords") == {"TA-CMD-09"}


@pytest.mark.parametrize("phase", ["ranged", "melee"])
def test_a_card_raises_the_morale_of_the_unit_that_is_to_check_by_2_for_the_phase(phase: str) -> None:
    """TA-CMD-41."""
    battle = armies(hold="C05", phase=phase)
    assert use(battle, "check", "C05", "morale", about="spears").aim.eligible == ("spears",)
    assert "TA-CMD-41" in against(battle, "check", "C05", "morale", "swords", about="spears")
    assert "TA-CMD-41" in rules(window(battle, "check", about="spears").refusal(card("C05", "morale", "swords")))
    played = window(battle, "check", card("C05", "morale", "spears"), about="spears")
    assert played.over
    assert orders(played.battle, "spears") == [("morale", 2)]
    over = EndTurn() if phase == "melee" else Phase("movement")
    assert orders(play(played.battle, over).battle, "spears") == []


def test_morale_is_not_raised_in_the_movement_phase_nor_for_who_runs() -> None:
    """TA-CMD-41."""
    assert window(armies(hold="C05", phase="movement"), "check", about="spears").over
    running = armies(spears(marks=(ROUTED,)), swords(), KAY, hold="C05", phase="melee")
    assert window(running, "check", about="spears").over


def test_cards_that_seize_the_initiative_add_up() -> None:
    """TA-CMD-43: played before the roll, 2 each."""
    played = window(armies(hold="C06 C07"), "initiative", card("C06", "seize"))
    assert [term.value for term in initiative_terms(played.battle, "blue")] == [2]
    played = played.then(card("C07", "seize"))
    assert played.over
    assert [(term.value, term.rule) for term in initiative_terms(played.battle, "blue")] == [(2, "TA-CMD-43")] * 2
    assert initiative_terms(played.battle, "red") == ()
    assert against(armies(hold="C06"), "initiative", "C06", "seize", "spears") == {"TA-CMD-43"}


@pytest.mark.parametrize("moment", ["movement", "charged"])
def test_one_or_two_units_brace_for_a_charge(moment: Moment) -> None:
    """TA-CMD-44, TA-CMD-45: in their own move, or when the enemy comes."""
    played = window(armies(hold="C08"), moment, card("C08", "brace", "spears", "swords"), about="spears")
    assert orders(played.battle, "spears") == orders(played.battle, "swords") == [("brace", 2)]
    assert "TA-CMD-45" in played.events_of(Spent)[0].rules


def test_who_is_in_contact_or_has_moved_cannot_brace() -> None:
    """TA-CMD-44, TA-CMD-45."""
    met = armies(hold="C08", contacts=[locked("axes", "spears")])
    assert against(met, "charged", "C08", "brace", "spears") == {"TA-CMD-44"}
    assert against(armies(spears(moved=True), hold="C08"), "charged", "C08", "brace", "spears") == {"TA-CMD-45"}


def test_who_is_about_to_be_charged_braces_and_others_only_along_with_him() -> None:
    """TA-CMD-44: nobody is asked where the unit in question cannot brace."""
    battle = armies(hold="C08")
    assert not against(battle, "charged", "C08", "brace", "spears", "swords", about="spears")
    assert against(battle, "charged", "C08", "brace", "swords", about="spears") == {"TA-CMD-44", "TA-CMD-45"}
    assert window(armies(spears(moved=True), hold="C08"), "charged", about="spears").over
    assert not window(armies(spears(moved=True), hold="C08"), "charged", about="swords").over


def test_infantry_with_shields_forms_a_shieldwall() -> None:
    """TA-CMD-46, TA-CMD-47: neither cavalry nor those without shields."""
    knights = blue("knights", 3, at=(37, 30), mounted=True, shield=True)
    guards = blue("guards", 4, at=(25.5, 30), shield=True)
    battle = armies(knights, guards, hold="C11", phase="ranged")
    assert set(use(battle, "ranged", "C11", "shieldwall").aim.eligible) == {"guards", "spears"}
    alone = hero("gawain", "blue", at=(30, 34), shield=True)
    for wrong in ("knights", "swords", "gawain"):
        assert against(battle.with_unit(alone), "ranged", "C11", "shieldwall", wrong) == {"TA-CMD-46"}
    played = window(battle, "ranged", card("C11", "shieldwall", "spears", "guards"))
    assert orders(played.battle, "spears") == [("shieldwall", 2)]
    later = play(played.battle, Phase("movement")).battle
    assert orders_of(later, "spears")
    moving = replace(later, own=armies(hold="D01").own)
    assert against(moving, "movement", "D01", "march", "spears") == {"TA-CMD-47"}


# ---------------------------------------------------------------- jokers


def test_a_joker_does_one_effect_now_and_another_later_in_the_turn() -> None:
    """TA-CMD-48: both are named when it is played; the second is played in its own moment."""
    played = window(armies(hold="J01"), "movement", card("J01", "charge+rally", "swords"), "3")
    assert orders(played.battle, "swords") == [("charge", 3)]
    assert played.battle.own.tokens == (Token("blue", "TA-CMD-J01", "rally"),)
    assert played.battle.own.used == ("TA-CMD-J01",)
    told = played.events_of(Spent)[0]
    assert told.effect == "charge (and later rally)"
    assert {"TA-CMD-J01", "TA-CMD-48", "TA-CMD-20"} <= set(told.rules)
    melee = play(played.battle, Phase("melee")).battle
    later = window(melee, "check", card("J01:rally", "morale", "swords"), about="swords")
    assert orders(later.battle, "swords") == [("charge", 3), ("morale", 2)]
    assert later.battle.own.tokens == ()
    assert "TA-CMD-48" in later.events_of(Spent)[0].rules


def test_every_card_and_every_effect_of_a_joker_counts_as_one_more_played() -> None:
    """TA-TURN-04, TA-CMD-48: by that number sides know whether to ask each other again before the shots."""
    battle = armies(swords(shield=True), hold="J01 C11", phase="ranged")
    joker = window(battle, "ranged", card("J01", "shieldwall+shieldwall", "spears"))
    later = joker.then(card("J01:shieldwall", "shieldwall", "swords"))
    assert times_played(battle) < times_played(joker.battle) < times_played(later.battle)


def test_the_second_joker_may_have_the_same_effect_twice() -> None:
    """TA-CMD-48."""
    played = window(armies(hold="J02"), "movement", card("J02", "march+march_charge", "spears"), "6")
    played = played.then(card("J02:march_charge", "march", "swords"), "2")
    assert orders(played.battle, "spears") == [("march", 6)]
    assert orders(played.battle, "swords") == [("march", 2)]
    assert [event.rules[0] for event in played.events_of(Spent)] == ["TA-CMD-J02", "TA-CMD-J02"]


def test_both_effects_of_a_joker_may_fall_on_the_same_unit() -> None:
    """TA-CMD-08, TA-CMD-48: it is the one card for that unit, and another card is one too many."""
    played = window(armies(hold="J01 D01"), "movement", card("J01", "march+maneuver", "spears"), "6")
    assert rules(played.refusal(card("D01", "march", "spears"))) == {"TA-CMD-08"}
    assert "spears" in use(played.battle, "movement", "J01:maneuver", "maneuver").aim.eligible
    played = played.then(card("J01:maneuver", "maneuver", "spears"))
    assert orders(played.battle, "spears") == [("march", 6), ("maneuver", 0)]


def test_a_joker_of_an_earlier_phase_is_a_second_card_where_another_was_played_since() -> None:
    """TA-CMD-08."""
    touched = spears(carded="movement", orders=(Ordered("target", "TA-CMD-J01"), Ordered("march", "TA-CMD-D01", 1000)))
    battle = armies(touched)
    battle = replace(battle, own=replace(battle.own, tokens=(Token("blue", "TA-CMD-J01", "maneuver"),)))
    assert against(battle, "movement", "J01:maneuver", "maneuver", "spears") == {"TA-CMD-08"}


def test_a_joker_names_no_effect_whose_phase_is_over() -> None:
    """TA-CMD-48."""
    battle = armies(hold="J01")
    for wrong in ("charge+volley", "charge", "charge+nothing", "nothing+rally", "charge+any_two_effects"):
        assert against(battle, "movement", "J01", wrong, "spears") == {"TA-CMD-48"}
    assert "TA-CMD-07" in against(battle, "movement", "J01", "volley+rally", "spears")
    assert not against(armies(hold="J01"), "initiative", "J01", "seize+seize_the_initiative")
    checking = armies(hold="J01", phase="ranged")
    assert against(checking, "check", "J01", "morale+shieldwall", "spears", about="spears") == {"TA-CMD-48"}
    assert not against(checking, "check", "J01", "morale+seize_the_initiative", "spears", about="spears")
    offered = {one.key for one in hand(battle, "blue", "movement")[0].uses}
    assert {"charge+rally", "march+march_charge"} <= offered
    assert "charge+volley" not in offered


def test_what_a_joker_was_to_do_ends_with_the_turn() -> None:
    """TA-CMD-48."""
    battle = armies()
    battle = replace(battle, own=replace(battle.own, tokens=(Token("blue", "TA-CMD-J01", "rally"),)))
    assert play(battle, KeepCards()).battle.own.tokens == ()


# ---------------------------------------------------------------- positions saved before uses had aims

HELD_THEN = [
    {
        "key": "TA-CMD-S01",
        "title": "Ace of spades: Coordinated attack",
        "text": "Up to three units charge one enemy unit together, 1d6 inches farther.",
        "rule": "TA-CMD-S01",
        "uses": [
            {
                "key": "coordinated",
                "label": "coordinated attack",
                "rule": "TA-CMD-28",
                "least": 1,
                "most": 2,
                "units": ["spears", "swords"],
                "targets": ["axes"],
                "barred": "",
            }
        ],
    },
    {
        "key": "TA-CMD-C06",
        "title": "Six of clubs: Seize the initiative",
        "text": "The army adds 2 to its die for who moves first.",
        "rule": "TA-CMD-C06",
        "uses": [
            {
                "key": "seize",
                "label": "seize the initiative",
                "rule": "TA-CMD-43",
                "least": 0,
                "most": 0,
                "units": [],
                "targets": [],
                "barred": "seize the initiative: it is played before the roll for who moves first",
            }
        ],
    },
]


def test_a_hand_saved_before_uses_had_aims_is_read_and_written_back_and_played() -> None:
    asked = window(armies(hold="S01 C06"))
    then = written_then(asked.battle, 3, BY_THIS_AXE.changes)
    assert then is not None
    assert msgspec.json.encode(then["decisions"][0]["hand"]) == msgspec.json.encode(HELD_THEN)
    now = BY_THIS_AXE.decode(upgraded(then, BY_THIS_AXE.changes))
    for held, was in zip(now.decisions[0].hand, asked.decision.hand, strict=True):
        (one,), (other,) = held.uses, was.uses
        assert (one.aim, one.against, one.barred) == (other.aim, other.against, other.barred)
        assert one.rules == other.rules[:1]
    together = Card("TA-CMD-S01", "coordinated", ("spears", "swords"), "axes")
    reply = Reply("blue", now.decisions[0].id, Commanded("", PLAY, together))
    assert not BY_THIS_AXE.reasons(now, reply)


# ---------------------------------------------------------------- windows


def test_a_window_opens_where_everybody_can_see_that_a_card_might_be_played() -> None:
    """TA-CMD-07: not because the side has a fitting card."""
    played = window(armies(hold="H01", phase="melee"), "check", about="spears")
    assert isinstance(played.decision, Command)
    assert played.decision.window
    assert played.decision.default == FINISH
    assert played.decision.actors == ()
    assert all(one.barred for one in played.decision.hand[0].uses)
    assert played.then(FINISH).over
    assert window(armies(phase="melee"), "check", about="spears").over
    carded = armies(spears(carded="melee"), hold="H01", phase="melee")
    assert window(carded, "check", about="spears").over


def test_a_token_alone_opens_only_the_windows_it_is_for() -> None:
    """TA-CMD-48."""
    battle = armies(phase="melee")
    for effect, over in (("rally", False), ("volley", True)):
        token = Token("blue", "TA-CMD-J01", effect)
        opened = window(replace(battle, own=replace(battle.own, tokens=(token,))), "check", about="spears")
        assert opened.over == over


def test_a_window_takes_a_card_or_nothing() -> None:
    played = window(armies(hold="D01"), "movement")
    assert rules(played.refusal(Commanded("spears", "move"))) == {"TA-CMD-07"}
    assert rules(played.refusal(Commanded("", "shout", Card("TA-CMD-D01", "march", ("spears",))))) == {"TA-CMD-07"}
    assert rules(played.refusal(choose("TA-CMD-D01"))) == {"TA-CMD-07"}


MOMENTS: tuple[tuple[Moment, str], ...] = (
    ("ranged", "ranged"),
    ("initiative", "movement"),
    ("movement", "movement"),
    ("charged", "movement"),
    ("check", "melee"),
)


@pytest.mark.parametrize(("moment", "phase"), MOMENTS)
@pytest.mark.parametrize("seed", range(6))
def test_what_is_sampled_or_suggested_is_legal_and_windows_close(moment: Moment, phase: str, seed: int) -> None:
    random = Random(seed)
    cards = " ".join(one.id[-3:] for one in random.sample(DECK, 12))
    wide = armies(
        blue("knights", 4, at=(38, 30), mounted=True),
        blue("bows", 6, at=(24, 30), ranged=("longbow",)),
        blue("runners", 6, at=(24, 36), marks=(ROUTED,)),
        hold=cards,
        phase=phase,
    )
    played = window(wide, moment, about="spears")
    for _ in range(40):
        if played.over:
            break
        if played.battle.roll is not None:
            played = played.then(str(random.randint(1, 6)))
            continue
        decision = played.decision
        for answer in BY_THIS_AXE.suggest(played.battle, decision):
            assert not BY_THIS_AXE.reasons(played.battle, Reply("blue", decision.id, answer))
        played = played.then(BY_THIS_AXE.sample(played.battle, decision, random))
    assert played.over


# ---------------------------------------------------------------- secrets


def hands_apart(phase: str, *steps: Any, script: tuple[Any, ...] = ()) -> tuple[Played, Played]:
    """The same battle twice; only what red holds is other."""
    one, two = (armies(hold="D01", theirs=cards, phase=phase) for cards in ("C01 S07 D05 J01", "H01 D13 S13 C09"))
    return play(one, *steps, *script), play(two, *steps, *script)


@pytest.mark.parametrize("watcher", ["blue", None])
@pytest.mark.parametrize(
    ("phase", "step", "script"),
    [
        ("command", DrawOrder(), ()),
        ("command", DrawOrder(), ("4 | 2",)),
        ("command", DrawCards(("red", "red")), ("1", "7")),
        ("melee", Window("red", "check", "axes"), ()),
        ("movement", Window("red", "charged", "axes"), ()),
        ("movement", Window("red", "initiative"), ()),
        ("melee", KeepCards(), ()),
    ],
)
def test_what_another_holds_is_in_nothing_a_seat_sees(
    watcher: str | None, phase: str, step: Any, script: tuple[str, ...]
) -> None:
    """TA-CMD-04: only how many cards it is."""
    one, two = hands_apart(phase, step, script=script)
    seen, also = (BY_THIS_AXE.view(played.battle, watcher) for played in (one, two))
    assert encode(seen) == encode(also)
    assert encode(heard_by(one.events, watcher)) == encode(heard_by(two.events, watcher))
    assert encode(BY_THIS_AXE.view(one.battle, "red")) != encode(BY_THIS_AXE.view(two.battle, "red"))
    assert seen.own.hand("red").count == one.battle.own.hand("red").count >= 4
    assert seen.own.hand("red").cards == ()


def test_a_draw_is_told_to_its_side_with_the_card_and_to_all_others_without() -> None:
    """TA-CMD-04: everybody hears of it once, and nobody sees the draw itself."""
    played = play(armies(), DrawCards(("red",)))
    for seat in ("red", "blue", None):
        assert BY_THIS_AXE.view(played.battle, seat).roll.pools == ()
    events = played.then("14").events
    told = {seat: heard_by(events, seat) for seat in ("red", "blue", None)}
    assert all(len(heard) == 1 and isinstance(heard[0], Drew) for heard in told.values())
    assert told["red"][0].what == "Ace of hearts: Maneuver"
    assert told["blue"][0].what == told[None][0].what == ""
    assert not any("H01" in rule for seat in ("blue", None) for rule in told[seat][0].rules)


def test_which_of_the_cards_left_was_drawn_does_not_tell_what_others_hold() -> None:
    """TA-CMD-04: blue draws the ace of hearts, once with a red hand of diamonds and once of clubs."""
    diamonds, clubs = armies(theirs="D01 D02"), armies(theirs="C01 C02")
    one, two = play(diamonds, DrawCards(("blue",)), "12"), play(clubs, DrawCards(("blue",)), "14")
    assert one.battle.own.hand("blue").cards == two.battle.own.hand("blue").cards == ("TA-CMD-H01",)
    assert heard_by(one.events, "blue") == heard_by(two.events, "blue")
    assert encode(BY_THIS_AXE.view(one.battle, "blue")) == encode(BY_THIS_AXE.view(two.battle, "blue"))


def test_a_refusal_does_not_tell_who_holds_a_card() -> None:
    one, two = hands_apart("movement", Window("blue", "movement"))
    held = card("C01", "rally", "spears")
    assert one.refusal(held) == two.refusal(held)


def test_a_sealed_choice_of_cards_to_keep_shows_nothing_until_all_are_in() -> None:
    """TA-CMD-06."""
    battle = armies(hold="D01 D02 D03 D04", theirs="C01 C02 C03 C04")
    seen = []
    for keep in ("C01 C02 C03", "C02 C03 C04"):
        played = play(battle, KeepCards())
        decision = next(one for one in played.battle.decisions if one.seat == "red")
        answer = choose(*(f"TA-CMD-{key}" for key in keep.split()))
        obeyed = BY_THIS_AXE.obey(played.battle, Reply("red", decision.id, answer))
        seen.append((encode(BY_THIS_AXE.view(obeyed.battle, "blue")), heard_by(obeyed.events, "blue")))
    assert seen[0] == seen[1]


def test_a_captain_may_play_on_from_what_it_sees() -> None:
    """Cards of the other side are unknown in a view; drawing and keeping go on all the same."""
    view = BY_THIS_AXE.view(armies(hold="D01", theirs="C01 C02 C03 C04"), "blue")
    drawn = play(view, DrawCards(("red", "blue")), "1", "1")
    assert drawn.battle.own.hand("red") == Hand("red", ("TA-CMD-D02",), 5)
    kept = play(drawn.battle, KeepCards())
    kept = kept.then(BY_THIS_AXE.sample(kept.battle, kept.decision, Random(1)))
    assert kept.battle.own.hand("red").count == 3


def two_camps() -> Battle:
    """Two armies of four units and two leaders, before their first turn."""
    units: list[Unit] = []
    for side, make, y in (("blue", blue, 32), ("red", red, 14)):
        units += [
            make(f"{side}_spears", 10, files=5, at=(20, y), shield=True, melee=("spear",), armour="light"),
            make(f"{side}_swords", 8, files=4, at=(26, y), armour="medium"),
            make(f"{side}_bows", 6, files=6, at=(33, y), ranged=("longbow",)),
            make(f"{side}_horse", 5, files=5, at=(41, y), mounted=True, melee=("lance",)),
            hero(f"{side}_general", side, with_=f"{side}_swords", roles=("general",), leadership=4),
            hero(f"{side}_captain", side, with_=f"{side}_horse", roles=("leader", "hero"), leadership=2, hits=2),
        ]
    return replace(field(*units, command="cards", turn=0, turn_limit=4), agenda=(BeginTurn(),))


def with_other_cards(battle: Battle, side: str, random: Random) -> Battle:
    """The same moment, had the side drawn other cards."""
    held = battle.own.hand(side)
    cards = in_order(tuple(random.sample((*held.cards, *left(battle)), len(held.cards))))
    hands = tuple(replace(one, cards=cards) if one.side == side else one for one in battle.own.hands)
    other = replace(battle, own=replace(battle.own, hands=hands), decisions=(), roll=None)
    return BY_THIS_AXE.begun(other).battle


@pytest.mark.parametrize("seed", range(4))
def test_through_whole_battles_nothing_a_seat_sees_depends_on_what_another_holds(seed: int) -> None:
    """TA-CMD-04: neither what is asked of whom and when, nor anything else; and no card is ever lost or doubled."""
    random, dice = Random(seed), SealedDice.from_number(seed)
    battle = BY_THIS_AXE.begun(two_camps()).battle
    for number in range(1, 2_000):
        if battle.outcome is not None:
            break
        for side, watcher in (("red", "blue"), ("blue", "red"), ("red", None)):
            if not battle.commitments:
                twin = with_other_cards(battle, side, random)
                assert encode(BY_THIS_AXE.view(battle, watcher)) == encode(BY_THIS_AXE.view(twin, watcher))
        order: Dice | Reply
        if battle.roll is not None:
            order = dice.throw(battle.roll, number)
        else:
            decision = battle.decisions[0]
            answer = BY_THIS_AXE.sample(BY_THIS_AXE.view(battle, decision.seat), decision, random)
            order = Reply(decision.seat, decision.id, answer)
        obeyed = BY_THIS_AXE.obey(battle, order)
        assert isinstance(obeyed, Obeyed), str(obeyed)
        battle = obeyed.battle
        held = [name for one in battle.own.hands for name in one.cards]
        assert sorted((*held, *battle.own.used, *left(battle))) == sorted(CARDS)
        assert all(one.count == len(one.cards) for one in battle.own.hands)
    assert battle.outcome is not None
