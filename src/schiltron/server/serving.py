"""Running the server: one process, until it is told to stop."""

from __future__ import annotations

import uvicorn

from schiltron.server.app import create_app
from schiltron.server.settings import Settings


def server(settings: Settings, *, host: str = "127.0.0.1", port: int = 8000, log_level: str = "info") -> uvicorn.Server:
    """A server ready to run."""
    return uvicorn.Server(
        uvicorn.Config(
            create_app(settings),
            host=host,
            port=port,
            ws="websockets-sansio",
            ws_max_size=settings.limits.message_bytes,
            ws_per_message_deflate=False,
            proxy_headers=bool(settings.proxy),
            forwarded_allow_ips=settings.proxy or None,
            server_header=False,
            access_log=False,
            timeout_graceful_shutdown=3,
            log_level=log_level,
        )
    )
