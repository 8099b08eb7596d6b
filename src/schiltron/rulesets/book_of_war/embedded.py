"""Heroes in the ranks of a unit (chapter A3): where they stand, and who is with whom."""

from __future__ import annotations

from math import hypot
from typing import Final

from msgspec.structs import replace

from schiltron.battle.state.field import company, enemies, standing_with
from schiltron.battle.state.unit import Aboard
from schiltron.rulesets.book_of_war.field import formation, troop, troop_now
from schiltron.rulesets.book_of_war.state import Battle, Unit
from schiltron.rulesets.book_of_war.troop_type import Troop
from schiltron.table.body import Figure

_FRONT: Final = "front:"


def in_front_rank(host: str, aside: int = 0) -> Aboard:
    """A place in the front rank of a unit (BW-A3-03), so many half files to the right of its middle."""
    return Aboard(host, f"{_FRONT}{aside}")


def aside_of(file: int, files: int) -> int:
    """How many half files to the right of the middle a file stands."""
    return 2 * file - files + 1


def _aside(hero: Unit) -> int:
    place = hero.place
    assert isinstance(place, Aboard), f"{hero.name} stands in no unit"
    return int(place.slot.removeprefix(_FRONT) or 0)


def heroes_with(battle: Battle, host: Unit) -> list[Unit]:
    """The heroes in the ranks of a unit. Nobody stands there but by the Advanced Rules."""
    return company(battle, host) if battle.own.options.game == "advanced" else []


def stands_at(battle: Battle, hero: Unit) -> int:
    """The place among the figures of his host beside whom an embedded hero stands: the one nearest to his place in the
    front rank. Of two as near it is the one nearer to an enemy; failing that, the right-hand one."""
    host = battle.units[hero.host]
    files, aside = formation(host).files, _aside(hero)
    front = {place: figure for place, figure in enumerate(host.places) if figure.rank == 0}
    off = {place: abs(aside_of(figure.file, files) - aside) for place, figure in front.items()}
    near = [place for place in front if off[place] == min(off.values())]
    if len(near) == 1:
        return near[0]
    foes = enemies(battle, host) if host.on_table else []

    def key(place: int) -> tuple[float, int]:
        figure = front[place]
        apart = min((hypot(foe.outline.x - figure.x, foe.outline.y - figure.y) for foe in foes), default=0.0)
        return round(apart), -figure.file

    return min(near, key=key)


def figure_beside(battle: Battle, hero: Unit) -> Figure:
    """That figure."""
    return battle.units[hero.host].places[stands_at(battle, hero)]


def own_figure(battle: Battle, hero: Unit) -> Figure:
    """The figure that stands for him on the table: his own, or in the ranks the one beside him."""
    return hero.places[0] if hero.on_table else figure_beside(battle, hero)


def has_entourage(battle: Battle, hero: Unit) -> bool:
    """Whether he stands with a single figure on his own base (BW-A3-20): a unit that never was larger."""
    return bool(hero.host) and never_larger(battle, battle.units[hero.host])


def never_larger(battle: Battle, unit: Unit) -> bool:
    """Whether a unit always was a single figure; one from which others have gone off singly was larger (BW-O6-06)."""
    return unit.original == 1 and not any(one.of == unit.id for one in battle.units.values())


def is_hero(unit: Unit) -> bool:
    return troop(unit).hero is not None


def in_play(unit: Unit) -> bool:
    """On the table, by itself or in the ranks of another, with figures left."""
    return unit.figures > 0 and (unit.on_table or bool(unit.host))


def on_the_field(battle: Battle, unit: Unit) -> bool:
    """In play where he can be seen: a hero in the ranks of a unit that is not set up yet stands nowhere."""
    return in_play(unit) and standing_with(battle, unit).on_table


# ---------------------------------------------------------------- pace


def paced(battle: Battle, unit: Unit) -> Troop:
    """The type of a unit as it moves now: at the pace of the slowest hero in its ranks, who has spent of his move what
    he needed to come there (BW-A3-07)."""
    kind = troop_now(battle, unit)
    if battle.own.options.game != "advanced" or kind.hero is not None:
        return kind
    slowest = min(
        (troop_now(battle, hero).move - hero.own.turn.spent for hero in heroes_with(battle, unit)), default=kind.move
    )
    return kind if slowest >= kind.move else replace(kind, move=slowest)
