"""The built page is served with its files, its index for every address, and rules for browsers."""

import gzip
from collections.abc import Callable
from pathlib import Path

import httpx2 as httpx
import pytest

from schiltron.server.settings import Settings
from tests.server.running import Running

INDEX = "<!doctype html><script>dark()</script><script type=module src=/assets/main-a1.js></script>" + " " * 900


@pytest.fixture
def page(settings: Settings) -> Path:
    folder = settings.page
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text(INDEX)
    (folder / "icon.svg").write_text("<svg/>")
    (folder / "assets" / "main-a1.js").write_text("play();" * 500)
    (folder / "assets" / "main-a1.js.br").write_bytes(b"packed by the build")
    (folder.parent / "secret.txt").write_text("secret")
    return folder


@pytest.fixture
def server(start: Callable[..., Running]) -> Running:
    return start()


@pytest.mark.parametrize("path", ["/", "/battles/abc", "/battles/abc/replay", "/rules/book_of_war/BW-B1-01", "/mine"])
def test_every_address_of_the_page_shows_its_index(page: Path, server: Running, path: str) -> None:
    shown = server.http.get(path)
    assert shown.text == INDEX
    assert shown.headers["cache-control"] == "no-cache"
    assert shown.headers["content-encoding"] == "gzip"


def test_the_index_may_run_its_own_scripts_only(page: Path, server: Running) -> None:
    headers = server.http.get("/").headers
    policy = headers["content-security-policy"]
    assert "script-src 'self' 'sha256-" in policy
    assert "'unsafe-inline'" not in policy.split("style-src")[0]
    assert "frame-ancestors 'none'" in policy
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["x-content-type-options"] == "nosniff"


def test_files_whose_names_change_with_their_content_are_kept_for_good(page: Path, server: Running) -> None:
    with httpx.Client(base_url=server.address, headers={"accept-encoding": "gzip"}) as client:
        file = client.get("/assets/main-a1.js")
        assert "immutable" in file.headers["cache-control"]
        assert file.text == "play();" * 500
        raw = client.stream("GET", "/assets/main-a1.js", headers={"accept-encoding": "br, gzip"})
        with raw as answered:
            assert answered.headers["content-encoding"] == "br"
            assert b"".join(answered.iter_raw()) == b"packed by the build"
        with client.stream("GET", "/assets/main-a1.js") as answered:
            assert gzip.decompress(b"".join(answered.iter_raw())).startswith(b"play();")
        with client.stream("GET", "/assets/main-a1.js", headers={"accept-encoding": "identity"}) as answered:
            assert "content-encoding" not in answered.headers


def test_what_has_not_changed_is_not_sent_again(page: Path, server: Running) -> None:
    tag = server.http.get("/icon.svg").headers["etag"]
    assert server.http.get("/icon.svg", headers={"if-none-match": tag}).status_code == 304
    (page / "icon.svg").write_text("<svg><g/></svg>")
    assert server.http.get("/icon.svg", headers={"if-none-match": tag}).status_code == 200


@pytest.mark.parametrize(
    "path", ["/assets/none.js", "/%2e%2e/secret.txt", "/..%2fsecret.txt", "//etc/passwd.txt", "/a%00b.js"]
)
def test_nothing_outside_the_page_is_served(page: Path, server: Running, path: str) -> None:
    answered = server.http.get(path)
    assert answered.status_code == 404
    assert answered.json()["error"]["what"] == "there is no such file"


def test_a_rule_with_a_dot_in_its_id_has_a_page(page: Path, server: Running) -> None:
    """Opened directly: BS-8.4-03 is no file."""
    answered = server.http.get("/rules/battlesystem/BS-8.4-03")
    assert answered.status_code == 200
    assert "html" in answered.headers["content-type"]


def test_a_server_without_a_page_says_how_to_build_it(server: Running) -> None:
    assert "make page" in server.http.get("/").text
