"""`verify`: whether a proof shows that a text has no model."""

from collections.abc import Mapping
from typing import Literal

from bigand.answer.question import Answer
from bigand.answer.source import TextQuestion
from bigand.messages.message import Message


class VerifyAnswer(Answer, tag="verified"):
    """The proof holds: its format, how many clauses it adds and deletes, and how many the text has."""

    status: Literal["verified"]
    format: Literal["drat", "lrat"]
    steps: int
    deletions: int
    clauses: int


class ProofRejection(Answer, tag="rejected"):
    """The proof shows nothing: on which line of it, and why: a sentence by its key and gaps. Without
    a gap `clause` it is about the empty clause."""

    status: Literal["rejected"]
    line: int | None
    key: str
    gaps: Mapping[str, str | Message]


class Verify(TextQuestion[VerifyAnswer | ProofRejection], tag="verify", by="bigand.answer.verifying:verify_proof"):
    """Does this proof show that this text has no model?"""

    proof: bytes
    as_written: bool = False
