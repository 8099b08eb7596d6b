"""What a player is told of men who fight one by one: odds of a round, the card, what may be said of them, in words."""

from __future__ import annotations

from typing import Any

import pytest

from schiltron.battle.state.decision import FINISH, Aimed, Command, Commanded
from schiltron.captains.chainmail.captain import ChainmailCaptain
from schiltron.herald.answers import typed_answer
from schiltron.herald.not_understood import Misheard
from schiltron.rulesets.chainmail.book import CHAINMAIL
from schiltron.rulesets.chainmail.guide.exchange import exchange
from schiltron.rulesets.chainmail.man_to_man.stances import AT_HORSES, PARRY, SET_HORSES
from schiltron.rulesets.chainmail.melee.rounds import Melees
from schiltron.rulesets.chainmail.scale import men, said
from schiltron.rulesets.chainmail.state import Battle, Lot, Men
from tests.rulesets.chainmail.fights import met, ours, theirs
from tests.rulesets.chainmail.positions import Played, blue, moving, play, red

NINE = 10 / 36
"""How likely two dice come to 9 or more."""
TEN = 6 / 36


def swords(**more: Any) -> Battle:
    return met(ours(figures=1, weapon="sword"), theirs(figures=1, weapon="sword"), scale="man_to_man", **more)


def asked(position: Battle) -> Played:
    return play(position, Melees())


def command(played: Played) -> Command:
    (decision,) = played.battle.decisions
    assert isinstance(decision, Command)
    return decision


# ---------------------------------------------------------------- odds


def test_the_odds_of_two_men() -> None:
    """CM-MTM-03, CM-MTM-04: ours falls only if his own blow has not killed."""
    position = swords()
    fought = exchange(position, position.units["ours"], position.units["theirs"])
    assert fought is not None
    assert fought.dealt.expected_losses == pytest.approx(NINE)
    assert fought.taken.expected_losses == pytest.approx((1 - NINE) * NINE)
    assert fought.dealt.exact
    assert any("first: attacks" in note.text for note in fought.dealt.notes)


def test_the_odds_of_a_parry() -> None:
    """CM-MTM-15: theirs parries: 11 is needed, and nothing comes back."""
    played = asked(swords()).then(FINISH)
    decision = command(played)
    seen = CHAINMAIL.preview(played.battle, decision, Commanded("theirs", PARRY, Aimed("ours")))
    assert seen.legal
    assert seen.odds is not None
    assert seen.odds.expected_losses == 0
    assert seen.beside[0].expected_losses == pytest.approx(3 / 36)
    assert seen.rules == ("CM-MTM-15",)


def test_the_odds_of_light_weapons() -> None:
    """CM-MTM-22: a hand axe (10 against mail and shield) strikes, is struck at by a morning star (7), strikes again."""
    men_ = ours(figures=1, weapon="hand_axe", men=Men(led=("theirs",)))
    position = met(men_, theirs(figures=1, weapon="morning_star"), scale="man_to_man", since=1, turn=3)
    fought = exchange(position, position.units["ours"], position.units["theirs"])
    assert fought is not None
    taken = (1 - TEN) * 21 / 36
    assert fought.taken.expected_losses == pytest.approx(taken)
    assert fought.dealt.expected_losses == pytest.approx(TEN + (1 - TEN - taken) * TEN)


def test_the_odds_of_bands_add_up() -> None:
    """CM-MTM-02: three pairs, and one more blow at the first of theirs."""
    position = met(ours(figures=4, weapon="sword"), theirs(figures=3, weapon="sword"), scale="man_to_man")
    fought = exchange(position, position.units["ours"], position.units["theirs"])
    assert fought is not None
    assert fought.dealt.expected_losses == pytest.approx(2 * NINE + 1 - (1 - NINE) ** 2)
    assert fought.taken.expected_losses == pytest.approx(2 * (1 - NINE) * NINE + (1 - NINE) ** 2 * NINE)
    assert sum(fought.dealt.losses) == pytest.approx(1)


def test_a_charge_is_foreseen_blow_by_blow() -> None:
    """CM-MTM-21, CM-MTM-34: before spears charge one reads that they strike first, and what each blow may do."""
    spears = blue("spears", 3, at=(41, 40), weapon="spear")
    axes = red("axes", 3, at=(40, 33), weapon="hand_axe", body_armour="leather_or_padded")
    played = moving(spears, axes, scale="man_to_man")
    (target,) = (one for one in CHAINMAIL.targets(played.battle, played.decision, "spears") if one.action == "charge")
    assert target.odds is not None
    told = [note.text for note in target.odds.notes]
    assert "Spears first: a charge with the spear" in told
    assert "3 blows, spear against leather: 8 or more, 42% to kill" in told
    assert target.odds.expected_losses == pytest.approx(3 * 15 / 36)


# ---------------------------------------------------------------- card and menu


def stats(battle: Battle, unit: str) -> dict[str, str]:
    card = CHAINMAIL.card(battle, unit)
    assert card is not None
    return {stat.label: stat.value for stat in card.stats}


def test_the_card() -> None:
    """CM-MTM-03, CM-MTM-22, CM-MTM-23, CM-MTM-25, CM-MTM-33: what each carries, and what has befallen some."""
    lots = Men(lots=(Lot(broken=True), Lot(afoot=True)))
    horse = ours("knights", 3, men=lots)
    position = met(horse, theirs(figures=2, weapon="dagger"), scale="man_to_man")
    mine = stats(position, "ours")
    assert mine["Weapon"] == "mounted lance, class 11"
    assert mine["Wears"] == "plate and shield, class 8"
    assert mine["Horses"] == "2, barded"
    assert mine["Blows"] == "1"
    assert stats(position, "theirs")["Blows"] == "1, 2 against class 5 and up, 3 against class 9 and up"
    assert mine["Army"].startswith("0% killed")
    card = CHAINMAIL.card(position, "ours")
    assert card is not None
    told = {rule for note in card.notes for rule in note.rules}
    assert {"CM-MTM-23", "CM-MTM-25"} <= told
    assert mine["Move"] == "6″"


def test_the_menu() -> None:
    """CM-MTM-14, CM-MTM-25, CM-MTM-12: what may be said, and why not."""
    played = asked(met(ours(figures=2, weapon="flail"), theirs("medium_horse", 2), scale="man_to_man"))
    while command(played).seat != "blue":
        played = played.then(FINISH)
    entries = {entry.action: entry for entry in CHAINMAIL.menu(played.battle, command(played), "ours")}
    assert set(entries) == {PARRY, AT_HORSES, SET_HORSES}
    assert not entries[AT_HORSES].reasons
    assert entries[SET_HORSES].reasons
    targets = {one.action: one for one in CHAINMAIL.targets(played.battle, command(played), "ours")}
    assert targets[AT_HORSES].odds is not None
    assert targets[SET_HORSES].reasons


def test_the_scale_in_words() -> None:
    """CM-MTM-01: a figure is one man, whatever the figures of other battles stand for."""
    position = swords()
    assert men(7, position.own.options) == 7
    assert position.board is not None
    assert "one man" in said(position.board, position.own.options)


# ---------------------------------------------------------------- in words, and by captains


@pytest.mark.parametrize(
    ("line", "action"),
    [("ours parry theirs", PARRY), ("parry theirs with ours", None), ("ours strike at horses of theirs", AT_HORSES)],
)
def test_it_is_typed(line: str, action: str | None) -> None:
    """CM-MTM-15, CM-MTM-25: as one would say it."""
    played = asked(met(ours(figures=2, weapon="sword"), theirs("light_horse", 2, weapon="sword"), scale="man_to_man"))
    if action is None:
        with pytest.raises(Misheard):
            typed_answer(CHAINMAIL, played.battle, command(played), line)
        return
    found = typed_answer(CHAINMAIL, played.battle, command(played), line)
    assert found == Commanded("ours", action, Aimed("theirs"))


@pytest.mark.parametrize(("armour", "expected"), [("plate_and_shield", PARRY), ("no_armor", "finish")])
def test_a_captain_parries_where_it_pays(armour: str, expected: str) -> None:
    """CM-MTM-15: whose dagger kills a man in plate on 12 alone had better parry his sword; not where it kills on 6."""
    position = met(
        ours(figures=1, weapon="sword", body_armour=armour),
        theirs(figures=1, weapon="dagger", body_armour="no_armor"),
        scale="man_to_man",
    )
    played = asked(position)
    while command(played).seat == "blue":
        played = played.then(FINISH)
    answer = ChainmailCaptain(1).answer(played.battle, command(played))
    assert isinstance(answer, Commanded)
    assert answer.action == expected
