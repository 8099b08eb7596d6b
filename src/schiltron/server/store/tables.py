"""The tables. Times are seconds since 1970; journals are kept line by line as a saved file has them.

A database that is there already is not changed by a change in here: that takes a migration (`migrating`).
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import Boolean, Column, Double, ForeignKey, Index, Integer, LargeBinary, MetaData, String, Table, Text

metadata: Final = MetaData()

about = Table(
    "about",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("value", String(200), nullable=False),
)

battles = Table(
    "battles",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("title", Text, nullable=False),
    Column("scenario", Text, nullable=False),
    Column("ruleset", String(60), nullable=False),
    Column("header", LargeBinary, nullable=False),
    Column("seed", LargeBinary, nullable=True),
    Column("created", Double, nullable=False),
    Column("updated", Double, nullable=False),
    Column("entries", Integer, nullable=False),
    Column("standing", LargeBinary, nullable=False),
    Column("over", Boolean, nullable=False),
)

seats = Table(
    "seats",
    metadata,
    Column("battle", ForeignKey("battles.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", String(60), primary_key=True),
    Column("place", Integer, nullable=False),
    Column("who", String(20), nullable=False),
    Column("captain", String(60), nullable=False),
    Column("token", String(60), nullable=False),  # format 1 had links that opened a seat for good; empty since
)

invitations = Table(
    "invitations",
    metadata,
    Column("key", String(64), primary_key=True),
    Column("battle", ForeignKey("battles.id", ondelete="CASCADE"), nullable=False),
    Column("seat", String(60), nullable=False),
    Column("kind", String(10), nullable=False),
    Column("token", String(60), nullable=False),
    Column("made", Double, nullable=False),
    Column("taken", Double, nullable=True),
    Column("taker", String(64), nullable=False),
    Index("invitations_by_battle", "battle"),
)

shares = Table(
    "shares",
    metadata,
    Column("battle", ForeignKey("battles.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", String(60), primary_key=True),
    Column("fingerprint", String(64), nullable=False),
    Column("secret", Text, nullable=False),
)

positions = Table(
    "positions",
    metadata,
    Column("battle", ForeignKey("battles.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("program", String(40), nullable=False),
    Column("state", LargeBinary, nullable=False),
)

entries = Table(
    "entries",
    metadata,
    Column("battle", ForeignKey("battles.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("line", LargeBinary, nullable=False),
)

holders = Table(
    "holders",
    metadata,
    Column("visitor", String(64), primary_key=True),
    Column("battle", ForeignKey("battles.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", String(60), primary_key=True),
    Index("holders_by_battle", "battle"),
)

names = Table(
    "names",
    metadata,
    Column("visitor", String(64), primary_key=True),
    Column("name", String(60), nullable=False),
)

talk = Table(
    "talk",
    metadata,
    Column("battle", ForeignKey("battles.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("seat", String(60), nullable=False),
    Column("text", Text, nullable=False),
    Column("said", Double, nullable=False),
)

chat_open = Table(
    "chat_open",
    metadata,
    Column("battle", ForeignKey("battles.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", String(60), primary_key=True),
)

hints_agreed = Table(
    "hints_agreed",
    metadata,
    Column("battle", ForeignKey("battles.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", String(60), primary_key=True),
)

rematches = Table(
    "rematches",
    metadata,
    Column("battle", ForeignKey("battles.id", ondelete="CASCADE"), primary_key=True),
    Column("next", String(40), nullable=False),
    Column("kind", String(10), nullable=False),
    Column("seat", String(60), nullable=False),
)

origins = Table(
    "origins",
    metadata,
    Column("battle", ForeignKey("battles.id", ondelete="CASCADE"), primary_key=True),
    Column("origin", Text, nullable=False),
    Column("entry", Integer, nullable=False),
)

thoughts = Table(
    "thoughts",
    metadata,
    Column("battle", ForeignKey("battles.id", ondelete="CASCADE"), primary_key=True),
    Column("entry", Integer, primary_key=True),
    Column("seat", String(60), nullable=False),
    Column("thought", LargeBinary, nullable=False),
)

clocks = Table(
    "clocks",
    metadata,
    Column("battle", ForeignKey("battles.id", ondelete="CASCADE"), primary_key=True),
    Column("clock", LargeBinary, nullable=False),
)

codes = Table(
    "codes",
    metadata,
    Column("visitor", String(64), primary_key=True),
    Column("key", String(64), nullable=False, unique=True),
)

devices = Table(
    "devices",
    metadata,
    Column("device", String(64), primary_key=True),
    Column("visitor", String(64), nullable=False),
)

saved = Table(
    "saved",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("owner", String(64), nullable=False),
    Column("kind", String(20), nullable=False),
    Column("book", String(60), nullable=False),
    Column("name", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("size", Integer, nullable=False),
    Column("version", Integer, nullable=False),
    Column("made", Double, nullable=False),
    Column("changed", Double, nullable=False),
    Column("share", String(60), nullable=False),  # empty while nobody else may read it
    Column("edit_key", String(64), nullable=False),  # the hash of what an edit link holds; empty without one
    Index("saved_by_owner", "owner"),
    Index("saved_by_share", "share"),
)
