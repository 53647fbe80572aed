"""The OpenAPI 3.1 description of the HTTP interface, derived from the types of the questions."""

from functools import cache
from typing import Any

import msgspec

from bigand import __version__
from bigand.api.question import Failure, answer_type
from bigand.api.register import question_names, question_type

_REF = "#/components/schemas/{name}"
_TEXT = {"type": ["string", "null"]}
_PLACE = {"start": {"type": "integer"}, "end": {"type": "integer"}}


def _object_schema(**fields: Any) -> dict[str, Any]:
    return {"type": "object", "properties": fields, "required": list(fields)}


def _list_schema(of: dict[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": of}


def _schema_reference(name: str) -> dict[str, Any]:
    return {"$ref": _REF.format(name=name)}


_WORDING_SCHEMAS = {
    "ToldDiagnostic": _object_schema(
        code={"type": "string"}, severity={"enum": ["error", "warning", "info"]}, message={"type": "string"},
        label=_TEXT, notes=_list_schema({"type": "string"}), help=_TEXT, **_PLACE,
        related=_list_schema(_object_schema(**_PLACE, message=_TEXT)), also=_list_schema(_object_schema(**_PLACE)),
        fix={"anyOf": [_list_schema(_object_schema(**_PLACE, text={"type": "string"})), {"type": "null"}]},
        source={"type": "integer"},
    ),
    "Told": _object_schema(text=_TEXT, diagnostics=_list_schema(_schema_reference("ToldDiagnostic"))),
    "RefusedReply": _object_schema(answer=_schema_reference("Failure"), told=_schema_reference("Told")),
}  # fmt: skip
_ERROR_RESPONSES = {
    "400": "the body is no such question", "403": "the token, the host or the origin is not ours",
    "413": "the body is too large", "415": "the body is not said to be JSON",
    "422": "a failure: the question has no answer", "409": "a later question of the same page came first",
    "429": "this visitor has too many questions; `Retry-After` says when to ask again",
    "503": "all visitors together have too many; `Retry-After` too",
}  # fmt: skip


@cache
def openapi_description() -> dict[str, Any]:
    """The whole description."""
    questions = {name: question_type(name) for name in question_names()}
    answers = [answer_type(question) for question in questions.values()]
    schemas, parts = msgspec.json.schema_components([*questions.values(), *answers, Failure], ref_template=_REF)
    question_schemas, answer_schemas = schemas[: len(questions)], schemas[len(questions) : -1]
    paths = {}
    for name, question, answer in zip(questions, question_schemas, answer_schemas, strict=True):
        part = parts[question["$ref"].rpartition("/")[2]]
        # The URL names the question.
        part["required"] = [field for field in part.get("required", []) if field != "question"]
        paths[f"/api/{name}"] = {"post": _operation(name, questions[name].__doc__ or "", question, answer)}
    return {
        "openapi": "3.1.0",
        "info": {"title": "bigand", "version": __version__, "license": {"name": "MIT", "identifier": "MIT"}},
        "security": [{"token": []}],
        "paths": paths,
        "components": {
            "schemas": {**parts, **_WORDING_SCHEMAS},
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


def _operation(name: str, about: str, question: dict[str, Any], answer: dict[str, Any]) -> dict[str, Any]:
    reply = _object_schema(answer=answer, told=_schema_reference("Told"))
    line = {
        "anyOf": [_object_schema(event={"type": "object"}, text=_TEXT), reply, _schema_reference("RefusedReply")]
    }
    refused = {"application/json": {"schema": _schema_reference("RefusedReply")}}
    return {
        "operationId": name,
        "summary": " ".join(about.split("\n\n")[0].split()),
        "description": "\n".join([part.strip() for part in about.splitlines()]).strip(),
        "requestBody": {"required": True, "content": {"application/json": {"schema": question}}},
        "responses": {
            "200": {
                "description": "the answer; as `application/x-ndjson` a line for each event, the answer last",
                "content": {"application/json": {"schema": reply}, "application/x-ndjson": {"schema": line}},
            },
            **{status: {"description": text, "content": refused} for status, text in _ERROR_RESPONSES.items()},
        },
    }
