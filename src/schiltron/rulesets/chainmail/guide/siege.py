"""What a card and the table tell of a siege: where one stands, what is left of works, ladders, oil, tunnels (SIEGE)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UNSET
from msgspec.structs import replace

from schiltron.battle.guide.answers import Preview
from schiltron.battle.play.aimed_ground import piece
from schiltron.battle.play.powers import holder_and_power
from schiltron.battle.state.decision import Played
from schiltron.battle.state.unit import Upon
from schiltron.battle.words.grammar import Note, cited, counted, noted
from schiltron.rulesets.chainmail.fantasy.havoc import BREAKS
from schiltron.rulesets.chainmail.fortress import COVERED, attack_of
from schiltron.rulesets.chainmail.siege.ladders import climbs, is_bridge
from schiltron.rulesets.chainmail.siege.machines import DISABLES, work_before
from schiltron.rulesets.chainmail.siege.mines import tunnel_of, whole
from schiltron.rulesets.chainmail.siege.stations import is_inside, is_siege, siege_of
from schiltron.rulesets.chainmail.siege.wear import is_target, strength, weakest, whole_points
from schiltron.rulesets.chainmail.siege.wreckers import may_break, points_off, where
from schiltron.rulesets.chainmail.state import Battle, Unit
from schiltron.table.lengths import show_inches
from schiltron.table.terrain import name_of


def siege_notes(view: Battle, unit: Unit) -> Iterator[Note]:
    """What a unit has to do with a castle now."""
    if not is_siege(view) or not unit.on_table:
        return
    level = unit.level
    if type(level) is Upon:
        if is_inside(view, unit):
            yield cited("Under a roof nothing from outside hits them", "CM-SIEGE-07")
        elif piece(view, level.feature) is not None:
            yield cited("On the wall: soft cover at best against fire from outside", "CM-SIEGE-31")
    on = climbs(view, unit)
    if on is not None:
        work = piece(view, on.piece)
        way = "over the drawbridge" if is_bridge(on) else "up a ladder"
        yield cited(
            f"{counted(on.men, 'man', 'men')} on the way {way} to {name_of(work) if work else 'the top'}", "CM-SIEGE-17"
        )
    if unit.own.profile.engine in COVERED:
        target = work_before(view, unit)
        if target is not None:
            off = attack_of("covered_ram_pick_or_screw")
            text = f"At work on {name_of(target)}: {off} points a turn, unless two dice show {DISABLES} or more"
            yield cited(text, "CM-SIEGE-09", "CM-SIEGE-10")
    for work in may_break(view, unit):
        each = counted(points_off(unit, work), "point")
        yield cited(f"Stands against {name_of(work)}: {each} a turn", BREAKS)
    own = tunnel_of(view, unit)
    if own is not None:
        kind = "counter-mine" if own.counter else "mine"
        yield cited(f"Their {kind} has come {show_inches(own.dug)} of {show_inches(round(whole(own)))}", "CM-SIEGE-32")


def done_about_castle(view: Battle, form: Played, plain: Preview) -> Preview:
    """What an act comes to: of what is broken down, how much is left of it."""
    holder, act = holder_and_power(form.card)
    work = piece(view, form.feature) if form.feature is not UNSET else None
    if not plain.legal or act != "break" or work is None:
        return plain
    unit = view.units[holder]
    off, left = points_off(unit, work), strength(view, work, *where(unit, work)).total
    after = "; there it falls" if off >= left else f", {left - off} left"
    note = cited(f"{counted(off, 'point')} off {name_of(work)}{after}", BREAKS, "CM-SIEGE-03")
    return replace(plain, notes=noted(note), rules=(BREAKS,))


def siege_conditions(view: Battle) -> Iterator[Note]:
    """Works that have been battered, ladders that stand, and the oil there is."""
    if not is_siege(view) or view.board is None:
        return
    siege = siege_of(view)
    battered = {hit.piece for hit in siege.hits}
    for feature in view.board.features:
        if feature.id in battered and is_target(feature):
            left = max(0, weakest(view, feature).total)
            yield cited(f"{name_of(feature)} has {left} of {whole_points(feature)} points left", "CM-SIEGE-03")
    for one in siege.ladders:
        work = piece(view, one.piece)
        if work is not None and not is_bridge(one):
            who = f", {view.units[one.climbing].name} on it" if one.climbing else ""
            yield cited(f"A ladder leans on {name_of(work)}{who}", "CM-SIEGE-17")
    hot = sum(1 for one in siege.oil if one.hot_in <= view.turn and one.left != 0)
    if siege.oil:
        yield cited(f"{counted(hot, 'cauldron')} of oil {'is' if hot == 1 else 'are'} hot", "CM-SIEGE-28")
