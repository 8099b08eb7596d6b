"""Creature files: read, refused with everything that is wrong, and never failing otherwise."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import fields

from schiltron.muster import MusterFault, quartermaster, rulesets
from schiltron.muster.creature_entry import CreatureEntry
from schiltron.muster.creatures import faults_of, load_creature, read_creature, ready_creatures, record
from schiltron.muster.schemas import SCHEMAS
from schiltron.parent_game.classes import average_hit_points
from schiltron.parent_game.creature import HitDice
from schiltron.table.lengths import inches

PLAIN = 'name = "Beast"\nhit_dice = "3+1"\narmour_class = 6\nmove = 9\n'


def refused(text: str) -> dict[str, str]:
    with pytest.raises(MusterFault) as raised:
        read_creature(text, "beast.toml")
    return {fault.place: fault.right for fault in raised.value.faults}


def test_a_creature_is_read_from_its_file(tmp_path: Path) -> None:
    path = tmp_path / "beast.toml"
    path.write_text(PLAIN)
    beast = load_creature(path)
    assert (beast.name, beast.hit_dice, beast.armour_class, beast.move) == ("Beast", HitDice(3, 1), 6, inches(9))


def test_a_class_may_stand_for_hit_dice_and_an_ascending_armour_class_for_the_other() -> None:
    hero = read_creature(
        'name = "Ard"\nmove = 9\nascending_armour_class = 15\nlevels = { fighter = 7, thief = 9 }\n', ""
    )
    assert (hero.hit_dice.dice, hero.fights_as, hero.other_classes) == (9, ("thief", 9), (("fighter", 7),))
    assert (hero.armour_class, hero.ascending, hero.power) == (5, 15, 9)
    assert average_hit_points(hero) == 31  # what reads a creature reads a record


@pytest.mark.parametrize("name", ready_creatures())
def test_every_ready_creature_is_without_fault_and_every_book_answers_for_it(name: str) -> None:
    entry = ready_creatures()[name]
    assert not list(faults_of(entry))
    for book in rulesets():
        made = quartermaster(book).converted(record(entry), {})
        assert made.name == entry.name
        assert made.verdict.text
        assert made.line is not None or book in ("by_this_axe", "chainmail"), "these two go by kinds and by levels"


def test_everything_wrong_is_told_at_once_with_its_place_and_what_would_be_right() -> None:
    found = refused(
        'name = "Beast"\nmove = 9\nhit_dice = "many"\narmour_class = 5\nascending_armour_class = 15\n'
        'attacks = ["1d6", "d8"]\nlevels = { figter = 3 }\nshot = { weapon = "sling", range = 12, damage = "2" }\n'
        'mount = { name = "horse", hit_dice = "x", move = 18 }\n'
    )
    assert set(found) == {"hit_dice", "armour_class", "attacks[1]", "levels.figter", "shot.damage", "mount.hit_dice"}
    assert found["levels.figter"] == "did you mean fighter?"
    assert "1d8 or 2d4+1" in found["attacks[1]"]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("", "name"),
        ('name = "Beast"\nmove = 9\narmour_class = 5', "hit_dice"),
        ('name = "Beast"\nmove = 9\nhit_dice = "3"', "armour_class"),
        (PLAIN + "legs = 4", "legs"),
        (PLAIN + 'size = "XL"', "size"),
        (PLAIN + "fly = -3", "fly"),
        (PLAIN + "attacks = []", "attacks"),
        (PLAIN + 'attacks = ["0d6"]', "attacks[0]"),
        (PLAIN + 'attacks = ["1d0"]', "attacks[0]"),
        (PLAIN.replace("3+1", "0"), "hit_dice"),
        (PLAIN.replace("3+1", "99"), "hit_dice"),
        (PLAIN.replace("3+1", "0.x"), "hit_dice"),
        (PLAIN.replace("3+1", "\u0663"), "hit_dice"),
        (PLAIN + "hit_die = 7", "hit_die"),
        (PLAIN + "abilities = [{ worth = 3 }]", "abilities[0].name"),
        (PLAIN + 'magic = [{ name = "fireball", dice = -1 }]', "magic[0].dice"),
        ("name = ", "line 1, the end of the file"),
    ],
)
def test_a_fault_has_its_place(text: str, place: str) -> None:
    assert place in refused(text)


def test_a_creature_that_is_not_there_is_named_with_the_nearest(tmp_path: Path) -> None:
    with pytest.raises(MusterFault, match="did you mean ogre"):
        load_creature("ogr")
    with pytest.raises(MusterFault, match="there is no file"):
        load_creature(tmp_path / "nobody.toml")
    (tmp_path / "bytes.toml").write_bytes(b"name = \xff")
    with pytest.raises(MusterFault, match="no UTF-8"):
        load_creature(tmp_path / "bytes.toml")


def test_the_form_of_a_creature_is_shipped_as_a_schema() -> None:
    assert "creature.schema.json" in SCHEMAS


# ---------------------------------------------------------------- fuzz

KEYS = ("legs", *(field.name for field in fields(CreatureEntry)))
VALUES = st.recursive(
    st.one_of(
        st.booleans(),
        st.integers(-50, 50),
        st.sampled_from(
            ["1", "4+1", "1-1", "0.5", "0.", "0.0", "1d6", "2d8", "L", "S", "chaotic", "fighter", "longbow", ""]
        ),
        st.text(max_size=6),
        st.floats(-10, 100, allow_nan=False),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(
            st.sampled_from(
                ["name", "worth", "hit_dice", "move", "weapon", "range", "rate", "dice", "fights", "fighter"]
            ),
            inner,
            max_size=4,
        ),
    ),
    max_leaves=6,
)


def written(value: object) -> str:
    match value:
        case bool():
            return str(value).lower()
        case str():
            return '"' + "".join(f"\\u{ord(one):04x}" if ord(one) < 0xD800 else "x" for one in value) + '"'
        case list():
            return "[" + ", ".join(map(written, value)) + "]"
        case dict():
            return "{" + ", ".join(f"{key} = {written(one)}" for key, one in value.items()) + "}"
        case _:
            return repr(value)


@settings(max_examples=300, deadline=None)
@given(st.dictionaries(st.sampled_from(KEYS), VALUES, max_size=8), st.booleans())
def test_any_file_is_a_creature_that_every_book_answers_for_or_refused_with_its_faults(
    said: dict[str, object], sound: bool
) -> None:
    whole = ({"name": "Beast", "hit_dice": "3", "armour_class": 6, "move": 9} if sound else {}) | said
    text = "".join(f"{key} = {written(value)}\n" for key, value in whole.items())
    tomllib.loads(text)
    try:
        creature = read_creature(text, "beast.toml")
    except MusterFault as fault:
        faults = fault.faults
    else:
        faults = ()
    assert all(one.wrong and one.right for one in faults)
    if faults:
        return
    for book in rulesets():
        quartermaster(book).converted(creature, {})
    made = quartermaster("book_of_war").converted(creature, {"armour": "exact"})
    assert made.line.move >= 0
    assert made.line.hit_dice >= 1
    assert 3 <= made.line.armour_hit <= 7
    assert made.line.dice_open >= made.line.dice_broken >= 1
    assert made.line.damage >= 1
