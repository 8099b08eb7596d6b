"""Order cards: which to play now, for whom, and against whom."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from schiltron.battle.movement.straight_and_wheel import towards
from schiltron.battle.state.decision import PLAY, Aim, Commanded, HeldCard, Played
from schiltron.battle.state.effects import Effect, Grant, OnUnit
from schiltron.battle.state.field import apart
from schiltron.battle.state.manoeuvre import Advance
from schiltron.captains.by_this_axe.expectations import appeal, fights, in_hand, later, score, shot_value
from schiltron.captains.by_this_axe.expected_losses import Band, suffers, volley
from schiltron.captains.by_this_axe.melees import clash
from schiltron.captains.by_this_axe.situation import Body, Situation, shaken
from schiltron.captains.by_this_axe.tried_moves import Trial, charged_at
from schiltron.rulesets.by_this_axe.attacks.shooting import candidates, in_view
from schiltron.rulesets.by_this_axe.command.deck import CARDS
from schiltron.rulesets.by_this_axe.command.playing import judge_play
from schiltron.rulesets.by_this_axe.command.uses import Moment
from schiltron.rulesets.by_this_axe.command.window import Window
from schiltron.rulesets.by_this_axe.field import arc_from, is_character, ordered
from schiltron.rulesets.by_this_axe.morale.checks import RollCheck
from schiltron.rulesets.by_this_axe.morale.outlook import fails
from schiltron.rulesets.by_this_axe.movement.charging import CHARGE, straight_at, turn_limit
from schiltron.rulesets.by_this_axe.state import Battle, Unit
from schiltron.table.lengths import Mil, degrees, inches
from schiltron.table.outline import gap

CHARGES: Final = {"charge": 0, "coordinated": 0, "frenzied": 1, "ferocious": 2}
"""Uses that send units into contact, and what each adds to their blows."""
MARCHES: Final = ("march", "center", "left_wing", "right_wing", "all_cavalry", "light_infantry", "all_infantry")
WORTH_PLAYING: Final = 0.03
FALLS_SHORT: Final = 0.03
WORTH_RAISING: Final = 0.06
PLENTY: Final = 3
"""Cards beyond these are lost at the end of the turn (TA-CMD-06)."""
WORTH_A_MARCH: Final = 0.008
LATER: Final = ("march_charge", "rally", "ferocious_attack", "brace_for_charge")
"""What a joker is to do later in the turn, if it can."""


class Idea(NamedTuple):
    """A card that could be played, and what it promises."""

    value: float
    form: Played


def best_play(situation: Situation, hand: Sequence[HeldCard], moment: Moment, about: str = "") -> Commanded | None:
    """The play that promises most of those worth a card; None to keep them all."""
    view, side = situation.battle, situation.side
    ideas = sorted(
        _ideas(situation, hand, moment, about), key=lambda idea: (-idea.value, idea.form.card, idea.form.use)
    )
    for idea in ideas:
        if not judge_play(view, side, moment, idea.form, about):
            return Commanded("", PLAY, idea.form)
    return None


def _ideas(situation: Situation, hand: Sequence[HeldCard], moment: Moment, about: str) -> Iterator[Idea]:
    known: dict[str, list[tuple[float, tuple[str, ...], str]]] = {}
    for held in hand:
        for use in held.uses:
            if use.barred:
                continue
            first, _, second = use.key.partition("+")
            if second and second not in LATER[:1]:
                continue
            if first not in known:
                known[first] = list(_plays(situation, first, use.aim, moment, about, spare=len(hand) > PLENTY))
            less = 0.1 if second else 0.0
            for value, units, target in known[first]:
                if value > less + WORTH_PLAYING * _dear(held):
                    yield Idea(value - less, Played(held.key, use.key, units, target))


def _dear(held: HeldCard) -> float:
    """How much a card must promise to be played: the better ones more."""
    card = CARDS.get(held.key)
    return (
        {"ferocious_attack": 2.0, "frenzied_charge": 1.5, "any_two_effects": 3.0}.get(card.effect, 1.0) if card else 0.0
    )


def _plays(
    situation: Situation, use: str, offered: Aim, moment: Moment, about: str, *, spare: bool
) -> Iterator[tuple[float, tuple[str, ...], str]]:
    """Ways to put a use to, with what each promises."""
    view = situation.battle
    if use in CHARGES:
        yield from _charges(situation, use, offered)
    elif use in MARCHES:
        yield from _marches(situation, use, offered, spare=spare)
    elif use == "rally":
        yield from (
            (_body(situation, key).life * 6, (key,), "")
            for key in offered.eligible
            if not is_character(view.units[key])
        )
    elif use == "morale" and about:
        yield _raised(situation, about), (about,), ""
    elif use == "brace" and moment == "charged":
        yield _braced(situation, about), (about,), ""
    elif use == "seize":
        yield (0.05 if spare or _close(situation) else 0.0), (), ""
    elif use == "volley":
        yield from ((_shot(situation, view.units[key]), (key,), "") for key in offered.eligible)
    elif use == "target":
        yield from ((_freed(situation, view.units[key]), (key,), "") for key in offered.eligible)
    elif use == "shieldwall":
        yield from ((_walled(situation, _body(situation, key)), (key,), "") for key in offered.eligible)
    elif use == "maneuver":
        yield from ((_turned(situation, _body(situation, key)), (key,), "") for key in offered.eligible)


def _body(situation: Situation, key: str) -> Body:
    return situation.body(situation.battle, situation.battle.units[key])


# ---------------------------------------------------------------- charges


def _charges(situation: Situation, use: str, offered: Aim) -> Iterator[tuple[float, tuple[str, ...], str]]:
    view = situation.battle
    found: dict[str, float] = {}
    for key in offered.eligible:
        unit = view.units[key]
        stands = in_hand(score(situation, view, unit))
        for foe in situation.foes:
            value = _charge(situation, unit, foe, CHARGES[use], stands, aimed=use == "coordinated")
            if value > 0 and use == "coordinated":
                yield value, (key,), foe.id
            elif value > found.get(key, 0.0):
                found[key] = value
    for key, value in found.items():
        yield value, (key,), ""
        for other, more in found.items():
            if offered.most > 1 and other > key and apart(view, view.units[key], view.units[other]) <= inches(1):
                yield value + more, (key, other), ""


def _charge(situation: Situation, unit: Unit, foe: Body, eager: int, stands: float, *, aimed: bool) -> float:
    """What a charge under orders gains over standing, with the chance that the die suffices; else it is nearer."""
    body = situation.body(situation.battle, unit)
    if gap(body.outline, foe.outline) > body.move + inches(6):
        return -1.0
    trial, far = attempt(situation.battle, unit, foe.unit, eager, target=foe.id if aimed else "")
    if trial is None:
        return -1.0
    reach = _chance(far - body.move)
    gain = fights(situation, trial.battle, unit.id) - fights(situation, situation.battle, foe.id) - stands
    return reach * gain - (1 - reach) * FALLS_SHORT


def attempt(battle: Battle, unit: Unit, foe: Unit, eager: int, *, target: str = "") -> tuple[Trial | None, Mil]:
    """A charge with the best of dice, and how far it has to go."""
    grants = (Grant(CHARGE, inches(6)), *((Grant("ferocious", eager),) if eager else ()))
    battle = battle.with_effect(Effect("", "charge", OnUnit(unit.id), grants=grants, target=target))
    path = straight_at(battle, unit, foe)
    if path is None:
        return None, 0
    far = sum(leg.distance for leg in path if isinstance(leg, Advance))
    return charged_at(battle, unit, path, foe.id), far


def _chance(more: Mil) -> float:
    """That a die of inches is enough."""
    need = -(-more // 1000)
    return max(0.0, min(1.0, (7 - need) / 6))


# ---------------------------------------------------------------- marches and turns


def _marches(
    situation: Situation, use: str, offered: Aim, *, spare: bool
) -> Iterator[tuple[float, tuple[str, ...], str]]:
    """Faster for those who have a long way to go. A march card could be a charge one day, the others not."""
    gains = {key: _gain(situation, _body(situation, key)) for key in offered.eligible}
    if use == "march":
        if not spare:
            return
        best = max(gains, key=lambda key: gains[key], default="")
        if best and gains[best] > WORTH_A_MARCH:
            yield WORTH_PLAYING + gains[best], (best,), ""
        return
    ranked = sorted(gains, key=lambda key: -gains[key])[: offered.most]
    total = sum(gains[key] for key in ranked)
    if total > WORTH_A_MARCH:
        yield WORTH_PLAYING + total, () if offered.settled else tuple(ranked), ""


def _gain(situation: Situation, body: Body) -> float:
    """What some more inches are worth to a unit on its way."""
    if body.busy or body.routed or not body.band.figures or ordered(situation.battle, body.unit, CHARGE) is not None:
        return 0.0
    best = 0.0
    for foe in situation.foes:
        far = gap(body.outline, foe.outline) + situation.detour(body.outline, foe.outline, body)
        turns = far / body.pace
        if turns > 1.5:
            value = appeal(situation, body, foe)
            best = max(best, later(value, turns - 0.6) - later(value, turns))
    return best


def _turned(situation: Situation, body: Body) -> float:
    """What it is worth to face about: something for those who look the wrong way with a foe near."""
    if not body.band.figures or turn_limit(situation.battle, body.unit) > degrees(45):
        return 0.0
    near = min(situation.foes, key=lambda foe: (gap(body.outline, foe.outline), foe.unit.turn_in_line), default=None)
    if near is None or gap(body.outline, near.outline) > 2 * body.move:
        return 0.0
    return 0.06 if abs(towards(body.unit, near.unit)) > degrees(75) else 0.0


def _close(situation: Situation) -> bool:
    """Whether there is anybody to charge or to be charged by."""
    return any(
        not one.busy and not foe.busy and gap(one.outline, foe.outline) <= max(one.move, foe.move) + inches(4)
        for one in situation.friends
        for foe in situation.foes
    )


# ---------------------------------------------------------------- in answer to something


def _raised(situation: Situation, key: str) -> float:
    """What 2 more morale are worth in the check that comes."""
    view = situation.battle
    step = view.agenda[1] if len(view.agenda) > 1 else None
    if not isinstance(step, RollCheck) or is_character(view.units[key]):
        return 0.0
    unit = view.units[key]
    raised = view.with_effect(Effect("", "morale", OnUnit(key), grants=(Grant("morale", 2),)))
    less = fails(view, unit, step.causes, step.phase) - fails(raised, unit, step.causes, step.phase)
    body = situation.body(view, unit)
    value = less * (body.life + body.power + shaken(situation.battle, unit, situation.friends))
    return value if value > WORTH_RAISING else 0.0


def _braced(situation: Situation, key: str) -> float:
    """What 2 more to save are worth against the charge that comes."""
    view = situation.battle
    charger = next((step.charger for step in view.agenda[1:3] if hasattr(step, "charger")), "")
    if not charger:
        return 0.0
    body, foe = _body(situation, key), _body(situation, charger)
    before = clash(foe.band, body.band)
    after = clash(foe.band, body.band._replace(braced=2))
    whole = body.life + body.power
    return (before[1].out - after[1].out) * whole + (after[0].out - before[0].out) * (foe.life + foe.power)


# ---------------------------------------------------------------- shooting


def _shot(situation: Situation, unit: Unit) -> float:
    """What the best volley of a unit is worth."""
    body = situation.body(situation.battle, unit)
    return max((_volley(situation, body, foe) for foe in candidates(situation.battle, unit)), default=0.0)


def _freed(situation: Situation, unit: Unit) -> float:
    """What it is worth to pick the target."""
    body = situation.body(situation.battle, unit)
    free = max((_volley(situation, body, foe) for _, foe in in_view(situation.battle, unit)), default=0.0)
    return free - _shot(situation, unit)


def _volley(situation: Situation, body: Body, foe: Unit) -> float:
    target = situation.body(situation.battle, foe)
    arc = arc_from(body.outline.x, body.outline.y, foe)
    beside = shaken(situation.battle, foe, situation.foes)
    return shot_value(body.band, target, gap(body.outline, target.outline), arc, beside)


def _walled(situation: Situation, body: Body) -> float:
    """What a shieldwall saves a unit: the arrows of those to whom it is the nearest target."""
    saved = 0.0
    for foe in situation.foes:
        far = gap(body.outline, foe.outline)
        if foe.routed or foe.busy or far > foe.reach:
            continue
        closest = min(situation.friends, key=lambda one: (gap(one.outline, foe.outline), one.unit.turn_in_line))
        if closest.id == body.id:
            arc = arc_from(foe.outline.x, foe.outline.y, body.unit)
            before, after = (suffers(band, volley(foe.band, band, arc, far), ranged=True) for band in _with_wall(body))
            part = (before.lost - after.lost) / max(1, body.band.figures)
            saved += (before.out - after.out) * body.life + part * body.power
    return saved


def _with_wall(body: Body) -> tuple[Band, Band]:
    return body.band, body.band._replace(walled=2)


def answer_window(view: Battle, step: Window, hand: Sequence[HeldCard]) -> Commanded | None:
    """Whether a card is worth playing in answer to something."""
    return best_play(Situation(view, step.side), hand, step.moment, step.about)
