"""Lists with rules of one's own and converted creatures, grown at random: whatever the bench lets through the book
accepts, and the battle begins; whatever it refuses has a reason that holds; a file written and read again is the
same."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from schiltron import SealedDice
from schiltron.battle.record.journal import Journal
from schiltron.battle.state.encoding import encode
from schiltron.captains.play import Unending, play_on
from schiltron.captains.roster import seated
from schiltron.muster import check, prepare, quartermaster, rulesets
from schiltron.muster.army import Army, HouseTroop, ListedUnit, OwnItem, OwnTroop
from schiltron.muster.creatures import ready_creatures
from schiltron.muster.fault import Fault, MusterFault
from schiltron.muster.house_troops import house_of, read_army
from schiltron.muster.list_text import written
from schiltron.muster.meeting import meeting, needed_to_meet
from schiltron.muster.own_rows import ITEMS
from schiltron.muster.preparing import examined, switched
from schiltron.muster.reading import read
from schiltron.muster.workbench import Details, RowChoice, RowQuestion, details, laid_out, recruits
from schiltron.parent_game.spell import SpellEntry
from schiltron.rulesets import ruleset
from tests.muster.test_workbench import shipped

DICE = SealedDice.from_number(7)
STORM = SpellEntry("Ice storm", "blast", range=12, dice=3, price=9)


def with_house_rules(book: str, random: Random) -> Army:
    """A ready list of a book with a troop type, an item, creatures and a spell of its own, as far as the book can."""
    lists = [army for name, army in shipped().items() if name.startswith(book) and len(army.units) < 12]
    army = replace(random.choice(lists), limit=None)
    likes = random.sample(sorted(one.troop for one in army.units if one.troop in quartermaster(book).listings), 1)
    troops = {
        "ours": OwnTroop(likes[0], "Our own men", random.choice((None, 1, 7))),
        "others": OwnTroop(random.choice(list(quartermaster(book).listings)), "", random.choice((None, 3))),
    }
    items = {"charm": OwnItem("Charm", 5), "gift": OwnItem("Gift", 0)}
    creatures = {}
    for number, like in enumerate(random.sample(sorted(ready_creatures()), 4)):
        entry = HouseTroop(price=random.randint(1, 40), like=like)
        if taken(replace(army, creatures={"beast": entry})):
            creatures[f"beast{number}"] = entry
    spells = {"storm": STORM} if taken(replace(army, spells={"storm": STORM})) else {}
    return replace(
        army,
        troops={**army.troops, **troops},
        items=items,
        creatures={**army.creatures, **creatures},
        spells={**army.spells, **spells},
    )


def taken(army: Army) -> bool:
    """Whether a book takes what the list brings; if not, every fault has a place, a reason and what would be right."""
    faults = against(army)
    assert all(one.place and one.wrong and one.right for one in faults), [str(one) for one in faults]
    return not faults


def against(army: Army) -> Sequence[Fault]:
    try:
        house_of(army)
    except MusterFault as fault:
        return fault.faults
    return ()


def chosen(army: Army, row: int, question: RowQuestion, choice: RowChoice) -> Army:
    unit = army.units[row]
    if question.of_unit:
        unit = replace(unit, **{question.key: choice.value})
    else:
        equipment = {key: value for key, value in unit.equipment.items() if key != question.key}
        unit = replace(unit, equipment=equipment if choice.value is None else {**equipment, question.key: choice.value})
    return replace(army, units=(*army.units[:row], unit, *army.units[row + 1 :]))


def answers(found: Details) -> list[tuple[RowQuestion, RowChoice]]:
    return [(question, choice) for question in found.questions for choice in question.choices]


def judged(army: Army) -> list[Any]:
    """Everything against it once it is a file, as `army check` says it."""
    return list(check(read_army(written(army), "")).violations)


def begins(army: Army) -> None:
    """The battle is made ready, saved and opened as the same, and the first questions are answered."""
    whole = read_army(written(army), "")
    scenario = meeting(whole, whole, ground="fixed")
    needed = needed_to_meet(scenario)
    assert needed is not None, [str(one) for one in examined(scenario)[0]]
    battle = prepare(switched(scenario, **needed))
    rules = ruleset(battle.ruleset)
    assert rules.decode(encode(battle)) == battle
    journal: Journal = Journal.start(rules, battle, "sealed")
    with suppress(Unending):
        play_on(journal, seated(rules, battle, {side.id: "recruit" for side in battle.sides}, 3), DICE, most_orders=6)
    assert journal.battle != battle


def grown(book: str, seed: str, steps: int) -> None:
    random = Random(f"{book} {seed}")
    army = with_house_rules(book, random)
    for _ in range(steps):
        bench = laid_out(army)
        assert read(written(army), Army, "") == army
        assert bench.lawful, [fault.violation for row in bench.rows for fault in row.faults] + [*bench.faults]
        assert judged(army) == [], written(army)
        coming = recruits(army)
        for one in coming:
            assert one.against is None or (one.against.wrong and one.against.right), one.troop
        own = [one for one in coming if one.against is None and one.troop in (*army.troops, *army.creatures)]
        free = [one for one in coming if one.against is None]
        if random.random() < 0.4 and free:
            army = replace(army, units=(*army.units, random.choice(own or free).unit))
            continue
        row = random.randrange(len(army.units))
        found = answers(details(army, row))
        held = [(question, choice) for question, choice in found if choice.against is not None and not choice.now]
        if held:
            question, choice = random.choice(held)
            assert choice.against is not None
            assert choice.against.wrong
            assert choice.against.right
            assert judged(chosen(army, row, question, choice)) != [], (question.key, choice.label)
        open_ = [(question, choice) for question, choice in found if choice.against is None]
        if open_:
            army = chosen(army, row, *random.choice(open_))
    assert judged(army) == [], written(army)
    begins(army)


@pytest.mark.parametrize("book", rulesets())
def test_a_list_with_rules_of_its_own_grows_by_what_is_offered(book: str) -> None:
    grown(book, "first", 5)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("book", rulesets())
def test_many_such_lists(book: str, seed: int) -> None:
    grown(book, f"{seed}", 9)


@pytest.mark.parametrize("book", rulesets())
def test_items_and_house_troops_go_with_whatever_is_offered(book: str) -> None:
    """Each of the first rows with an item, and as one of a type of its own with one."""
    army = with_house_rules(book, Random(book))
    for row, unit in enumerate(army.units[:4]):
        carrying = replace(unit, equipment={**unit.equipment, ITEMS: ("charm", "gift")})
        tried = replace(army, units=(*army.units[:row], carrying, *army.units[row + 1 :]))
        assert judged(tried) == []
        assert laid_out(tried).points == laid_out(army).points + 5
        assert read(written(tried), Army, "") == tried
    begins(tried)


@pytest.mark.parametrize("book", rulesets())
@pytest.mark.parametrize("creature", sorted(ready_creatures()))
def test_every_ready_creature_is_taken_or_refused_with_a_reason(book: str, creature: str) -> None:
    """Who is taken is either offered in some size and may then march, or has a reason against each."""
    army = Army(book, "Host", (), creatures={"beast": HouseTroop(9, like=creature)})
    if not taken(army):
        return
    (one,) = [one for one in recruits(army) if one.troop == "beast"]
    alone = replace(army, units=(one.unit,))
    if one.against is None:
        assert [fault for fault in judged(alone) if fault.place.startswith("units[0]")] == []
    else:
        assert one.against.wrong
        assert one.against.right
        assert judged(replace(army, units=(ListedUnit("beast", one.unit.figures),))) != []
