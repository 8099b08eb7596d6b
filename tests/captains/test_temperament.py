"""Captains of a temperament are asked for by name."""

import pytest

from schiltron.captains import roster
from schiltron.captains.book_of_war.captain import BookOfWarCaptain
from schiltron.captains.roster import UnknownCaptain, captain_named, captains_for, plays, tempered_for
from schiltron.captains.temperament import EVEN, TEMPERAMENTS, Temperament
from schiltron.rulesets import ruleset

BOOK = ruleset("book_of_war")


def test_a_captain_is_asked_for_by_what_he_is_like() -> None:
    assert tempered_for("book_of_war") == ("captain:bold", "captain:careful", "captain:archer", "captain:horseman")
    assert "captain:bold" not in captains_for("book_of_war"), "those are ranks"
    for name in tempered_for("book_of_war"):
        assert plays(name, "book_of_war")
        assert isinstance(captain_named(name, BOOK), BookOfWarCaptain)
    assert tempered_for("toy") == ()


@pytest.mark.parametrize(
    "name", ["captain:", "captain:angry", "captain:Bold", "bold", "lieutenant:bold", "recruit:bold"]
)
def test_an_unknown_temperament_is_answered_with_those_there_are(name: str) -> None:
    assert not plays(name, "book_of_war")
    with pytest.raises(UnknownCaptain, match="there are recruit, lieutenant, captain, marshal, captain:bold, captain:"):
        captain_named(name, BOOK)


def test_a_captain_who_takes_no_temperament_is_not_offered_with_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(BookOfWarCaptain, "__init__", lambda self, seed=0: None)
    assert roster.tempered_for("book_of_war") == ()
    assert not plays("captain:bold", "book_of_war")


def test_the_even_temperament_changes_no_weight() -> None:
    weights = ("own_losses", "closing", "shooting", "mounted", "patience")
    assert all(getattr(EVEN, one) == 1.0 for one in weights)
    assert EVEN.blows(mounted=True) == EVEN.blows(mounted=False) == 1.0
    assert EVEN.risks(mounted=True) == EVEN.risks(mounted=False) == 1.0
    assert (Temperament(mounted=2.0).risks(mounted=True), Temperament(mounted=2.0).risks(mounted=False)) == (0.5, 1.0)
    assert Temperament(closing=2.0, mounted=1.5).blows(mounted=True) == 3.0
    assert Temperament(closing=2.0, mounted=1.5).blows(mounted=False) == 2.0
    for name, one in TEMPERAMENTS.items():
        assert one.name == name
        assert one.about
        assert any(getattr(one, weight) != 1.0 for weight in weights)
