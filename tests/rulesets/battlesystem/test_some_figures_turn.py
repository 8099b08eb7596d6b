"""Some figures of a unit turn (BS-7.9-04), in tidy and in crooked positions."""

from __future__ import annotations

import pytest

from schiltron.battle.state.body_shape import shape_of
from schiltron.battle.state.manoeuvre import Advance, FormUp
from schiltron.drawing.drawn import Drawn
from schiltron.drawing.units import draw_body
from schiltron.rulesets.battlesystem.melee.fights import frozen
from schiltron.rulesets.battlesystem.missiles.aims import aim
from schiltron.rulesets.battlesystem.missiles.volleys import Volley
from schiltron.rulesets.battlesystem.movement.phase import Moves
from schiltron.rulesets.battlesystem.state import Unit
from schiltron.table.lengths import inches, signed
from tests.rulesets.battlesystem.crooked import CROOKED, Crooked
from tests.rulesets.battlesystem.positions import (
    CROSSBOW,
    ORC,
    Played,
    blue,
    field,
    locked,
    march,
    person,
    play,
    red,
    rules,
)

TURNED = [("", True, True), ("flanks", False, True), ("all_round", False, False)]


def men(figures: int = 12, *, files: int = 4, at=(48, 30), **more) -> Unit:
    return blue("men", figures, files=files, at=at, **{"formation": "closed", "shields": True, **more})


def ready(crooked: Crooked, unit: Unit, *others: Unit) -> Played:
    captain = person("captain", "blue", with_="men", rank="unit", radius=20)
    far = red("orcs", 6, at=(48, 8), of=ORC)
    return play(crooked(field(unit, captain, *(others or (far,)))), Moves("blue"))


@pytest.mark.parametrize("crooked", CROOKED)
@pytest.mark.parametrize("formation", ["closed", "open"])
@pytest.mark.parametrize(("to", "cost"), [("flanks", 3000), ("square", 4500)])
def test_the_flanks_turn_for_a_third_of_the_move(crooked: Crooked, formation: str, to: str, cost: int) -> None:
    """BS-7.9-04: with the rear it takes half; nothing else is done before they have turned back, for as much."""
    asked = ready(crooked, men(formation=formation))
    turned = asked.then(march("men", FormUp(to)))
    assert turned.unit("men").own.turn.spent == cost
    assert turned.unit("men").pose == asked.unit("men").pose
    assert "BS-7.9-04" in rules(asked.refusal(march("men", FormUp(to), Advance(inches(1)))))
    back = asked.then(march("men", FormUp(to), FormUp("close" if formation == "closed" else "open")))
    assert (back.unit("men").own.turn.spent, back.unit("men").own.stance) == (2 * cost, "")
    tired = ready(crooked, men(formation=formation, spent=9000 - cost + 100))
    assert "BS-7.9-04" in rules(tired.refusal(march("men", FormUp(to))))


def test_who_cannot_turn_some() -> None:
    """BS-7.9-04: mobs, one file, and who has declared something else."""
    mob = blue("men", 9, files=3, at=(48, 30), kind="mob")
    assert ready(CROOKED[0], mob).refusal(march("men", FormUp("flanks")))
    assert "BS-7.9-04" in rules(ready(CROOKED[0], men(files=1)).refusal(march("men", FormUp("flanks"))))
    walled = men(stance="shield_wall", large_shields=True)
    assert "BS-7.9-04" in rules(ready(CROOKED[0], walled).refusal(march("men", FormUp("flanks"))))


@pytest.mark.parametrize("crooked", CROOKED)
@pytest.mark.parametrize(("stance", "flank", "rear"), TURNED)
def test_what_has_turned_outward_has_a_front_there(crooked: Crooked, stance: str, flank: bool, rear: bool) -> None:
    """BS-7.9-04, BS-8.3-11: no blows past the shields at the flanks; the rear is open unless it has turned as well."""
    mine = men(stance=stance)
    beside = red("orcs", 3, files=3, at=(49.5, 31.125), facing=270, of=ORC, formation="closed")
    behind = red("orcs", 4, files=4, at=(48, 32.25), facing=0, of=ORC, formation="closed")
    for foe, edge, rule_holds in ((beside, "right", flank), (behind, "rear", rear)):
        position = crooked(field(mine, foe, contacts=[locked("orcs", "men", edge)]))
        made = frozen(position, "orcs", "men")
        assert made is not None
        assert ("BS-8.3-11" in {term.rule for term in made.rating.terms}) is rule_holds


@pytest.mark.parametrize("crooked", CROOKED)
@pytest.mark.parametrize("side", [1, -1])
def test_flanks_that_look_outward_shoot_outward(crooked: Crooked, side: int) -> None:
    """BS-7.9-04, BS-10.1-02: of three ranks the two behind the front, on that side; the others look ahead."""
    foe = red("orcs", 6, files=6, at=(48 + side * 6, 31), facing=270 if side > 0 else 90, of=ORC, formation="closed")
    for stance, shooting in (("", 0), ("flanks", 2)):
        position = crooked(field(men(stance=stance, missile=CROSSBOW), foe))
        made = aim(position, position.units["men"], position.units["orcs"])
        assert (made.figures.total if isinstance(made, Volley) else 0) == shooting


@pytest.mark.parametrize("crooked", CROOKED)
@pytest.mark.parametrize(("figures", "files", "aside"), [(12, 4, 4), (11, 4, 3), (5, 5, 2), (7, 5, 2), (3, 2, 2)])
def test_they_are_drawn_looking_outward(crooked: Crooked, figures: int, files: int, aside: int) -> None:
    """BS-7.9-04: those of both ends behind the front, of one rank its ends; nobody leaves his ground. As they turn back
    all look ahead again."""
    asked = ready(crooked, men(figures, files=files))
    before = asked.unit("men")
    after = asked.then(march("men", FormUp("flanks"))).unit("men")
    turns = {(one.rank, one.file): signed(one.heading - after.pose.heading) for one in after.places}
    outward = {place: turn for place, turn in turns.items() if turn}
    assert len(outward) == aside
    assert all(turn == (90_000 if file else -90_000) for (_, file), turn in outward.items())
    assert all(file in (0, files - 1) for _, file in outward)
    for one, other in zip(before.places, after.places, strict=True):
        assert (one.x, one.y) == (other.x, other.y)
        corners = [sorted((round(x), round(y)) for x, y in figure.rect.corners) for figure in (one, other)]
        assert corners[0] == corners[1]
    back = asked.then(march("men", FormUp("flanks"), FormUp("close"))).unit("men")
    assert {one.heading for one in back.places} == {back.pose.heading}
    picture = draw_body(Drawn(after.pose, after.body, figures))
    assert picture.count("chevron") == 3 * draw_body(Drawn(before.pose, before.body, figures)).count("chevron")
    assert len(shape_of(after.body, figures).front) == 3


def test_the_menu_offers_both() -> None:
    """BS-7.9-04."""
    asked = ready(CROOKED[0], men())
    menu = {entry.name: entry for entry in asked.book.menu(asked.battle, asked.battle.decisions[0], "men")}
    assert menu["square"].legs == (FormUp("square"), FormUp("flanks"))
