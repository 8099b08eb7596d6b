from pathlib import Path

from tools.books_apart import books, crossings


def test_all_books_are_looked_at() -> None:
    assert {"schiltron.rulesets.book_of_war", "schiltron.rulesets.battlesystem", "push_of_pike"} <= set(books())
    assert list(crossings(books())) == []


def test_a_book_that_reads_in_another_is_told_on(tmp_path: Path) -> None:
    for book, text in {"one": "from two.troops import TROOPS", "two": "import two.law"}.items():
        (tmp_path / book).mkdir()
        (tmp_path / book / "state.py").write_text(text)
    found = list(crossings({"one": tmp_path / "one", "two": tmp_path / "two"}))
    assert found == ["state.py:1: one imports two.troops, which belongs to another book"]
