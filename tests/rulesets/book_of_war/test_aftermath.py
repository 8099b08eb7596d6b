"""After a battle: the fallen recover or not, heroes are saved, horses are caught, and the armies march on."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

import schiltron
from schiltron.battle.door.dice import ScriptedDice
from schiltron.battle.door.ruleset import Obeyed
from schiltron.battle.record.journal import Journal
from schiltron.battle.state.battle import Commitment, Engagement, Grave, How, Outcome
from schiltron.battle.state.decision import Choose, Chosen
from schiltron.battle.state.encoding import encode
from schiltron.battle.state.event import AnyEvent, Ruled
from schiltron.battle.state.illegal import Illegal
from schiltron.battle.state.order import Reply
from schiltron.battle.state.unit import Aboard
from schiltron.captains.play import play
from schiltron.captains.roster import seated
from schiltron.muster import Army, ListedUnit, check
from schiltron.muster.after_battle import army_after
from schiltron.muster.list_text import written
from schiltron.muster.reading import read
from schiltron.rulesets.book_of_war.aftermath.recovery import Fate, horses, recovering, whole_figures
from schiltron.rulesets.book_of_war.book import BOOK_OF_WAR
from schiltron.rulesets.book_of_war.state import Battle, Unit
from schiltron.rulesets.book_of_war.troops import TROOPS, house_key
from tests.rulesets.book_of_war.positions import blue, field, red
from tests.rulesets.book_of_war.ships import aboard, swan

Lost = tuple[str, int, str, tuple[str, ...], How]


def fell(unit: str, figures: int, by: str = "", *tags: str) -> Lost:
    return unit, figures, by, tags or ("melee",), "fell"


def ran(unit: str, figures: int) -> Lost:
    return unit, figures, "", (), "routed"


def over(*units: Unit, lost: Sequence[Lost] = (), winner: str = "blue", **options: object) -> Battle:
    """A battle that is over, with these losses."""
    battle = field(*units, **options)
    for name, figures, by, tags, how in lost:
        unit = battle.units[name]
        battle = battle.with_unit(replace(unit, figures=unit.figures - figures))
        battle = replace(battle, graves=(*battle.graves, Grave(name, figures, how, 3, None, None, by, tags)))
    return replace(battle, outcome=Outcome(winner, "beaten", ("BW-B1-10",)), agenda=())


class After:
    """What came after, with the victor's choice and the dice written out."""

    def __init__(self, battle: Battle, choice: str = "", dice: str = "") -> None:
        start = BOOK_OF_WAR.aftermath(battle)
        assert start is not None
        assert start.board is None
        obeyed: Obeyed | Illegal = BOOK_OF_WAR.begun(start)
        faces = ScriptedDice([int(face) for face in dice.split()])
        self.asked: list[Choose] = []
        self.events: list[AnyEvent] = []
        while True:
            assert isinstance(obeyed, Obeyed), obeyed
            self.battle: Battle = obeyed.battle
            self.events += obeyed.events
            assert BOOK_OF_WAR.decode(encode(self.battle)) == self.battle
            if self.battle.outcome is not None:
                break
            if self.battle.roll is not None:
                obeyed = BOOK_OF_WAR.obey(self.battle, faces.throw(self.battle.roll, 1))
            else:
                (decision,) = self.battle.decisions
                assert isinstance(decision, Choose)
                self.asked.append(decision)
                obeyed = BOOK_OF_WAR.obey(self.battle, Reply(decision.seat, decision.id, Chosen((choice,))))

    def figures(self, unit: str) -> int:
        return self.battle.units[unit].figures

    def told(self, rule: str) -> list[str]:
        return [event.what for event in self.events if isinstance(event, Ruled) and rule in event.rules]


# ---------------------------------------------------------------- the fallen


def test_half_of_those_struck_down_recover() -> None:
    """BW-O8-01, BW-O8-02"""
    battle = over(
        blue("pikemen", 12, at=(24, 30)), red("archers", 12, at=(24, 10)),
        lost=[fell("pikemen", 6, "archers", "missile"), fell("archers", 5)],
    )  # fmt: skip
    after = After(battle, "spare")
    assert (after.figures("pikemen"), after.figures("archers")) == (6 + 3, 7 + 2)
    assert "half of 50 men struck down" in "".join(after.told("BW-O8-02"))


def test_men_are_rounded_down_to_whole_figures_for_each_type_and_not_for_each_unit() -> None:
    """BW-O8-02: three units that lost one figure each have fifteen men again, one figure; it goes to the first."""
    units = [blue("archers", 6, at=(x, 30), id=f"bows-{x}") for x in (10, 24, 38)]
    battle = over(*units, red("pikemen", 6, at=(24, 10)), lost=[fell(unit.id, 1) for unit in units])
    after = After(battle)
    assert [after.figures(unit.id) for unit in units] == [6, 5, 5]


def test_recovered_figures_go_where_most_were_lost() -> None:
    """BW-O8-02"""
    battle = over(
        blue("archers", 12, at=(10, 30), id="few"), blue("archers", 12, at=(40, 30), id="many"),
        red("pikemen", 6, at=(24, 10)), lost=[fell("few", 1), fell("many", 9)],
    )  # fmt: skip
    after = After(battle)
    assert (after.figures("few"), after.figures("many")) == (12, 3 + 4)  # a half each is left over: the first by name


@pytest.mark.parametrize("many", ["a", "z"])
def test_what_is_left_over_goes_where_most_is_due_whatever_they_are_called(many: str) -> None:
    """BW-O8-02: of three fallen one recovers, and it is one of the two."""
    battle = over(
        blue("archers", 12, at=(10, 30), id="m"), blue("archers", 12, at=(40, 30), id=many),
        red("pikemen", 6, at=(24, 10)), lost=[fell("m", 1), fell(many, 2)],
    )  # fmt: skip
    after = After(battle)
    assert (after.figures("m"), after.figures(many)) == (11, 11)


def test_by_a_strict_system_nobody_recovers_and_nobody_is_asked() -> None:
    """BW-O8-02"""
    battle = over(
        blue("pikemen", 12, at=(24, 30)), red("archers", 12, at=(24, 10)),
        lost=[fell("pikemen", 6), fell("archers", 5)], recovery="strict",
    )  # fmt: skip
    after = After(battle)
    assert not after.asked
    assert (after.figures("pikemen"), after.figures("archers")) == (6, 7)


def test_who_fled_was_not_struck_down_and_comes_back() -> None:
    """BW-O8-01"""
    battle = over(
        blue("pikemen", 12, at=(24, 30)), red("archers", 12, at=(24, 10)),
        lost=[fell("archers", 4), ran("archers", 8)], recovery="strict",
    )  # fmt: skip
    after = After(battle)
    assert after.figures("archers") == 8
    assert after.told("BW-O8-01")[0] == "Archers: 8 figures that fled come back"


@pytest.mark.parametrize(
    ("by", "tags", "again"),
    [
        ("giants_hill", ("melee",), 2),
        ("giants_hill", ("missile",), 2),
        ("ogres", ("melee",), 4),
        ("heavy_infantry", ("melee",), 4),
        ("heavy_infantry", ("magic", "fire"), 2),
        ("", ("melee",), 4),
        ("barbarian_lord", ("melee",), 2),
        ("barbarian_lord", ("missile",), 4),
        ("giant_fire", ("missile",), 2),
    ],
)
def test_fewer_recover_from_giants_and_from_magic(by: str, tags: tuple[str, ...], again: int) -> None:
    """BW-O8-03: a quarter where damage was 2 or more; a barbarian's bow does 1."""
    enemy = [red(by, 1 if by.startswith(("barbarian", "giant_")) else 6, at=(24, 10))] if by else []
    battle = over(
        blue("pikemen", 12, at=(24, 30)), *enemy, red("light_infantry", 6, at=(44, 10)),
        lost=[fell("pikemen", 8, by, *tags)], game="advanced",
    )  # fmt: skip
    assert After(battle).figures("pikemen") == 4 + again


def test_both_kinds_of_loss_are_added_before_they_are_rounded() -> None:
    """BW-O8-02, BW-O8-03: 5 of 10 and 5 of 20 men are one figure."""
    battle = over(
        blue("pikemen", 12, at=(24, 30)), red("giants_hill", 6, at=(24, 10)),
        lost=[fell("pikemen", 1), fell("pikemen", 2, "giants_hill")], game="advanced",
    )  # fmt: skip
    tally = recovering(battle, "blue", "pikemen", Fate("blue"))
    assert [(term.value, term.rule) for term in tally.terms] == [(5, "BW-O8-02"), (5, "BW-O8-03")]
    assert whole_figures(tally) == 1


def test_the_victor_may_finish_the_enemy_and_never_his_own() -> None:
    """BW-O8-03"""
    battle = over(
        blue("pikemen", 12, at=(24, 30)), red("archers", 12, at=(24, 10)),
        lost=[fell("pikemen", 6), fell("archers", 6)],
    )  # fmt: skip
    after = After(battle, "finish")
    assert [one.seat for one in after.asked] == ["blue"]
    assert [option.key for option in after.asked[0].options] == ["spare", "finish"]
    assert "60 enemies lie on it" in after.asked[0].prompt
    assert after.asked[0].waits == "Blue to say what becomes of the fallen"
    assert (after.figures("pikemen"), after.figures("archers")) == (9, 6)
    other = After(replace(battle, outcome=Outcome("red", "beaten")), "finish")
    assert [one.seat for one in other.asked] == ["red"]
    assert (other.figures("pikemen"), other.figures("archers")) == (6, 9)


def test_where_nobody_won_nobody_holds_the_field() -> None:
    """BW-O8-03"""
    battle = over(
        blue("pikemen", 12, at=(24, 30)), red("archers", 12, at=(24, 10)),
        lost=[fell("pikemen", 6), fell("archers", 6)], winner="",
    )  # fmt: skip
    after = After(battle)
    assert not after.asked
    assert (after.figures("pikemen"), after.figures("archers")) == (9, 9)


def test_nobody_is_asked_about_a_field_on_which_no_enemy_lies() -> None:
    """BW-O8-03"""
    battle = over(blue("pikemen", 12, at=(24, 30)), red("archers", 12, at=(24, 10)), lost=[fell("pikemen", 6)])
    assert not After(battle).asked


# ---------------------------------------------------------------- horses and heroes


def test_most_horses_are_caught_by_whoever_holds_the_field() -> None:
    """BW-O8-04: eight of ten, of both sides."""
    battle = over(
        blue("heavy_cavalry", 6, at=(24, 30)), red("light_cavalry", 6, at=(24, 10)), red("archers", 6, at=(44, 10)),
        lost=[fell("heavy_cavalry", 2), fell("light_cavalry", 3), fell("archers", 3)],
    )  # fmt: skip
    assert After(battle, "finish").battle.own.horses == (("blue", 16 + 24),)
    drawn = After(replace(battle, outcome=Outcome("", "agreed"))).battle.own.horses
    assert dict(drawn) == {"blue": 16, "red": 24}


def test_mules_are_caught_and_wolves_are_not() -> None:
    """BW-O8-04"""
    battle = over(
        blue("dwarf_cranequiniars", 6, at=(24, 30)), red("goblin_wolf_riders", 6, at=(24, 10)),
        lost=[fell("dwarf_cranequiniars", 1), fell("goblin_wolf_riders", 3)], game="advanced",
    )  # fmt: skip
    assert After(battle, "spare").battle.own.horses == (("blue", 8),)


def test_mounts_that_fight_fall_with_their_riders() -> None:
    """BW-O8-04, BW-A1-06: griffons are no horses, though somebody rides them."""
    griffons = house_key(replace(TROOPS["goblin_wolf_riders"], id="griffon_riders", name="Griffon riders (house)"))
    ponies = house_key(replace(TROOPS["goblin_wolf_riders"], id="riders", name="Riders (house)", mount_fights=False))
    battle = over(
        blue(griffons, 6, at=(24, 30), id="sky"), blue(ponies, 6, at=(40, 30), id="ponies"),
        red("archers", 6, at=(24, 10)), lost=[fell("sky", 4), fell("ponies", 2)], game="advanced",
    )  # fmt: skip
    after = After(battle)
    assert after.battle.own.horses == (("blue", 16),)
    assert after.told("BW-O8-04") == ["Blue: 16 horses caught"]
    assert after.figures("sky") == 2 + 2
    assert "griffon riders (house): half of 40 men" in "".join(after.told("BW-O8-02"))


def test_horses_are_summed_unit_by_unit() -> None:
    """BW-O8-04: eight of ten of each, with the rule."""
    battle = over(
        blue("heavy_cavalry", 6, at=(24, 30)), blue("light_cavalry", 6, at=(40, 30)), red("archers", 6, at=(24, 10)),
        lost=[fell("heavy_cavalry", 2), fell("light_cavalry", 1)],
    )  # fmt: skip
    caught = horses(battle, Fate("blue"))["blue"]
    assert [(term.value, term.rule) for term in caught.terms] == [(16, "BW-O8-04"), (8, "BW-O8-04")]


@pytest.mark.parametrize(("face", "figures"), [(1, 0), (2, 0), (3, 1), (6, 1)])
@pytest.mark.parametrize("recovery", ["lenient", "strict"])
def test_a_fallen_hero_is_saved_on_three(face: int, figures: int, recovery: str) -> None:
    """BW-O8-05"""
    battle = over(
        blue("knight_renown", 1, at=(24, 30)), blue("pikemen", 6, at=(40, 30)), red("archers", 6, at=(24, 10)),
        lost=[fell("knight_renown", 1)], game="advanced", recovery=recovery,
    )  # fmt: skip
    after = After(battle, dice=str(face))
    assert after.figures("knight_renown") == figures
    assert after.told("BW-O8-05") == [f"{battle.units['knight_renown'].name} {'lives' if figures else 'is dead'}"]


def test_a_hero_who_is_finished_has_no_throw() -> None:
    """BW-O8-03, BW-O8-05"""
    battle = over(
        blue("pikemen", 6, at=(40, 30)), red("barbarian_king", 1, at=(24, 10)),
        lost=[fell("barbarian_king", 1)], game="advanced",
    )  # fmt: skip
    assert After(battle, "finish").figures("barbarian_king") == 0
    assert After(battle, "spare", dice="3").figures("barbarian_king") == 1


def test_players_may_agree_that_fallen_heroes_are_dead() -> None:
    """BW-O8-05"""
    battle = over(
        blue("knight_renown", 1, at=(24, 30)), red("archers", 6, at=(24, 10)), lost=[fell("knight_renown", 1)],
        game="advanced", hero_saves="none",
    )  # fmt: skip
    assert After(battle).figures("knight_renown") == 0


# ---------------------------------------------------------------- the next battle


def test_what_is_left_is_an_army_list_with_its_pay() -> None:
    """BW-O7-01, BW-O8-02"""
    battle = over(
        blue("pikemen", 12, at=(24, 30)), red("archers", 12, at=(24, 10)),
        lost=[fell("pikemen", 6), fell("archers", 12)],
    )  # fmt: skip
    after = After(battle, "finish")
    army = army_after(after.battle, "blue")
    assert [(unit.troop, unit.figures) for unit in army.units] == [("pikemen", 9)]
    assert check(army).points == 45
    assert "450 gold pieces" in after.told("BW-O7-01")[0]
    assert read(written(army), Army, "next.toml") == army
    assert army_after(after.battle, "red").units == ()


def test_a_knight_is_on_his_horse_again_and_with_his_guard() -> None:
    """BW-A3-25, BW-A3-20"""
    battle = over(
        blue("knight_renown_on_foot", 1, at=(24, 30), id="ard"), blue("heavy_cavalry", 6, at=(40, 30), id="guard"),
        red("archers", 6, at=(24, 10)), lost=[fell("guard", 5)], game="advanced",
    )  # fmt: skip
    battle = battle.with_unit(replace(battle.units["ard"], place=Aboard("guard")))
    army = army_after(After(battle).battle, "blue")
    (knight,) = [unit for unit in army.units if unit.figures == 1 and unit.troop == "knight_renown"]
    assert knight.joins == battle.units["guard"].name


def test_names_with_quotes_are_written_so_that_they_can_be_read_again() -> None:
    army = Army(
        "book_of_war", 'The "Few" \\ of Ü', (ListedUnit("archers", 3, name='a\x7f "b" \\c', joins="x"),), limit=7
    )
    assert read(written(army).replace("\\u007f", ""), Army, "next.toml").name == army.name
    assert "a\x7f" not in written(army)


def test_a_battle_that_goes_on_has_no_aftermath_yet() -> None:
    battle = field(blue("pikemen", 12, at=(24, 30)), red("archers", 12, at=(24, 10)))
    assert BOOK_OF_WAR.aftermath(battle) is None
    assert BOOK_OF_WAR.goes_on(battle)


def test_nothing_comes_after_what_comes_after() -> None:
    """BW-O8-02: nobody recovers twice."""
    battle = over(blue("pikemen", 12, at=(24, 30)), red("archers", 12, at=(24, 10)), lost=[fell("pikemen", 6)])
    end = After(battle).battle
    assert BOOK_OF_WAR.aftermath(end) is None
    assert not BOOK_OF_WAR.goes_on(end)


def test_nothing_of_the_battle_goes_on_after_it() -> None:
    """BW-O8-01: no contact, no spell, nothing announced; who lay where he fell lies there no more."""
    battle = over(
        blue("pikemen", 12, at=(24, 30)), red("archers", 12, at=(24, 10)), lost=[fell("pikemen", 6, "archers")]
    )
    told = Commitment(Choose(seat="red", prompt="", rules=(), options=()), None)
    met = Engagement("archers", "pikemen", "front", since=3)
    pikes = replace(battle.units["pikemen"], fallen=6, marks=("routed",))
    start = BOOK_OF_WAR.aftermath(replace(battle.with_unit(pikes), commitments=(told,), engagements=(met,)))
    assert start is not None
    assert (start.commitments, start.engagements, start.due, len(start.effects.all)) == ((), (), (), 0)
    assert (start.units["pikemen"].fallen, start.units["pikemen"].marks) == (0, ())


def test_other_books_have_none() -> None:
    assert schiltron.ruleset("chainmail").aftermath(field(blue("pikemen", 12, at=(24, 30)))) is None


@pytest.mark.parametrize("seed", range(4))
def test_figures_and_graves_are_as_many_as_an_army_brought(seed: int) -> None:
    """BW-O8-01: after whole battles, with recruits who answer what they are asked."""
    name = ("open-field", "goblin-ford")[seed % 2]
    journal: Journal = schiltron.fight(name, red="recruit", blue="recruit", seed=seed)
    start = BOOK_OF_WAR.aftermath(journal.battle)
    assert start is not None
    dice = schiltron.SealedDice.from_number(seed)
    end = play(BOOK_OF_WAR, start, seated(BOOK_OF_WAR, start, {"red": "captain", "blue": "recruit"}, seed), dice)
    for unit in end.units.values():
        graves = sum(grave.figures for grave in end.graves if grave.unit == unit.id)
        assert unit.figures + graves == unit.original
        assert unit.figures >= journal.battle.units[unit.id].figures
        assert all(grave.how == "fell" for grave in end.graves)
    for side in end.sides:
        assert read(written(army_after(end, side.id)), Army, "next.toml") == army_after(end, side.id)


# ---------------------------------------------------------------- castles and ships


def test_who_acted_singly_is_with_his_unit_again() -> None:
    """BW-O6-06, BW-O8-02: of 12 who stormed in four figures six fell, singles and others: 30 men recover."""
    foot = replace(blue("medium_infantry", 8, at=(24, 30), id="axes"), name="Axes")
    singles = [
        replace(blue("medium_infantry", 1, at=(30 + n, 30), id=f"axes.{n}"), name=f"Axes {n}", of="axes")
        for n in range(1, 5)
    ]
    lost = [fell("axes", 3), *(fell(f"axes.{n}", 1) for n in (1, 2, 4))]
    after = After(over(foot, *singles, red("archers", 6, at=(24, 10)), lost=lost), choice="spare")
    (axes,) = [unit for unit in after.battle.units.values() if unit.side == "blue"]
    assert (axes.name, axes.original, axes.figures) == ("Axes", 12, 9)
    army = army_after(after.battle, "blue")
    assert [(unit.name, unit.figures) for unit in army.units] == [("Axes", 9)]
    assert not check(army).violations


def test_a_crew_goes_ashore_whole_and_ships_are_no_troops() -> None:
    """BW-O6-02, BW-O6-01: the last of a crew has its number, and the army its name."""
    hull = swan(at=(36, 30))
    hands = [
        replace(aboard(hull, key, 0, -number), name=f"Hands {number}", of="" if key == "hands" else "hands")
        for number, key in enumerate(("hands.1", "hands.2", "hands"), 1)
    ]
    battle = over(hull, *hands, red("archers", 6, at=(24, 10)), lost=[fell("hands.2", 1)])
    left = [unit for unit in After(battle).battle.units.values() if unit.side == "blue"]
    assert [(unit.name, unit.figures, unit.original) for unit in left] == [("Hands", 2, 3)]


def test_a_wizard_keeps_his_wand_and_his_spells() -> None:
    """BW-A4-07, BW-A4-13: in the list for the next battle."""
    wizard = blue("wizard_3", 1, at=(24, 30), wand="lightning_bolts", spells=("lower_water", "move_earth"))
    after = After(over(wizard, red("archers", 6, at=(24, 10)), lost=[fell("archers", 6)]), choice="spare")
    (listed,) = army_after(after.battle, "blue").units
    assert listed.equipment == {"wand": "lightning_bolts", "spells": ("lower_water", "move_earth")}
