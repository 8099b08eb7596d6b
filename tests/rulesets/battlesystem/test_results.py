"""The Combat Results Table and what damage does to figures (cases 8.4 to 8.7)."""

from __future__ import annotations

import pytest

from schiltron.battle.play.agenda import Scene
from schiltron.battle.play.casualties import Harm
from schiltron.parent_game.damage import damage
from schiltron.rulesets.battlesystem.law import LAW
from schiltron.rulesets.battlesystem.losses import hurt, thinned, toll
from schiltron.rulesets.battlesystem.results import COLUMNS, inflicted, inflicted_by_all, reading, reckoned
from schiltron.rulesets.battlesystem.state import WOUNDED
from schiltron.table.base import Base
from schiltron.table.body import Formed, Wing
from tests.rulesets.battlesystem.positions import ORC, blue, field, skirmishers

_SHIFTS = {
    str(row["damage"]): str(row["recomputed_columns"]) for row in LAW.sheet("BS-T-column-shift-examples").records()
}


@pytest.mark.parametrize("written", _SHIFTS)
def test_pluses_and_minuses_shift_the_column(written: str) -> None:
    """BS-8.5-01, BS-8.5-03, BS-8.5-04, BS-8.5-05: every worked example, as recomputed."""
    assert str(reading(damage(f"1{written}"))).lower() == _SHIFTS[written]


def test_several_dice_multiply_the_column() -> None:
    """BS-8.5-02, BS-8.5-06: 2D8 with a result of 6 is 12; 3D6+1 is three times the D8 result."""
    assert inflicted(16, damage("1d8")) == 60
    assert inflicted(16, damage("2d8")) == 120
    assert inflicted(16, damage("3d6+1")) == 3 * inflicted(16, damage("1d8"))


def test_several_attacks_are_read_at_one_roll_and_added() -> None:
    """BS-8.6-01: the weretiger's claws and bite."""
    routine = tuple(damage(dice) for dice in ("1d4", "1d4", "1d12"))
    assert inflicted_by_all(10, routine) == 2 * 50 + 130


def test_damage_is_told_with_its_columns_and_what_each_figure_does() -> None:
    """BS-8.4-03, BS-8.4-04, BS-8.6-02, BS-11.7-02: three veterans strike twice with swords; spears are set."""
    told = reckoned(23, (damage("1d8"), damage("1d8")), 3)
    assert (told.total, told.measure, told.terms[0].label) == (180, "tenths", "3 figures, 6 each: 2 × D8 at 23")
    weak = reckoned(31, (damage("1d6"),), 5, 2)
    assert (weak.total, weak.terms[0].label) == (10, "5 figures, 2 times, 0.1 each: D6 at 31")


def test_rows_at_the_ends_of_the_table() -> None:
    """BS-8.4-06: 0 or less, 35 to 39, and 40 or more never does damage."""
    assert inflicted(-7, damage("1d20")) == inflicted(0, damage("1d20")) == 320
    assert inflicted(35, damage("1d20")) == inflicted(39, damage("1d20")) == 10
    assert all(inflicted(40, damage(f"1{column}")) == 0 for column in COLUMNS)
    assert inflicted(33, damage("1d8")) == 1


@pytest.mark.parametrize("row", LAW.sheet("BS-T-wound-examples").records(), ids=lambda row: f"{row['damage_hd']} HD")
def test_killed_and_wounded_figures(row: dict[str, int]) -> None:
    """BS-8.7-01, BS-8.7-02, BS-8.7-04: the worked examples, orc figures of 10 HD."""
    orcs = blue("orcs", row["figures_before"], files=5, at=(24, 30), of=ORC, wounded=bool(row["wounded_before"]))
    scene = Scene(field(orcs))
    killed = hurt(scene, ["orcs"], 10 * row["damage_hd"], Harm())
    after = scene.unit("orcs")
    assert (killed, after.own.wounded, after.figures) == (
        row["killed"],
        bool(row["wounded_after"]),
        row["figures_after"],
    )
    assert after.has(WOUNDED) == after.own.wounded


def test_exactly_a_quarter_wounds() -> None:
    """BS-8.7-02."""
    assert toll(25, 100).wounds
    assert not toll(24, 100).wounds
    assert (toll(100, 100).killed, toll(100, 100).wounds) == (1, False)


def test_a_closed_unit_loses_from_its_rear_an_open_one_leaves_gaps_in_front() -> None:
    """BS-7.2-02, BS-7.3-03."""
    for formation, gaps in (("closed", 0), ("open", 3)):
        scene = Scene(field(blue("orcs", 12, files=6, at=(24, 30), of=ORC, formation=formation)))
        hurt(scene, ["orcs"], 300, Harm())
        assert (scene.unit("orcs").figures, scene.unit("orcs").body.files, scene.unit("orcs").own.gaps) == (9, 6, gaps)


def test_a_single_rank_has_nobody_to_fill_its_gaps() -> None:
    """BS-7.3-03: figures move up from behind; a thin line becomes shorter."""
    scene = Scene(field(blue("orcs", 6, files=6, at=(24, 30), of=ORC, formation="open")))
    hurt(scene, ["orcs"], 200, Harm())
    assert (scene.unit("orcs").body.files, scene.unit("orcs").own.gaps) == (4, 0)


def test_ends_wrapped_round_an_enemy_grow_shorter_first() -> None:
    """BS-7.2-02, BS-7.11-01: the line before him stays."""
    body = Formed(Base(750, 750), 10, left=Wing(2, 90_000), right=Wing(2, 90_000))
    after = thinned(body, 8)
    assert (after.main_files, after.left, after.right) == (6, Wing(1, 90_000), Wing(1, 90_000))
    assert thinned(body, 5) == Formed(Base(750, 750), 5)


def test_a_mob_stays_about_square() -> None:
    """BS-2.10-04, BS-7.5-01: sixteen in four files, nine in three."""
    scene = Scene(field(blue("rabble", 16, files=4, at=(24, 30), of=ORC, kind="mob")))
    hurt(scene, ["rabble"], 700, Harm())
    assert (scene.unit("rabble").figures, scene.unit("rabble").body.files) == (9, 3)


def test_a_mob_huddles_only_where_there_is_room() -> None:
    """BS-2.10-04: drawn up wide with friends close behind, it does not become deeper into them."""
    wide = blue("rabble", 16, files=8, at=(24, 30), of=ORC, kind="mob")
    for behind, files in ((32, 7), (40, 4)):
        scene = Scene(field(wide, blue("foot", 6, files=6, at=(24, behind), of=ORC)))
        hurt(scene, ["rabble"], 200, Harm())
        assert scene.unit("rabble").body.files == files


def test_damage_to_skirmishers_falls_on_one_after_the_other() -> None:
    """BS-8.7-01, BS-8.7-04: each is a figure of its own."""
    scene = Scene(field(*skirmishers("scouts", "blue", [(10, 10), (12, 10), (14, 10)], of=ORC)))
    assert hurt(scene, ["scouts-2", "scouts-1", "scouts-3"], 130, Harm()) == 1
    assert scene.unit("scouts-2").figures == 0
    assert scene.unit("scouts-1").own.wounded
