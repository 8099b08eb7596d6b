"""The smaller decisions of a captain."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from schiltron.battle.state.decision import Chosen
from schiltron.rulesets.by_this_axe.attacks.fighting import Melees
from schiltron.rulesets.by_this_axe.attacks.losses import ClearFallen
from schiltron.rulesets.by_this_axe.command.drawing import KeepCards
from schiltron.rulesets.by_this_axe.morale.rallying import OfferRally
from schiltron.rulesets.by_this_axe.movement.charging import Retreat
from schiltron.rulesets.by_this_axe.movement.initiative import ChooseOrder
from schiltron.rulesets.by_this_axe.state import ROUTED
from tests.captains.by_this_axe.asking import answer, chosen, shares
from tests.rulesets.by_this_axe.positions import blue, field, hero, locked, play, red


def test_he_moves_first_where_charges_are_near_and_second_where_not() -> None:
    """TA-MOVE-01."""
    near = field(blue("axes", 8, at=(24, 30)), red("spears", 8, at=(24, 22)))
    far = field(blue("axes", 8, at=(24, 40)), red("spears", 8, at=(24, 8)))
    assert chosen(play(near, ChooseOrder("blue", ("red",)))) == "first"
    assert chosen(play(far, ChooseOrder("blue", ("red",)))) == "second"


@pytest.mark.parametrize(("files", "weapon"), [(8, "two_handed"), (4, "spear")])
def test_the_weapon_that_brings_most_down(files: int, weapon: str) -> None:
    """TA-UNIT-29: two hands hit better (TA-MELEE-22), but spears let more of a deep unit strike (TA-MELEE-21)."""
    position = field(
        blue("axes", 8, files=files, at=(24, 24), fc=3, melee=("spear", "two_handed")),
        red("spears", 8, files=4, at=(24, 24)),
        contacts=[locked("axes", "spears")],
    )
    assert chosen(play(position, Melees())) == weapon


def test_all_dice_go_at_the_enemy_who_can_be_broken() -> None:
    """TA-MELEE-12."""
    position = field(
        blue("axes", 8, files=8, at=(24, 24), fc=3),
        red("levy", 6, files=3, at=(22, 24), fc=1),
        red("plate", 6, files=3, at=(26, 24), fc=4, armour="heavy", shield=True),
        contacts=[locked("levy", "axes"), locked("plate", "axes")],
    )
    assert shares(play(position, Melees())) == {"levy": 8}


def test_swordsmen_keep_their_front_when_they_thin_out() -> None:
    """TA-MELEE-10: every figure of the front rank strikes."""
    thinned = blue("swords", 8, files=6, at=(24, 24), fc=4, armour="heavy", shield=True, original=12)
    position = field(
        replace(thinned, fallen=4),
        red("levy", 8, files=4, at=(24, 24), fc=1),
        contacts=[locked("levy", "swords", since=0)],
    )
    assert chosen(play(position, ClearFallen("swords", "melee"))) == "rear"


def test_a_leader_tries_to_rally() -> None:
    """TA-RALLY-01."""
    position = field(
        blue("spears", 8, files=4, at=(24, 24), marks=(ROUTED,)),
        hero("kay", "blue", with_="spears", roles=("leader",), leadership=2),
        red("levy", 8, files=4, at=(24, 4)),
    )
    assert chosen(play(position, OfferRally("kay", "spears"))) == "try"


def test_skirmishers_do_not_wait_for_knights() -> None:
    """TA-CMD-16; but for what they can beat they do."""

    def charged_by(**line: object) -> str:
        position = field(
            blue("bows", 6, at=(24, 30), fc=3, melee=("sword",), ranged=("short_bow",)),
            red("riders", 5, at=(24, 22), **line),
            command="cards",
        )
        return chosen(play(position, Retreat("bows", "riders")))

    assert charged_by(fc=4, armour="heavy", mounted=True, melee=("lance",)) == "retreat"
    assert charged_by(fc=1, melee=("dagger",)) == "stand"


def test_he_keeps_the_cards_that_win_battles() -> None:
    """TA-CMD-06."""
    hands = {"blue": ("D01", "H01", "S03", "C01", "S07")}
    position = field(blue("axes", 8, at=(24, 40)), red("spears", 8, at=(24, 8)), hands=hands, command="cards")
    said = answer(play(position, KeepCards()))
    assert isinstance(said, Chosen)
    assert set(said.keys) == {"TA-CMD-S03", "TA-CMD-C01", "TA-CMD-D01"}
