"""How the question for a new board is answered."""

from bigand.answer.report import Report, progress_reporter
from bigand.answer.running.limits import limit_time
from bigand.puzzles.lightup import questions
from bigand.puzzles.lightup.formats import write_board
from bigand.puzzles.lightup.generate import Request, Symmetry, generate_board
from bigand.puzzles.lightup.reasoning.levels import LEVEL_NAMES, Level


@limit_time
def generate(question: questions.Generate, report: Report) -> questions.GenerateAnswer:
    """The board of a number: each has a seed of its own, so that it does not matter who makes it, and when."""
    level, symmetry = Level(LEVEL_NAMES.index(question.level)), Symmetry(question.symmetry)
    request = Request(question.height, question.width, level, symmetry, question.black, question.minimal)
    seed = f"{question.seed}:{question.board}" + (f":{question.again}" if question.again else "")
    generated = generate_board(request, seed, progress_reporter(report))
    board = generated.board
    rating = board.rate() if question.rated else None
    return questions.GenerateAnswer(
        id=board.to("id"),
        level=question.level,
        number=None if rating is None else rating.number,
        clues=len(board.clues),
        walls=sum([cell.is_wall for _, cell in board]),
        seed=question.seed,
        board=question.board,
        rows=board.rows,
        solution=generated.solution.rows,
        text=None if question.to is None else write_board(board, question.to),
    )
