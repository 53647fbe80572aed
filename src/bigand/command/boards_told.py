"""Boards as sentences: which clues are spare or missing, and what was made."""

from collections.abc import Iterator

from bigand.answer.questions.generate import GenerateAnswer, GeneratedBoard
from bigand.answer.questions.steps import UniqueAnswer
from bigand.command.stepping_told import StepWording
from bigand.command.texts import Texts


def uniqueness_sentence(answer: UniqueAnswer, name: str, texts: Texts) -> str:
    """Whether there is one solution, several or none."""
    return texts("unique.several" if answer.status == "several" else f"steps.{answer.status}", name=name)


def clue_sentences(answer: UniqueAnswer, texts: Texts) -> Iterator[str]:
    """In what solutions differ; which clues are spare or missing."""
    facts = StepWording(texts).join_facts
    if answer.differing:
        yield texts("unique.differing", count=len(answer.differing), names=facts(answer.differing))
    if answer.missing:
        yield texts("unique.missing", clues=facts(answer.missing))
    if answer.needless:
        yield texts("unique.needless", clues=facts(answer.needless))
    elif answer.clues and answer.status == "unique":
        yield texts("unique.all_needed", count=texts.plural("clue", len(answer.clues)))


def board_sentence(board: GeneratedBoard, texts: Texts) -> str:
    """How many clues there are, and the level."""
    rating = texts("generate.unrated") if board.rating is None else StepWording(texts).rating_sentence(board.rating)
    key = "generate.minimal" if board.is_minimal else "generate.board"
    return texts(key, count=texts.plural("clue", len(board.clues)), rating=rating)


def too_few_boards_sentence(answer: GenerateAnswer, texts: Texts) -> str:
    """That fewer boards were found than were asked for, and of which levels those are that were made."""
    seen = ", ".join([f"{texts(f'steps.level.{level}')} {count}" for level, count in answer.seen])
    count = texts.plural("board", len(answer.boards))
    return texts("generate.fewer_seen" if seen else "generate.fewer", count=count, seen=seen)
