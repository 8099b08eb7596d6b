"""Addresses at which this server can be reached, and listening on the network as well as on this computer.

An address is shown only if this very server answered at it. A person at this computer may open a second door to the
network, on the same port, and close it again; nobody else may, and nothing opens by itself.
"""

from __future__ import annotations

import asyncio
import http.client
import secrets
import socket
from ipaddress import IPv4Address, ip_address
from typing import Annotated, Any, Final
from urllib.parse import urlsplit

import msgspec
import uvicorn
from msgspec import Meta, Struct

from schiltron.server.fault import Refusal

CHECK_SECONDS: Final = 4.0
WORD: Final = "/api/reach/word"
_EVERYWHERE: Final = ("0.0.0.0", "::", "")
_MOST_ANSWER: Final = 200


class NetworkAddress(Struct, frozen=True):
    """An address of this computer on its network. `reached` says that another machine has come in by it."""

    address: str
    answers: bool
    reached: bool


class Reach(Struct, frozen=True):
    """Where the server can be reached, as far as a caller may know. `at_home` says whether the caller sits at its
    computer; others are told nothing more. `may_listen` says that it listens on this computer alone and can be told to
    listen on the network; `listens` that it was told so, and can be told to stop."""

    at_home: bool
    network: tuple[NetworkAddress, ...] = ()
    may_listen: bool = False
    listens: bool = False


class Word(Struct, frozen=True):
    """By which a server knows itself when it asks at an address of its own."""

    word: str


class TriedAddress(Struct, frozen=True):
    """Whether this server answers at an address from outside; `why` not."""

    address: str
    answers: bool
    why: str = ""


class Listening(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether the server is to listen on the network too."""

    on: bool


class AddressSaid(Struct, frozen=True, forbid_unknown_fields=True):
    """An address under which others may reach the server."""

    address: Annotated[str, Meta(max_length=200)]


class Reaching:
    """What a server knows of its own doors. Until it runs it has none."""

    def __init__(self) -> None:
        self.word = secrets.token_urlsafe(16)
        self._running: uvicorn.Server | None = None
        self._opened: dict[str, asyncio.AbstractServer] = {}
        self._reached: set[str] = set()
        self._turning = asyncio.Lock()

    def runs(self, running: uvicorn.Server) -> None:
        self._running = running

    def note(self, server: tuple[str, int | None] | None, client: str) -> None:
        """A request came in by a door. If it came from another machine, that door is known to be open to others."""
        if server is None or len(self._reached) >= 64:
            return
        if not is_loopback(client) and client != server[0] and not is_loopback(server[0]):
            self._reached.add(server[0])

    @property
    def _host(self) -> str:
        return str(self._running.config.host) if self._running is not None else ""

    @property
    def _port(self) -> int:
        return int(self._running.config.port) if self._running is not None else 0

    @property
    def _alone(self) -> bool:
        return self._running is not None and is_loopback(self._host)

    async def shown(self) -> Reach:
        found = await asyncio.to_thread(own_addresses)
        if self._alone:
            found = [one for one in found if one in self._opened]
        elif self._host not in _EVERYWHERE:
            found = [self._host] if self._running is not None else []
        doors = [f"http://{one}:{self._port}" for one in found]
        heard = await asyncio.gather(*(asyncio.to_thread(answers_at, door, self.word) for door in doors))
        network = tuple(
            NetworkAddress(door, not why, one in self._reached)
            for one, door, why in zip(found, doors, heard, strict=True)
        )
        return Reach(True, network, self._alone and not self._opened, bool(self._opened))

    async def listen(self) -> None:
        """Open a door at every network address of this computer; Refusal if it has none."""
        async with self._turning:
            if not self._alone:
                raise Refusal(409, "this server listens on the network already", right="its address there")
            wrong = "this computer has no address on a network"
            for one in await asyncio.to_thread(own_addresses):
                if one not in self._opened:
                    try:
                        self._opened[one] = await self._door(one)
                    except OSError as error:
                        wrong = f"the server cannot listen on {one}:{self._port} ({error.strerror or error})"
            if not self._opened:
                raise Refusal(409, wrong, right="a network, or the port free on it")

    async def _door(self, address: str) -> asyncio.AbstractServer:
        running = self._running
        assert running is not None
        config = running.config

        def spoken() -> asyncio.Protocol:
            protocol: Any = config.http_protocol_class
            made: asyncio.Protocol = protocol(
                config=config, server_state=running.server_state, app_state=running.lifespan.state
            )
            return made

        opened = await asyncio.get_running_loop().create_server(
            spoken, host=address, port=self._port, backlog=config.backlog
        )
        running.servers.append(opened)
        return opened

    async def stop(self) -> None:
        """Close the doors that were opened. Open connections are not cut, but no new ones are accepted."""
        async with self._turning:
            for opened in self._opened.values():
                opened.close()
                if self._running is not None and opened in self._running.servers:
                    self._running.servers.remove(opened)
            self._opened.clear()


def is_loopback(host: str) -> bool:
    try:
        address = ip_address(host.strip("[]"))
    except ValueError:
        return host == "localhost"
    mapped = getattr(address, "ipv4_mapped", None)
    return bool((mapped or address).is_loopback)


def own_addresses() -> list[str]:
    """The IPv4 addresses of this computer on its networks, first the one by which it reaches the outside."""
    found: dict[str, None] = {}
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as out:
        try:
            out.connect(("192.0.2.1", 9))  # nothing is sent: the system only says by which address it would go
            found[out.getsockname()[0]] = None
        except OSError:
            pass
    try:
        for *_, (host, _port) in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET):  # type: ignore[misc]
            found[str(host)] = None
    except OSError:
        pass
    return [one for one in found if not _is_nobodys(IPv4Address(one))]


def _is_nobodys(address: IPv4Address) -> bool:
    return address.is_loopback or address.is_link_local or address.is_unspecified or address.is_multicast


def answers_at(address: str, word: str) -> str:
    """Why this server does not answer at an address; nothing where it does."""
    parts = urlsplit(address)
    kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
    line = kind(parts.hostname or "", parts.port, timeout=CHECK_SECONDS)
    try:
        line.request("GET", WORD)
        answer = line.getresponse()
        body = answer.read(_MOST_ANSWER)
        said = msgspec.json.decode(body, type=Word) if answer.status == 200 else None
    except (OSError, http.client.HTTPException):
        return "nothing answers there"
    except msgspec.DecodeError:
        said = None
    finally:
        line.close()
    return "" if said is not None and secrets.compare_digest(said.word, word) else "something else answers there"


def plain_address(said: str) -> str:
    """An address as somebody types it, with nothing but scheme, host and port; Refusal where it is none."""
    text = said.strip()
    parts = urlsplit(text if "//" in text else f"http://{text}")
    try:
        port = parts.port
    except ValueError:
        port = -1
    host = parts.hostname or ""
    fine = host and all(one.isalnum() or one in "-.:" for one in host) and host.isascii()
    if parts.scheme not in ("http", "https") or not fine or parts.username is not None or port == -1:
        raise Refusal(
            422, "this is not an address", where="address", right="https://battles.example.org, or with its port"
        )
    if is_loopback(host):
        raise Refusal(422, "this is the computer's name for itself", where="address", right="its name for others")
    shown = f"[{host}]" if ":" in host else host
    return f"{parts.scheme}://{shown}{f':{port}' if port is not None else ''}"
