"""The page's types are those of the structs it is sent."""

from tools import page_types


def test_the_types_of_the_page_are_current() -> None:
    assert page_types.PAGE.read_text("utf-8") == page_types.page(), "run: make generated"


def test_what_the_page_sends_may_leave_out_what_has_a_default_and_what_it_hears_is_whole() -> None:
    made = page_types.page()
    assert "export interface BattleWish {\n  red?: PlayerWish;" in made
    assert "export interface Unit {\n  id: string;\n  name: string;" in made
    assert "?" not in made.partition("export interface Snapshot {")[2].partition("}")[0]
