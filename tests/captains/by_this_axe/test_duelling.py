"""Duels as a captain fights them."""

from __future__ import annotations

from schiltron.captains.by_this_axe.captain import ByThisAxeCaptain
from schiltron.rulesets.by_this_axe.duels.challenges import AnswerChallenge, Challenges, Press
from schiltron.rulesets.by_this_axe.duels.duel import Duel, Stand
from schiltron.rulesets.by_this_axe.duels.rounds import Allot
from schiltron.rulesets.by_this_axe.state import Battle
from tests.captains.by_this_axe.asking import answer, chosen
from tests.rulesets.by_this_axe.positions import blue, field, hero, locked, play, red


def hall(ours: tuple[str, ...], theirs: tuple[str, ...], **more: object) -> Battle:
    """Two units in contact, each with a man of such roles."""
    dice = {"champion": 4, "superhero": 3, "hero": 2}
    return field(
        blue("guard", 8, files=4, at=(24, 24)),
        red("band", 8, files=4, at=(24, 24)),
        hero("kay", "blue", with_="guard", roles=ours, hits=max(dice.get(role, 1) for role in ours), **more),
        hero("orm", "red", with_="band", roles=theirs, hits=max(dice.get(role, 1) for role in theirs)),
        contacts=[locked("guard", "band")],
    )


def test_a_hero_challenges_a_plain_general() -> None:
    """TA-DUEL-13: four dice against three, and a general is worth more than a hero (TA-MORALE-21)."""
    assert chosen(play(hall(("hero",), ("general",)), Challenges(("blue", "red")))) == "kay>orm"


def test_a_general_lets_a_champion_be() -> None:
    assert chosen(play(hall(("general",), ("champion",)), Challenges(("blue", "red")))) == "pass"


def test_equal_generals_do_not_risk_it() -> None:
    """TA-MORALE-21: too much is lost with an own one, even if the enemy would lose as much."""
    position = hall(("general",), ("general",))
    assert chosen(play(position, Challenges(("blue", "red")))) == "pass"
    assert chosen(play(position, AnswerChallenge("orm", "kay"))) == "decline"


def test_nobody_accepts_a_duel_he_must_lose() -> None:
    """TA-DUEL-02."""
    assert chosen(play(hall(("general",), ("champion",)), AnswerChallenge("orm", "kay"))) == "decline"


def test_a_champion_accepts_and_forces() -> None:
    """TA-DUEL-03."""
    position = hall(("champion",), ("general",))
    assert chosen(play(position, AnswerChallenge("orm", "kay"))) == "accept"
    assert chosen(play(position, Press("kay", "orm"))) == "force"


def test_a_beaten_man_flees() -> None:
    """TA-DUEL-11: with one hit left against a champion; the champion fights on."""
    position = hall(("hero",), ("champion",), wounds=1)
    played = play(position, Stand(Duel("kay", "orm", round=2)))
    assert chosen(played) == "flee"
    assert chosen(play(hall(("champion",), ("hero",)), Stand(Duel("kay", "orm", round=2)))) == "fight"


def test_his_splits_cannot_be_read() -> None:
    """TA-DUEL-12: the same man in the same duel does not always split alike, but each captain as his seed says."""
    played = play(hall(("superhero",), ("superhero",)), Allot(Duel("kay", "orm")))
    seen = {str(answer(played, ByThisAxeCaptain(seed))) for seed in range(12)}
    assert len(seen) > 1
    assert answer(played, ByThisAxeCaptain(5)) == answer(played, ByThisAxeCaptain(5))
