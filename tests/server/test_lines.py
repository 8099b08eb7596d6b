"""Lines that send half, read nothing, are too many or never give up are cut; those that only wait are not."""

import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import httpx2 as httpx
import pytest
from msgspec.structs import replace
from websockets.sync.client import connect

from schiltron.server import text_page
from schiltron.server.connections import Gate, party
from schiltron.server.listeners import Hangup, Listener
from schiltron.server.settings import Allowance, Settings
from schiltron.server.static_page import ShippedPage
from tests.server.player import Player
from tests.server.running import Running

Start = Callable[..., Running]


@pytest.fixture
def leaving() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def line_to(server: Running, leaving: ExitStack, *, reads_little: bool = False) -> socket.socket:
    line = leaving.enter_context(socket.socket())
    if reads_little:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.settimeout(30)
    line.connect(("127.0.0.1", server.port))
    return line


def heard(line: socket.socket) -> bytes:
    """Everything until the other end hangs up."""
    data = b""
    with suppress(ConnectionError):
        while piece := line.recv(65536):
            data += piece
    return data


@pytest.fixture
def impatient(start: Start, settings: Settings) -> Running:
    server = start(limits=replace(settings.limits, request_seconds=0.3, stalled_seconds=0.3))
    server.http.close()
    server.wait_for_lines(0)
    return server


@pytest.mark.parametrize(
    "half",
    [
        b"",
        b"GET / HT",
        b"GET / HTTP/1.1\r\nHost: x\r\n",
        b"POST /api/battles HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{",
        b"POST /api/battles HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{   ",
    ],
)
def test_half_a_request_is_waited_for_only_so_long(impatient: Running, leaving: ExitStack, half: bytes) -> None:
    line = line_to(impatient, leaving)
    line.sendall(half)
    answer = heard(line)
    assert answer.startswith(b"HTTP/1.1 408 Request Timeout\r\n")
    assert b"did not come in whole" in answer
    impatient.wait_for_lines(0)


def test_half_of_the_second_request_is_not_waited_for_either(impatient: Running, leaving: ExitStack) -> None:
    line = line_to(impatient, leaving)
    line.sendall(b"GET /api/battles HTTP/1.1\r\nHost: x\r\n\r\nGET / H")
    answer = heard(line)
    assert answer.startswith(b"HTTP/1.1 200")
    assert b"HTTP/1.1 408" in answer


def test_who_drips_does_not_gain_time(impatient: Running, leaving: ExitStack) -> None:
    line = line_to(impatient, leaving)
    with suppress(ConnectionError):
        for letter in b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: " + b"y" * 500:
            line.sendall(bytes([letter]))
            time.sleep(0.05)
        pytest.fail("the server listened to the end")
    impatient.wait_for_lines(0)


def test_who_does_not_read_what_was_asked_for_is_cut_off(impatient: Running, leaving: ExitStack) -> None:
    line = line_to(impatient, leaving, reads_little=True)
    line.setblocking(False)
    with suppress(BlockingIOError):
        line.sendall(b"GET /api/books HTTP/1.1\r\nHost: x\r\n\r\n" * 1_000)
    impatient.wait_for_lines(1)
    impatient.wait_for_lines(0)


def test_a_live_line_that_reads_nothing_is_cut_off_and_its_place_is_free(
    start: Start, settings: Settings, leaving: ExitStack
) -> None:
    server = start(limits=replace(settings.limits, stalled_seconds=0.3, unsent_bytes=100_000))
    made = server.battle()
    line = line_to(server, leaving, reads_little=True)
    address = f"ws://x/api/battles/{made['id']}/live"
    deaf = leaving.enter_context(connect(address, sock=line, max_size=None, max_queue=1))
    live = server.open_battles._live[made["id"]][0]
    with suppress(Exception):
        for _ in range(20_000):
            deaf.send('{"type":"ask","question":{"about":"rule","id":"BW-B1-08"}}')
    until = time.monotonic() + 120
    while live.busy:
        assert time.monotonic() < until, "it is still among those who listen"
        time.sleep(0.01)


def test_a_live_line_that_only_waits_is_left_alone(impatient: Running) -> None:
    impatient.http = impatient.visitor()
    made = impatient.battle()
    red = Player(impatient, made["id"], "red")
    red.hear_until("snapshot")
    time.sleep(1.5)
    red.say(type="ping")
    assert red.hear_until("pong")


def test_only_so_many_lines_are_open_from_one_address(start: Start, settings: Settings, leaving: ExitStack) -> None:
    server = start(limits=replace(settings.limits, sockets_per_address=3))
    server.http.close()
    server.wait_for_lines(0)
    lines = [line_to(server, leaving) for _ in range(3)]
    server.wait_for_lines(3)
    one_more = heard(line_to(server, leaving))
    assert one_more.startswith(b"HTTP/1.1 429 ")
    assert b"Retry-After: 10" in one_more
    assert b"too many lines are open from your address" in one_more
    lines[0].close()
    server.wait_for_lines(2)
    assert httpx.get(f"{server.address}/api/battles").status_code == 200


def test_only_so_many_lines_are_open_in_all(start: Start, settings: Settings, leaving: ExitStack) -> None:
    server = start(limits=replace(settings.limits, sockets=2))
    server.http.close()
    server.wait_for_lines(0)
    for _ in range(2):
        line_to(server, leaving)
    server.wait_for_lines(2)
    assert heard(line_to(server, leaving)).startswith(b"HTTP/1.1 503 ")


def test_who_goes_on_after_being_refused_again_and_again_is_shut_out(start: Start, settings: Settings) -> None:
    limits = replace(settings.limits, requests=Allowance(2, 0.01), refusals=Allowance(3, 0.01))
    server = start(limits=limits)
    answers = [server.http.get("/api/battles") for _ in range(6)]
    assert [one.status_code for one in answers] == [200, 200, 429, 429, 429, 429]
    assert answers[-1].headers["connection"] == "close"
    shut_out = httpx.get(f"{server.address}/api/battles")
    assert shut_out.status_code == 429
    assert "although you were refused" in shut_out.json()["error"]["what"]


def test_a_household_counts_as_one_however_many_addresses_it_has() -> None:
    assert party("2001:db8:1:2:aaaa::1") == party("2001:db8:1:2:bbbb::2") == "2001:db8:1:2::/64"
    assert party("2001:db8:1:3::1") != party("2001:db8:1:2::1")
    assert party("::ffff:192.0.2.7") == party("192.0.2.7") == "192.0.2.7"
    assert party("a name") == "a name"


def test_lines_through_the_proxy_are_not_counted_as_one_visitors() -> None:
    gate = Gate(replace(Settings(), proxy="10.0.0.2", limits=replace(Settings().limits, sockets_per_address=1)))
    assert [gate.enter("10.0.0.2") for _ in range(3)] == [None] * 3
    assert gate.enter("10.0.0.3") is None
    assert gate.enter("10.0.0.3") is not None


def test_a_listener_that_leaves_too_much_unread_is_cut_off() -> None:
    import asyncio

    async def fall_behind() -> list[object]:
        listener = Listener(None, most=100, most_bytes=50)
        for _ in range(10):
            listener.say(b"x" * 20)
        return [await listener.next() for _ in range(4)]

    *heard_of, last = asyncio.run(fall_behind())
    assert heard_of == [b"x" * 20] * 3
    assert isinstance(last, Hangup)


def test_a_listener_that_reads_is_never_cut_off_however_much_it_is_told() -> None:
    import asyncio

    async def keep_up() -> list[object]:
        listener = Listener(None, most=100, most_bytes=50)
        read: list[object] = []
        for _ in range(30):
            listener.say(b"x" * 20)
            read.append(await listener.next())
        return read

    assert asyncio.run(keep_up()) == [b"x" * 20] * 30


def test_many_names_for_one_file_are_kept_as_one(tmp_path: Path) -> None:
    (tmp_path / "assets").mkdir()
    (tmp_path / "assets" / "a.js").write_text("1")
    page = ShippedPage(tmp_path)
    found = [page.file("assets/" + "../assets/" * times + "a.js") for times in range(50)]
    assert all(one is found[0] is not None for one in found)
    assert len(page._files) == 1
    for number in range(50):
        assert text_page.text_file(f"nothing-{number}.css") is None
    assert text_page._text_file.cache_info().currsize <= 2
