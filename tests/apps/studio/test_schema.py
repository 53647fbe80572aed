"""Requests made from the description of the interface: each is answered as it says."""

import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from tests.apps.studio.conftest import TOKEN, Running, running

from bigand.api.question import Limits
from bigand.api.register import question_names
from bigand.studio.auth import SECURITY_HEADERS
from bigand.studio.openapi import openapi_description
from bigand.studio.settings import Settings

pytestmark = pytest.mark.slow
EXAMPLES = 8  # for each question


@pytest.fixture(scope="module")
def server(static: Path) -> Iterator[Running]:
    """A server that ends every question soon."""
    with running(Settings(TOKEN, static=static, limits=Limits(seconds=3, megabytes=1000))) as own:
        yield own


@pytest.fixture(scope="module")
def described() -> Any:
    """The description as schemathesis reads it, which warns of what it deprecates in itself."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import schemathesis

        return schemathesis.openapi.from_dict(openapi_description())


@pytest.mark.parametrize("name", question_names())
def test_requests_are_answered_as_described(name: str, server: Running, described: Any) -> None:
    from schemathesis import checks

    wanted = [
        checks.not_a_server_error,
        checks.status_code_conformance,
        checks.content_type_conformance,
        checks.response_schema_conformance,
    ]
    operation = described[f"/api/{name}"]["POST"]
    statuses = set()

    @settings(
        max_examples=EXAMPLES, deadline=None, database=None, derandomize=True, phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(case=operation.as_strategy())
    def ask(case: Any) -> None:
        headers = {"Authorization": f"Bearer {TOKEN}"}
        response = case.call(base_url=f"http://127.0.0.1:{server.settings.port}", headers=headers, timeout=60)
        case.validate_response(response, checks=wanted)
        statuses.add(response.status_code)
        lacking = [one for one in SECURITY_HEADERS if one.lower() not in response.headers]
        assert lacking == []

    ask()
    assert statuses <= {200, 400, 413, 415, 422, 429}
    assert server.client.get("/api/version").status_code == 200
