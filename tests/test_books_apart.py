from pathlib import Path

from tools.books_apart import ROOT, books, captains, crossings, outsiders

PROGRAM = ROOT / "src" / "schiltron"


def test_all_books_are_looked_at() -> None:
    found = books()
    assert {"schiltron.rulesets.book_of_war", "schiltron.rulesets.battlesystem", "push_of_pike"} <= set(found)
    assert list(crossings(found, found)) == []


def test_captains_and_everybody_else_are_looked_at() -> None:
    found = books()
    players = captains(found, PROGRAM / "captains")
    assert {book.rpartition(".")[2] for book in found} - {book.rpartition(".")[2] for book in players} == {
        "push_of_pike"
    }
    assert list(crossings(found, players)) == []
    assert list(outsiders(found, PROGRAM)) == []


def test_a_book_that_reads_in_another_is_told_on(tmp_path: Path) -> None:
    for book, text in {"one": "from two.troops import TROOPS", "two": "import two.law"}.items():
        (tmp_path / book).mkdir()
        (tmp_path / book / "state.py").write_text(text)
    both = {"one": tmp_path / "one", "two": tmp_path / "two"}
    assert list(crossings(both, both)) == ["state.py:1: one imports two.troops, which belongs to another book"]


def test_captains_and_others_who_read_in_books_are_told_on(tmp_path: Path) -> None:
    """Captains know their own book; what belongs to no book knows none."""
    texts = {
        "books/one/law.py": "",
        "books/two/law.py": "",
        "captains/one/moving.py": "import one.law\nfrom two.law import LAW",
        "captains/play.py": "from one import law",
    }
    for name, text in texts.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    both = {book: tmp_path / "books" / book for book in ("one", "two")}
    players = captains(both, tmp_path / "captains")
    assert list(crossings(both, players)) == ["moving.py:2: one imports two.law, which belongs to another book"]
    assert list(outsiders(both, tmp_path)) == ["captains/play.py:1: imports one, which belongs to a book"]
