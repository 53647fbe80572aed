"""Fixtures of these tests."""

from tests.apps.browser import browser
from tests.apps.here import here

__all__ = ["browser", "here"]
