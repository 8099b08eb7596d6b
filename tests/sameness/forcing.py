"""Positions in which something is made to happen between units that stand aside of each other, askew, bent or of
unequal width: one table of crooked positions, and for each book what it is made to do in them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import product
from random import Random
from typing import Any, NamedTuple

from msgspec.structs import replace

from schiltron.battle.state.battle import AnyBattle
from schiltron.battle.state.decision import FINISH, Aimed, Answer, Commanded, PathDrawn
from schiltron.battle.state.event import AnyEvent, Attached, Moved, Struck, Touched
from schiltron.battle.state.event import Formed as FormedUp
from schiltron.battle.state.manoeuvre import Expand, Wheel, Wrap
from schiltron.battle.state.unit import Unit
from schiltron.rulesets.battlesystem.missiles.phase import Shooting
from schiltron.rulesets.battlesystem.movement.phase import Moves as MovesOfSystem
from schiltron.rulesets.book_of_war.attacks.phase import AttackPhase
from schiltron.rulesets.book_of_war.movement.phase import MovementPhase
from schiltron.rulesets.by_this_axe.attacks.fire import Fire
from schiltron.rulesets.by_this_axe.movement.phase import Moves as MovesOfAxe
from schiltron.rulesets.chainmail.fire.phase import Missiles
from schiltron.rulesets.chainmail.melee.rounds import Melees
from schiltron.rulesets.chainmail.morale.reactions import React
from schiltron.rulesets.chainmail.movement.phase import Moves as MovesOfChainmail
from schiltron.table.body import Bend, Formed
from schiltron.table.lengths import degrees, inches
from schiltron.table.terrain import Area
from tests.rulesets.battlesystem import positions as system
from tests.rulesets.book_of_war import positions as war
from tests.rulesets.by_this_axe import positions as axe
from tests.rulesets.chainmail import positions as mail
from tests.rulesets.positions import Askew, ahead, charge, choose, locked, march, shoot


class Crooked(NamedTuple):
    """How two units stand: all turned by `lay` degrees; theirs `aside` of ours by so many inches and turned by `askew`
    from looking straight at us; the figures and files of ours and of theirs."""

    lay: float
    aside: float
    askew: float
    ours: tuple[int, int]
    theirs: tuple[int, int]

    @property
    def there(self) -> Askew:
        return Askew(self.lay, x=48, y=30)

    def mine(self, *, right: float = 0.0, front: float = 0.0, turned: float = 0.0) -> dict[str, Any]:
        """Where a unit of ours stands, to the right of the point where we stand, and ahead of it."""
        return {"at": self.there.at(right, front), "facing": self.there.facing(turned)}

    def foe(self, front: float, *, aside: float | None = None, askew: float | None = None) -> dict[str, Any]:
        turned = self.askew if askew is None else askew
        right = self.aside if aside is None else aside
        return {"at": self.there.at(right, front), "facing": self.there.facing(180 + turned)}

    def ground(self, kind: str, right: float, front: float, wide: float, deep: float) -> Area:
        """A slanting piece of ground whose nearest left corner is there."""
        corners = ((0.0, 0.0), (wide, 0.6), (wide + 0.4, deep), (-0.7, deep - 0.3))
        points = tuple(self.there.at(right + x, front + y) for x, y in corners)
        return Area(id=kind, kind=kind, name=kind, ring=tuple((inches(x), inches(y)) for x, y in points))


CROOKED = (
    Crooked(17, 1.3, 0, (12, 6), (9, 3)),
    Crooked(213, -1.9, -23, (8, 4), (14, 7)),
    Crooked(0, 2.1, 33, (15, 5), (4, 4)),
    Crooked(101, -0.35, 11, (10, 5), (8, 2)),
)


def drawn(random: Random) -> Crooked:
    """Any crooked position."""
    ours, theirs = random.randint(4, 16), random.randint(2, 16)
    return Crooked(
        lay=round(random.uniform(0, 360), 1),
        aside=round(random.uniform(-3.5, 3.5), 2),
        askew=random.choice((0, round(random.uniform(-44, 44), 1))),
        ours=(ours, random.randint(1, ours)),
        theirs=(theirs, random.randint(1, theirs)),
    )


class Case(NamedTuple):
    """A position with something due, what is answered in turn (the first answer of several that is allowed), what shows
    that it has happened, and the face of all dice."""

    battle: AnyBattle
    answers: tuple[Answer | tuple[Answer, ...], ...]
    happened: Callable[[tuple[AnyEvent, ...], AnyBattle], bool]
    face: int = 3


def _due(battle: AnyBattle, *steps: Any) -> AnyBattle:
    return replace(battle, agenda=steps, decisions=(), roll=None)


def _met(events: tuple[AnyEvent, ...], _battle: AnyBattle) -> bool:
    return any(isinstance(event, Touched) and {event.unit, event.other} == {"ours", "theirs"} for event in events)


def _struck(events: tuple[AnyEvent, ...], _battle: AnyBattle) -> bool:
    return any(isinstance(event, Struck) and event.unit == "ours" and event.target == "theirs" for event in events)


def _moved(unit: str) -> Callable[[tuple[AnyEvent, ...], AnyBattle], bool]:
    return lambda events, _battle: any(isinstance(event, Moved | FormedUp) and event.unit == unit for event in events)


def _joined(events: tuple[AnyEvent, ...], _battle: AnyBattle) -> bool:
    return any(isinstance(event, Attached) and event.unit == "captain" for event in events)


def _wrapped(_events: tuple[AnyEvent, ...], battle: AnyBattle) -> bool:
    body = battle.units["ours"].body
    return isinstance(body, Formed) and bool(body.left or body.right)


def _bent(unit: Unit[Any], turn: float, *, other: float = 0) -> Unit[Any]:
    """The unit as a column bent behind its first ranks, and once more farther back."""
    depth = unit.body.base.depth
    bends = (Bend(2 * depth, degrees(turn)), *((Bend(2 * depth, degrees(other)),) if other else ()))
    return replace(unit, body=replace(unit.body, bends=bends))


def _round(kind: type[Wrap] | type[Expand], action: str = "", *before: Any) -> tuple[Answer, ...]:
    """All ways to go round an enemy with a few files to the left or right, those with most files first."""
    counts = sorted(product(range(4), repeat=2), key=lambda ends: (-sum(ends), ends))
    paths = [(*before, kind(left, right)) for left, right in counts if left or right]
    return tuple(Commanded("ours", action or "move", PathDrawn(path)) for path in paths)


# ---------------------------------------------------------------- Book of War

_PHASE = MovementPhase("blue")


def _of_war(crooked: Crooked, front: float, *, kind: str = "light_infantry", foes: str = "archers", **more: Any) -> Any:
    askew = more.pop("askew", None)
    return (
        war.blue(kind, crooked.ours[0], files=crooked.ours[1], id="ours", **crooked.mine(), **more),
        war.red(foes, crooked.theirs[0], files=crooked.theirs[1], id="theirs", **crooked.foe(front, askew=askew)),
    )


def _war(*units: Any, step: Any = _PHASE, features: Iterable[Area] = (), **more: Any) -> AnyBattle:
    battle = war.field(*units, features=features, declare="measure_first", size=(96, 60), **more)
    return _due(battle, step)


def war_contact(crooked: Crooked) -> Case:
    return Case(_war(*_of_war(crooked, 5)), (march("ours", ahead(9)),), _met)


def war_wrap_on_contact(crooked: Crooked) -> Case:
    ours = war.blue("light_infantry", 21, files=7, id="ours", **crooked.mine())
    theirs = war.red("archers", 12, files=4, id="theirs", **crooked.foe(3, aside=crooked.aside / 3))
    return Case(_war(ours, theirs), (_round(Wrap, "", ahead(6)),), _wrapped)


def war_widen_in_contact(crooked: Crooked) -> Case:
    ours = war.blue("light_infantry", 24, files=4, id="ours", **crooked.mine())
    theirs = war.red("archers", 12, files=4, id="theirs", **crooked.foe(0, aside=crooked.aside / 3, askew=0))
    return Case(_war(ours, theirs), (_round(Expand),), _wrapped)


def war_shot(crooked: Crooked, right: float) -> Case:
    wood = crooked.ground("woods", right, 4.5, 3, 2)
    screen = war.blue("pikemen", 6, files=3, id="screen", **crooked.mine(right=-2.2, front=4, turned=20))
    battle = _war(
        *_of_war(crooked, 9.5, kind="archers", foes="heavy_infantry"),
        screen,
        step=AttackPhase("blue"),
        features=(wood,),
    )
    return Case(battle, (shoot("ours", at="theirs"),), _struck)


def war_bent_column_meets(crooked: Crooked) -> Case:
    column = war.blue("light_infantry", 16, files=2, id="ours", **crooked.mine())
    theirs = _of_war(crooked._replace(aside=crooked.aside / 2), 4.5)[1]
    order = march("ours", ahead(8))
    return Case(_war(_bent(column, 40 + crooked.askew, other=-35), theirs), (order,), _met)


def war_bent_column_wheels(crooked: Crooked) -> Case:
    column = war.blue("light_infantry", 14, files=2, id="ours", **crooked.mine())
    theirs = _of_war(crooked, 9)[1]
    order = march("ours", Wheel("left", degrees(27)), ahead(1.7), Wheel("right", degrees(41)), ahead(1.1))
    return Case(_war(_bent(column, -33 + crooked.askew), theirs), (order,), _moved("ours"))


def war_bent_column_is_shot_at(crooked: Crooked, right: float) -> Case:
    archers = _of_war(crooked, 9, kind="archers")[0]
    column = war.red("light_infantry", 16, files=2, id="theirs", **crooked.foe(8))
    wood = crooked.ground("woods", right, 5, 3, 2)
    battle = _war(archers, _bent(column, 55, other=-70), step=AttackPhase("blue"), features=(wood,))
    return Case(battle, (shoot("ours", at="theirs"),), _struck)


# ---------------------------------------------------------------- By This Axe


def _of_axe(crooked: Crooked, front: float, mine: Mapping[str, Any], theirs: Mapping[str, Any]) -> tuple[Any, Any]:
    return (
        axe.blue("ours", crooked.ours[0], files=crooked.ours[1], **crooked.mine(), **mine),
        axe.red("theirs", crooked.theirs[0], files=crooked.theirs[1], **crooked.foe(front), **theirs),
    )


def _axe(*units: Any, step: Any = None, features: Iterable[Area] = (), **more: Any) -> AnyBattle:
    return _due(axe.field(*units, features=features, size=(96, 60), **more), step or MovesOfAxe("blue"))


_ORDERED = {"orders": (axe.Ordered("charge", "TA-CMD-D01", inches(3), ""),)}


def axe_contact(crooked: Crooked) -> Case:
    battle = _axe(*_of_axe(crooked, 5, _ORDERED, {}), phase="movement", command="cards")
    return Case(battle, (charge("ours", ahead(8)),), _met)


def axe_aimed_charge(crooked: Crooked) -> Case:
    battle = _axe(*_of_axe(crooked, 5, _ORDERED, {}), phase="movement", command="cards")
    return Case(battle, (Commanded("ours", "charge", Aimed("theirs")),), _met)


def axe_falling_back(crooked: Crooked) -> Case:
    battle = _axe(*_of_axe(crooked, 5, _ORDERED, {"ranged": ("sling",)}), phase="movement", command="cards")
    return Case(battle, (charge("ours", ahead(8)), choose("retreat")), _moved("theirs"), face=1)


def axe_joining(crooked: Crooked) -> Case:
    he = axe.hero("captain", "blue", **crooked.mine(right=3.6 + crooked.aside, front=-2.3, turned=crooked.askew))
    battle = _axe(*_of_axe(crooked, 12, {}, {}), he, phase="movement")
    return Case(battle, (Commanded("captain", "join", Aimed("ours")),), _joined)


def axe_shot(crooked: Crooked, right: float) -> Case:
    wood = crooked.ground("woods", right, 3.5, 5, 4)
    screen = axe.blue("screen", 3, files=2, **crooked.mine(right=crooked.aside - 2.4, front=2.5, turned=40))
    battle = _axe(
        *_of_axe(crooked, 10, {"ranged": ("longbow",)}, {}),
        screen,
        step=Fire(("blue",)),
        features=(wood,),
        phase="ranged",
    )
    return Case(battle, (axe.shoot("ours", at="theirs"),), _struck)


# ---------------------------------------------------------------- Chainmail


def _of_mail(
    crooked: Crooked, front: float, *, troop: str = "heavy_foot", askew: float | None = None
) -> tuple[Any, Any]:
    return (
        mail.blue("ours", crooked.ours[0], files=crooked.ours[1], troop=troop, **crooked.mine()),
        mail.red("theirs", crooked.theirs[0], files=crooked.theirs[1], **crooked.foe(front, askew=askew)),
    )


def mail_contact(crooked: Crooked) -> Case:
    battle = mail.field(*_of_mail(crooked, 5, troop="heavy_horse"), phase="first_move")
    return Case(_due(battle, MovesOfChainmail("blue")), (charge("ours", ahead(9)),), _met, face=6)


def _mail_reaction(crooked: Crooked, name: Any, share: int) -> Case:
    battle = mail.field(*_of_mail(crooked, 0, askew=0), contacts=[locked("ours", "theirs")], phase="melee")
    return Case(_due(battle, React(("ours",), ("theirs",), name, share)), (), _moved("theirs"))


def mail_back_in_good_order(crooked: Crooked) -> Case:
    return _mail_reaction(crooked, "back_good_order", 1000)


def mail_retreat(crooked: Crooked) -> Case:
    return _mail_reaction(crooked, "retreat", 1500)


def mail_joining(crooked: Crooked) -> Case:
    ours, theirs = _of_mail(crooked, 0, askew=0)
    end = crooked.aside + theirs.body.full_frontage / 2000
    more = mail.blue("more", 4, files=2, **crooked.mine(right=end + 1.8, front=1.1, turned=270 + crooked.askew))
    battle = mail.field(ours, theirs, more, contacts=[locked("ours", "theirs", since=0)], phase="melee")
    return Case(_due(battle, Melees()), (Commanded("more", "join", Aimed("theirs")),), _moved("more"))


def mail_shot(crooked: Crooked, right: float) -> Case:
    wood = crooked.ground("woods", right, 8, 3, 3)
    screen = mail.blue("screen", 6, files=3, **crooked.mine(right=-2.8, front=4, turned=20))
    battle = mail.field(*_of_mail(crooked, 12, troop="archers"), screen, features=(wood,), phase="missiles")
    return Case(_due(battle, Missiles(("blue",))), (shoot("ours", at="theirs"), FINISH), _struck)


# ---------------------------------------------------------------- BATTLESYSTEM


def _of_system(
    crooked: Crooked, front: float, *, files: int = 0, askew: float | None = None, **more: Any
) -> tuple[Any, ...]:
    return (
        system.blue(
            "ours", crooked.ours[0], files=files or crooked.ours[1], **crooked.mine(), formation="closed", **more
        ),
        system.red(
            "theirs",
            crooked.theirs[0],
            files=crooked.theirs[1],
            of=system.DWARF,
            formation="closed",
            **crooked.foe(front, askew=askew),
        ),
        system.person("captain", "blue", with_="ours", rank="unit", radius=30),
    )


def _system(*units: Any, step: Any = None, **more: Any) -> AnyBattle:
    return _due(system.field(*units, **more), step or MovesOfSystem("blue"))


_CONTACTS: Mapping[str, Any] = {"contacts": [locked("ours", "theirs")]}


def system_contact(crooked: Crooked) -> Case:
    return Case(_system(*_of_system(crooked, 7.5)), (charge("ours", ahead(12)),), _met)


def system_falling_back(crooked: Crooked) -> Case:
    battle = _system(*_of_system(crooked, 0, askew=0), **_CONTACTS)
    return Case(battle, (system.order("ours", "withdraw"), choose("follow")), _moved("theirs"))


def system_wrap(crooked: Crooked) -> Case:
    narrow = crooked._replace(theirs=(8, 8), ours=(12, 12), aside=crooked.aside / 2)
    battle = _system(*_of_system(narrow, 0, askew=0), **_CONTACTS)
    return Case(battle, (_round(Wrap, "wrap"),), _wrapped)


def system_joining(crooked: Crooked) -> Case:
    ours, theirs, _ = _of_system(crooked, 12, commander="captain")
    he = system.person(
        "captain",
        "blue",
        rank="unit",
        radius=12,
        **crooked.mine(right=4.6 + crooked.aside, front=-2.3, turned=crooked.askew),
    )
    return Case(_system(ours, theirs, he), (Commanded("captain", "join", Aimed("ours")),), _joined)


def system_shot(crooked: Crooked, right: float) -> Case:
    wood = crooked.ground("woods", right, 5, 3, 2)
    screen = system.red("screen", 3, files=2, **crooked.foe(6, aside=crooked.aside - 2.4, askew=40))
    battle = _system(
        *_of_system(crooked, 10, missile=system.LONGBOW, ar=20),
        screen,
        step=Shooting("blue", "phase"),
        features=(wood,),
    )
    return Case(battle, (shoot("ours", at="theirs"), FINISH), _struck)


# ---------------------------------------------------------------- shots that nobody can make


def _barring(book: Any, crooked: Crooked, wide: float, front: float, **more: Any) -> list[Any]:
    """Two units of ours before the shooters, one to the left and one to the right, and others who see an enemy."""
    screens = [
        book.blue(name, 4, files=4, **crooked.mine(right=side * wide, front=front))
        for side, name in ((-1, "zouaves"), (1, "axemen"))
    ]
    others = book.blue("others", 4, files=4, **crooked.mine(right=14), **more)
    return [*screens, others, book.red("prey", 4, files=4, **crooked.foe(8, aside=14, askew=0))]


def axe_barred(crooked: Crooked) -> Case:
    bows = {"ranged": ("longbow",)}
    units = (*_of_axe(crooked, 10, bows, {}), *_barring(axe, crooked, 2.05, 2, **bows))
    battle = _axe(*units, step=Fire(("blue",)), phase="ranged")
    return Case(battle, (axe.shoot("ours", at="theirs"),), _struck)


def mail_barred(crooked: Crooked) -> Case:
    units = (*_of_mail(crooked, 12, troop="archers"), *_barring(mail, crooked, 1.55, 2, troop="archers"))
    battle = mail.field(*units, phase="missiles")
    return Case(_due(battle, Missiles(("blue",))), (shoot("ours", at="theirs"),), _struck)


def system_barred(crooked: Crooked) -> Case:
    bows = {"missile": system.CROSSBOW, "ar": 20}
    units = (*_of_system(crooked, 10, **bows), *_barring(system, crooked, 2.4, 2, **bows))
    return Case(_system(*units, step=Shooting("blue", "phase")), (shoot("ours", at="theirs"),), _struck)


FORCED: tuple[Callable[[Crooked], Case], ...] = (
    war_contact,
    war_wrap_on_contact,
    war_widen_in_contact,
    war_bent_column_meets,
    war_bent_column_wheels,
    axe_contact,
    axe_aimed_charge,
    axe_falling_back,
    axe_joining,
    mail_contact,
    mail_back_in_good_order,
    mail_retreat,
    mail_joining,
    system_contact,
    system_falling_back,
    system_wrap,
    system_joining,
)

SHOTS: tuple[Callable[[Crooked, float], Case], ...] = (
    war_shot,
    war_bent_column_is_shot_at,
    axe_shot,
    mail_shot,
    system_shot,
)
"""Past the corners of a friend and of a wood that begins so many inches to the right of the shooters' middle."""

BARRED: tuple[Callable[[Crooked], Case], ...] = (axe_barred, mail_barred, system_barred)
"""By two units: which of them is named first has nothing to do with left and right."""
