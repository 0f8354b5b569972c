"""Python client of the Dossier API: US businesses and SEC filings."""

from __future__ import annotations

from typing import AsyncIterator, Iterator, Optional

from .errors import DossierClientError, DossierConnectionError, DossierError, UnexpectedResponseError
from .generated import AsyncOperations, Change, Operations
from .transport import Answer, Limits

__all__ = [
    "Answer",
    "AsyncDossier",
    "Dossier",
    "DossierClientError",
    "DossierConnectionError",
    "DossierError",
    "Limits",
    "UnexpectedResponseError",
]

_WAIT_SECONDS = 30


class Dossier(Operations):
    """A client of one service: `Dossier("http://127.0.0.1:8080", "dsr_live_…")`.

    Every method raises `DossierError` if the service responds with an error, `DossierConnectionError` if no complete
    response arrives, and `UnexpectedResponseError` if the response is not from this service. Requests are retried
    after 429, 503, a 409 `idempotency_in_flight` and broken connections; a retried request is charged once.
    """

    def follow_changes(self, cursor: Optional[str] = None) -> Iterator[Change]:
        """Changes after `cursor`, then each new one as it is loaded; never ends. Each request is charged."""
        while True:
            page = self.changes(cursor=cursor, wait=_WAIT_SECONDS)
            yield from page.data
            cursor = page.meta["cursor"]


class AsyncDossier(AsyncOperations):
    """As `Dossier`, for asyncio."""

    async def follow_changes(self, cursor: Optional[str] = None) -> AsyncIterator[Change]:
        """Changes after `cursor`, then each new one as it is loaded; never ends. Each request is charged."""
        while True:
            page = await self.changes(cursor=cursor, wait=_WAIT_SECONDS)
            for change in page.data:
                yield change
            cursor = page.meta["cursor"]
