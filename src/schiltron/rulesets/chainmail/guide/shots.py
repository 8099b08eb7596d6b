"""An engine's shot before it is fired (rules GUN and CATAPULT): where it falls as called, and how its dice may vary it.

Where the call alone decides (CM-CATAPULT-11), nothing is told of a call but that it may be made: no distance is shown
before it.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot

from msgspec.structs import replace

from schiltron.battle.guide.answers import Odds, Pointing, Preview, Way
from schiltron.battle.guide.probability import NONE, Chances, expected
from schiltron.battle.play.aimed_ground import piece as ground_piece
from schiltron.battle.state.decision import Pointed
from schiltron.battle.state.field import friendly
from schiltron.battle.state.tally import Tally
from schiltron.battle.words.grammar import Note, cited, noted
from schiltron.rulesets.chainmail.artillery.cannon import COLOURS
from schiltron.rulesets.chainmail.artillery.damage import points, standing
from schiltron.rulesets.chainmail.artillery.outlook import Outlook, outlook
from schiltron.rulesets.chainmail.artillery.phase import FIRE
from schiltron.rulesets.chainmail.artillery.pointing import INCH, footprint, pointed_at, target_at, targets
from schiltron.rulesets.chainmail.engines import crew, is_artillery, muzzle, piece
from schiltron.rulesets.chainmail.guide.odds import destroyed, leaves
from schiltron.rulesets.chainmail.state import Battle, Unit
from schiltron.table.terrain import name_of


def by_guess(view: Battle, unit: Unit) -> bool:
    """Whether an engine's circle is called without measuring and falls as called (CM-CATAPULT-11, CM-CATAPULT-12)."""
    return view.own.options.scatter == "called" and is_artillery(unit) and piece(unit).call is not None


def is_secret(view: Battle, unit: Unit, form: Pointed) -> bool:
    """Whether nothing is to be told of where a shot would fall."""
    return by_guess(view, unit) and not form.section


def pointing(view: Battle, unit: Unit) -> Pointing:
    """The ways to fire an engine: a distance called in whole inches (CM-CATAPULT-11); a section named (CM-GUN-14), at a
    target however far it is (CM-GUN-12)."""
    kind, ways = piece(unit), []
    far = round(hypot(view.board.width, view.board.depth)) if view.board is not None else 0
    if kind.call is not None:
        ways.append(Way("circle", kind.call.least, kind.call.most, step=INCH, eye=by_guess(view, unit)))
    if kind.dowel is not None:
        ways += [Way(colour, 0, far, section=colour) for colour in COLOURS]
    return Pointing(*muzzle(unit), tuple(ways))


# ---------------------------------------------------------------- odds


def shot_odds(view: Battle, unit: Unit, form: Pointed) -> tuple[Odds, ...]:
    """What a shot is likely to do, the foes it strikes most first, friends among the others."""
    likely = outlook(view, unit, form)
    found = [*_figures(view, unit, likely), *_machines(view, unit, likely)]
    return tuple(sorted(found, key=lambda odds: (_is_friend(view, unit, odds), -odds.expected_losses, odds.target)))


def _is_friend(view: Battle, unit: Unit, odds: Odds) -> bool:
    return friendly(view, unit, view.units[odds.target])


def _figures(view: Battle, unit: Unit, likely: Outlook) -> Iterator[Odds]:
    for key, fallen in likely.figures:
        yield _odds(view, unit, view.units[key], fallen, fallen, "")


def _machines(view: Battle, unit: Unit, likely: Outlook) -> Iterator[Odds]:
    """A hit takes siege points; with the last of them a machine goes, and its crew with it (CM-CATAPULT-03)."""
    for key, chance in likely.machines:
        machine = view.units[key]
        left = standing(machine).total
        gone = points(unit) >= left
        fallen = (1.0 - chance, *(0.0 for _ in range(machine.figures - 1)), chance) if gone else NONE
        note = cited(f"a hit takes {points(unit)} of its {left} defense points", "CM-CATAPULT-03")
        yield _odds(view, unit, machine, (1.0 - chance, chance), fallen, note)


def _odds(view: Battle, unit: Unit, target: Unit, hits: Chances, fallen: Chances, note: Note | str) -> Odds:
    friend = "friends!" if friendly(view, unit, target) else ""
    return Odds(
        exact=True,
        dice=0,
        needs=Tally("crew", crew(unit).terms, measure="figures"),
        hits=hits,
        losses=fallen,
        expected_losses=expected(fallen),
        breaks=leaves(view, target, fallen),
        notes=noted(friend, note),
        target=target.id,
        action=FIRE,
        destroyed=destroyed(target, fallen),
    )


# ---------------------------------------------------------------- shown


def shot_preview(view: Battle, unit: Unit, form: Pointed, plain: Preview) -> Preview:
    """Where a shot falls without a die, and its odds with one."""
    if not plain.legal:
        return plain
    if is_secret(view, unit, form):
        return replace(plain, rules=("CM-CATAPULT-11",))
    shot = footprint(view, unit, form)
    found = shot_odds(view, unit, form)
    met = target_at(view, unit, form)
    return replace(
        plain,
        odds=found[0] if found else None,
        beside=found[1:],
        met=met.id if met is not None else "",
        marks=shot.marks,
        notes=noted(*_told(view, unit, form, shot.stopped)),
        rules=shot.rules,
    )


def _told(view: Battle, unit: Unit, form: Pointed, stopped: str) -> Iterator[Note]:
    if stopped:
        yield cited(f"the ball is stopped by {stopped}", "CM-GUN-16", "CM-GUN-17")
    if form.section:
        yield cited("a die swings its far end to the side", "CM-GUN-13")
    elif view.own.options.scatter == "dice":
        yield cited("two dice carry it over or under the call", "CM-CATAPULT-12")
    likely = outlook(view, unit, form)
    for key, off in likely.works:
        work = ground_piece(view, key)
        if work is not None:
            yield cited(f"{off:.1f} points fall off {name_of(work)} on average", "CM-SIEGE-03")
    yield Note(f"{likely.foes:.1f} enemies and {likely.friends:.1f} friends fall on average")


# ---------------------------------------------------------------- whom to fire at


def ways_at(view: Battle, unit: Unit, enemy: Unit) -> list[Pointed]:
    """An engine pointed at the middle one of an enemy's figures in its arc, with either section or in a circle."""
    found = []
    places: dict[str, list[tuple[float, float]]] = {}
    for one, figure, how in targets(view, unit):
        if one.id == enemy.id:
            places.setdefault(how, []).append((figure.x, figure.y))
    for how, spots in places.items():
        x, y = spots[len(spots) // 2]
        found += [pointed_at(unit, x, y, section) for section in (COLOURS if how else ("",))]
    return found


def at_its_middle(unit: Unit, enemy: Unit) -> Pointed:
    section = "" if piece(unit).dowel is None else COLOURS[0]
    return pointed_at(unit, enemy.outline.x, enemy.outline.y, section)
