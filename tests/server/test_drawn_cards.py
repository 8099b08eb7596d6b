"""Cards are drawn by the server, whoever throws the dice, and what was drawn is its owner's secret."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from schiltron.battle.door.dice import TYPED, SealedDice, typed
from schiltron.battle.guide.answers import Deck
from schiltron.battle.record.journal import Journal
from schiltron.battle.record.seals import Chain
from schiltron.battle.state.decision import FINISH, Commanded
from schiltron.battle.state.encoding import encode
from schiltron.battle.state.illegal import Illegal
from schiltron.battle.state.order import Dice, Reply
from schiltron.rulesets.by_this_axe.book import BY_THIS_AXE
from schiltron.rulesets.by_this_axe.command.deck import CARDS
from schiltron.rulesets.by_this_axe.command.drawing import DrawOrder, KeepCards
from schiltron.rulesets.by_this_axe.command.window import Window
from schiltron.rulesets.by_this_axe.state import Battle
from schiltron.server.battle_summary import standing_of, throw_due
from schiltron.server.fault import Refusal
from schiltron.server.jobs import seen_in
from schiltron.server.live import Carried, LiveBattle
from schiltron.server.new_battles import BattleWish, Opened, opened, prepared
from schiltron.server.routes.text import told
from schiltron.server.seats import Claim, may_give
from schiltron.server.shown import step
from schiltron.server.snapshots import snapshot
from schiltron.server.store import Kept, KeptSeat, KeptShare, Store
from tests.rulesets.by_this_axe.positions import blue, field, hero, red

SEATS = (KeptSeat("blue", "me"), KeptSeat("red", "friend"))
SHARES = (KeptShare("blue", "", "words"), KeptShare("red", "", "others"))


def camp(*leaders: str) -> Battle:
    """Two units, about to draw; these sides have a general."""
    generals = [
        hero(f"{side}_general", side, with_=unit, roles=("general",), leadership=5)
        for side, unit in (("blue", "spears"), ("red", "axes"))
        if side in leaders
    ]
    battle = field(
        blue("spears", 8, files=4, at=(30, 30)),
        red("axes", 8, files=4, at=(30, 18)),
        *generals,
        command="cards",
        phase="command",
    )
    return replace(battle, agenda=(DrawOrder(), Window("red", "initiative"), KeepCards()))


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = Store(str(tmp_path / "store.sqlite"))
    yield opened
    opened.close()


def begun(store: Store, battle: Battle, seed: int, *answers: Commanded) -> LiveBattle:
    """A battle with the players' own dice, and a bag filled by this seed; red has given these answers."""
    dice = SealedDice.from_number(seed)
    journal = Journal.start(BY_THIS_AXE, battle, TYPED)
    throw_due(journal, dice)
    for answer in answers:
        assert not isinstance(journal.obey(Reply("red", journal.battle.decisions[0].id, answer)), Illegal)
    kept = Kept("camp", "A camp", "camp", "by_this_axe", b"", dice.seed, 0.0, SEATS, shares=SHARES)
    return LiveBattle(kept, journal, Chain(), store)


def received(live: LiveBattle, seat: str | None) -> bytes:
    """Everything a seat can get out of the server while the battle runs, but for the deck that everybody knows."""
    steps = [encode(step(live.journal, number, seat)) for number in range(1, live.position + 1)]
    shown = [encode(replace(snapshot(live, seat, Claim(), at), deck=Deck())) for at in range(live.position + 1)]
    return b"".join(
        (*shown, *steps, *seen_in(live.journal, seat, live.position), encode(told(live, seat, 0, live.position)))
    )


def test_players_throw_who_draws_first_and_the_server_draws(store: Store) -> None:
    live = begun(store, camp("blue", "red"), 1)
    kept = Kept("camp", "A camp", "camp", "by_this_axe", b"", None, 0.0, SEATS)
    store.create(kept, standing_of(live.battle)).result()
    roll = live.battle.roll
    assert roll is not None
    assert not roll.drawn
    order = typed(roll, "4 | 2")
    assert isinstance(order, Dice)
    may_give(live, "blue", order)
    assert asyncio.run(live.give(order, 0)) == Carried(1, 11)
    assert [hand.count for hand in live.battle.own.hands] == [5, 5]
    assert live.battle.roll is None


def test_nobody_types_in_what_is_drawn(store: Store) -> None:
    journal = Journal.start(BY_THIS_AXE, camp("red"), TYPED)
    assert journal.battle.roll is not None
    kept = Kept("camp", "A camp", "camp", "by_this_axe", b"", None, 0.0, SEATS)
    order = SealedDice.from_number(1).throw(journal.battle.roll, 1)
    for seat in ("red", "blue"):
        with pytest.raises(Refusal, match="the server draws it"):
            may_give(LiveBattle(kept, journal, Chain(), store), seat, order)


@pytest.mark.parametrize("answers", [(), (FINISH,)], ids=["a card may be played", "three may be kept"])
def test_what_was_drawn_is_in_nothing_others_receive(store: Store, answers: tuple[Commanded, ...]) -> None:
    """TA-CMD-04: neither in the draws nor in what is asked then. Its owner finds it in both."""
    one, two = (begun(store, camp("red"), seed, *answers) for seed in (1, 2))
    assert one.battle.own.hand("red").cards != two.battle.own.hand("red").cards
    assert one.battle.decisions[0].seat == "red"
    for seat in ("blue", None):
        assert received(one, seat) == received(two, seat)
        assert not [card for card in CARDS if card.encode() in received(one, seat)]
        assert b"Red draws a card." in received(one, seat)
    for card in one.battle.own.hand("red").cards:
        assert card.encode() in received(one, "red")
    assert b"Red draws a card." not in received(one, "red")


def set_up(wish: BattleWish) -> Opened:
    return opened(wish, prepared(wish), "visitor")


def test_the_fingerprint_of_the_bag_is_shown_before_play_where_a_book_draws() -> None:
    """A book that never draws has nothing to prove where players throw their own dice."""
    made = set_up(BattleWish(scenario="open-field", dice="typed"))
    assert made.kept.seed is None
    assert made.journal.header.dice.commitment == ""
    assert BY_THIS_AXE.draws
