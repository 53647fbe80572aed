"""What is kept up while an explanation is made is what would be worked out anew."""

from contextlib import closing
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.puzzles.lightup.boards import collection

from bigand.puzzles.lightup.board import Board
from bigand.puzzles.lightup.generate import Request, Symmetry
from bigand.puzzles.lightup.generate.design import Designer
from bigand.puzzles.lightup.position import Position, cell_set, cells_in
from bigand.puzzles.lightup.reasoning.argument import Premises
from bigand.puzzles.lightup.reasoning.chain import Chain, is_reached, necessary_links
from bigand.puzzles.lightup.reasoning.deductions import close_under_single_deductions
from bigand.puzzles.lightup.reasoning.derivation import CaseChooser, Derivation, extend_derivation
from bigand.puzzles.lightup.reasoning.levels import Level
from bigand.puzzles.lightup.reasoning.redundancy import possibly_redundant_links
from bigand.puzzles.lightup.reasoning.walk import Walk


@given(st.sets(st.integers(0, 3_000), max_size=20))
def test_the_cells_of_a_set(cells: set[int]) -> None:
    assert list(cells_in(cell_set(cells))) == sorted(cells)


def open_board(height: int, width: int, chance: Random) -> Board:
    """A board with some of the clues of a solution."""
    design = Designer(
        Request(height, width, Level.EXPERT, Symmetry.NONE, chance.choice((12, 45))), chance
    ).new_design()
    return design.position([clue for clue in design.clues_of_all_walls() if chance.random() < 0.8]).board


# The runs of the last are so long that the engine has atoms for them.
@pytest.mark.parametrize("size", [(8, 8), (14, 9), (2, 45)])
def test_marks_far_from_what_is_new_need_not_be_followed_again(size: tuple[int, int]) -> None:
    """Boards are filled in with one mark of a solution after the other, and with what follows from it."""
    chance = Random(18)
    seen = 0
    for _ in range(20):
        board = open_board(*size, chance)
        solution = board.solve()
        assert solution is not None
        bulbs = Position.from_board(solution).bulbs
        position = close_under_single_deductions(Position.from_board(board))
        with closing(CaseChooser(Position.from_board(board))) as cases:
            while position is not None and position.open:
                with closing(CaseChooser(position)) as anew:
                    expected = sorted(anew.find_refuted_marks(position))
                assert sorted(cases.find_refuted_marks(position)) == expected
                seen += len(expected)
                cell = 1 << chance.choice(list(cells_in(position.open)))
                after = position.with_marks(cell & bulbs, cell & ~bulbs)
                position = close_under_single_deductions(after, after.changes_since(position))
    assert seen > 200


def derived(board: Board) -> Chain:
    """All links up to the solution of a board."""
    solution = board.solve()
    assert solution is not None
    start = Position.from_board(board)
    found = Derivation(start, [], start)
    goal = Premises(Position.from_board(solution).bulbs, 0)
    extend_derivation(found, goal)
    return Chain(start, found.links, goal)


def test_a_chain_with_links_exchanged_is_a_chain_made_of_them() -> None:
    chance = Random(18)
    exchanged = 0
    for text in [*collection("10x10", "hard")[:4], *collection("14x14", "tricky")[:2]]:
        chain = derived(Board(text))
        start, goal = chain.start, chain.goal
        for _ in range(40):
            number = chance.choice(list(chain.links))
            affected = chain.link_and_dependents(number)
            position, around = chain.position_without(affected)
            left = [chain.links[other] for other in sorted(chain.links) if other not in affected]
            assert position == Chain(start, left, Premises(0, 0)).position
            walk = Walk(position, around, chain.links[number])
            more = []
            while not is_reached(goal, walk.position) and (links := walk.cheapest_links()):
                more += links
                walk.apply_links(links)
            if not is_reached(goal, walk.position):
                continue
            change = {other: chain.links[other] for other in affected}, chain.number_links(more)
            before = chain.necessary_links(), chain.position
            would_be = chain.necessary_links_after_exchange(*change)
            chain.exchange(*change)
            assert would_be == chain.necessary_links() == necessary_links(start, [*left, *more], goal)
            assert chain.position == Chain(start, [*left, *more], goal).position
            exchanged += 1
            if chance.random() < 0.5:
                chain.exchange(*change[::-1])
                assert (chain.necessary_links(), chain.position) == before
    assert exchanged > 60


def test_without_a_link_that_is_not_worth_trying_nothing_follows() -> None:
    tried = worth = 0
    for text in [
        *collection("7x7", "easy")[:8],
        *collection("10x10", "hard")[:4],
        *collection("14x14", "tricky")[:4],
    ]:
        chain = derived(Board(text))
        spare = [number for number, each in chain.links.items() if each.is_single and each.reason.dots]
        goes_on = []
        for number in spare:
            position, around = chain.position_without(chain.link_and_dependents(number))
            if is_reached(chain.goal, position) or Walk(position, around, chain.links[number]).next_single():
                goes_on.append(number)
        assert list(possibly_redundant_links(chain, spare)) == goes_on
        tried, worth = tried + len(spare), worth + len(goes_on)
    assert 0 < worth < tried
