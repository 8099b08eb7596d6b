"""Party files: read, refused with everything that is wrong, and converted by every book."""

from __future__ import annotations

from pathlib import Path

import pytest

from schiltron.muster import MusterFault, quartermaster, rulesets
from schiltron.muster.party import load_party, read_party, ready_parties
from schiltron.muster.schemas import SCHEMAS
from schiltron.parent_game.creature import Scores

PARTY = """
name = "Two and a Troll"
[[members]]
creature = "troll"
number = 2
figure = "the bridge"
[[members]]
leads = "general"
scores = { charisma = 16 }
items = [{ name = "sword +1", plus = 1, kind = "weapon" }]
[members.who]
name = "Ard"
levels = { fighter = 7 }
armour_class = 3
move = 9
scores = { wisdom = 9, charisma = 3 }
items = [{ name = "ring", grade = "major" }]
[figures]
"the bridge" = "hero"
"""


def refused(text: str) -> dict[str, str]:
    with pytest.raises(MusterFault) as raised:
        read_party(text, "party.toml")
    return {fault.place: f"{fault.wrong}; {fault.right}" for fault in raised.value.faults}


def test_a_party_is_read_from_its_file(tmp_path: Path) -> None:
    path = tmp_path / "party.toml"
    path.write_text(PARTY)
    party = load_party(path)
    assert party is not None
    troll, ard = party.members
    assert (party.name, dict(party.becomes)) == ("Two and a Troll", {"the bridge": "hero"})
    assert (troll.record.name, troll.number, troll.figure, troll.leads) == ("Troll", 2, "the bridge", "")
    assert (ard.record.name, ard.number, ard.figure, ard.leads) == ("Ard", 1, "", "general")


def test_what_a_member_has_of_his_own_comes_on_top() -> None:
    ard = read_party(PARTY, "").members[1].record
    assert ard.scores == Scores(charisma=16, intelligence=None, wisdom=9)
    assert [item.name for item in ard.items] == ["ring", "sword +1"]


def test_everything_wrong_is_told_with_its_place() -> None:
    found = refused(
        'name = "x"\n[[members]]\n[[members]]\ncreature = "trol"\n[[members]]\ncreature = "troll"\nnumber = 2\n'
        'leads = "leader"\n[members.who]\nname = "y"\nmove = 9\n[[members]]\n[members.who]\nname = "z"\nmove = 9\n'
        'levels = { figter = 3 }\narmour_class = 4\n[figures]\nnobody = "hero"\n'
    )
    assert "somebody is named once" in found["members[0]"]
    assert "did you mean troll?" in found["members[1].creature"]
    assert "somebody is named once" in found["members[2]"]
    assert "2 alike all lead" in found["members[2].leads"]
    assert "there is no class" in found["members[3].who.levels.figter"]
    assert "nobody stands in that figure" in found["figures.nobody"]


def test_scores_and_items_have_bounds() -> None:
    found = refused(PARTY.replace("charisma = 16", "charisma = 99").replace('"weapon"', '"wepon"'))
    assert set(found) == {"members[1].scores.charisma", "members[1].items[0].kind"}


def test_a_creature_is_no_party(tmp_path: Path) -> None:
    path = tmp_path / "beast.toml"
    path.write_text('name = "Beast"\nhit_dice = "3"\narmour_class = 6\nmove = 9\n')
    assert load_party(path) is None
    assert load_party("troll") is None


@pytest.mark.parametrize("name", ready_parties())
def test_every_ready_party_is_converted_by_every_book(name: str) -> None:
    party = load_party(name)
    assert party is not None
    for book in rulesets():
        found = quartermaster(book).converted_party(party, {})
        assert found
        assert any(one.line is not None for one in found)


def test_book_of_war_takes_each_by_himself_and_counts_them_in_tens() -> None:
    """BW-C1-01: heroes are a figure each."""
    party = read_party(
        'name = "x"\n[[members]]\ncreature = "orc"\nnumber = 23\n[[members]]\ncreature = "red-dragon"\nnumber = 2\n'
        '[[members]]\ncreature = "orc"\n[[members]]\ncreature = "orc"\nnumber = 20\n',
        "",
    )
    found = quartermaster("book_of_war").converted_party(party, {})
    first = [one.notes[0].text if one.notes else "" for one in found]
    assert first[0] == "23 of them: 2 figures, and 3 left over"
    assert first[1] == "2 of them: as many figures"
    assert "of them" not in first[2]
    assert first[3] == "20 of them: 2 figures, and nobody left over"


def test_there_is_a_schema_for_them() -> None:
    assert "party.schema.json" in SCHEMAS
