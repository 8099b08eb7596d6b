"""Elves, sprites and hobbits who are not seen, and who finds them."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from schiltron.battle.state.decision import Aimed, Commanded, PathDrawn, Planned
from schiltron.battle.state.encoding import encode
from schiltron.battle.state.event import Marked, Moved, Touched
from schiltron.battle.state.illegal import Illegal
from schiltron.battle.state.manoeuvre import FormUp
from schiltron.battle.state.order import Reply
from schiltron.battle.state.unit import Aboard
from schiltron.captains.chainmail.captain import ChainmailCaptain
from schiltron.herald.answers import typed_answer
from schiltron.herald.orders_in_words import said_answer
from schiltron.rulesets.chainmail.book import CHAINMAIL
from schiltron.rulesets.chainmail.fantasy.unseen import APPEAR, VANISH, blending, unseen_by
from schiltron.rulesets.chainmail.fire.phase import Missiles
from schiltron.rulesets.chainmail.melee.rounds import Melees, NextMelee
from schiltron.rulesets.chainmail.movement.phase import Moves
from schiltron.rulesets.chainmail.state import BLENDED, Battle, Unit, with_turn, with_uncanny
from schiltron.rulesets.chainmail.walking.attacking import attack_barred
from schiltron.rulesets.chainmail.written.orders import WriteOrders
from schiltron.table.lengths import inches
from schiltron.table.outline import gap
from tests.rulesets.chainmail.crooked import LOOKS, Look
from tests.rulesets.chainmail.positions import (
    Played,
    ahead,
    blue,
    charge,
    field,
    locked,
    march,
    piece,
    play,
    red,
    rules,
    shoot,
)

ON: dict[str, Any] = {"fantasy": "on"}
HIDE, SHOW = FormUp(VANISH), FormUp(APPEAR)
WOOD = piece("woods", 30, 20, 60, 45)


def moving(*units: Unit, side: str = "blue", **more: Any) -> Played:
    return play(field(*units, phase="first_move", **{**ON, **more}), Moves(side))


def elves(**more: Any) -> Unit:
    return blue("elves", 6, at=more.pop("at", (45, 40)), troop="elves", files=more.pop("files", 3), **more)


def unseen_elves(**more: Any) -> Unit:
    return with_uncanny(elves(marks=("invisible",), **more), unseen=True)


# ---------------------------------------------------------------- becoming so


def test_elves_become_invisible_and_move_on() -> None:
    """CM-FANT-ELF-03: it takes nothing of their move, and nobody shoots at them then."""
    played = moving(elves(), red("bows", 12, at=(45, 22), troop="longbowmen"))
    shot = play(replace(played.battle, phase="missiles"), Missiles(("red",)), shoot("bows", at="elves"))
    assert not shot.over
    gone = played.then(march("elves", HIDE, ahead(6)))
    unit = gone.unit("elves")
    assert unit.has("invisible")
    assert (unit.own.turn.moved, unit.own.turn.spent) == (True, inches(6))
    assert play(replace(gone.battle, phase="missiles"), Missiles(("red",))).over


def test_vanishing_alone_is_no_move_yet() -> None:
    """CM-FANT-ELF-04: those who have only vanished may still be given their move, and appear in it."""
    played = moving(elves(), red("foe", 6, at=(45, 20))).then(march("elves", HIDE))
    assert played.unit("elves").has("invisible")
    assert not played.unit("elves").own.turn.moved
    on = played.then(march("elves", ahead(3)))
    assert on.unit("elves").own.turn.spent == inches(3)
    assert on.unit("elves").has("invisible")


@pytest.mark.parametrize("look", LOOKS)
def test_nobody_vanishes_in_the_middle_of_a_move(look: Look) -> None:
    """CM-FANT-ELF-04: at its start, not after showing oneself, not twice, and only who can."""
    asked = play(look.at(field(elves(), red("foe", 6, at=(45, 20)), phase="first_move", **ON)), Moves("blue"))
    assert "CM-FANT-ELF-04" in rules(asked.refusal(march("elves", ahead(2), HIDE)))
    assert "CM-FANT-ELF-04" in rules(asked.refusal(march("elves", SHOW)))
    assert "CM-FANT-ELF-03" in rules(asked.then(march("elves", HIDE)).refusal(march("elves", HIDE, ahead(1))))


def test_who_has_shown_itself_stays_seen_for_the_turn() -> None:
    """CM-FANT-ELF-04."""
    played = moving(unseen_elves(), red("foe", 6, at=(45, 20))).then(march("elves", SHOW))
    assert not played.unit("elves").has("invisible")
    assert "CM-FANT-ELF-04" in rules(played.refusal(march("elves", HIDE)))
    later = play(replace(played.battle, turn=2, agenda=()), Moves("blue"))
    assert later.then(march("elves", HIDE)).unit("elves").has("invisible")


def test_men_do_not_vanish_and_heroes_among_elves_keep_them_seen() -> None:
    """CM-FANT-GEN-02, CM-FANT-ELF-03."""
    played = moving(blue("men", 6, at=(20, 40)), elves(), red("foe", 6, at=(45, 20)))
    assert "CM-FANT-GEN-02" in rules(played.refusal(march("men", HIDE)))
    hero = replace(blue("hero", 1, at=(0, 0), troop="hero"), place=Aboard("elves"))
    led = moving(elves(), hero, red("foe", 6, at=(45, 20)))
    assert "CM-FANT-ELF-03" in rules(led.refusal(march("elves", HIDE)))


def test_a_hero_who_joins_the_unseen_is_seen_with_them() -> None:
    """CM-FANT-ELF-03."""
    hero = blue("hero", 1, at=(45, 43), troop="hero")
    played = moving(unseen_elves(), hero, red("foe", 6, at=(45, 20)))
    joined = played.then(Commanded("hero", "join", Aimed("elves")))
    assert joined.unit("hero").host == "elves"
    assert not joined.unit("elves").has("invisible")


# ---------------------------------------------------------------- attacked and attacking


def test_nobody_attacks_unseen_elves_but_who_detects_them() -> None:
    """CM-FANT-ELF-03, CM-FANT-SUPER-04, CM-FANT-WRAITH-01, CM-FANT-DRAGON-03, CM-FANT-ROC-04: whoever comes up to them
    unawares halts."""
    horse = red("horse", 4, at=(45, 30), troop="heavy_horse", files=4)
    asked = moving(unseen_elves(), horse, side="red")
    assert "CM-FANT-ELF-03" in rules(asked.refusal(charge("horse", ahead(10))))
    assert asked.then(march("horse", ahead(8))).battle.engagements == ()
    barred = {}
    for troop in ("heavy_foot", "hero", "super_hero", "wraith", "red_dragon", "roc", "orcs"):
        one = red("it", 1, at=(45, 30), troop=troop)
        barred[troop] = attack_barred(field(unseen_elves(), one, **ON), one, unseen_elves()) is not None
    assert [troop for troop, closed in barred.items() if closed] == ["heavy_foot", "hero", "roc", "orcs"]


def test_a_super_hero_in_the_ranks_finds_them_for_his_unit() -> None:
    """CM-FANT-SUPER-04: as far as he charges, 15 inches."""
    he = replace(red("lord", 1, at=(0, 0), troop="super_hero"), place=Aboard("bows"))
    for y, found in ((26, True), (22, False)):
        bows = red("bows", 12, at=(45, y), troop="longbowmen", files=12)
        battle = field(unseen_elves(), bows, he, phase="missiles", **ON)
        assert play(battle, Missiles(("red",))).over is not found
        assert play(field(unseen_elves(), bows, phase="missiles", **ON), Missiles(("red",))).over


@pytest.mark.parametrize(
    ("troop", "apart", "finds"),
    [
        ("red_dragon", 15, True),
        ("red_dragon", 15.5, False),
        ("super_hero", 15, True),
        ("super_hero", 15.5, False),
        ("wraith", 24, True),
        ("wraith", 24.5, False),
        ("roc", 1, False),
    ],
)
def test_how_far_the_invisible_are_found(troop: str, apart: float, finds: bool) -> None:
    """CM-FANT-DRAGON-03, CM-FANT-SUPER-04, CM-FANT-WRAITH-01, CM-FANT-ROC-04."""
    one = red("it", 1, at=(9, 9), troop=troop)
    battle = field(unseen_elves(), one, **ON)
    assert (unseen_by(battle, one, unseen_elves(), inches(apart)) is None) is finds


def test_elves_who_run_onto_an_enemy_are_seen_before_anything_else() -> None:
    """CM-FANT-ELF-02: a plain move onto him is an attack as well."""
    played = moving(unseen_elves(at=(45, 30)), red("foe", 6, at=(45, 22), files=3)).then(march("elves", ahead(9)))
    assert not played.unit("elves").has("invisible")
    assert [one.touching for one in played.battle.engagements] == [True]
    told = [type(one) for one in played.events]
    assert told.index(Marked) < told.index(Touched)


def test_elves_who_shoot_are_seen() -> None:
    """CM-FANT-ELF-02, CM-FANT-ELF-04."""
    battle = field(unseen_elves(), red("foe", 6, at=(45, 30)), phase="missiles", **ON)
    assert not play(battle, Missiles(("blue",)), shoot("elves", at="foe")).unit("elves").has("invisible")


def test_unseen_elves_who_are_found_and_attacked_strike_back_seen() -> None:
    """CM-FANT-ELF-02, CM-FANT-ELF-03."""
    wraith = red("wraith", 1, at=(45, 40), troop="wraith")
    battle = field(unseen_elves(), wraith, contacts=(locked("wraith", "elves"),), phase="melee", light="dim", **ON)
    assert not play(battle, NextMelee()).unit("elves").has("invisible")


def test_lying_along_an_enemy_is_no_attack_of_the_unseen() -> None:
    """CM-FANT-ELF-02: front to front, and nobody fights."""
    foe = red("foe", 3, at=(45, 40), files=3)
    hidden = with_turn(unseen_elves(), moved=True)
    assert play(field(hidden, foe, phase="melee", **ON), Melees()).battle.engagements == ()
    seen = with_turn(elves(), moved=True)
    assert play(field(seen, foe, phase="melee", **ON), Melees()).battle.engagements


def test_sprites_stay_invisible_in_battle() -> None:
    """CM-FANT-SPRITE-01, CM-FANT-SPRITE-02."""
    sprites = blue("sprites", 6, at=(45, 30), troop="sprites", files=3)
    asked = moving(sprites, red("foe", 6, at=(45, 22), files=3))
    onto = asked.then(march("sprites", HIDE, ahead(9)))
    assert onto.unit("sprites").has("invisible")
    assert [one.touching for one in onto.battle.engagements] == [True]
    fought = play(replace(onto.battle, phase="melee", agenda=()), NextMelee())
    dice = " | ".join(" ".join(["1"] * pool.count) for pool in fought.roll.pools)
    assert fought.then(dice).unit("sprites").has("invisible")


# ---------------------------------------------------------------- written orders


def test_by_written_orders_they_vanish_with_their_move() -> None:
    """CM-FANT-ELF-03, CM-TURN-10: and nobody knows before the orders lie open."""
    battle = field(elves(), red("foe", 6, at=(45, 10)), phase="orders", turn_system="simultaneous", **ON)
    asked = play(battle, WriteOrders())
    plan, red_plan = asked.decision_of("blue"), asked.decision_of("red")
    orders = Reply("blue", plan.id, Planned((march("elves", HIDE, ahead(6)),)))
    written = CHAINMAIL.obey(asked.battle, orders)
    assert not isinstance(written, Illegal)
    view = CHAINMAIL.view(written.battle, "red")
    assert not view.units["elves"].has("invisible")
    assert b"vanish" not in encode(view)
    assert red_plan.id
    done = asked.at_once(Planned((march("elves", HIDE, ahead(6)),)), Planned(()))
    assert done.unit("elves").has("invisible")
    assert done.unit("elves").own.turn.spent == inches(6)
    vanish = [one for move in done.events_of(Moved) for one in move.legs if one.manoeuvre == HIDE]
    assert len(vanish) == 1


def test_by_written_orders_coming_up_to_an_enemy_shows_them() -> None:
    """CM-FANT-ELF-02, CM-FANT-ELF-04."""
    foe = red("foe", 6, at=(45, 22), files=3)
    battle = field(unseen_elves(at=(45, 30)), foe, phase="orders", turn_system="simultaneous", **ON)
    done = play(battle, WriteOrders()).at_once(Planned((march("elves", ahead(9)),)), Planned(()))
    assert not done.unit("elves").has("invisible")
    assert [one.touching for one in done.battle.engagements] == [True]


def test_by_written_orders_who_runs_into_the_unseen_halts() -> None:
    """CM-FANT-ELF-03: both march, and meet; the elves have shown themselves, for they ran onto him. Who stands unseen
    is not attacked."""
    foe = red("foe", 6, at=(45, 30), files=6)
    battle = field(unseen_elves(at=(45, 36)), foe, phase="orders", turn_system="simultaneous", **ON)
    done = play(battle, WriteOrders()).at_once(Planned(()), Planned((march("foe", ahead(4)),)))
    assert done.unit("elves").has("invisible")
    assert done.battle.engagements == ()


# ---------------------------------------------------------------- hobbits


def hobbits(at: tuple[float, float] = (45, 40), **more: Any) -> Unit:
    return blue("hobbits", 6, at=at, troop="hobbits", files=6, **more)


@pytest.mark.parametrize("look", LOOKS)
def test_hobbits_blend_into_woods_and_brush(look: Look) -> None:
    """CM-FANT-HOBBIT-01: all of them inside; not in the open, and not where the last of them stands outside."""
    for kind, at, hidden in (
        ("woods", (45, 40), True),
        ("brush", (45, 40), True),
        ("marsh", (45, 40), False),
        ("woods", (45, 50), False),
        ("woods", (45, 44.8), False),
        ("woods", (31, 40), False),
    ):
        wood = piece(kind, 30, 20, 60, 45)
        battle = look.at(field(hobbits(at), features=(wood,), **ON))
        assert (blending(battle, battle.units["hobbits"]) is not None) is hidden, (kind, at)
    behind = blue("hobbits", 9, at=(45, 44.4), troop="hobbits", files=6)
    assert blending(look.at(field(behind, features=(WOOD,), **ON)), look.unit(behind)) is None


def test_hobbits_who_hurry_or_shoot_are_seen() -> None:
    """CM-FANT-HOBBIT-01: six inches of twelve are not too many."""
    for change, hidden in (
        ({"spent": inches(6)}, True),
        ({"spent": inches(6.1)}, False),
        ({"shots": 1}, False),
    ):
        unit = with_turn(hobbits(), **change)
        assert (blending(field(unit, features=(WOOD,), **ON), unit) is not None) is hidden
    met = (locked("foe", "hobbits"),)
    fighting = field(hobbits(), red("foe", 6, at=(45, 40)), features=(WOOD,), contacts=met, **ON)
    assert blending(fighting, fighting.units["hobbits"]) is None


def test_nobody_shoots_at_hobbits_in_a_wood_from_afar() -> None:
    """CM-FANT-HOBBIT-01, CM-FANT-ROC-04: beyond three inches, but for those who detect the hidden."""
    bows = red("bows", 6, at=(45, 27), troop="longbowmen", files=6)
    wood = piece("brush", 30, 20, 60, 45)
    far = field(hobbits(), bows, features=(wood,), **ON)
    assert "CM-FANT-HOBBIT-01" in rules_of(far, "bows")
    near = field(hobbits(), red("bows", 6, at=(45, 37), troop="longbowmen", files=6), features=(wood,), **ON)
    assert rules_of(near, "bows") == ()
    roc, dragon = red("roc", 1, at=(45, 1), troop="roc"), red("dragon", 1, at=(45, 20), troop="red_dragon")
    assert unseen_by(far, roc, far.units["hobbits"], inches(48)) is None
    assert unseen_by(far, roc, far.units["hobbits"], inches(48.5)) is not None
    assert unseen_by(far, dragon, far.units["hobbits"], inches(15)) is None
    assert unseen_by(far, dragon, far.units["hobbits"], inches(16)) is not None


def rules_of(battle: Battle, archer: str) -> tuple[str, ...]:
    found = unseen_by(battle, battle.units[archer], battle.units["hobbits"], gap_of(battle, archer))
    return found.rules if found is not None else ()


def gap_of(battle: Battle, archer: str) -> int:
    return round(gap(battle.units[archer].outline, battle.units["hobbits"].outline))


def test_nobody_charges_at_hobbits_he_does_not_see() -> None:
    """CM-FANT-HOBBIT-01, CM-MELEE-11: but a plain move may come upon them."""
    foe = red("foe", 6, at=(45, 34), files=6, formation="open")
    brush = piece("brush", 30, 35, 60, 50)
    asked = moving(hobbits(), foe, side="red", features=(brush,))
    refused = rules(asked.refusal(charge("foe", ahead(8))))
    assert "CM-FANT-HOBBIT-01" in refused


def test_the_table_shows_who_is_in_hiding() -> None:
    """CM-FANT-HOBBIT-01: the mark comes and goes with the ground they stand on."""
    brush = piece("brush", 30, 20, 60, 45)
    loose = hobbits((45, 47), formation="open")
    battle = field(loose, red("foe", 6, at=(45, 5)), features=(brush,), phase="first_move", **ON)
    into = play(battle, Moves("blue"), march("hobbits", ahead(4)))
    assert into.unit("hobbits").has(BLENDED)
    near = into.battle.with_unit(red("foe", 6, at=(45, 36)))
    shot = play(replace(near, phase="missiles", agenda=()), Missiles(("blue",)))
    assert not shot.then(shoot("hobbits", at="foe")).unit("hobbits").has(BLENDED)


# ---------------------------------------------------------------- told


def test_card_and_menu_tell_of_the_unseen() -> None:
    """CM-FANT-ELF-02, CM-FANT-ELF-03, CM-FANT-ELF-04, CM-FANT-SUPER-04."""
    played = moving(elves(), red("foe", 6, at=(45, 20)))
    lines = {one.name: one for one in CHAINMAIL.menu(played.battle, played.decision, "elves")}
    assert lines["vanish"].legs == (HIDE,)
    assert lines["vanish"].rule == "CM-FANT-ELF-04"
    assert "appear" not in lines
    hidden = played.then(march("elves", HIDE))
    lines = {one.name: one for one in CHAINMAIL.menu(hidden.battle, hidden.decision, "elves")}
    assert lines["appear"].legs == (SHOW,)
    card = CHAINMAIL.card(hidden.battle, "elves")
    assert card is not None
    assert ("Not seen", "CM-FANT-ELF-03") in {(one.label, one.rule) for one in card.stats}


# ---------------------------------------------------------------- played by machine, and typed


@pytest.mark.parametrize("system", ["move_counter_move", "simultaneous"])
def test_a_captain_leads_his_elves_unseen(system: str) -> None:
    """CM-FANT-ELF-03: at the start of a move that is no attack, in both turn systems."""
    battle = field(elves(at=(45, 55)), red("foe", 12, at=(45, 5)), phase="first_move", turn_system=system, **ON)
    asked = play(battle, WriteOrders() if system == "simultaneous" else Moves("blue"))
    decision = asked.decision_of("blue")
    order = ChainmailCaptain().answer(CHAINMAIL.view(asked.battle, "blue"), decision)
    first = order.commands[0] if isinstance(order, Planned) else order
    assert isinstance(first.form, PathDrawn)
    assert first.form.path[0] == HIDE
    assert not isinstance(CHAINMAIL.obey(asked.battle, Reply("blue", decision.id, order)), Illegal)


def test_it_is_suggested_and_drawn_at_random() -> None:
    """CM-FANT-ELF-03."""
    asked = moving(elves(), red("foe", 6, at=(45, 10)))
    offered = list(CHAINMAIL.suggest(asked.battle, asked.decision))
    assert march("elves", HIDE) in offered
    drawn = [CHAINMAIL.sample(asked.battle, asked.decision, Random(seed)) for seed in range(60)]
    assert any(isinstance(one.form, PathDrawn) and one.form.path[:1] == (HIDE,) for one in drawn)


def test_it_is_typed_as_one_would_say_it() -> None:
    """CM-FANT-ELF-04."""
    asked = moving(elves(), red("foe", 6, at=(45, 10)))
    order = typed_answer(CHAINMAIL, asked.battle, asked.decision, "elves vanish, advance 6")
    assert order == march("elves", HIDE, ahead(6))
    said = said_answer(asked.battle, order)
    assert typed_answer(CHAINMAIL, asked.battle, asked.decision, said) == order
