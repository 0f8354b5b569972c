"""Errors of the client. All are subclasses of `DossierClientError`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, List, cast

if TYPE_CHECKING:
    from .generated import ErrorCode, ParameterFault, Problem
    from .transport import Limits


class DossierClientError(Exception):
    """Base class of the client's errors."""


class DossierError(DossierClientError):
    """The service responded with an error."""

    def __init__(self, problem: Dict[str, Any], limits: Limits) -> None:
        super().__init__(problem["detail"])
        self.problem = cast("Problem", problem)
        self.status: int = problem["status"]
        #: Stable; the value to compare.
        self.code: ErrorCode = problem["error"]["code"]
        self.request_id: str = problem["requestId"]
        #: The wrong parameters: `{"parameter": ..., "message": ...}`.
        self.faults: List[ParameterFault] = problem.get("errors", [])
        self.limits = limits


class DossierConnectionError(DossierClientError):
    """No complete response arrived. `__cause__` is the error of httpx."""


class UnexpectedResponseError(DossierClientError):
    """The response is not from this service: a proxy answered, or another program."""

    def __init__(self, status: int) -> None:
        super().__init__(f"The server responded with {status} and a body that is not from this service.")
        self.status = status
