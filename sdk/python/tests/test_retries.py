"""Retries, errors and pages against responses that a service or a proxy can send."""

from __future__ import annotations

import asyncio
from typing import Any, Callable, Dict, List, Tuple

import httpx
import pytest

from dossier_client import (
    AsyncDossier,
    Dossier,
    DossierConnectionError,
    DossierError,
    UnexpectedResponseError,
)

GOOD: Dict[str, Any] = {"data": {"id": "CO:1"}, "meta": {}}


def problem(status: int, code: str) -> httpx.Response:
    body = {"status": status, "detail": "No.", "requestId": "r1", "error": {"code": code}}
    return httpx.Response(status, json=body)


def client(*responses: Any, **options: Any) -> Tuple[Dossier, List[httpx.Request], List[float]]:
    requests: List[httpx.Request] = []
    waits: List[float] = []
    rest = list(responses)

    def handle(request: httpx.Request) -> httpx.Response:
        requests.append(request)
        response = rest.pop(0)
        if isinstance(response, Exception):
            raise response
        assert isinstance(response, httpx.Response)
        return response

    http = httpx.Client(transport=httpx.MockTransport(handle))
    return Dossier("http://x/", "k", http=http, sleep=waits.append, **options), requests, waits


@pytest.mark.parametrize(
    "first, wait",
    [
        (httpx.Response(429, headers={"Retry-After": "7"}), 7.0),
        (httpx.Response(503), 0.5),
        (problem(409, "idempotency_in_flight"), 0.5),
        (httpx.ConnectError("refused"), 0.5),
        (httpx.ReadError("broken"), 0.5),
        (
            httpx.Response(
                503,
                headers={
                    "Date": "Fri, 27 Nov 2026 09:00:00 GMT",
                    "Retry-After": "Fri, 27 Nov 2026 09:00:09 GMT",
                },
            ),
            9.0,
        ),
        (httpx.Response(503, headers={"Retry-After": "soon"}), 0.5),
    ],
)
def test_a_passing_fault_is_retried_under_the_same_key(first: Any, wait: float) -> None:
    dossier, requests, waits = client(first, httpx.Response(200, json=GOOD))
    assert dossier.entity("CO:1").data["id"] == "CO:1"
    assert waits == [wait]
    keys = {request.headers["idempotency-key"] for request in requests}
    assert len(requests) == 2 and len(keys) == 1
    assert requests[0].headers["authorization"] == "Bearer k"


@pytest.mark.parametrize(
    "status, code", [(400, "invalid_params"), (402, "insufficient_credits"), (409, "idempotency_conflict"), (500, "internal")]
)
def test_a_final_error_is_raised_at_once(status: int, code: str) -> None:
    dossier, requests, _ = client(problem(status, code))
    with pytest.raises(DossierError) as raised:
        dossier.entity("CO:1")
    assert (raised.value.status, raised.value.code, raised.value.request_id) == (status, code, "r1")
    assert len(requests) == 1


def test_retries_end() -> None:
    dossier, requests, waits = client(*[httpx.ConnectError("refused")] * 4)
    with pytest.raises(DossierConnectionError, match="No response from http://x/api/v1/search: refused") as raised:
        dossier.search_entities(name="secret name")
    assert isinstance(raised.value.__cause__, httpx.ConnectError)
    assert (len(requests), waits) == (4, [0.5, 1.0, 2.0])


def test_a_long_wait_is_not_waited() -> None:
    limited = problem(429, "rate_limit_exceeded")
    limited.headers["Retry-After"] = "61"
    dossier, requests, waits = client(limited)
    with pytest.raises(DossierError):
        dossier.entity("CO:1")
    assert (len(requests), waits) == (1, [])


@pytest.mark.parametrize(
    "response",
    [
        httpx.Response(200, text="<html>"),
        httpx.Response(200, json=[]),
        httpx.Response(502, text="Bad gateway"),
        httpx.Response(403, json={"error": "no"}),
        httpx.Response(302, headers={"Location": "http://elsewhere"}),
    ],
)
def test_a_response_of_another_program_is_named_as_such(response: httpx.Response) -> None:
    dossier, _, _ = client(response)
    with pytest.raises(UnexpectedResponseError):
        dossier.entity("CO:1")


def test_arguments_become_the_query_of_the_api() -> None:
    dossier, requests, _ = client(*[httpx.Response(200, json=GOOD)] * 3)
    dossier.entity("FL:a/b c", include=["federal", "sam"], explain=True)
    dossier.search_filings(forms="10-K,8-K", start_date="2026-01-01", idempotency_key="mine")
    dossier.batch({"items": [{"operation": "getEntity", "parameters": {"id": "CO:1"}}]})
    assert [request.url.raw_path.decode() for request in requests] == [
        "/api/v1/entity/FL:a%2Fb%20c?include=federal%2Csam&explain=true",
        "/api/v1/sec/search?forms=10-K%2C8-K&start_date=2026-01-01",
        "/api/v1/batch",
    ]
    assert requests[1].headers["idempotency-key"] == "mine"
    assert requests[2].content == b'{"items": [{"operation": "getEntity", "parameters": {"id": "CO:1"}}]}'


def pages_of(count: int, size: int) -> Callable[[httpx.Request], httpx.Response]:
    def handle(request: httpx.Request) -> httpx.Response:
        offset = int(request.url.params["offset"])
        data = [{"id": str(number)} for number in range(offset, min(offset + size, count))]
        meta = {"offset": offset, "hasMore": offset + size < count}
        return httpx.Response(200, json={"data": data, "meta": meta})

    return handle


@pytest.mark.parametrize("count, size", [(0, 3), (1, 3), (3, 3), (7, 3)])
def test_iterators_read_every_page_once(count: int, size: int) -> None:
    expected = [str(number) for number in range(count)]
    transport = httpx.MockTransport(pages_of(count, size))
    pages: List[int] = []
    dossier = Dossier("http://x", "k", http=httpx.Client(transport=transport))
    found = dossier.each_entity(name="a", on_page=lambda page: pages.append(len(page.data)))
    assert [item["id"] for item in found] == expected
    assert sum(pages) == count

    async def collect() -> List[str]:
        async with AsyncDossier("http://x", "k", http=httpx.AsyncClient(transport=transport)) as other:
            return [item["id"] async for item in other.each_entity(name="a")]

    assert asyncio.run(collect()) == expected
