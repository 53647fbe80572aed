"""Encode answers and events as bytes, to send them between two processes of bigand.

Answers are encoded by their types, which takes a fifteenth of the time of pickle for hundreds of thousands of
diagnostics. Messages that cannot be encoded so (bytes of a file that are not text, parts of any type) are pickled,
which is safe as both ends are bigand's.
"""

import gc
import pickle
import threading
from typing import Any

import msgspec

from bigand.api.question import Answer, Failure, Question, answer_type
from bigand.api.report import Event

_TYPED, _PICKLED = b"T", b"P"
_gc_lock = threading.Lock()  # without it, two threads could leave the collector off for ever


def encode_message(message: Answer | Event) -> bytes:
    """Encode an answer or an event."""
    if isinstance(message, Answer):
        try:
            return _TYPED + msgspec.msgpack.encode(message)
        except (UnicodeEncodeError, OverflowError):
            pass
    return _PICKLED + pickle.dumps(message)


def decode_message(data: bytes, question: type[Question[Any]]) -> Answer | Event:
    """Decode an event, or the answer to a question of this type."""
    message: Answer | Event
    with _gc_lock:
        was_enabled = gc.isenabled()
        gc.disable()  # decoding makes many objects and no garbage
        try:
            if data[:1] == _TYPED:
                message = msgspec.msgpack.decode(memoryview(data)[1:], type=answer_type(question) | Failure)
            else:
                message = pickle.loads(memoryview(data)[1:])
        finally:
            if was_enabled:
                gc.enable()
    return message
