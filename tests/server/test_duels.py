"""Whoever looks on at a duel is told who the two are, in the snapshot and step by step."""

from pathlib import Path

from msgspec.structs import replace

from schiltron.battle.door.dice import TYPED
from schiltron.battle.guide.answers import Duel
from schiltron.battle.record.journal import Journal
from schiltron.battle.record.seals import Chain
from schiltron.battle.state.decision import Chosen
from schiltron.battle.state.illegal import Illegal
from schiltron.battle.state.order import Reply
from schiltron.rulesets.by_this_axe.book import BY_THIS_AXE
from schiltron.rulesets.by_this_axe.duels.challenges import AnswerChallenge
from schiltron.server.live import LiveBattle
from schiltron.server.seats import Claim
from schiltron.server.shown import step
from schiltron.server.snapshots import snapshot
from schiltron.server.store import Kept, KeptSeat, Store
from tests.rulesets.by_this_axe.positions import field, hero

SEATS = (KeptSeat("blue", "me"), KeptSeat("red", "friend"))


def test_a_duel_is_in_what_everybody_receives(tmp_path: Path) -> None:
    challenged = replace(
        field(hero("kay", "blue", at=(24, 24), hits=2), hero("mordred", "red", at=(24, 20), hits=2)),
        agenda=(AnswerChallenge("kay", "mordred"),),
    )
    journal = Journal.start(BY_THIS_AXE, challenged, TYPED)
    accepted = Reply("red", journal.battle.decisions[0].id, Chosen(("accept",)))
    assert not isinstance(journal.obey(accepted), Illegal)
    store = Store(str(tmp_path / "store.sqlite"))
    live = LiveBattle(Kept("duel", "A duel", "duel", "by_this_axe", b"", None, 0.0, SEATS), journal, Chain(), store)
    for seat in ("blue", "red", None):
        assert [snapshot(live, seat, Claim(), at).duel for at in (0, 1)] == [
            Duel("kay", "mordred"),
            Duel("kay", "mordred", 1),
        ]
        assert step(journal, 1, seat).duel == Duel("kay", "mordred", 1)
    store.close()
