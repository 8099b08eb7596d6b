"""Who may shoot and how often, and how far a shooter may still move (cases 10.1 to 10.5, BS-10.9-03, BS-10.10-03).

Table 12 works both ways: a unit that has shot moves less, and a unit that has moved shoots less.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import ceil
from typing import Final

from schiltron.battle.state.field import commanded_by, in_melee, touching_enemies
from schiltron.battle.state.illegal import Reason
from schiltron.battle.state.tally import Tally, Term
from schiltron.battle.words.grammar import does
from schiltron.rulesets.battlesystem.field import is_engine, is_mob, is_routed, members
from schiltron.rulesets.battlesystem.law import LAW
from schiltron.rulesets.battlesystem.precedents import by_default
from schiltron.rulesets.battlesystem.ratings.blows import in_round
from schiltron.rulesets.battlesystem.ratings.moving import movement_rate
from schiltron.rulesets.battlesystem.ratings.pieces import PIECES
from schiltron.rulesets.battlesystem.state import Battle, Profile, Scene, Unit, with_arms, with_turn
from schiltron.table.lengths import TOLERANCE

_WHOLE: Final = 1000
_SHARES: Final = {
    (str(row["troops"]), int(row["shots_fired"])): ceil(_WHOLE * Fraction(str(row["movement_fraction_left"])))
    for row in LAW.sheet("BS-T-12-movement-and-missile-fire").records()
}
"""What so many shots leave of MV, in thousandths (Table 12)."""
_MOUNTED: Final = {"archers": "mounted_archers", "crossbows_and_slings": "mounted_crossbows"}
_SLOW: Final = 1
"""Half shots a round of what is loaded for a whole round, as heavy crossbows."""

# ---------------------------------------------------------------- shots and moves


def troops(profile: Profile) -> str:
    """The line of Table 12 for a unit with missiles."""
    assert profile.missile is not None
    handling = profile.missile.handling
    rides = profile.mounted or profile.creature.race == "centaur"
    return _MOUNTED.get(handling, handling) if rides else handling


def share_left(profile: Profile, shots: int) -> int:
    """What so many shots leave of MV, in thousandths; artillery either moves or fires (BS-10.9-06)."""
    if not shots:
        return _WHOLE
    if profile.engine or profile.missile is None:
        return 0
    return _SHARES.get((troops(profile), shots), 0)


def movement_left(battle: Battle, unit: Unit) -> int:
    """What the shots a unit has fired this round leave of its MV, in thousandths (BS-10.4-02)."""
    return share_left(unit.own.profile, unit.own.turn.shots)


def may_split(unit: Unit) -> bool:
    """Mounted archers and centaurs with bows, and creatures with missiles of their own (BS-10.5-01, BS-10.5-02)."""
    profile = unit.own.profile
    if profile.missile is None or profile.engine:
        return False
    if profile.missile.bow and (profile.mounted or profile.creature.race == "centaur"):
        return True
    return not profile.creature.humanoid and profile.creature.race != "centaur"


def after_moving(battle: Battle, unit: Unit, shots: int) -> int:
    """How many of these shots its move of this round has left a unit."""
    own = unit.own
    if not own.turn.moved and not own.turn.spent:
        return shots
    rate = movement_rate(own.profile, battle.own.options.base_game).total
    for number in range(shots, 0, -1):
        share = share_left(own.profile, number)
        if share and own.turn.spent * _WHOLE <= rate * share + TOLERANCE * _WHOLE:
            return number
    return 0


# ---------------------------------------------------------------- how often


def entitled(battle: Battle, unit: Unit) -> Term:
    """Shots a round with its weapon (BS-10.0-01); pieces and slow weapons fire once in some rounds (BS-10.9-03)."""
    profile = unit.own.profile
    if profile.engine:
        piece = PIECES[profile.engine]
        rounds = piece.rounds * (2 if unit.own.wounded else 1)
        rule = "BS-10.10-03" if unit.own.wounded else "BS-10.9-05" if piece.rounds == 1 else "BS-10.9-03"
        every = "every round" if rounds == 1 else f"every {rounds} rounds"
        return Term(f"{piece.name}, {every}", int(_ready(battle, unit, rounds)), rule)
    missile = profile.missile
    if missile is None:
        return Term("no missiles", 0, "BS-10.1-01")
    if missile.half_shots == _SLOW:
        return Term(f"{missile.name}, every other round", int(_ready(battle, unit, 2)), "BS-10.0-01")
    return Term(missile.name, in_round(missile.half_shots, battle.turn), "BS-10.0-01")


def _ready(battle: Battle, unit: Unit, rounds: int) -> bool:
    """Whether so many rounds are over since the last shot; that of this round is counted as fired."""
    last = unit.own.arms.last_shot
    return last in (0, battle.turn) or battle.turn - last >= rounds


def ammunition(battle: Battle, unit: Unit) -> int | None:
    """Volleys it has left of missiles that are counted, two to begin with unless agreed otherwise; None: unlimited, as
    arrows, quarrels, stones and bullets are where no scenario says otherwise (BS-10.3-01, BS-10.3-02)."""
    own = unit.own
    if own.arms.ammunition is not None:
        return own.arms.ammunition
    missile = own.profile.missile
    return battle.own.options.volleys if missile is not None and missile.counted else None


def shots_left(battle: Battle, unit: Unit) -> Tally:
    """Shots a unit may still fire in this round."""
    rate = entitled(battle, unit)
    terms = [rate]
    able = after_moving(battle, unit, rate.value)
    if able < rate.value:
        terms.append(Term("has moved", able - rate.value, "BS-10.4-02"))
    if unit.own.turn.shots:
        terms.append(Term("fired this round", -unit.own.turn.shots, "BS-1.5-02"))
    total, stock = sum(term.value for term in terms), ammunition(battle, unit)
    if stock is not None and stock < total:
        terms.append(Term("missiles run out", stock - total, "BS-10.3-02"))
    return Tally("shots left", tuple(terms))


# ---------------------------------------------------------------- who may


def armed(unit: Unit) -> bool:
    """Whether a unit has missiles or is a piece of artillery; nobody else ever shoots (BS-10.1-01)."""
    profile = unit.own.profile
    return profile.missile is not None or bool(profile.engine)


def may_shoot(battle: Battle, unit: Unit) -> list[Reason]:
    """Everything that keeps a unit from shooting at anybody now."""
    found = list(_barred(battle, unit))
    if not found:
        found.extend(_used_up(battle, unit))
    return found


def can_shoot(battle: Battle, unit: Unit) -> bool:
    """Whether nothing keeps a unit from shooting at anybody now."""
    barred = next(_used_up(battle, unit), None) or next(_barred(battle, unit), None)
    return barred is None


def _used_up(battle: Battle, unit: Unit) -> Iterator[Reason]:
    if not unit.own.turn.files_loosed:
        left = shots_left(battle, unit)
        if left.total <= 0:
            yield _no_shots(unit, left)


def _barred(battle: Battle, unit: Unit) -> Iterator[Reason]:
    profile, own, name = unit.own.profile, unit.own, unit.name
    if not unit.on_table or not unit.figures:
        yield Reason(f"{name} {does('are', one=unit.original == 1)} not on the table", ("BS-10.1-01",))
        return
    if is_mob(unit):
        yield Reason("a mob never uses missiles", ("BS-2.10-09",))
    if not is_engine(unit) and (profile.missile is None or not _all_armed(battle, unit)):
        yield Reason(f"not all of {name} have missile weapons", ("BS-10.1-01",))
    if is_routed(unit):
        yield Reason(f"{name} {does('have', one=unit.original == 1)} routed", ("BS-6.4-01",))
    if own.morale.astray == "discipline":
        yield Reason(f"{name} {does('attack', one=unit.original == 1)} without orders", ("BS-4.6-08",))
    if own.morale.rallied_in and own.morale.rallied_in == battle.turn:
        yield Reason("a unit that has just rallied does not shoot in this round", ("BS-6.3-02",))
    if in_melee(battle, unit) or touching_enemies(battle, unit):
        text = f"{name} {does('are', one=unit.original == 1)} in contact with an enemy"
        yield Reason(text, ("BS-10.1-01",))
    if own.turn.charged:
        yield Reason("a unit that has charged does not shoot in the same round", ("BS-10.4-01",))


def _all_armed(battle: Battle, unit: Unit) -> bool:
    """Individuals who are part of its figures need missiles as well (BS-10.1-01)."""
    return all(one.missile is not None for one in members(battle, unit))


def _no_shots(unit: Unit, left: Tally) -> Reason:
    """The last thing that took a shot away."""
    why = left.terms[-1]
    said = {
        "BS-10.4-02": "moved too far to shoot",
        "BS-1.5-02": "fired all shots of this round",
        "BS-10.3-02": "no missiles left",
    }.get(why.rule, f"not loaded yet ({why.label})")
    return Reason(f"{unit.name}: {said}", (why.rule,))


# ---------------------------------------------------------------- shooting is noted


def note_shot(scene: Scene, unit_id: str, files: tuple[int, ...] = ()) -> None:
    """A unit has used a shot; with `files` only these have, and the others may still use theirs of the same shot."""
    unit, turn = scene.unit(unit_id), scene.battle.turn
    shot = with_turn(unit, acted=True, files_loosed=files)
    if not unit.own.turn.files_loosed:
        stock = ammunition(scene.battle, unit)
        if stock is not None:
            by_default(scene, "volleys")
        shot = with_turn(shot, shots=unit.own.turn.shots + 1)
        shot = with_arms(shot, last_shot=turn, ammunition=None if stock is None else max(0, stock - 1))
    scene.change(shot)


def end_shots(scene: Scene, side: str) -> None:
    """Files that did not use their part of a shot have missed it."""
    for unit in commanded_by(scene.battle, side):
        if unit.own.turn.files_loosed:
            scene.change(with_turn(unit, files_loosed=()))
