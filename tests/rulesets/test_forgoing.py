"""An answer that lets a chance go by says so, in every book: what is asked for is listed here, all of it."""

from __future__ import annotations

import ast
import re
from itertools import islice
from pathlib import Path

import pytest

import schiltron
from schiltron.battle.state.decision import Choose
from tests.whole_battles.recruits import opening, positions

ROOT = Path(schiltron.__file__).parent

FORGO = {
    "battlesystem/command/refacing.py": {"_WAYS[to]": "to == _AS_IT_IS"},
    "battlesystem/missiles/crews.py": {"'leave it'": "True"},
    "battlesystem/movement/withdrawing.py": {"'stay'": "True"},
    "book_of_war/morale/checks.py": {"'Fight on routed'": "True"},
    "book_of_war/special_combat/challenges.py": {"'Refuse, and leave him to the entourage'": "True"},
    "by_this_axe/duels/challenges.py": {"'No challenge'": "True", "'Decline'": "True", "'Let him go'": "True"},
    "by_this_axe/magic/answering.py": {"'Keep'": "True"},
    "by_this_axe/magic/casting.py": {"'Keep for later'": "True"},
    "by_this_axe/morale/rallying.py": {"'Let them run'": "True"},
    "by_this_axe/off_table/healing.py": {"'We marched more than half our rate, or were beaten'": "True"},
    "by_this_axe/off_table/pursuit.py": {"'Let them go'": "True"},
    "by_this_axe/off_table/stances.py": {"'Leave it at that'": "True"},
    "by_this_axe/off_table/stratagems.py": {"'None'": "True", "'Let it be'": "True"},
    "chainmail/magic/countering.py": {"'Let it be'": "True"},
    "chainmail/raids/separate_action.py": {"'Leave them at it'": "True"},
    "chainmail/setup/terrain_cards.py": {"'Draw no more'": "True"},
    "chainmail/siege/mines.py": {"'Dig nothing'": "True"},
}
"""Options that let a chance go by, as the code words them, and when they do."""

NONE_FORGOES = {
    "battlesystem/command/spells.py",
    "book_of_war/movement/emerging.py",
    "chainmail/raids/returning.py",
}
"""Where choosing nothing at all lets a chance go by."""

TAKE = {
    "battlesystem/melee/fights.py": {"_said(battle, each)"},
    "battlesystem/melee/readying.py": {"one.name", "name_of(battle, key)"},
    "battlesystem/command/spells.py": {"one.name"},
    "battlesystem/missiles/crews.py": {"f'take the {piece} over'"},
    "battlesystem/morale/capture.py": {"'capture it, with guards'", "'destroy it'"},
    "battlesystem/movement/mobs.py": {"f'{key} degrees'"},
    "battlesystem/movement/phase.py": {"battle.side_named(side).title"},
    "battlesystem/movement/withdrawing.py": {"'follow and stay in contact'"},
    "book_of_war/aftermath/steps.py": {"'Spare them'", "'Finish them'"},
    "book_of_war/attacks/choices.py": {"one.name", "battle.units[foe].name"},
    "book_of_war/morale/checks.py": {"'Try to recover'"},
    "book_of_war/movement/emerging.py": {"unit.name"},
    "book_of_war/morale/losses.py": {
        "'From the left end'",
        "'From the right end'",
        "'Evenly, closing up to the middle'",
        "'Evenly, one more from the left end'",
        "'Evenly, one more from the right end'",
        "f'Face {to}'",
    },
    "book_of_war/special_combat/challenges.py": {"'Fight him man to man'"},
    "book_of_war/special_combat/entering.py": {
        "f'{one.name} falls'",
        "f'{other.name} falls'",
        "'Both fall'",
        "'Both still stand'",
    },
    "by_this_axe/attacks/fighting.py": {"weapon.name.capitalize()", "foe.name"},
    "by_this_axe/attacks/fire.py": {"one.name"},
    "by_this_axe/magic/answering.py": {"stops", "'Raise a save by 1'"},
    "by_this_axe/magic/casting.py": {"foe.name"},
    "by_this_axe/magic/prayers.py": {"'Strike as a hero this turn'", "'Pray, and strike as the others do'"},
    "by_this_axe/movement/shying.py": {
        "f'Stand and fight {them}'",
        "'Keep out of reach, and strike nobody this turn'",
    },
    "by_this_axe/attacks/losses.py": {
        "f'From the rear: {closed_up(unit, REAR).files} files stay'",
        "f'From the flanks: {closed_up(unit, FLANKS).files} files stay'",
    },
    "by_this_axe/command/drawing.py": {"title(card)"},
    "by_this_axe/duels/challenges.py": {
        "f'{units[pair[0]].name} challenges {units[pair[1]].name}'",
        "'Accept the duel'",
        "'Force the duel on 1 to 3'",
    },
    "by_this_axe/duels/rounds.py": {"'Fight on'", "f\"Flee, on 1 to {NEEDS['flee']}\"", "_LABELS[key]", "label"},
    "by_this_axe/morale/rallying.py": {"'Try to rally them'"},
    "by_this_axe/movement/charging.py": {"'stand'", "'try to retreat: 1 to 3 succeeds'"},
    "by_this_axe/movement/initiative.py": {"f'move {place}'"},
    "by_this_axe/off_table/healing.py": {"'We have rested'"},
    "by_this_axe/off_table/losses.py": {"f'{unit.name} ({shown(strength(battle, unit))})'"},
    "by_this_axe/off_table/pursuit.py": {"'Pursue'"},
    "by_this_axe/off_table/results.py": {"'By day'", "'By night'"},
    "by_this_axe/off_table/stances.py": {
        "'Offensive: seek battle'",
        "'Defensive: await the enemy'",
        "'Force a battle: we attack'",
        "'Force a battle: they attack'",
        "'Attack'",
        "'Defend'",
        "label(posture)",
    },
    "by_this_axe/off_table/statements.py": {
        "'Numbers and quality'",
        "'Numbers alone; how good they are stays hidden'",
        "'Half of what there is, in numbers and quality'",
        "'Double of what there is, in numbers and quality'",
    },
    "by_this_axe/off_table/stratagems.py": {
        "'Try to foil it'",
        "f'{STRATAGEMS[key].label} ({_needs(battle, side, key)})'",
    },
    "chainmail/artillery/crews.py": {"battle.units[key].name"},
    "chainmail/raids/baggage.py": {"called(at)"},
    "chainmail/raids/returning.py": {"one.name"},
    "chainmail/raids/separate_action.py": {"'Fight it'"},
    "chainmail/joust/course.py": {"pair_label(pair)"},
    "chainmail/magic/countering.py": {"f'{one.name} counters it, on {counters_on(battle, one, caster)} or more'"},
    "chainmail/melee/refusing.py": {"'Fight'", "f'Go back {show_inches(BACK)}'"},
    "chainmail/morale/giving_ground.py": {"'Fight on'", "'Withdraw'"},
    "chainmail/morale/rally.py": {"'Stay and rally'", "'Run on, and dice to rally later'"},
    "chainmail/movement/initiative.py": {"'move first'", "'move last'"},
    "chainmail/setup/terrain_cards.py": {"'Draw a card'"},
    "chainmail/siege/mines.py": {
        "f'Dig on: {show_inches(own.dug)} of {show_inches(round(whole(own)))}'",
        "f'Counter-mine towards {foe.name}'",
        "f'Mine {name_of(work)}, {far} off'",
    },
}
"""Options that do something; to stand and be charged, or to go back from a fight, is to do something too."""

DECLINES = re.compile(
    r"^(no|not|none|nobody|decline|let (him|them)|leave|stay$|stay as|draw no|pass|skip|refuse(?! the (right|left)))\b",
    re.IGNORECASE,
)


def _calls(name: str) -> list[tuple[str, ast.Call]]:
    return [
        (path.relative_to(ROOT / "rulesets").as_posix(), node)
        for path in sorted((ROOT / "rulesets").rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name
    ]


def test_every_option_of_every_book_is_known_as_one_that_forgoes_or_one_that_does_not() -> None:
    forgo: dict[str, dict[str, str]] = {}
    take: dict[str, set[str]] = {}
    for path, call in _calls("Option"):
        flags = {one.arg: ast.unparse(one.value) for one in call.keywords}
        label = ast.unparse(call.args[1])
        if "forgoes" in flags:
            forgo.setdefault(path, {})[label] = flags["forgoes"]
        else:
            take.setdefault(path, set()).add(label)
    assert forgo == FORGO
    assert take == TAKE


def test_where_nothing_may_be_chosen_the_book_says_whether_that_forgoes() -> None:
    least_none = {
        path
        for path, call in _calls("Choose")
        if any(one.arg == "least" and ast.unparse(one.value) == "0" for one in call.keywords)
    }
    flagged = {path for path, call in _calls("Choose") if any(one.arg == "none_forgoes" for one in call.keywords)}
    assert least_none == flagged == NONE_FORGOES


@pytest.mark.parametrize(
    ("scenario", "switches", "seen"),
    [
        ("horse-and-pikes", {}, set()),
        ("lily-field", {"command": "cards"}, {"No challenge"}),
        ("beacon-ridge", {}, set()),
        ("crossroads", {}, set()),
        ("road-to-vaire", {}, {"None"}),
    ],
)
def test_in_play_whatever_reads_like_a_no_is_one(scenario: str, switches: dict[str, str], seen: set[str]) -> None:
    declined = set()
    for battle in islice(positions(opening(scenario, **switches), 7), 250):
        for decision in battle.decisions:
            if not isinstance(decision, Choose):
                continue
            said = {option.label: option.forgoes for option in decision.options}
            assert {label for label in said if DECLINES.match(label)} <= {label for label in said if said[label]}
            assert decision.most > 1 or not all(said.values()), "nothing else could be chosen"
            declined |= {label for label in said if said[label]}
    assert declined >= seen
