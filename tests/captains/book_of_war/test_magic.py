"""Captains with wizards, dragons and storm giants: from afar, on the ground, in the sky."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from schiltron.battle.door.dice import FastDice
from schiltron.battle.state.decision import FINISH, Answer, AnyDecision, Commanded
from schiltron.battle.state.decision import Played as Called
from schiltron.captains.book_of_war.captain import BookOfWarCaptain
from schiltron.captains.book_of_war.magic import arts, cast_now, harm
from schiltron.captains.book_of_war.waiting import promise
from schiltron.captains.play import play as run
from schiltron.muster import load_scenario, prepare
from schiltron.rulesets.book_of_war.attacks.phase import AttackPhase
from schiltron.rulesets.book_of_war.book import BOOK_OF_WAR
from schiltron.rulesets.book_of_war.magic.spellbook import cards_of
from schiltron.rulesets.book_of_war.magic.steps import Spell, Spells
from schiltron.rulesets.book_of_war.state import Battle, Unit
from schiltron.table.lengths import inches
from schiltron.table.outline import gap
from tests.captains.book_of_war.asking import answer, moved, phase
from tests.rulesets.book_of_war.positions import blue, field, piece, play, red

FOES = red("light_infantry", 12, files=4, at=(24, 20))


def wizard(at: tuple[float, float], *spells: str, **more: Any) -> Unit:
    return blue(f"wizard_{1 + len(spells)}", 1, at=at, id="mareth", wand="fireballs", spells=spells, **more)


def ready(*units: Unit, sky: str = "", **more: Any) -> Battle:
    battle = field(*units, game="advanced", declare="measure_first", **({"weather": sky} if sky else {}), **more)
    return replace(battle, own=replace(battle.own, weather=sky, natural_weather=sky)) if sky else battle


def called(battle: Battle) -> list[str]:
    """What a captain calls upon, in order."""
    played = play(battle, Spells("blue"), AttackPhase("blue"))
    said = []
    while played.battle.decisions and isinstance(played.battle.agenda[0], Spells):
        one = answer(played)
        assert isinstance(one, Commanded)
        if isinstance(one.form, Called):
            said.append(one.form.card.partition(":")[2])
        played = played.then(one)
    return said


# ---------------------------------------------------------------- wizards


def test_a_wizard_in_reach_stands_and_fires_twice() -> None:
    """BW-A4-09: who walks fires once or not at all."""
    battle = ready(wizard((24, 40)), FOES)
    _, paths = moved(battle)
    assert not paths
    assert called(battle) == ["fireballs", "fireballs"]


def test_a_wizard_out_of_reach_comes_just_near_enough() -> None:
    """BW-A4-08: 24 inches, and no farther into danger than that."""
    battle = ready(wizard((24, 47)), red("light_infantry", 12, files=4, at=(24, 17)))
    played, paths = moved(battle)
    assert set(paths) == {"mareth"}
    apart = gap(played.unit("mareth").outline, played.unit("light_infantry").outline)
    assert inches(12) < apart <= inches(24)


def test_a_mark_behind_a_wood_is_no_mark() -> None:
    """BW-A4-10."""
    clear = ready(wizard((24, 40)), FOES)
    masked = ready(wizard((24, 40)), FOES, features=(piece("woods", 10, 26, 38, 34),))
    for battle, some in ((clear, True), (masked, False)):
        unit = battle.units["mareth"]
        held, apart = arts(battle, unit), [(FOES, gap(unit.outline, FOES.outline))]
        assert (cast_now(battle, unit, held, apart) > 0) is some


def test_what_a_wizard_can_do_is_reckoned_from_what_he_holds() -> None:
    """BW-A4-08, BW-A4-19, BW-A4-21: by the words of its row; nothing of it works on who is sheltered."""
    knight = red("knight_commander", 1, at=(30, 20))
    battle = ready(wizard((24, 30), "death_spell", "disintegrate", "lower_water"), FOES, knight)
    by_name = {art.power.key: art for art in arts(battle, battle.units["mareth"])}
    assert set(by_name) == {"fireballs", "death_spell", "disintegrate"}
    assert harm(battle, by_name["death_spell"], knight) == 0.0 == harm(battle, by_name["disintegrate"], FOES)
    assert harm(battle, by_name["disintegrate"], knight) == pytest.approx(0.5 * 60 * 2 / 6)
    assert harm(battle, by_name["death_spell"], FOES) > harm(battle, by_name["fireballs"], FOES) > 0
    other = red("wizard_2", 1, at=(24, 20), id="veshar", spells=("antimagic_shell",))
    shelled = play(ready(wizard((24, 30)), other, active="red"), Spell("veshar", "antimagic_shell")).battle
    wand = arts(shelled, shelled.units["mareth"])[0]
    assert harm(shelled, wand, shelled.units["veshar"]) == 0.0
    assert not arts(shelled, shelled.units["veshar"]), "nor can he work any himself (BW-A4-16)"


def test_every_card_is_thought_of_however_many_pieces_of_ground_there_are() -> None:
    """A death spell on a crowd is cast though earth could be moved in forty ways."""
    ground = tuple(piece("rough", 4 + 12 * n, 2, 12 + 12 * n, 8) for n in range(5))
    crowd = red("heavy_infantry", 6, files=3, at=(24, 30))
    battle = ready(wizard((24, 40), "move_earth", "death_spell"), crowd, features=ground)
    assert len(list(cards_of(battle, battle.units["mareth"]))) == 3
    assert called(battle)[0] == "death_spell"


def test_a_spell_is_kept_for_a_better_chance() -> None:
    """BW-A4-13: on a lone goblin it is wasted, on a crowd it is not."""
    many = red("heavy_infantry", 12, files=6, at=(24, 4))
    for figures, cast in ((1, False), (8, True)):
        few = red("goblin_light_infantry", figures, at=(24, 30))
        early = ready(wizard((24, 40), "death_spell"), few, many, turn_limit=20)
        assert ("death_spell" in called(replace(early, turn=2))) is cast


def test_water_is_lowered_before_those_who_have_to_wade() -> None:
    """BW-A4-23: horse behind a marsh has nothing to hope for; drained, it has the enemy before it."""
    marsh = piece("marsh", 4, 22, 60, 34)
    horse = [blue("heavy_cavalry", 8, files=4, at=(x, 36), id=f"horse {x}") for x in (12, 24, 36)]
    foes = [red("archers", 8, files=4, at=(x, 19), id=f"bows {x}") for x in (12, 24, 36)]
    battle = ready(wizard((50, 46), "lower_water"), *horse, *foes, features=(marsh,))
    lowered = play(battle, Spell("mareth", "lower_water", feature=marsh.id)).battle
    assert promise(lowered, "blue") > promise(battle, "blue") + 10
    assert called(battle)[0] == "lower_water"


def test_the_weather_is_turned_against_bows() -> None:
    """BW-A4-18, BW-O1-05: rain for who is shot at, and not for who shoots."""
    foot = [blue("heavy_infantry", 12, files=6, at=(x, 34), id=f"foot {x}") for x in (12, 36)]
    bows = [red("archers", 12, files=6, at=(x, 22), id=f"bows {x}") for x in (12, 24, 36)]
    under_fire = ready(wizard((24, 47), "control_weather"), *foot, *bows, sky="cloudy")
    played = play(under_fire, Spells("blue"), AttackPhase("blue"))
    said = answer(played)
    assert isinstance(said, Commanded)
    assert isinstance(said.form, Called)
    assert (said.form.card, said.form.use) == ("mareth:control_weather", "worse")


def test_a_storm_giant_turns_it_too() -> None:
    """BW-A3-35: where that is worth more than a stone thrown."""
    foot = [blue("heavy_infantry", 12, files=6, at=(x, 34), id=f"foot {x}") for x in (12, 36)]
    bows = [red("archers", 12, files=6, at=(x, 22), id=f"bows {x}") for x in (12, 24, 36)]
    giant = blue("giant_storm", 1, at=(24, 46), id="ymir")
    _, given = phase(ready(giant, *foot, *bows, sky="cloudy"), AttackPhase("blue"), seat="blue")
    assert [one.action for one in given if one.actor == "ymir"] == ["stir_weather"]
    ours = [replace(one, side="blue", owner="blue", controller="blue") for one in bows]
    theirs = [replace(one, side="red", owner="red", controller="red") for one in foot]
    _, given = phase(ready(giant, *ours, *theirs, sky="cloudy"), AttackPhase("blue"), seat="blue")
    assert "stir_weather" not in [one.action for one in given]


# ---------------------------------------------------------------- dragons, heroes, corners


def test_a_dragon_flies_at_who_cannot_hurt_it_and_breathes() -> None:
    """BW-A3-28, BW-A3-29: only one figure of them can strike back."""
    dragon = blue("dragon_adult_red", 1, at=(24, 40), id="ember")
    knights = red("heavy_cavalry", 4, files=2, at=(24, 24))
    played, paths = moved(ready(dragon, knights))
    assert "ember" in paths
    assert gap(played.unit("ember").outline, played.unit("heavy_cavalry").outline) <= 20
    _, given = phase(played.battle, AttackPhase("blue"), seat="blue")
    assert [one.action for one in given] == ["breathe_fire"]


def test_who_meets_by_a_bare_corner_is_not_stuck_there() -> None:
    """BW-C3-10: nobody strikes there, so it is no melee to stay in."""
    horse = blue("heavy_cavalry", 3, files=3, id="horse", at=(28.805, 24.257), facing=349.89)
    thralls = red("light_infantry", 13, files=7, id="thralls", at=(33.274, 26.051), facing=181.634)
    _, paths = moved(field(horse, thralls, declare="measure_first"))
    assert "horse" in paths


# ---------------------------------------------------------------- magic pays


class NeverCasts:
    """A captain who leaves wands and spells alone."""

    def __init__(self, captain: BookOfWarCaptain) -> None:
        self._captain = captain

    def answer(self, view: Battle, decision: AnyDecision) -> Answer:
        return FINISH if isinstance(view.agenda[0], Spells) else self._captain.answer(view, decision)


@pytest.mark.slow
def test_who_uses_magic_beats_who_never_does() -> None:
    """Six Spells from both sides, the same captain without his wands and spells."""
    ready_field = prepare(load_scenario("six-spells"))
    won = 0
    for seed in range(4):
        for caster in ("red", "blue"):
            captains: dict[str, Any] = {
                seat.id: BookOfWarCaptain(seed) if seat.id == caster else NeverCasts(BookOfWarCaptain(seed))
                for seat in ready_field.seats
            }
            end = run(BOOK_OF_WAR, ready_field, captains, FastDice(Random(seed)))
            assert end.outcome is not None
            won += end.outcome.winner == caster
    assert won >= 6
