"""Requests, retries and pages, shared by the synchronous and the asynchronous client."""

from __future__ import annotations

import asyncio
import time
import uuid
from dataclasses import dataclass
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from typing import (
    Any,
    AsyncIterator,
    Callable,
    Dict,
    Generator,
    Generic,
    Iterator,
    Mapping,
    Optional,
    TypeVar,
    Union,
)
from urllib.parse import quote

import httpx

from .errors import DossierConnectionError, DossierError, UnexpectedResponseError

Data = TypeVar("Data")
Meta = TypeVar("Meta")
#: The next request to send, or the seconds to wait.
Step = Union[httpx.Request, float]
Outcome = Union[httpx.Response, httpx.RequestError, None]
Steps = Generator[Step, Outcome, "Answer[Any, Any]"]

RETRIED = (429, 503)
#: The 409 of a repetition while the first request is still running; other conflicts are final.
STILL_RUNNING = "idempotency_in_flight"
#: Larger than the limit of any operation, each of which applies its own maximum.
MAX_LIMIT = 1_000_000
#: The service keeps a request to the end of the change feed open for up to 30 seconds.
TIMEOUT_SECONDS = 90.0


@dataclass(frozen=True)
class Limits:
    """Credits and requests, from the headers of a response. `None` if the response has no such header."""

    credits_charged: Optional[int]
    credits_remaining: Optional[int]
    requests_per_minute: Optional[int]
    requests_remaining: Optional[int]
    minute_ends: Optional[datetime]


@dataclass(frozen=True)
class Answer(Generic[Data, Meta]):
    """The response of an operation."""

    data: Data
    meta: Meta
    limits: Limits


class _Client:
    def __init__(self, url: str, key: str, *, retries: int = 3, max_wait_seconds: float = 60.0) -> None:
        self._url = url.rstrip("/")
        self._headers = {"Authorization": f"Bearer {key}", "Accept": "application/json"}
        self._retries = retries
        self._max_wait = max_wait_seconds

    @staticmethod
    def _quote(segment: Any) -> str:
        return quote(str(segment), safe=":~")

    @staticmethod
    def _key(given: Optional[str]) -> str:
        return given if given is not None else str(uuid.uuid4())

    def _steps(
        self, method: str, path: str, query: Mapping[str, Any], body: Any, idempotency_key: Optional[str]
    ) -> Steps:
        headers = dict(self._headers)
        if idempotency_key is not None:
            headers["Idempotency-Key"] = idempotency_key
        params = {name: _text(value) for name, value in query.items() if value is not None}
        request = httpx.Request(method, self._url + path, params=params, headers=headers, json=body)
        attempt = 0
        while True:
            outcome = yield request
            wait = _retry_after(outcome) if isinstance(outcome, httpx.Response) else None
            wait = 0.5 * 2**attempt if wait is None else wait
            if attempt >= self._retries or wait > self._max_wait or not _is_passing(outcome):
                return _answer_of(outcome, request)
            attempt += 1
            yield wait


class Transport(_Client):
    """Sends requests with `httpx.Client`."""

    def __init__(
        self,
        url: str,
        key: str,
        *,
        retries: int = 3,
        max_wait_seconds: float = 60.0,
        http: Optional[httpx.Client] = None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        super().__init__(url, key, retries=retries, max_wait_seconds=max_wait_seconds)
        self._http = http if http is not None else httpx.Client(timeout=TIMEOUT_SECONDS)
        self._sleep = sleep

    def close(self) -> None:
        self._http.close()

    def __enter__(self: Self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _call(
        self, method: str, path: str, query: Mapping[str, Any], body: Any, idempotency_key: Optional[str]
    ) -> Answer[Any, Any]:
        steps = self._steps(method, path, query, body, idempotency_key)
        outcome: Outcome = None
        while True:
            try:
                step = steps.send(outcome)
            except StopIteration as stop:
                answer: Answer[Any, Any] = stop.value
                return answer
            if isinstance(step, httpx.Request):
                try:
                    outcome = self._http.send(step)
                except httpx.RequestError as error:
                    outcome = error
            else:
                self._sleep(step)
                outcome = None

    def _pages(self, path: str, query: Dict[str, Any], on_page: Optional[Callable[[Any], None]]) -> Iterator[Any]:
        query = _first_page(query)
        while True:
            page = self._call("GET", path, query, None, self._key(None))
            if on_page is not None:
                on_page(page)
            yield from page.data
            if not page.meta["hasMore"] or not page.data:
                return
            query["offset"] = page.meta["offset"] + len(page.data)


class AsyncTransport(_Client):
    """Sends requests with `httpx.AsyncClient`."""

    def __init__(
        self,
        url: str,
        key: str,
        *,
        retries: int = 3,
        max_wait_seconds: float = 60.0,
        http: Optional[httpx.AsyncClient] = None,
    ) -> None:
        super().__init__(url, key, retries=retries, max_wait_seconds=max_wait_seconds)
        self._http = http if http is not None else httpx.AsyncClient(timeout=TIMEOUT_SECONDS)

    async def close(self) -> None:
        await self._http.aclose()

    async def __aenter__(self: AsyncSelf) -> AsyncSelf:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def _call(
        self, method: str, path: str, query: Mapping[str, Any], body: Any, idempotency_key: Optional[str]
    ) -> Answer[Any, Any]:
        steps = self._steps(method, path, query, body, idempotency_key)
        outcome: Outcome = None
        while True:
            try:
                step = steps.send(outcome)
            except StopIteration as stop:
                answer: Answer[Any, Any] = stop.value
                return answer
            if isinstance(step, httpx.Request):
                try:
                    outcome = await self._http.send(step)
                except httpx.RequestError as error:
                    outcome = error
            else:
                await asyncio.sleep(step)
                outcome = None

    async def _pages(
        self, path: str, query: Dict[str, Any], on_page: Optional[Callable[[Any], None]]
    ) -> AsyncIterator[Any]:
        query = _first_page(query)
        while True:
            page = await self._call("GET", path, query, None, self._key(None))
            if on_page is not None:
                on_page(page)
            for item in page.data:
                yield item
            if not page.meta["hasMore"] or not page.data:
                return
            query["offset"] = page.meta["offset"] + len(page.data)


Self = TypeVar("Self", bound=Transport)
AsyncSelf = TypeVar("AsyncSelf", bound=AsyncTransport)


def _first_page(query: Dict[str, Any]) -> Dict[str, Any]:
    limit, offset = query.get("limit"), query.get("offset")
    return {**query, "limit": MAX_LIMIT if limit is None else limit, "offset": 0 if offset is None else offset}


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return ",".join(_text(one) for one in value)
    return str(value)


def _is_passing(outcome: Outcome) -> bool:
    if not isinstance(outcome, httpx.Response):
        return True
    if outcome.status_code != 409:
        return outcome.status_code in RETRIED
    problem = _json(outcome)
    return _is_problem(problem) and problem["error"]["code"] == STILL_RUNNING


def _retry_after(response: httpx.Response) -> Optional[float]:
    """Seconds, or an HTTP date (RFC 9110, 10.2.3), which is relative to the server's own `Date`."""
    text = response.headers.get("retry-after", "").strip()
    if text.isdigit():
        return float(text)
    until, sent = _date(text), _date(response.headers.get("date", ""))
    if until is None:
        return None
    return max(0.0, (until - (sent or datetime.now(timezone.utc))).total_seconds())


def _date(text: str) -> Optional[datetime]:
    try:
        date = parsedate_to_datetime(text)
    except (TypeError, ValueError, IndexError):
        return None
    return date if date.tzinfo else date.replace(tzinfo=timezone.utc)


def _answer_of(outcome: Outcome, request: httpx.Request) -> Answer[Any, Any]:
    if not isinstance(outcome, httpx.Response):
        url = str(request.url.copy_with(query=None))
        raise DossierConnectionError(f"No response from {url}: {outcome or type(outcome).__name__}.") from outcome
    body = _json(outcome)
    if outcome.is_success and isinstance(body, dict) and "data" in body and "meta" in body:
        return Answer(body["data"], body["meta"], _limits_of(outcome.headers))
    if _is_problem(body):
        raise DossierError(body, _limits_of(outcome.headers))
    raise UnexpectedResponseError(outcome.status_code)


def _json(response: httpx.Response) -> Any:
    try:
        return response.json()
    except ValueError:
        return None


def _is_problem(body: Any) -> bool:
    return (
        isinstance(body, dict)
        and isinstance(body.get("error"), dict)
        and all(name in body for name in ("status", "detail", "requestId"))
    )


def _limits_of(headers: httpx.Headers) -> Limits:
    reset = _number(headers, "x-ratelimit-reset")
    return Limits(
        credits_charged=_number(headers, "x-credits-cost"),
        credits_remaining=_number(headers, "x-credits-remaining"),
        requests_per_minute=_number(headers, "x-ratelimit-limit"),
        requests_remaining=_number(headers, "x-ratelimit-remaining"),
        minute_ends=None if reset is None else datetime.fromtimestamp(reset, timezone.utc),
    )


def _number(headers: httpx.Headers, name: str) -> Optional[int]:
    text = headers.get(name, "")
    return int(text) if text.isdigit() else None
