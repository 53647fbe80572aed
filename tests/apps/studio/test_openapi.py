"""The description of the interface is right, and says of questions and answers what they are."""

import json
from typing import Any

import jsonschema
import pytest
from openapi_spec_validator import OpenAPIV31SpecValidator
from starlette.testclient import TestClient
from tests.answer.test_every_question import CASES
from tests.tables import check_rows

from bigand.api.register import question_names
from bigand.studio.openapi import openapi_description


@pytest.mark.slow  # the validator follows every reference wherever it stands
def test_it_is_openapi() -> None:
    described = json.loads(json.dumps(openapi_description()))
    OpenAPIV31SpecValidator(described).validate()
    assert sorted(described["paths"]) == sorted(f"/api/{name}" for name in question_names())


DESCRIBED = openapi_description()


def _check(thing: Any, schema: dict[str, Any]) -> None:
    """Validate by a schema that `test_it_is_openapi` has found right: to look at it again each time takes long."""
    jsonschema.Draft202012Validator({**schema, "components": DESCRIBED["components"]}).validate(thing)


def test_questions_and_replies_are_as_described(client: TestClient) -> None:
    samples = dict(reversed(CASES))  # the first one of each question

    def check(name: str) -> None:
        post, sample = DESCRIBED["paths"][f"/api/{name}"]["post"], samples[name]
        _check(sample, post["requestBody"]["content"]["application/json"]["schema"])
        with pytest.raises(jsonschema.ValidationError):
            _check({**sample, "colour": 1}, post["requestBody"]["content"]["application/json"]["schema"])
        reply = client.post(f"/api/{name}", json=sample)
        content = post["responses"][str(reply.status_code)]["content"]
        _check(reply.json(), content["application/json"]["schema"])
        lines = client.post(f"/api/{name}", json=sample, headers={"Accept": "application/x-ndjson"}).text
        for line in lines.splitlines():
            _check(json.loads(line), post["responses"]["200"]["content"]["application/x-ndjson"]["schema"])

    check_rows([(name, name) for name in question_names()], check)


def test_refusals_are_as_described(client: TestClient) -> None:
    responses = DESCRIBED["paths"]["/api/solve"]["post"]["responses"]
    for reply in (
        client.post("/api/solve", json={"colour": 1}),
        client.post("/api/solve", content=b"x"),
        client.post("/api/solve", json={"source": {"text": "p -> q"}}),
        client.post("/api/solve", json={"source": {"text": "x" * 8_000_000}}),
        client.post("/api/solve", json={}, headers={"Origin": "http://evil.example"}),
    ):
        _check(reply.json(), responses[str(reply.status_code)]["content"]["application/json"]["schema"])
