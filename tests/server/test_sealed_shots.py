"""Shots that are declared unseen, and cards that go back: what the server tells a seat of what another has chosen.

TA-TURN-04, TA-CMD-06.
"""

from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest
from msgspec.structs import replace

from schiltron.battle.door.dice import TYPED
from schiltron.battle.guide.answers import Deck
from schiltron.battle.record.journal import Journal
from schiltron.battle.record.seals import Chain
from schiltron.battle.state.decision import Aimed, Answer, Chosen, Commanded, Plan, Planned
from schiltron.battle.state.encoding import encode
from schiltron.battle.state.illegal import Illegal
from schiltron.battle.state.order import Order, Reply, Undo, Withdraw
from schiltron.herald.describing import table
from schiltron.rulesets.by_this_axe.attacks.fire import Fire
from schiltron.rulesets.by_this_axe.book import BY_THIS_AXE
from schiltron.rulesets.by_this_axe.command.deck import CARDS
from schiltron.rulesets.by_this_axe.command.drawing import KeepCards
from schiltron.rulesets.by_this_axe.state import Battle
from schiltron.server.jobs import seen_in
from schiltron.server.live import LiveBattle
from schiltron.server.routes.text import told
from schiltron.server.seats import Claim
from schiltron.server.shown import step
from schiltron.server.snapshots import snapshot
from schiltron.server.store import Kept, KeptSeat, Store
from tests.rulesets.by_this_axe.positions import blue, field, hero, red, volleys

SEATS = (KeptSeat("blue", "me"), KeptSeat("red", "friend"))


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = Store(str(tmp_path / "store.sqlite"))
    yield opened
    opened.close()


def archers() -> Battle:
    """Two units of archers a side, askew and of unequal width, about to shoot."""
    battle = field(
        blue("bows", 7, files=4, at=(24, 30), facing=7, ranged=("longbow",)),
        blue("slings", 5, at=(33, 31), facing=341, ranged=("sling",)),
        red("foe", 4, at=(25, 20), facing=187, ranged=("short_bow",)),
        red("others", 9, files=5, at=(32, 19), ranged=("longbow",)),
        phase="ranged",
    )
    return replace(battle, agenda=(Fire(("red", "blue")),))


def surplus() -> Battle:
    """The end of a turn: both sides hold more cards than they may keep."""
    generals = [
        hero(f"{side}_general", side, with_=unit, roles=("general",), leadership=5)
        for side, unit in (("blue", "spears"), ("red", "axes"))
    ]
    hands = {"blue": ("D01", "D02", "H05", "C09", "J01"), "red": ("S01", "S08", "C01", "H13")}
    battle = field(
        blue("spears", 8, files=4, at=(30, 30)),
        red("axes", 8, files=4, at=(30, 18)),
        *generals,
        command="cards",
        phase="melee",
        hands=hands,
    )
    return replace(battle, agenda=(KeepCards(),))


def played(store: Store, battle: Battle, *said: tuple[str, Answer | None]) -> LiveBattle:
    """A battle with the players' own dice, after what seats have answered; None takes back what was sealed."""
    journal = Journal.start(BY_THIS_AXE, battle, TYPED)
    for seat, answer in said:
        if answer is None:
            order: Order = Withdraw(seat, journal.battle.commitments[0].decision.id)
        else:
            decision = next(one for one in journal.battle.decisions if one.seat == seat)
            order = Reply(seat, decision.id, answer)
        assert not isinstance(journal.obey(order), Illegal)
    return LiveBattle(Kept("axe", "Axes", "axe", "by_this_axe", b"", None, 0.0, SEATS), journal, Chain(), store)


def received(live: LiveBattle, seat: str | None) -> bytes:
    """Everything a seat gets out of the server: steps, positions, the journal, the text, and what the guide says; but
    for the deck, which everybody knows."""
    steps = [encode(step(live.journal, number, seat)) for number in range(1, live.position + 1)]
    shown = [encode(replace(snapshot(live, seat, Claim(), at), deck=Deck())) for at in range(live.position + 1)]
    words = encode([*table(BY_THIS_AXE, live.view(seat)), *told(live, seat, 0, live.position)])
    undo = encode([str(reason) for reason in live.journal.against_undo(seat)]) if seat else b""
    return b"".join((*shown, *steps, *seen_in(live.journal, seat, live.position), words, undo, guided(live, seat)))


def guided(live: LiveBattle, seat: str | None) -> bytes:
    """Cards, menus, targets, overlays and previews of all units, as this seat may ask for them."""
    view = live.view(seat)
    found = []
    for unit in view.units:
        found += [encode(BY_THIS_AXE.card(view, unit)), encode(BY_THIS_AXE.overlays(view, unit))]
        found += [encode(BY_THIS_AXE.targets(view, decision, unit)) for decision in view.decisions]
        found += [encode(BY_THIS_AXE.menu(view, decision, unit)) for decision in view.decisions]
    for decision in view.decisions:
        if isinstance(decision, Plan):
            shots = (
                Commanded(one, "shoot", Aimed(other)) for one, other in product(view.units, repeat=2) if one != other
            )
            found += [encode(BY_THIS_AXE.preview(view, decision, Planned((shot,)))) for shot in shots]
    return b"".join(found)


SHOTS = {
    "blue": (volleys(("bows", "foe"), ("slings", "others")), volleys(("slings", "others")), Planned(())),
    "red": (volleys(("foe", "bows"), ("others", "slings")), volleys(("foe", "bows")), Planned(())),
}


@pytest.mark.parametrize(("first", "other"), [("blue", "red"), ("red", "blue")])
def test_what_was_declared_is_in_nothing_the_others_receive(store: Store, first: str, other: str) -> None:
    """TA-TURN-04: also after it was taken back and another plan was sealed instead."""
    sealed = [played(store, archers(), (first, answer)) for answer in SHOTS[first]]
    for seat in (other, None):
        assert len({received(live, seat) for live in sealed}) == 1
    assert len({received(live, first) for live in sealed}) == len(sealed)
    last = (first, SHOTS[first][0])
    changed = [played(store, archers(), (first, answer), (first, None), last) for answer in SHOTS[first]]
    for seat in (other, None):
        assert len({received(live, seat) for live in changed}) == 1


@pytest.mark.parametrize(("first", "other"), [("blue", "red"), ("red", "blue")])
def test_nobody_takes_back_his_shots_when_he_has_seen_the_others(store: Store, first: str, other: str) -> None:
    """TA-TURN-04: neither the first nor the last to declare; both see everything at once."""
    live = played(store, archers(), (first, SHOTS[first][0]), (other, SHOTS[other][0]))
    assert live.battle.roll is not None
    for seat in (first, other):
        assert received(live, seat).count(b'"action":"shoot"') >= 4
        assert live.journal.against_undo(seat)
        assert isinstance(live.journal.obey(Undo(seat)), Illegal)


@pytest.mark.parametrize("keep", [("D01", "D02", "J01"), ("H05", "C09", "D02")])
def test_cards_that_go_back_are_named_to_nobody_else(store: Store, keep: tuple[str, ...]) -> None:
    """TA-CMD-06: neither while the choice is sealed nor afterwards; others hear how many."""
    live = played(
        store,
        surplus(),
        ("blue", Chosen(tuple(f"TA-CMD-{name}" for name in keep))),
        ("red", Chosen(("TA-CMD-S01", "TA-CMD-C01", "TA-CMD-H13"))),
    )
    assert not live.battle.own.used
    assert [hand.count for hand in live.battle.own.hands] == [3, 3]
    for seat, others in (("red", "blue"), ("blue", "red")):
        mine = received(live, seat)
        theirs = next(hand for hand in surplus().own.hands if hand.side == others).cards
        for card in theirs:
            assert card.encode() not in mine
            assert CARDS[card].name.encode() not in mine
    seen = received(live, None)
    assert not [card for card in CARDS.values() if card.id.encode() in seen or card.name.encode() in seen]
    assert b"2 order cards" in received(live, "red")
    assert b"an order card" in received(live, "blue")
    assert b"five of hearts" in received(live, "blue")
