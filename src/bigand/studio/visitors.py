"""Visitors: each is identified by a random cookie, never by an address.

A program that keeps no cookies may send back the `Bigand-Visitor` header of a response; all clients that send
neither count as one visitor. The name is not personal and gives no access: it only separates the shares of the
queue.
"""

import re
from collections.abc import Mapping
from secrets import token_urlsafe
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response

from bigand.studio.settings import Settings

VISITOR_HEADER = "Bigand-Visitor"
SLOT_HEADER = "Bigand-Slot"
ANONYMOUS = ""
_VISITOR_NAME = re.compile(r"[A-Za-z0-9_-]{16,64}")
_SLOT_VALUE = re.compile(r"([A-Za-z0-9_.-]{1,64}) ([0-9]{1,15})")


class Requester(NamedTuple):
    """The visitor, and the slot of the page: a later question for a slot replaces the earlier one."""

    visitor: str = ANONYMOUS
    slot: str = ""
    number: int = 0


NO_REQUESTER = Requester()


def requester_of(request: Request, settings: Settings) -> Requester:
    """The requester of a request."""
    slot = _SLOT_VALUE.fullmatch(request.headers.get(SLOT_HEADER, ""))
    visitor = _visitor_or_anonymous(request.headers, settings)
    return Requester(visitor, slot[1], int(slot[2])) if slot else Requester(visitor)


def new_visitor_name() -> str:
    return token_urlsafe(16)


def set_visitor_cookie_if_missing(response: Response, request: Request, settings: Settings) -> None:
    """Give a browser its visitor cookie, unless it has one."""
    if cookie_value(request.headers.get("cookie", ""), visitor_cookie_name(settings)) is None:
        cookie = visitor_cookie_name(settings)
        response.set_cookie(cookie, new_visitor_name(), path="/", httponly=True, samesite="strict")


def visitor_cookie_name(settings: Settings) -> str:
    """The name of the visitor cookie."""
    return f"{settings.cookie_name}-visitor"


def cookie_value(header: str, cookie_name: str) -> str | None:
    """The value of a cookie, if it is a valid visitor name; in linear time, whatever the header contains.

    >>> cookie_value("a=b; visitor=0123456789abcdef; c", "visitor")
    '0123456789abcdef'
    """
    for part in header.split(";"):
        key, _, value = part.strip().partition("=")
        if key == cookie_name and _VISITOR_NAME.fullmatch(value):
            return value
    return None


def _visitor_or_anonymous(headers: Mapping[str, str], settings: Settings) -> str:
    named = headers.get(VISITOR_HEADER, "")
    if _VISITOR_NAME.fullmatch(named):
        return named
    return cookie_value(headers.get("cookie", ""), visitor_cookie_name(settings)) or ANONYMOUS
