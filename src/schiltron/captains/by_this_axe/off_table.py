"""How the captain fights off the table: he knows the odds of every posture, and lets nobody gain much by foreseeing his
own. Of his enemies he takes some to think as he does, and others to draw lots."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from statistics import fmean
from typing import Final

from schiltron.battle.play.agenda import Step
from schiltron.battle.state.decision import Answer, AnyDecision, Assign, Choose, Chosen
from schiltron.battle.state.field import opposing, troops
from schiltron.captains.marshal.mixed import mixture
from schiltron.captains.suggesting import suggested
from schiltron.rulesets.by_this_axe.book import BY_THIS_AXE
from schiltron.rulesets.by_this_axe.off_table.losses import ShareLosses
from schiltron.rulesets.by_this_axe.off_table.outlook import Forecast, chance_to_succeed, forecast
from schiltron.rulesets.by_this_axe.off_table.pursuit import PURSUE, OfferPursuit
from schiltron.rulesets.by_this_axe.off_table.result_table import Clash
from schiltron.rulesets.by_this_axe.off_table.stances import (
    ATTACK,
    DEFEND,
    DEFENSIVE,
    LEAVE,
    OFFENSIVE,
    ChoosePostures,
    ChooseRole,
    ChooseStances,
    ForceBattle,
    open_to,
)
from schiltron.rulesets.by_this_axe.off_table.statements import UNSTATED, StateTroops
from schiltron.rulesets.by_this_axe.off_table.stratagems import EVADE, FOIL, NONE, STRATAGEMS, OfferFoil, TryStratagems
from schiltron.rulesets.by_this_axe.off_table.strength import HUNDREDTHS, total
from schiltron.rulesets.by_this_axe.state import Battle

_USUAL_FC: Final = 2
"""Of troops whose quality is not known."""
_VICTORY: Final = 0.5
"""What winning is worth beside what is left of the armies."""
_WORTH_TRYING: Final = 1 / 12
"""Below such a chance he keeps his attempt, to foil what the enemy tries."""
_HOPELESS: Final = -0.5
_BY_LOT: Final = 0.5
"""Of his enemies so many are taken to choose their postures by lot."""


def answer(view: Battle, step: Step, decision: AnyDecision, random: Random) -> Answer:
    side = view.side_at(decision.seat)
    match step:
        case TryStratagems() if isinstance(decision, Choose):
            return _stratagem(view, side)
        case OfferFoil():
            return Chosen((FOIL if chance_to_succeed(view, side, FOIL) else NONE,))
        case StateTroops() if isinstance(decision, Choose):
            keys = [option.key for option in decision.options]
            return Chosen(("double" if "double" in keys else "guarded",))
        case ChooseStances():
            return Chosen((_stance(view, side),))
        case ForceBattle():
            return Chosen((_force(view, side),))
        case ChooseRole():
            return Chosen((ATTACK if _worth(view, side, ATTACK) >= _worth(view, side, DEFEND) else DEFEND,))
        case ChoosePostures():
            return Chosen((_posture(view, side, step.attacker, random),))
        case OfferPursuit():
            return Chosen((PURSUE,))
        case ShareLosses() if isinstance(decision, Assign):
            return [*BY_THIS_AXE.suggest(view, decision)][-1]
    return suggested(BY_THIS_AXE, view, decision)


# ---------------------------------------------------------------- what he thinks of the enemy


def _thought_of(view: Battle, side: str) -> int:
    """The strength of an army in hundredths: of strangers by what was stated; as much as his own where nothing was."""
    strangers = troops(view, side)
    if any(UNSTATED in unit.marks for unit in strangers):
        return total(view, *opposing(view, side))
    return total(view, side) + sum(unit.figures for unit in strangers if not unit.own.profile.fc) * _USUAL_FC


def _forecast(view: Battle, clash: Clash) -> Forecast:
    return forecast(view, clash, (_thought_of(view, clash.attacker), _thought_of(view, clash.defender)))


def _gain(view: Battle, clash: Clash, side: str) -> float:
    """What a clash is worth to a side: what both keep, and who has the victory."""
    (enemy,) = opposing(view, side)
    seen = _forecast(view, clash)
    return seen.expected(side) - seen.expected(enemy) + _VICTORY * float(seen.wins(side) - seen.wins(enemy))


def _matrix(view: Battle, side: str, attacker: str) -> tuple[list[str], list[list[float]]]:
    """His postures, and what each is worth against each of the enemy's, who may as well have meant any other."""
    (enemy,) = opposing(view, side)
    attacks = side == attacker
    mine = list(open_to(view, side, "attack" if attacks else "defend"))
    theirs = list(open_to(view, enemy, "defend" if attacks else "attack"))
    gains = [[_gain(view, _clash(side, enemy, one, other, attacks), side) for other in theirs] for one in mine]
    return mine, [[_BY_LOT * fmean(row) + (1 - _BY_LOT) * gain for gain in row] for row in gains]


def _clash(side: str, enemy: str, mine: str, theirs: str, attacks: bool) -> Clash:  # noqa: FBT001 - who attacks
    return Clash(side, enemy, mine, theirs) if attacks else Clash(enemy, side, theirs, mine)


def _worth(view: Battle, side: str, role: str) -> float:
    """What a role is worth, if both choose their postures well."""
    (enemy,) = opposing(view, side)
    _, worth = _matrix(view, side, side if role == ATTACK else enemy)
    mine = mixture(worth)
    against = range(len(worth[0]))
    return min(sum(share * row[column] for share, row in zip(mine, worth, strict=True)) for column in against)


# ---------------------------------------------------------------- what he does


def _stratagem(view: Battle, side: str) -> Chosen:
    """The likeliest of those that help in either role, or, at half its worth, in one of them; evasion where nothing
    else is left."""
    attack, defend = _worth(view, side, ATTACK), _worth(view, side, DEFEND)
    if max(attack, defend) < _HOPELESS and chance_to_succeed(view, side, EVADE):
        return Chosen((EVADE,))
    chances = {key: _promise(view, side, key) for key in STRATAGEMS if key not in (FOIL, EVADE)}
    best = max(chances, key=lambda key: chances[key])
    return Chosen((best if chances[best] > _WORTH_TRYING else NONE,))


def _promise(view: Battle, side: str, key: str) -> float:
    kind = STRATAGEMS[key]
    return float(chance_to_succeed(view, side, key)) * kind.shift * (1 if kind.role == "any" else 0.5)


def _stance(view: Battle, side: str) -> str:
    attack = _worth(view, side, ATTACK)
    return OFFENSIVE if attack >= max(0.0, _worth(view, side, DEFEND)) else DEFENSIVE


def _force(view: Battle, side: str) -> str:
    attack, defend = _worth(view, side, ATTACK), _worth(view, side, DEFEND)
    return LEAVE if max(attack, defend) <= 0 else ATTACK if attack >= defend else DEFEND


def _posture(view: Battle, side: str, attacker: str, random: Random) -> str:
    mine, worth = _matrix(view, side, attacker)
    return random.choices(mine, _rounded(mixture(worth)))[0]


def _rounded(shares: Iterable[float]) -> list[float]:
    """Shares without the crumbs that learning leaves."""
    kept = [share if share * HUNDREDTHS >= 1 else 0.0 for share in shares]
    return kept if any(kept) else [1.0 for _ in kept]
