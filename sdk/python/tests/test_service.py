"""The client against a running service, whose address and key are in the environment."""

from __future__ import annotations

import asyncio
import os
from typing import Iterator, List

import pytest

from dossier_client import AsyncDossier, Dossier, DossierError

URL = os.environ.get("DOSSIER_TEST_URL", "")
KEY = os.environ.get("DOSSIER_TEST_KEY", "")


@pytest.fixture
def dossier() -> Iterator[Dossier]:
    with Dossier(URL, KEY) as opened:
        yield opened


def test_an_entity_is_charged_once_under_a_key(dossier: Dossier) -> None:
    first = dossier.entity("CO:20221555001", include=["sam"], idempotency_key="python-1")
    again = dossier.entity("CO:20221555001", include=["sam"], idempotency_key="python-1")
    assert first.data["name"] == "Willow Harbor Cleaners, LLC"
    assert first.limits.credits_charged == 2
    assert again.limits.credits_remaining == first.limits.credits_remaining


def test_iterators_return_what_pages_have(dossier: Dossier) -> None:
    page = dossier.search_entities(name="willow", limit=100)
    assert page.meta["totalCount"] == len(page.data) > 1
    ids = [item["id"] for item in dossier.each_entity(name="willow", limit=1)]
    assert ids == [item["id"] for item in page.data]
    filings = list(dossier.each_filing(q="tesla", forms=["10-K"]))
    assert filings and all(filing["formType"].startswith("10-K") for filing in filings)


def test_other_operations(dossier: Dossier) -> None:
    assert dossier.match(name="Willow Harbor Cleaners LLC", state="CO").data["outcome"] == "found"
    items = dossier.batch({"items": [{"operation": "getEntity", "parameters": {"id": "CO:20221555001"}}]}).data
    assert [item["status"] for item in items] == [200]
    assert any(source["loaded"] for source in dossier.sources().data)
    assert dossier.usage().data["total"]["credits"] > 0
    assert next(dossier.follow_changes())["id"]


def test_an_error_names_the_parameter(dossier: Dossier) -> None:
    with pytest.raises(DossierError) as raised:
        dossier.search_entities(limit=1)
    error = raised.value
    assert (error.status, error.code) == (400, "invalid_params")
    assert error.faults and error.faults[0]["parameter"]
    assert error.request_id
    with pytest.raises(DossierError) as refused:
        Dossier(URL, "dsr_test_wrong").entity("CO:20221555001")
    assert refused.value.code == "unauthorized"


def test_a_data_frame_in_three_lines(dossier: Dossier) -> None:
    pandas = pytest.importorskip("pandas")
    companies = pandas.DataFrame(dossier.each_entity(name="willow"))
    assert list(companies["state"].unique()) and len(companies) > 1


def test_asyncio() -> None:
    async def names() -> List[str]:
        async with AsyncDossier(URL, KEY) as dossier:
            answers = await asyncio.gather(*(dossier.entity("CO:20221555001") for _ in range(5)))
            return [answer.data["name"] for answer in answers]

    assert asyncio.run(names()) == ["Willow Harbor Cleaners, LLC"] * 5
