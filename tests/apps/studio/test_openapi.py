"""The description of the interface is right, and says of questions and answers what they are."""

import json
from typing import Any

import jsonschema
import pytest
from openapi_spec_validator import OpenAPIV31SpecValidator
from starlette.testclient import TestClient
from tests.answer.test_every_question import CASES

from bigand.apps.studio.openapi import openapi
from bigand.ask import QUESTIONS


@pytest.mark.slow  # the validator follows every reference wherever it stands
def test_it_is_openapi() -> None:
    described = json.loads(json.dumps(openapi()))
    OpenAPIV31SpecValidator(described).validate()
    assert sorted(described["paths"]) == sorted(f"/api/{name}" for name in QUESTIONS)


def _checked(thing: Any, schema: dict[str, Any]) -> None:
    described = openapi()
    jsonschema.validate(thing, {**schema, "components": described["components"]})


@pytest.mark.parametrize("name", sorted(QUESTIONS))
def test_questions_and_replies_are_as_described(name: str, client: TestClient) -> None:
    post = openapi()["paths"][f"/api/{name}"]["post"]
    sample = next(sample for asked, sample in CASES if asked == name)
    _checked(sample, post["requestBody"]["content"]["application/json"]["schema"])
    with pytest.raises(jsonschema.ValidationError):
        _checked({**sample, "colour": 1}, post["requestBody"]["content"]["application/json"]["schema"])
    reply = client.post(f"/api/{name}", json=sample)
    content = post["responses"][str(reply.status_code)]["content"]
    _checked(reply.json(), content["application/json"]["schema"])
    for line in client.post(
        f"/api/{name}", json=sample, headers={"Accept": "application/x-ndjson"}
    ).text.splitlines():
        _checked(json.loads(line), post["responses"]["200"]["content"]["application/x-ndjson"]["schema"])


def test_refusals_are_as_described(client: TestClient) -> None:
    responses = openapi()["paths"]["/api/solve"]["post"]["responses"]
    for reply in (
        client.post("/api/solve", json={"colour": 1}),
        client.post("/api/solve", content=b"x"),
        client.post("/api/solve", json={"source": {"text": "p -> q"}}),
        client.post("/api/solve", json={"source": {"text": "x" * 8_000_000}}),
        client.post("/api/solve", json={}, headers={"Origin": "http://evil.example"}),
    ):
        _checked(reply.json(), responses[str(reply.status_code)]["content"]["application/json"]["schema"])
