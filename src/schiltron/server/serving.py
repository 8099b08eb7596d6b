"""Running the server: one process, until it is told to stop."""

from __future__ import annotations

import sys
from typing import Final

import uvicorn

from schiltron.server.app import create_app
from schiltron.server.connections import watched
from schiltron.server.settings import Settings

SWITCH_SECONDS: Final = 0.001
"""How long a thread may keep the others waiting: orders are short, and there are many of them."""


def server(settings: Settings, *, host: str = "127.0.0.1", port: int = 8000, log_level: str = "info") -> uvicorn.Server:
    """A server ready to run."""
    sys.setswitchinterval(SWITCH_SECONDS)
    app = create_app(settings)
    http, websocket = watched(app.state.gate)
    running = uvicorn.Server(
        uvicorn.Config(
            app,
            host=host,
            port=port,
            http=http,
            ws=websocket,
            ws_max_size=settings.limits.message_bytes,
            ws_per_message_deflate=False,
            proxy_headers=bool(settings.proxy),
            forwarded_allow_ips=settings.proxy or None,
            server_header=False,
            access_log=False,  # addresses hold the tokens of seats
            timeout_keep_alive=5,
            backlog=512,
            timeout_graceful_shutdown=3,
            log_level=log_level,
        )
    )
    app.state.reaching.runs(running)
    return running
