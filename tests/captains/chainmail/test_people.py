"""With whom a captain lets the army commander go."""

from __future__ import annotations

from schiltron.battle.decision import Aimed
from schiltron.rulesets.chainmail.movement.steps import Moves
from schiltron.rulesets.chainmail.state import Unit
from tests.captains.chainmail.asking import orders
from tests.rulesets.chainmail.positions import blue, commander, field, red

FAR = red("others", 12, files=6, at=(40, 5))


def _joined(*units: Unit) -> str:
    """Whom a king joins; "" if he stays where he is."""
    order = orders(field(*units, commander="required_rolls"), Moves("blue")).get("king")
    if order is None:
        return ""
    assert isinstance(order.form, Aimed)
    return order.form.target


def test_he_leaves_a_unit_that_has_melted_away() -> None:
    """CM-HIST-33: a few men may be gone after the next volley, and he with them."""
    guard = blue("guard", 12, files=6, at=(48, 44))
    king = commander("king", "blue", with_="foot")
    assert _joined(blue("foot", 5, files=5, at=(40, 44)), king, guard, FAR) == "guard"
    assert _joined(blue("foot", 12, files=6, at=(40, 44)), king, guard, FAR) == ""


def test_he_leaves_shooters_for_other_footmen() -> None:
    """CM-HIST-38: he is the last of them to fall, but shooters go where they are shot at."""
    guard = blue("guard", 12, files=6, at=(48, 44))
    king = commander("king", "blue", with_="bows")
    assert _joined(blue("bows", 12, files=6, at=(40, 44), troop="archers"), king, guard, FAR) == "guard"


def test_he_leaves_those_whom_arrows_reach_for_those_behind() -> None:
    """CM-HIST-38."""
    foot, guard = blue("foot", 12, files=6, at=(40, 40)), blue("guard", 12, files=6, at=(44, 50))
    king = commander("king", "blue", with_="foot")
    bows = red("bows", 20, files=10, at=(40, 26), troop="archers")
    assert _joined(foot, king, guard, bows) == "guard"


def test_he_stays_with_those_who_have_little_to_fear() -> None:
    """A charge of peasants is no reason to leave men in mail."""
    foot = blue("foot", 20, files=10, at=(40, 40), troop="armored_foot")
    king, guard = commander("king", "blue", with_="foot"), blue("guard", 12, files=6, at=(44, 50))
    assert _joined(foot, king, guard, red("mob", 12, files=6, at=(40, 30), troop="peasants")) == ""
    assert _joined(foot, king, guard, red("knights", 12, files=6, at=(40, 30), troop="knights")) == "guard"


def test_of_two_units_that_may_be_charged_he_joins_the_one_that_would_lose_less() -> None:
    """CM-HIST-33, CM-HIST-37."""
    king = commander("king", "blue", at=(40, 48))
    left, right = blue("left", 12, files=6, at=(30, 44)), blue("right", 12, files=6, at=(50, 44))
    knights = red("knights", 12, files=6, at=(30, 30), troop="knights")
    mob = red("mob", 12, files=6, at=(50, 36), troop="peasants")
    assert _joined(king, left, right, knights, mob) == "right"
