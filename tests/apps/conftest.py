"""Fixtures of these tests."""

from tests.apps.here import here

__all__ = ["here"]
