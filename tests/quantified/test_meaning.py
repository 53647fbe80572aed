"""Files with quantifiers mean what brute force says: prenexing, answers, all models, strategies."""

from itertools import product

import numpy as np
from hypothesis import assume, given, settings
from tests import brute
from tests.effort import tries
from tests.quantified import oracle
from tests.quantified.programs import PROGRAMS, prenex_programs

from bigand.encode.quantified_clauses import QuantifiedClauses, compile_quantified
from bigand.ground.formula_tree import FormulaTree
from bigand.ground.grounder import Grounder
from bigand.language import Mode, read_document
from bigand.language.frontend import parse_document
from bigand.solve.quantifiers.expansion import evaluate_by_expansion
from bigand.solve.quantifiers.session import GameSession, make_qbf_session
from bigand.solve.quantifiers.strategy import Turn, find_strategy
from bigand.source.document import Document


def compiled(text: str, as_written: bool = False) -> QuantifiedClauses:
    reading = read_document(Document("given", text), Mode.QBF)
    assert reading.is_valid, [one.code for one in reading.diagnostics]
    return compile_quantified(Grounder(reading), as_written)


def expected(text: str) -> tuple[FormulaTree, oracle.Prenex]:
    program, _ = parse_document(Document("given", text))
    whole = oracle.whole(program)
    return whole, oracle.prenex(whole)


def found_models(quantified: QuantifiedClauses) -> set[frozenset[str]]:
    """The true atoms of the outermost block in each model; each has a second opinion."""
    session = make_qbf_session(quantified)
    names = [quantified.compiled.names[atom - 1] for atom in quantified.model_atoms.tolist()]
    found: set[frozenset[str]] = set()
    while session.solve():
        values = session.values()
        assert evaluate_by_expansion(quantified, values)
        true = frozenset(name for name, value in zip(names, values, strict=True) if value)
        assert true not in found, "a model twice"
        found.add(true)
        if not names:
            break
        numbers = np.arange(1, len(names) + 1)
        session.add(np.where(values, -numbers, numbers).tolist())
    session.close()
    if isinstance(session, GameSession):
        again = GameSession(quantified)
        assert again.count() == len(found)
        again.close()
    return found


def kinds(quantified: QuantifiedClauses) -> list[tuple[str, int]]:
    return [("forall" if block.is_forall else "exists", len(block.atoms)) for block in quantified.blocks]


@settings(max_examples=tries(250), deadline=None)
@given(prenex_programs())
def test_formulas_with_quantifiers_in_front(text: str) -> None:
    _, prenex = expected(text)
    quantified = compiled(text)
    assert kinds(quantified) == [(kind, len(names)) for kind, names in prenex.prefix]
    found = found_models(quantified)
    assert found == oracle.winning(prenex)
    if not found:
        assert evaluate_by_expansion(quantified, None) is False


@settings(max_examples=tries(250), deadline=None)
@given(PROGRAMS)
def test_formulas_with_quantifiers_anywhere(text: str) -> None:
    whole, prenex = expected(text)
    assume(sum(len(names) for _, names in prenex.prefix) <= 10)
    quantified = compiled(text)
    assert kinds(quantified) == [(kind, len(names)) for kind, names in prenex.prefix]
    true = oracle.value(prenex.prefix, prenex.matrix, {})
    if not prenex.free:
        assert true == brute.holds(whole, {}), "prenexing by the oracle"
    assert bool(found_models(quantified)) == true
    assert evaluate_by_expansion(quantified, None) == true


@settings(max_examples=tries(150), deadline=None)
@given(PROGRAMS)
def test_moving_quantifiers_to_the_front_keeps_the_meaning(text: str) -> None:
    """For all values of the free atoms: as written, and with prefix and matrix."""
    whole, prenex = expected(text)
    assume(sum(len(names) for _, names in prenex.prefix) <= 9)
    free = sorted(prenex.free)
    bound = [(kind, [name for name in names if name not in prenex.free]) for kind, names in prenex.prefix]
    for row in product([False, True], repeat=len(free)):
        table = dict(zip(free, row, strict=True))
        fixed = " and ".join([f"({name if value else f'not {name}'})" for name, value in table.items()])
        assert oracle.value(bound, prenex.matrix, table) == brute.holds(whole, table)
        text_with_values = f"({fixed or 'Top'}) {text}"
        if not free or all(value is False for value in row):
            assert bool(found_models(compiled(text_with_values))) == brute.holds(whole, table)


def follow(
    turn: Turn, level: int, table: dict[str, bool], prenex: oracle.Prenex, names: tuple[str, ...], won: bool
) -> None:
    """Every way that the other side may play ends as the strategy promises."""

    def after(literals: tuple[int, ...]) -> dict[str, bool]:
        written = {name.split("#")[0]: name for _, block in prenex.prefix for name in block}
        return {**table, **{written[names[abs(one) - 1]]: one > 0 for one in literals}}

    if turn.move:
        table = after(turn.move)
        level += 1
    if level >= len(prenex.prefix) or not turn.answers:
        assert oracle.value(prenex.prefix[level:], prenex.matrix, table) == won
        return
    # A move leaves out what does not matter: it stands for every move with these values.
    listed = [after(answer) for answer, _ in turn.answers]
    unplayed = dict.fromkeys(prenex.prefix[level][1], False)
    for row in product([False, True], repeat=len(prenex.prefix[level][1])):
        moved = {**table, **dict(zip(prenex.prefix[level][1], row, strict=True))}
        if not any(one.items() <= moved.items() for one in listed):
            assert oracle.value(prenex.prefix[level + 1 :], prenex.matrix, moved) == won
    for (_, then), moved in zip(turn.answers, listed, strict=True):
        follow(then, level + 1, {**unplayed, **moved}, prenex, names, won)


def test_atoms_that_do_not_matter_multiply_no_moves() -> None:
    """Six propositions, whose quantifiers are copied where they stand under `<=>` and `xor`."""
    text = """f (((forall b,d: (exists e,a: f)) xor (forall c: (f or d)))
           <=> (((exists a,d,c: e) xor (b <=> e)) and ((c => c) => (a or f))))"""
    strategy = find_strategy(compiled(text))
    assert not strategy.forall_wins
    assert [move for move, _ in strategy.first.answers] == [()]
    wide = "forall " + ",".join([f"x{i}" for i in range(40)]) + ": exists y: (x7 <=> y)"
    assert len(find_strategy(compiled(wide)).first.answers) == 2


@settings(max_examples=tries(150), deadline=None)
@given(prenex_programs(most_atoms=8))
def test_strategies_win(text: str) -> None:
    _, prenex = expected(text)
    quantified = compiled(text)
    strategy = find_strategy(quantified)
    won = oracle.value(prenex.prefix, prenex.matrix, {})
    assert strategy.forall_wins != won
    follow(strategy.first, 0, {}, prenex, quantified.compiled.names, won)
