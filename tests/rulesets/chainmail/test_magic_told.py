"""Magic as players meet it: cards, previews with their odds, typed orders, captains, what a view may hold."""

from __future__ import annotations

from random import Random

import pytest

from schiltron.battle.guide.answers import Preview
from schiltron.battle.state.decision import FINISH, Commanded, Played
from schiltron.battle.state.event import Checked, Landed
from schiltron.battle.state.tally import Tally, Term
from schiltron.battle.words.sentences import tell
from schiltron.captains.chainmail.captain import ChainmailCaptain
from schiltron.herald.cards import told_texts
from schiltron.herald.not_understood import Misheard
from schiltron.herald.powers import said_power, told_powers, typed_power
from schiltron.rulesets.chainmail.book import CHAINMAIL
from schiltron.rulesets.chainmail.creature_equipment import with_equipment
from schiltron.rulesets.chainmail.magic.casting import judge_play
from schiltron.rulesets.chainmail.magic.countering import COUNTERS
from schiltron.rulesets.chainmail.magic.missiles import SAVE
from schiltron.rulesets.chainmail.magic.rows import POWERS
from schiltron.rulesets.chainmail.state import Battle
from schiltron.rulesets.chainmail.troops import TROOPS
from schiltron.table.lengths import inches
from schiltron.table.shapes import Disc
from tests.rulesets.chainmail.positions import blue, choose, play, red
from tests.rulesets.chainmail.test_spells import ALL, called, haunted
from tests.rulesets.chainmail.wizardry import BLUE, BOTH, cast, magical, throw, wizard


def previewed(battle: Battle, order: Commanded) -> Preview:
    asked = play(battle, BLUE)
    return CHAINMAIL.preview(CHAINMAIL.view(asked.battle, "blue"), asked.decision, order)


def test_a_missile_shows_its_circle_and_the_odds_of_each_it_touches() -> None:
    """CM-FANT-WIZARD-11, CM-FANT-WIZARD-15: foes first, friends with a warning."""
    he, foe, hero = (
        wizard("he", "blue", (40, 40)),
        red("foe", 2, at=(40, 24)),
        red("hero", 1, at=(41.6, 24.2), troop="hero"),
    )
    mine = blue("mine", 1, at=(39, 25.3))
    shown = previewed(magical(he, foe, hero, mine), throw("he", 40, 24))
    assert [one.shape for one in shown.marks] == [Disc(inches(40), inches(24), inches(1.75))]
    odds = [one for one in (shown.odds, *shown.beside) if one is not None]
    assert [one.target for one in odds] == ["foe", "hero", "mine"]
    assert [round(one.expected_losses, 4) for one in odds] == [2, round(26 / 36, 4), 1]
    assert "your own Mine: destroyed" in [str(note.text) for note in shown.notes]


def test_spells_show_the_ground_they_are_about() -> None:
    battle = magical(wizard("he", "blue", (40, 40), spells=ALL[-3:] + ALL[2:3]), red("foe", 2, at=(40, 10)))
    light = previewed(battle, cast("he", "wizard_light"))
    assert [one.shape for one in light.marks] == [Disc(inches(40), inches(40), inches(24))]
    circle = previewed(battle, cast("he", "protection_from_evil"))
    assert [one.shape for one in circle.marks] == [Disc(inches(40), inches(40), inches(6))]
    made = previewed(battle, cast("he", "conjuration_of_an_elemental", way="efreet", at=(40, 36)))
    assert len(made.marks) == 1


def test_what_is_legal_in_a_preview_is_obeyed() -> None:
    """Random plays of random magic users: the same walk judges and shows."""
    battle = magical(
        wizard("he", "blue", (40, 40)),
        wizard("she", "blue", (20, 44), grade="magician", throws="lightning_bolt"),
        red("foe", 6, at=(40, 24)),
        red("drake", 1, at=(60, 30), troop="red_dragon"),
    )
    asked, random = play(battle, BLUE), Random(5)
    for _ in range(40):
        answer = CHAINMAIL.sample(asked.battle, asked.decision, random)
        assert isinstance(answer, Commanded)
        if isinstance(answer.form, Played):
            assert judge_play(asked.battle, asked.decision.hand, answer.form) == []
            assert CHAINMAIL.preview(asked.battle, asked.decision, answer).legal


def test_the_card_says_grade_spells_and_missile() -> None:
    """CM-FANT-WIZARD-01, CM-FANT-WIZARD-02, CM-FANT-SPELL-03."""
    battle = magical(wizard("he", "blue", (40, 40), grade="warlock"), red("foe", 2, at=(40, 10)))
    card = CHAINMAIL.card(battle, "he")
    assert card is not None
    stats = {one.label: (one.value, one.rule) for one in card.stats}
    assert stats["Magic user"] == ("warlock, −2 on all dice", "CM-FANT-WIZARD-02")
    assert stats["Spells"] == ("4, kept up at 48″", "CM-FANT-SPELL-03")
    assert stats["Fire ball"][0] == "24″"
    assert [one.name for one in card.powers] == [
        "Fire ball",
        "Invisibility",
        "Phantasmal forces",
        "Darkness",
        "Wizard light",
        "Detection",
    ]


def test_only_his_own_side_reads_on_a_phantasm_s_card_what_it_is() -> None:
    """CM-FANT-SPELL-07."""
    battle = haunted()
    notes = {}
    for seat in ("blue", "red"):
        card = CHAINMAIL.card(CHAINMAIL.view(battle, seat), called(battle))
        assert card is not None
        notes[seat] = [note.rules for note in card.notes]
    assert ("CM-FANT-SPELL-07",) in notes["blue"]
    assert ("CM-FANT-SPELL-07",) not in notes["red"]


@pytest.mark.parametrize(
    ("line", "card", "use"),
    [
        ("he casts darkness", "he:darkness", "cast"),
        ("he casts detection magic", "he:detection", "magic"),
        ("he casts fire ball to 40 24", "he:fire_ball", "cast"),
        ("he casts phantasmal forces red dragon to 40 24", "he:phantasmal_forces", "red_dragon"),
    ],
)
def test_magic_is_typed_and_said(line: str, card: str, use: str) -> None:
    battle = magical(wizard("he", "blue", (40, 40)), red("foe", 2, at=(40, 10)))
    asked = play(battle, BLUE)
    typed = typed_power(asked.battle, asked.decision, line)
    assert isinstance(typed.form, Played)
    assert (typed.form.card, typed.form.use) == (card, use)
    held = next(one for one in asked.decision.hand if one.key == card)
    again = typed_power(asked.battle, asked.decision, said_power(asked.battle, held, typed.form))
    assert again == typed
    assert any("Darkness" in told for told in told_powers(asked.battle, asked.decision.hand))


def test_a_captain_throws_where_it_pays_and_not_at_his_own() -> None:
    """Through the door alone: a crowd of foes before him, or friends in the way of a single one."""
    he = wizard("he", "blue", (40, 40), spells=("darkness",))
    crowd = play(magical(he, red("foe", 20, files=10, at=(40, 24))), BLUE)
    answer = ChainmailCaptain(1).answer(crowd.battle, crowd.decision)
    assert isinstance(answer, Commanded)
    assert isinstance(answer.form, Played)
    assert answer.form.card == "he:fire_ball"
    conjurer = wizard("he", "blue", (40, 55), spells=("conjuration_of_an_elemental",))
    far = play(magical(conjurer, red("foe", 20, files=10, at=(40, 5))), BLUE)
    answer = ChainmailCaptain(1).answer(far.battle, far.decision)
    assert isinstance(answer, Commanded)
    assert isinstance(answer.form, Played)
    assert answer.form.card == "he:conjuration_of_an_elemental"
    pressed = magical(
        wizard("he", "blue", (40, 40), spells=("wizard_light",)),
        blue("ours", 20, files=10, at=(40, 24.1), troop="armored_foot"),
        red("foe", 1, at=(40, 24)),
    )
    kept = play(pressed, BLUE)
    answer = ChainmailCaptain(1).answer(kept.battle, kept.decision)
    assert isinstance(answer, Commanded)
    assert answer == FINISH or (isinstance(answer.form, Played) and answer.form.card == "he:invisibility")


def test_who_has_nothing_to_answer_with_is_not_asked() -> None:
    """The window asks only those whose powers are free (CM-FANT-SPELL-06)."""
    battle = magical(wizard("he", "blue", (40, 40)), wizard("hald", "red", (40, 10), cast=True), red("f", 2, at=(9, 9)))
    assert play(battle, BLUE, cast("he", "darkness")).over
    asked = play(magical(wizard("he", "blue", (40, 40)), wizard("hald", "red", (40, 10))), BOTH, cast("he", "darkness"))
    assert asked.decision.seat == "red"
    assert [one.key for one in asked.decision.options] == ["let_be", "hald"]
    assert asked.then(choose("let_be")).decision.seat == "red"


def test_every_row_has_rules_and_a_way_to_be_aimed() -> None:
    assert {one.does for one in POWERS.values()} == {
        "missile", "phantasm", "darkness", "light", "detect", "conceal", "conjure", "shift", "ward",
    }  # fmt: skip
    known = {rule.id for rule in CHAINMAIL.law.rules}
    for power in POWERS.values():
        assert set(power.rules) <= known, power.key


@pytest.mark.parametrize(
    ("troop", "equipment", "rule"),
    [
        ("wizard", {"throws": "hailstones"}, "CM-FANT-WIZARD-10"),
        ("hero", {"throws": "fire_ball"}, "CM-FANT-WIZARD-10"),
        ("magician", {"spells": ["darkness", "detection", "concealment", "wizard_light"]}, "CM-FANT-SPELL-02"),
        ("wizard", {"spells": ["darkness", "darkness"]}, "CM-FANT-SPELL-02"),
        ("wizard", {"spells": ["darknes"]}, "CM-FANT-SPELL-02"),
        ("sorcerer", {"spells": ["moving_terrain"]}, "CM-FANT-SPELL-19"),
    ],
)
def test_army_lists_choose_missile_and_spells(troop: str, equipment: dict[str, object], rule: str) -> None:
    """CM-FANT-WIZARD-10, CM-FANT-SPELL-02, CM-FANT-SPELL-19."""
    faults = with_equipment(TROOPS[troop].profile, equipment).faults
    assert [rule in one.rules for one in faults] == [True]
    right = {"throws": "lightning_bolt", "spells": ["darkness", "detection"]}
    changed = with_equipment(TROOPS["warlock"].profile, right)
    assert changed.faults == ()
    nature = changed.profile.nature
    assert nature is not None
    assert (nature.throws, nature.spells) == ("lightning_bolt", ("darkness", "detection"))


def test_magic_is_told_in_words_of_its_own() -> None:
    """Fire does not fall as a shot, and neither saves nor counter-spells are tests of morale."""
    battle = magical(wizard("he", "blue", (40, 40)), red("hero", 1, at=(41.6, 24.2), troop="hero"))
    fallen = Landed(unit="he", marks=(), struck=(("hero", 1),), what=POWERS["fire_ball"].title.lower())
    assert tell(fallen, battle) == "He (Blue): the fire ball falls on Hero."
    tally = Tally("two dice", (Term("dice", 7, "CM-FANT-WIZARD-14"),))
    saved = Checked(unit="hero", why=SAVE, tally=tally, need=6, passed=True)
    assert "tries to be saved from magic" in tell(saved, battle)
    countered = Checked(unit="he", why=COUNTERS, tally=tally, need=6, passed=True)
    assert "tries to counter the spell" in tell(countered, battle)


def test_the_hand_says_what_is_aimed_at_a_point_and_which_ways_there_are() -> None:
    """CM-FANT-WIZARD-13, CM-FANT-SPELL-14"""
    battle = magical(
        wizard("he", "blue", (40, 40), spells=("conjuration_of_an_elemental",)), red("foe", 2, at=(40, 10))
    )
    asked = play(battle, BLUE)
    view = CHAINMAIL.view(asked.battle, "blue")
    told = "\n".join(told_texts(view, asked.decision.hand))
    assert "Fire ball, to a point within 24″" in told
    assert ", on ." not in told
    with pytest.raises(Misheard) as missed:
        typed_power(view, asked.decision, "he casts conjuration to 40 36")
    assert "earth elemental" in str(missed.value)
