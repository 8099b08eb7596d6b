"""Names from outside, in files that others have made, come out everywhere as what they are: names."""

from __future__ import annotations

import base64
import gzip
import json
import re
from html.parser import HTMLParser
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import msgspec
import pytest
from msgspec.structs import replace
from pypdf import PdfReader
from rich.text import Text

from schiltron import SealedDice
from schiltron.battle.record.journal import Journal
from schiltron.battle.record.savefile_writer import write
from schiltron.battle.state.drawn import picture
from schiltron.battle.state.encoding import encode
from schiltron.captains.play import Unending, play_on
from schiltron.captains.roster import seated
from schiltron.cli.guard import run
from schiltron.cli.play_command import play_on_text
from schiltron.cli.terminal import SafeConsole, Teller, console
from schiltron.herald.herald import Herald
from schiltron.muster import load_scenario, prepare
from schiltron.muster.army import Army, OwnItem, OwnTroop
from schiltron.muster.fault import MusterFault
from schiltron.muster.library import load_list
from schiltron.muster.list_text import written
from schiltron.muster.own_rows import ITEMS
from schiltron.muster.reading import read
from schiltron.muster.scenario import OwnGround, Patch, Scenario
from schiltron.muster.scenario_text import written_scenario
from schiltron.report.one_page import field_page, list_page, print_field, print_list
from schiltron.report.replay_page import replay_page
from schiltron.report.rosters.mustered import roster_of
from schiltron.report.rosters.printed import print_rosters
from schiltron.rulesets import ruleset
from schiltron.server.pictured_lists import PictureAsked, pictured
from schiltron.server.text_page import TextShown, start_page, text_page
from tests.nasty import NASTY

BOOK = "chainmail"
ALL = pytest.mark.parametrize("name", NASTY.values(), ids=NASTY)


def played(name: str, orders: int = 40) -> Journal[Any, Any, Any]:
    """A battle in which title, sides, units and ground are all called so."""
    plain = prepare(load_scenario("two-crowns"))
    units = {key: replace(unit, name=name) for key, unit in plain.units.items()}
    sides = tuple(replace(side, name=name) for side in plain.sides)
    features = tuple(replace(one, name=name) for one in plain.table.features)
    battle = replace(plain, title=name, units=units, sides=sides, board=replace(plain.table, features=features))
    rules = ruleset(BOOK)
    journal: Journal[Any, Any, Any] = Journal.start(rules, battle, "sealed")
    captains = seated(rules, battle, {"red": "recruit", "blue": "recruit"}, 3)
    with pytest.raises(Unending):
        play_on(journal, captains, SealedDice.from_number(3), most_orders=orders)
    return journal


PLAIN = played("Plain")


class Tags(HTMLParser):
    """The elements of a page, with their attributes."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.active: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append(tag)
        self.active += [key for key, value in attrs if key.startswith("on") or (value or "").startswith("javascript:")]


def tags(page: str) -> list[str]:
    found = Tags(page)
    assert found.active == []
    return found.found


# ---------------------------------------------------------------- pictures and pages


@ALL
def test_pictures_are_whole_and_hold_nothing_but_what_is_drawn(name: str) -> None:
    journal = played(name)
    usual = picture(PLAIN.battle, events=PLAIN.events[-1])
    drawn = picture(journal.battle, events=journal.events[-1])
    assert drawn is not None
    assert usual is not None
    root = ET.fromstring(drawn)
    assert not [one for one in root.iter() if one.tag.rpartition("}")[2] in ("script", "img", "a", "image", "style")][
        1:
    ]
    assert not [key for one in root.iter() for key in one.attrib if key.lower().startswith("on")]
    assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]", drawn)


@ALL
def test_pages_that_replay_a_battle_have_the_same_elements_as_ever(name: str) -> None:
    journal = played(name)
    page = replay_page(journal, {"red": name}, {1: (name,)})
    assert tags(page) == tags(replay_page(PLAIN, {"red": "Plain"}, {1: ("Plain",)}))
    packed = re.search(r'id="film">([^<]+)</script>', page)
    assert packed is not None
    film = json.loads(gzip.decompress(base64.b64decode(packed[1])))
    for part in (*film["looks"], *film["labels"]):
        for markup in part:
            ET.fromstring(f"<svg>{markup}</svg>")


@ALL
def test_pages_of_text_have_the_same_elements_as_ever(name: str) -> None:
    def shown(said: str) -> str:
        text = TextShown(said, said, said, (said, f" {said}"), (said,), (said,), (said,), (said,))
        whole = text_page(said, said, said, said, 3, text, invited=True)
        return whole + start_page(
            ((said, ((said, said),)),), ((said, ((said, said),)),), said, (said,), ((said, said),), said
        )

    assert tags(shown(name)) == tags(shown("Plain"))


# ---------------------------------------------------------------- the terminal


def printed(journal: Journal[Any, Any, Any], *, colours: bool) -> str:
    out = StringIO()
    screen = SafeConsole(file=out, force_terminal=colours, width=100, color_system="standard" if colours else None)
    teller = Teller(journal.header.setup, screen)
    screen.print(Text(journal.battle.title, "bold"), journal.battle.title)
    screen.print(f"Note: {journal.battle.title}.")
    for entry, events in enumerate(journal.events):
        teller.tell(events, journal.battle_at(entry), (journal.battle.title,))
    teller.standing(journal.battle)
    return out.getvalue()


STEERING = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]")


@ALL
def test_no_name_steers_the_terminal(name: str) -> None:
    """Of the terminal's own orders there are none but for colours; square brackets are no style."""
    journal = played(name)
    assert not STEERING.search(printed(journal, colours=False))
    coloured = re.sub(r"\x1b\[[0-9;]*m", "", printed(journal, colours=True))
    assert not STEERING.search(coloured)
    if "[bold red]" in name:
        assert "[bold red]x[/]" in coloured
        assert ":skull:" in coloured


def test_every_command_prints_so() -> None:
    assert isinstance(console(), SafeConsole)
    assert isinstance(console(stderr=True), SafeConsole)


@pytest.mark.parametrize("name", [NASTY["an order to the terminal"], NASTY["right to left"], NASTY["a style"]])
def test_a_battle_of_somebody_elses_is_told_and_played_on_safely(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """From a file that was kept: `replay` tells it, `play --text` goes on with it."""
    file = tmp_path / "friend.jsonl"
    journal = played(name)
    write(journal, file)
    assert run(["replay", str(file)]) == 0
    told = capsys.readouterr()
    assert not STEERING.search(told.out + told.err)
    assert "[bold red]" not in name or "[bold red]x[/]" in told.out
    lines = iter(("look", "quit"))
    play_on_text(journal, name, 2, {"red": "me"}, seed=1, typed=False, save=None, ask=lambda _: next(lines))
    told = capsys.readouterr()
    assert len(told.out.splitlines()) > 10
    assert not STEERING.search(told.out + told.err)


@ALL
def test_what_is_said_in_text_play_is_data(name: str) -> None:
    """The herald's lines go into JSON and into pages; none of them breaks a line of its own off."""
    journal = played(name)
    for seat in ("red", "blue"):
        for question in ("look", "help", "table"):
            for line in Herald(ruleset(BOOK), seat).hear(question, journal.battle).lines:
                assert msgspec.json.decode(msgspec.json.encode(line)) == line


# ---------------------------------------------------------------- data


@ALL
def test_battles_are_saved_and_read_with_such_names(name: str) -> None:
    battle = played(name, 3).battle
    assert ruleset(BOOK).decode(encode(battle)) == battle


def test_halves_of_signs_are_not_read() -> None:
    with pytest.raises((msgspec.DecodeError, UnicodeError)):
        msgspec.json.decode(b'{"name": "\xed\xa0\x80"}')
    assert "\ud800" not in msgspec.json.decode(rb'"\ud83d\ude00"')
    with pytest.raises(msgspec.DecodeError):
        msgspec.json.decode(rb'"\ud800"')


def named_everywhere(name: str) -> Army:
    plain = load_list("chainmail/margraves-train")
    units = tuple(
        replace(unit, name=name, troop="ours" if unit.troop == "heavy_foot" else unit.troop, joins="")
        for unit in plain.units[:6]
    )
    units = (replace(units[0], equipment={**units[0].equipment, ITEMS: ("charm",)}), *units[1:])
    troops = {"ours": OwnTroop("heavy_foot", name, 3, {}, name)}
    return replace(plain, name=name, description=name, units=units, troops=troops, items={"charm": OwnItem(name, 2)})


SHORT = {key: name for key, name in NASTY.items() if len(name) <= 60}
FITTING = pytest.mark.parametrize("name", SHORT.values(), ids=SHORT)


@FITTING
def test_lists_and_rosters_on_paper_read_nothing_as_markup(name: str) -> None:
    army = named_everywhere(name)
    one = print_list(list_page(army))
    assert one.startswith(b"%PDF")
    whole = roster_of(load_list("chainmail/margraves-train"))
    sheets = tuple(
        replace(sheet, name=name, kind=name, facts=tuple(replace(fact, value=name) for fact in sheet.facts))
        for sheet in whole.sheets[:3]
    )
    many = print_rosters([replace(whole, title=name, note=name, sheets=sheets)])
    for pdf in (one, many):
        text = " ".join(" ".join(page.extract_text().split()) for page in PdfReader(BytesIO(pdf)).pages)
        assert "root:" not in text
        if name.startswith("#eval"):
            assert "#eval" in text
            assert "$x^2$" in text


def test_a_name_of_any_length_is_printed() -> None:
    long = NASTY["length"]
    assert print_list(list_page(named_everywhere(long))).startswith(b"%PDF")


@FITTING
def test_fields_on_paper_read_nothing_as_markup(name: str) -> None:
    plain = load_scenario("open-field")
    sides = {key: replace(side, name=name) for key, side in plain.sides.items()}
    terrain = (Patch("woods", ((20, 15), (30, 15), (30, 20)), name=name),)
    page = field_page(replace(plain, title=name, description=name, sides=sides, terrain=terrain))
    assert print_field(page).startswith(b"%PDF")
    ET.fromstring(page.map)


def strings(value: Any) -> list[str]:
    """Every text in some JSON."""
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [value] if isinstance(value, str) else [one for part in inner for one in strings(part)]


@ALL
def test_pictures_of_lists_in_the_making_are_whole(name: str) -> None:
    shown = pictured(PictureAsked(named_everywhere(name)))
    markup = [one for one in strings(json.loads(msgspec.json.encode(shown))) if one.startswith("<")]
    assert markup
    for drawn in markup:
        root = ET.fromstring(drawn)
        assert not [one for one in root.iter() if one.tag.rpartition("}")[2] in ("script", "img")]
        assert not [key for one in root.iter() for key in one.attrib if key.lower().startswith("on")]


# ---------------------------------------------------------------- files


@ALL
def test_files_keep_names_as_they_are_or_say_what_is_wrong(name: str) -> None:
    """Written and read again the same; a sign that steers something, or too long a name, is refused with its place."""
    army = named_everywhere(name)
    scenario = Scenario(
        "mine", name, "chainmail", load_scenario("two-crowns").sides, kinds={"bog": OwnGround("marsh", name or "x")}
    )
    for text, kind, value in ((written(army), Army, army), (written_scenario(scenario), Scenario, scenario)):
        try:
            again: Any = read(text, kind, "mine.toml")
        except MusterFault as fault:
            assert STEERING.search(name) or len(name) > 60 or "\n" in name
            for one in fault.faults:
                assert one.place
                assert one.right
                assert not STEERING.search(str(one))
        else:
            assert len(name) <= 60
            assert not STEERING.search(name)
            assert "\n" not in name
            assert getattr(again, "name", None) == getattr(value, "name", None)
