"""A small class at a real server, as `make bench` measures a large one; with children killed, too."""

import os
import sys
from pathlib import Path

import pytest
from bench.load import SMALL, run_load

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not Path(f"/proc/{os.getpid()}/task").is_dir(), reason="children are found by /proc"),
    pytest.mark.skipif(sys.platform == "win32", reason="the same"),
]


@pytest.mark.parametrize("is_attacked", [False, True])
def test_every_question_of_a_class_is_answered_with_its_own_answer(is_attacked: bool) -> None:
    measured = run_load(users=6, seconds=6, is_attacked=is_attacked)
    assert not measured.errors
    assert not measured.swapped
    assert len(measured.seconds) >= 6
    assert max(measured.seconds) < 60
    assert (measured.killed > 0) == is_attacked


def test_the_questions_of_users_differ() -> None:
    for make in SMALL:
        bodies = {str(make(1_000_000 * user + count).fields) for user in range(1, 51) for count in range(1, 40)}
        assert len(bodies) == 50 * 39, make
