"""The page: its files, and its index for every address the page knows how to show."""

from __future__ import annotations

from mimetypes import guess_type

from fastapi import APIRouter, Request, Response

from schiltron.server.fault import Refusal
from schiltron.server.static_page import NOT_BUILT, ShippedFile, ShippedPage

router = APIRouter(include_in_schema=False)


@router.api_route("/{path:path}", methods=["GET", "HEAD"])
async def page(request: Request, path: str) -> Response:
    shipped: ShippedPage = request.app.state.page
    if path == "api" or path.startswith("api/"):
        raise Refusal(404, "there is no such thing to ask for", where=f"/{path}"[:200], right="see /api/openapi.json")
    found = shipped.file(path) if path else None
    if found is not None:
        return _sent(request, found, shipped.policy)
    if guess_type(path)[0] is not None:
        raise Refusal(404, "there is no such file", where=f"/{path}"[:200])
    index = shipped.index
    if index is None:
        return Response(NOT_BUILT, media_type="text/html")
    return _sent(request, index, shipped.policy)


def _sent(request: Request, file: ShippedFile, policy: str) -> Response:
    encoding, body = file.best(request.headers.get("accept-encoding", ""))
    headers = {
        "Cache-Control": file.caching,
        "ETag": file.tag,
        "Vary": "Accept-Encoding",
        "Content-Security-Policy": policy,
    }
    if encoding:
        headers["Content-Encoding"] = encoding
    if file.tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return Response(body, headers=headers, media_type=file.kind)
