"""How answers and events cross the border between two processes of ours: as bytes, the larger ones by their types.

That is a fifteenth of what pickling hundreds of thousands of diagnostics takes. What has no such form (bytes of a
file that are no text, parts of any type) is pickled: both ends are ours.
"""

import gc
import pickle
import threading
from typing import Any

import msgspec

from bigand.api.question import Answer, Failure, Question, answer_type
from bigand.api.report import Event

_TYPED, _PICKLED = b"T", b"P"
_gc_lock = threading.Lock()  # else two threads could leave the collector off for ever


def encode_message(message: Answer | Event) -> bytes:
    """An answer or an event as bytes."""
    if isinstance(message, Answer):
        try:
            return _TYPED + msgspec.msgpack.encode(message)
        except (UnicodeEncodeError, OverflowError):
            pass
    return _PICKLED + pickle.dumps(message)


def decode_message(data: bytes, question: type[Question[Any]]) -> Answer | Event:
    """What these bytes say to whoever asked a question of this type."""
    message: Answer | Event
    with _gc_lock:
        was_enabled = gc.isenabled()
        gc.disable()  # nothing of it is garbage
        try:
            if data[:1] == _TYPED:
                message = msgspec.msgpack.decode(memoryview(data)[1:], type=answer_type(question) | Failure)
            else:
                message = pickle.loads(memoryview(data)[1:])
        finally:
            if was_enabled:
                gc.enable()
    return message
