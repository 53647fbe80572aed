"""Proofs: whatever the checker accepts is so, as all sets of bulbs tell; and it accepts what is right."""

import json
import re
from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from tests.effort import tries
from tests.puzzles.lightup import naive
from tests.puzzles.lightup.boards import CASES, MARKED, boards, puzzles
from tests.puzzles.lightup.proofs import damaged, random_proof
from tests.puzzles.lightup.test_rules import solutions_with_marks
from tests.tables import table

from bigand.messages import LANGUAGES, message_text
from bigand.puzzles.lightup.board import Board, Cell, Place
from bigand.puzzles.lightup.faults import BoardError
from bigand.puzzles.lightup.position import Cells, Position, cell_set
from bigand.puzzles.lightup.proof import (
    Aim,
    Draft,
    Flaw,
    Goal,
    Objection,
    Proof,
    ProofStep,
    Remark,
    Verdict,
    check,
)
from bigand.puzzles.lightup.proof.files import claim_hash, read_proof, solved_claim_of, write_proof
from bigand.puzzles.lightup.proof.steps import MalformedStepError, parse_step
from bigand.puzzles.lightup.rules import RULES, ProofRule, find_rule
from bigand.puzzles.lightup.solver import count_solutions
from bigand.puzzles.lightup.wording import objection_dict, objection_sentence, remark_text
from bigand.source.document import Document

SEEDS = st.integers(0, 1_000_000)
PROOFS = CASES / "proofs"
MANIFEST = [json.loads(line) for line in (PROOFS / "manifest.jsonl").read_text(encoding="utf-8").splitlines()]
RECORDS = [json.loads(line) for line in (CASES / "rule_cases.jsonl").read_text(encoding="utf-8").splitlines()]


def rule(name: str) -> ProofRule:
    found = find_rule(name)
    assert found is not None
    return found


def verdict_on(text: str) -> tuple[Proof, Verdict]:
    proof, found = read_proof(Document("proof", text))
    return proof, check(proof, file_objections=found)


def reasons(verdict: Verdict) -> list[Flaw]:
    return [objection.reason for objection in verdict.objections]


# ---------------------------------------------------------------------- those that came with the rules


@table("entry", MANIFEST, ids=lambda entry: entry["file"])
def test_the_collection_of_proofs(entry: dict[str, object]) -> None:
    text = (PROOFS / str(entry["file"])).read_text(encoding="utf-8")
    proof, verdict = verdict_on(text)
    assert verdict.accepted == entry["accept"]
    for objection in verdict.objections:
        check_told(objection, proof.board)


def check_told(objection: Objection, board: Board) -> None:
    """An objection has its sentences, and its counterexample is a solution."""
    for language in LANGUAGES.values():

        def say(key: str, language: object = language, **gaps: object) -> str:
            return message_text(key, language, **gaps)  # type: ignore[arg-type]  # one of the languages

        assert objection_sentence(objection.record, say)
        assert (remark_text(objection.record, say) is None) == (objection.remark is None)
        json.dumps(objection_dict(objection.record, say))
    if objection.counterexample is not None:
        rows = objection.counterexample.rows
        assert naive.is_solution(rows, naive.bulbs_of(rows))
        assert objection.counterexample.puzzle == board.puzzle


@table("reason", Flaw)
def test_every_reason_has_a_sentence(reason: Flaw) -> None:
    gaps = dict.fromkeys(
        ["count", "name", "nodes", "goal", "value", "x", "y", "height", "width", "found", "wanted"], "?"
    )
    check_told(Objection(reason, "7", line=3, places=(Place(0, 0),), gaps=gaps), Board(["."]))


@pytest.mark.parametrize("remark", Remark)
def test_every_remark_has_a_sentence(remark: Remark) -> None:
    check_told(Objection(Flaw.NOT_FORCED, remark=remark, better=rule("Must Light")), Board(["."]))


def test_the_collection_of_single_steps() -> None:
    wrong = []
    for number, record in enumerate(RECORDS):
        objection = parse_step(record).find_objection()
        if (objection is None) != (record["expected"] == "valid"):
            wrong.append(number)
        if objection is not None and objection.remark is not None:
            assert (objection.remark is Remark.COUNTEREXAMPLE) != record["entailed"], number
    assert wrong == []


# ---------------------------------------------------------------------- whatever is accepted is so


@given(boards("......##0123", most=4), SEEDS)
@settings(max_examples=tries(250), deadline=None)
def test_what_is_accepted_is_so(board: Board, seed: int) -> None:
    assume(0 < len(naive.whites(board.rows)) <= 11)
    check_proofs(board, Random(seed))


@given(puzzles(most=4), SEEDS)
@settings(max_examples=tries(250), deadline=None)
def test_what_is_accepted_is_so_of_boards_with_solutions(board: Board, seed: int) -> None:
    assume(0 < len(naive.whites(board.rows)) <= 11)
    check_proofs(board, Random(seed))


@given(boards(MARKED, most=4), SEEDS)
@settings(max_examples=tries(150), deadline=None)
def test_what_is_accepted_is_so_of_boards_with_marks(board: Board, seed: int) -> None:
    assume(0 < len(naive.whites(board.rows)) <= 11)
    check_proofs(board, Random(seed))


UNREACHED = {
    Flaw.UNFINISHED,
    Flaw.UNCLOSED,
    Flaw.STILL_OPEN,
    Flaw.NOT_SHOWN,
    Flaw.NOT_THE_SAME,
    Flaw.NO_SOLUTION_SHOWN,
    Flaw.NO_SOLUTION,
    Flaw.NO_OTHER_VALUE,
    Flaw.REFUTED,
    Flaw.ON_A_WALL,  # the goal, where the board has no white cell
}


def check_proofs(board: Board, random: Random) -> None:
    solutions = solutions_with_marks(board)
    proof = random_proof(board, random)
    verdict = check(proof)
    assert set(reasons(verdict)) <= UNREACHED, "the steps are right, whatever they lead to"
    check_entailed(proof, verdict, solutions)
    for _ in range(6):
        other = damaged(proof, random)
        check_entailed(other, check(other), solutions)


def check_entailed(proof: Proof, verdict: Verdict, solutions: Sequence[Cells]) -> None:
    """That an accepted proof shows what is so, and that the engine never had to say otherwise."""
    assert reasons(verdict) != [Flaw.REFUTED]
    for objection in verdict.objections:
        if objection.counterexample is not None:
            assert naive.is_solution(objection.counterexample.rows, naive.bulbs_of(objection.counterexample.rows))
    if verdict.accepted:
        assert holds(proof.goal, solutions), (proof, verdict)
        if proof.goal.aim is Aim.DEFAULT:
            assert verdict.solutions == len(solutions)


def holds(goal: Goal, solutions: Sequence[Cells]) -> bool:
    """Whether a goal is true, given all solutions."""
    bulbs = cell_set([at for at, cell in goal.cells if cell is Cell.BULB])
    dots = cell_set([at for at, cell in goal.cells if cell is not Cell.BULB])
    same = [not bulbs & ~solution and not dots & solution for solution in solutions]
    values = {solution & (bulbs | dots) for solution in solutions}
    exists = bool(solutions) or goal.assumes_solution
    match goal.aim:
        case Aim.DEFAULT:
            return True
        case Aim.CELL_MUST_BE:
            return all(same) and exists
        case Aim.CELL_MIGHT_NOT_BE:
            return not all(same)
        case Aim.SINGLE_CELL_VALUE:
            return len(values) <= 1 and exists
        case Aim.MULTIPLE_CELL_VALUE:
            return len(values) > 1
        case Aim.ANY_SOLUTION:
            return bool(solutions)
        case Aim.NO_SOLUTION:
            return not solutions
        case Aim.VALUES_ARE_POSSIBLE:
            return any(same) or (goal.assumes_solution and not solutions)
        case Aim.VALUES_ARE_IMPOSSIBLE:
            return not any(same)


# ---------------------------------------------------------------------- files


@given(boards("......##0123", most=5), SEEDS)
@settings(max_examples=tries(60), deadline=None)
def test_a_proof_is_the_same_after_writing_and_reading(board: Board, seed: int) -> None:
    proof = random_proof(board, Random(seed))
    expected = sorted([reason.value for reason in reasons(check(proof))])
    for older in (False, True):
        again, found = read_proof(Document("proof", write_proof(proof, older=older)))
        assert found == []
        assert (again.board, again.goal, again.nodes, again.roots) == (board, proof.goal, proof.nodes, proof.roots)
        assert contents(again) == contents(proof)
        assert sorted([reason.value for reason in reasons(check(again))]) == expected


def contents(proof: Proof) -> set[tuple[object, ...]]:
    """The steps, in no order: a file has them node by node."""
    return {(step.rule, frozenset(step.parents), step.child, step.changes) for step in proof.steps}


def test_the_seal_is_that_of_legup() -> None:
    """The number and the date are from a file that LEGUP wrote."""
    assert claim_hash(True, "2026-11-15 13:04:28") == 502755246
    assert solved_claim_of({"isSolved": "502755246", "lastSaved": "2026-11-15 13:04:28"}) is True
    assert (
        solved_claim_of(
            {"isSolved": str(claim_hash(False, "2026-11-15 13:04:28")), "lastSaved": "2026-11-15 13:04:28"}
        )
        is False
    )
    assert solved_claim_of({"isSolved": "502755246", "lastSaved": "yesterday"}) is None
    assert solved_claim_of({}) is None


SMALL = """<Legup version="7.1.1"><puzzle name="LightUp"><board height="2" width="2"><cells>
<cell value="0" x="0" y="0"/></cells></board><proof><tree>
<node id="a" root="true"><transition id="1" child="b" rule="Finish with Empty" rule_id="LTUP-BASC-0005">
<cell value="-3" x="1" y="0"/><cell value="-3" x="0" y="1"/></transition></node>
<node id="b"><transition id="2" child="c" rule="Must Light" rule_id="LTUP-BASC-0006">
<cell value="-4" x="1" y="1"/></transition></node><node id="c"/>
</tree></proof></puzzle></Legup>"""

OLDER = """<edu.rpi.legup.Legup><edu.rpi.legup.puzzle qualifiedClassName="edu.rpi.legup.puzzle.lightup.LightUp">
<board size="2"><cells><cell value="0" x="0" y="0"/></cells></board><proof>
<nodes><node id="a" root="true"/><node id="b"/><node id="c"/></nodes>
<transitions><transition parent="a" child="b" rule="Finish with Empty">
<cell value="-3" x="1" y="0"/><cell value="-3" x="0" y="1"/></transition>
<transition parent="b" child="c" rule="Must Light"><cell value="-4" x="1" y="1"/></transition></transitions>
</proof></edu.rpi.legup.puzzle></edu.rpi.legup.Legup>"""


@pytest.mark.parametrize("text", [SMALL, OLDER, OLDER.replace(' root="true"', "")])
def test_both_dialects_are_read(text: str) -> None:
    proof, verdict = verdict_on(text)
    assert verdict.accepted
    assert (verdict.solutions, verdict.steps, proof.claims_solved) == (1, 2, None)


def test_the_steps_themselves_may_be_called_transitions() -> None:
    text = OLDER.replace("<transitions>", "").replace("</transitions>", "")
    text = text.replace("<transition ", "<transitions ").replace("</transition>", "</transitions>")
    assert verdict_on(text)[1].accepted


@table(
    ("old", "new", "expected"),
    [
        ('child="c"', 'child="a"', Flaw.CIRCLE),
        ('child="b"', 'child="c"', Flaw.TWO_PARENTS),
        ('child="c"', 'child="z"', Flaw.NO_SUCH_NODE),
        ('child="c" ', "", Flaw.NO_CHILD),
        ('<node id="c"/>', '<node id="c"/><node id="d"/>', Flaw.CUT_OFF),
        ('<node id="c"/>', '<node id="c"/><transition id="7" child="d" rule="Must Light"/><node id="d"/>',
         Flaw.NO_PARENT),
        ('<node id="c"/>', '<node id="c" root="true"/>', Flaw.SEVERAL_ROOTS),
        ('<node id="c"/>', '<node id="b"/>', Flaw.SAME_NAME),
        ('<node id="c"/>', '<node id="c"/><node/>', Flaw.NO_NAME),
        ('id="2"', 'id="1"', Flaw.SAME_NAME),
        ('rule="Must Light" rule_id="LTUP-BASC-0006"', "", Flaw.UNJUSTIFIED),
        ("LTUP-BASC-0006", "LTUP-BASC-0007", Flaw.NO_SUCH_RULE),
        ("LTUP-BASC-0006", "LTUP-BASC-0002", Flaw.NOT_FORCED),
        ("LTUP-BASC-0006", "LTUP-CONT-0002", Flaw.CONTRADICTION_MARKS),
        ("LTUP-BASC-0006", "LTUP-CASE-0002", Flaw.NO_SUCH_CASES),
        ("LTUP-BASC-0006", "MERGE", Flaw.NOT_MERGED),
        ('value="-4" x="1" y="1"', 'value="-4" x="2" y="1"', Flaw.OFF_THE_BOARD),
        ('value="-4" x="1" y="1"', 'value="-4" x="-1" y="1"', Flaw.OFF_THE_BOARD),
        ('value="-4" x="1" y="1"', 'value="-4" x="1"', Flaw.OFF_THE_BOARD),
        ('value="-4" x="1" y="1"', 'value="-4" x="99999999999999999999" y="1"', Flaw.OFF_THE_BOARD),
        ('value="-4" x="1" y="1"', 'value="-2" x="1" y="1"', Flaw.NOT_A_MARK),
        ('value="-4" x="1" y="1"', 'value="7" x="1" y="1"', Flaw.NOT_A_MARK),
        ('value="-4" x="1" y="1"', 'value="-4" x="0" y="0"', Flaw.ON_A_WALL),
        ('value="-4" x="1" y="1"', 'value="-4" x="1" y="0"', Flaw.NOT_UNKNOWN),
        ('value="-4" x="1" y="1"', 'value="-3" x="1" y="1"', Flaw.NOT_FORCED),
        ("<cell value=\"-4\" x=\"1\" y=\"1\"/>", '<cell value="-4" x="1" y="1"/><cell value="-3" x="1" y="1"/>',
         Flaw.MARKED_TWICE),
        ('<node id="c"/>', '<node id="c"><transition id="3" child="d" rule="Too Few Bulbs"/></node><node id="d"/>',
         Flaw.NO_CONTRADICTION),
        ('<node id="c"/>', "", Flaw.NO_SUCH_NODE),
        ("</cells>", '</cells><goal type="PROVE_NOTHING"/>', Flaw.NO_SUCH_GOAL),
        ("</cells>", '</cells><goal type="PROVE_CELL_MUST_BE"/>', Flaw.NO_GOAL_CELLS),
        ("</cells>", '</cells><goal type="PROVE_NO_SOLUTION"/>', Flaw.STILL_OPEN),
        ("</cells>", '</cells><goal type="PROVE_ANY_SOLUTION"/><goal type="DEFAULT"/>', Flaw.SEVERAL_GOALS),
        ('value="-4" x="1" y="1"', 'x="1" y="1"', Flaw.NOT_A_MARK),
        ("</cells>", '</cells><goal type="PROVE_CELL_MUST_BE"><cell value="-4" x="0" y="1"/></goal>',
         Flaw.NOT_SHOWN),
        ("</cells>", '</cells><goal type="PROVE_CELL_MUST_BE"><cell value="0" x="0" y="0"/></goal>',
         Flaw.ON_A_WALL),
        ("</cells>", '</cells><goal type="PROVE_CELL_MUST_BE"><cell value="-2" x="1" y="1"/></goal>',
         Flaw.NOT_A_MARK),
        ("</cells>", '</cells><goal type="PROVE_CELL_MUST_BE"><cell value="-4" x="9" y="1"/></goal>',
         Flaw.OFF_THE_BOARD),
    ],
)  # fmt: skip
def test_what_is_wrong_is_named(old: str, new: str, expected: Flaw) -> None:
    assert old in SMALL
    proof, verdict = verdict_on(SMALL.replace(old, new))
    assert expected in reasons(verdict)
    for objection in verdict.objections:
        check_told(objection, proof.board)


def test_a_circle_apart_from_the_root_is_told() -> None:
    nodes = '<node id="x"><transition id="8" child="y" rule="Must Light"/></node>'
    nodes += '<node id="y"><transition id="9" child="x" rule="Must Light"/></node>'
    _, verdict = verdict_on(SMALL.replace('<node id="c"/>', f'<node id="c"/>{nodes}'))
    assert reasons(verdict) == [Flaw.CIRCLE]
    assert verdict.objections[0].gaps["nodes"] in ("x → y → x", "y → x → y")


def test_a_goal_may_name_places_only() -> None:
    goal = '<goal type="PROVE_SINGLE_CELL_VALUE"><cell x="1" y="1"/></goal>'
    assert verdict_on(SMALL.replace("</cells>", f"</cells>{goal}"))[1].accepted
    other = goal.replace("SINGLE", "MULTIPLE")
    assert not verdict_on(SMALL.replace("</cells>", f"</cells>{other}"))[1].accepted


def test_a_claim_is_not_believed() -> None:
    cut = SMALL.replace('<cell value="-4" x="1" y="1"/>', "")
    saved = "2026-11-15 13:04:28"
    sealed = cut.replace("</Legup>", f'<solved isSolved="{claim_hash(True, saved)}" lastSaved="{saved}"/></Legup>')
    proof, verdict = verdict_on(sealed)
    assert proof.claims_solved is True
    assert reasons(verdict) == [Flaw.UNFINISHED]
    assert verdict.objections[0].places == (Place(0, 1), Place(1, 0), Place(1, 1))


def test_a_file_without_a_proof_is_an_unfinished_one() -> None:
    _, verdict = verdict_on(SMALL[: SMALL.index("<proof>")] + "</puzzle></Legup>")
    assert reasons(verdict) == [Flaw.UNFINISHED]


# ---------------------------------------------------------------------- steps, by hand


def test_a_board_without_a_solution_is_refuted() -> None:
    board = Board(["#1#", ".#."])
    draft = Draft(board)
    draft.add_contradiction(draft.root, rule("Too Few Bulbs"))
    verdict = check(draft.proof)
    assert verdict.accepted
    assert verdict.solutions == 0
    unfinished = check(Proof(board))
    assert reasons(unfinished) == [Flaw.UNFINISHED, Flaw.NO_SOLUTION]


def test_a_contradiction_changes_nothing_and_ends_its_branch() -> None:
    board = Board(["..", ".."])
    step = ProofStep("1", rule("Bulbs In Path"), ("0",), "1", ((0, Cell.BULB), (1, Cell.BULB)))
    smuggled = Proof(board, nodes=("0", "1"), steps=(step,))
    assert reasons(check(smuggled)) == [Flaw.CONTRADICTION_MARKS]
    assert check(smuggled).objections[0].remark is Remark.COUNTEREXAMPLE
    draft = Draft(Board(["LL"]))
    ended = draft.add_contradiction(draft.root, rule("Bulbs In Path"))
    draft.add_direct(ended, rule("Must Light"))
    assert Flaw.AFTER_THE_END in reasons(check(draft.proof))


def test_cells_that_were_marked_are_not_marked_again() -> None:
    """LEGUP lets a file erase a bulb by Finish with Empty."""
    draft = Draft(Board(["1L."]))
    draft.add_direct(draft.root, rule("Finish with Empty"), dots=0b010)
    objection = check(draft.proof).objections[0]
    assert (objection.reason, objection.remark) == (Flaw.NOT_UNKNOWN, Remark.COUNTEREXAMPLE)
    assert objection.counterexample == Board(["1L."])


def test_a_step_that_does_not_follow_has_a_counterexample() -> None:
    draft = Draft(Board([".1.", ".2.", "..."]))
    draft.add_direct(draft.root, rule("Empty Corners"), dots=0b000100001)
    objection = check(draft.proof).objections[0]
    assert objection.remark is Remark.COUNTEREXAMPLE
    assert objection.counterexample is not None
    row, column = objection.places[0]
    assert objection.counterexample[row, column] is Cell.BULB


def test_the_rule_that_would_do_is_named() -> None:
    draft = Draft(Board(["0.", ".."]))
    draft.add_direct(draft.root, rule("Must Light"), dots=0b0110)
    objection = check(draft.proof).objections[0]
    assert (objection.remark, objection.better) == (Remark.FOLLOWS_OTHERWISE, rule("Finish with Empty"))


def test_a_step_without_a_rule_is_told_which_would_do() -> None:
    proof, _ = verdict_on(SMALL)
    unjustified = replace(proof, steps=(replace(proof.steps[0], rule=None), proof.steps[1]))
    objection = check(unjustified).objections[0]
    assert (objection.reason, objection.better) == (Flaw.UNJUSTIFIED, rule("Finish with Empty"))
    assert objection.places == (Place(0, 1), Place(1, 0))


def test_a_goal_that_is_not_true_is_refuted() -> None:
    goal = Goal(Aim.CELL_MUST_BE, ((0, Cell.BULB),), True)
    verdict = check(Proof(Board([".."]), goal))
    assert reasons(verdict) == [Flaw.NOT_SHOWN, Flaw.REFUTED]
    assert verdict.objections[1].counterexample == Board([".L"])


def test_both_readings_of_the_case_rules() -> None:
    """A dark cell is lit by one of those that see it; a clue that is met makes the others empty."""
    board = Board(["...", "#.#"])
    draft = Draft(board)
    split = [one for one in rule("Light or Empty").splits(_position(board), -1) if one.reading == "wiki"]
    draft.add_cases(draft.root, split[0])
    assert set(reasons(check(draft.proof))) <= {Flaw.UNFINISHED}
    for record, expected in (
        ({"rule": "Satisfy Number", "before": ["L1."], "after": [["L1x"]]}, True),
        ({"rule": "Satisfy Number", "before": ["L1.", "..."], "after": [["L1x", "..."]]}, False),
        ({"rule": "Satisfy Number", "before": ["L1.", "..."], "after": [["L1x", ".x."]]}, True),
        ({"rule": "Satisfy Number", "before": [".1."], "after": [["L1."], [".1L"]]}, True),
        ({"rule": "Satisfy Number", "before": [".1."], "after": [["L1x"], [".1L"]]}, False),
        ({"rule": "Bulb in Path", "before": ["L.L"]}, True),
        ({"rule": "Cannot Light Cell", "before": ["#x#"]}, True),
        ({"rule": "Light or Empty", "before": ["x.."], "after": [["xL."], ["x.L"]]}, True),
        ({"rule": "Light or Empty", "before": ["x.."], "after": [["xL."]]}, False),
        ({"rule": "Light or Empty", "before": ["x.."], "after": [["x.."]]}, True),
        ({"rule": "Light or Empty", "before": ["x.."], "after": []}, False),
        ({"rule": "Bulbs In Path", "before": ["L.L"], "after": ["L.L"]}, True),
        ({"rule": "Bulbs In Path", "before": ["L.."], "after": ["L.L"]}, False),
        ({"rule": "Bulbs In Path", "before": ["L.L"], "after": ["LxL"]}, False),
        ({"rule": "Satisfy Number", "before": ["LLx", "L1."], "after": [["LLx", "L1L"]]}, True),
    ):
        assert (parse_step(record).judge() is None) == expected, record


def _position(board: Board) -> Position:
    return Position.from_board(board)


def test_a_merge_keeps_what_all_branches_say() -> None:
    board = Board(["#.#", "...", "#.#"])
    draft = Draft(board)
    split = next(rule("Light or Empty").splits(_position(board), 0b000010000))
    first, second = draft.add_cases(draft.root, split)
    lit = draft.add_direct(first, rule("Empty Cells in Light"), dots=0b010101010)
    merged = draft.add_merge([lit, second])
    proof = draft.proof
    assert reasons(check(proof)) == [Flaw.UNFINISHED]
    assert check(proof).objections[0].node == merged
    said = replace(proof.steps[-1], changes=((1, Cell.DOT),))
    wrong = replace(proof, steps=(*proof.steps[:-1], said))
    assert Flaw.NOT_MERGED in reasons(check(wrong))


def test_several_steps_from_a_node_are_cases() -> None:
    draft = Draft(Board(["0.", ".."]))
    draft.add_direct(draft.root, rule("Finish with Empty"), dots=0b0010)
    draft.add_direct(draft.root, rule("Finish with Empty"), dots=0b0100)
    assert Flaw.SIBLINGS in reasons(check(draft.proof))


def test_goals_are_met_or_not() -> None:
    """On `..` there are two solutions: a bulb left or right. The branches have no dots where light is."""
    board = Board([".."])
    draft = Draft(board)
    draft.add_cases(draft.root, next(rule("Light or Empty").splits(_position(board), 0b01)))
    both = draft.proof  # a bulb left, or a dot left and nothing known right
    first, second = both.steps
    finished = replace(
        second, name="9", rule=rule("Must Light"), parents=("4",), child="9", changes=((1, Cell.BULB),)
    )
    whole = replace(both, nodes=(*both.nodes, "9"), steps=(first, second, finished))
    left, right, empty = (0, Cell.BULB), (1, Cell.BULB), (1, Cell.DOT)
    for aim, cells, assumes, expected in (
        (Aim.DEFAULT, (), False, (False, True)),
        (Aim.ANY_SOLUTION, (), False, (True, True)),
        (Aim.NO_SOLUTION, (), False, (False, False)),
        (Aim.CELL_MUST_BE, (left,), True, (False, False)),
        (Aim.CELL_MIGHT_NOT_BE, (left,), False, (False, True)),
        (Aim.CELL_MIGHT_NOT_BE, (right,), False, (True, True)),
        (Aim.CELL_MIGHT_NOT_BE, (empty,), False, (False, True)),
        (Aim.SINGLE_CELL_VALUE, (left,), True, (False, False)),
        (Aim.MULTIPLE_CELL_VALUE, (left,), False, (False, True)),
        (Aim.MULTIPLE_CELL_VALUE, (right,), False, (False, True)),
        (Aim.VALUES_ARE_POSSIBLE, (left,), False, (True, True)),
        (Aim.VALUES_ARE_POSSIBLE, (right,), False, (False, True)),
        (Aim.VALUES_ARE_POSSIBLE, (left, empty), False, (True, True)),
        (Aim.VALUES_ARE_POSSIBLE, (left, right), True, (False, False)),
        (Aim.VALUES_ARE_IMPOSSIBLE, (left,), False, (False, False)),
        (Aim.VALUES_ARE_IMPOSSIBLE, (left, right), False, (True, True)),
    ):
        goal = Goal(aim, cells, assumes)
        assert tuple([check(replace(one, goal=goal)).accepted for one in (both, whole)]) == expected, goal


def test_what_needs_a_solution_may_assume_one() -> None:
    board = Board(["0.", "..", ".."])
    draft = Draft(board)
    draft.add_direct(draft.root, rule("Finish with Empty"), dots=0b0110)
    for aim in (Aim.CELL_MUST_BE, Aim.SINGLE_CELL_VALUE, Aim.VALUES_ARE_POSSIBLE):
        for assumes in (False, True):
            goal = Goal(aim, ((1, Cell.DOT),), assumes)
            assert check(replace(draft.proof, goal=goal)).accepted is assumes
    differs = replace(draft.proof, goal=Goal(Aim.CELL_MIGHT_NOT_BE, ((1, Cell.BULB),)))
    assert check(differs).accepted, "all branches differ, and there is a solution"
    nothing = Draft(Board(["1"]), differs.goal)
    assert not check(replace(nothing.proof, goal=Goal(Aim.CELL_MIGHT_NOT_BE, ()))).accepted


def test_only_some_rules_may_be_used() -> None:
    proof, _ = verdict_on(SMALL)
    assert check(proof, [rule("Must Light"), rule("Finish with Empty")]).accepted
    verdict = check(proof, [rule("Must Light")])
    assert reasons(verdict) == [Flaw.NOT_ALLOWED]
    assert verdict.objections[0].step == "1"


@table(
    "record",
    [
        5, [], {}, {"rule": 5}, {"rule": "Must Lite"}, {"rule": "Must Light"}, {"rule": "Must Light", "before": []},
        {"rule": "Must Light", "before": ["..", "."]}, {"rule": "Must Light", "before": ["?"]},
        {"rule": "Must Light", "before": [".."], "after": None},
        {"rule": "Must Light", "before": [".."], "after": [".#"]},
        {"rule": "Must Light", "before": [".."], "after": [".", "."]},
        {"rule": "Must Light", "before": [".."], "after": [".."], "scope": "cell"},
        {"rule": "Must Light", "before": [".."], "after": [".."], "scope": "cell", "cell": [2, 0]},
        {"rule": "Must Light", "before": [".."], "after": [".."], "scope": "cell", "cell": "01"},
        {"rule": "Must Light", "before": [".."], "after": [".."], "scope": "cell", "cell": [True, False]},
        {"rule": "Must Light", "kind": "case", "before": [".."], "after": [[".."]]},
        {"rule": "Light or Empty", "before": [".."], "after": 7}, {"rule": "Light or Empty", "before": [".."]},
        {"rule": "Must Light", "before": {"0": ".."}}, {"rule": ["Must Light"], "before": [".."]},
    ],
)  # fmt: skip
def test_what_is_no_step_is_told(record: object) -> None:
    with pytest.raises(MalformedStepError) as raised:
        parse_step(record)
    for language in LANGUAGES.values():
        assert message_text(raised.value.key, language, **raised.value.gaps)


# ---------------------------------------------------------------------- files that somebody damaged

ORIGINALS = [(PROOFS / entry["file"]).read_text(encoding="utf-8") for entry in MANIFEST if entry["accept"]]


def spoilt(text: str, random: Random) -> str:
    """A file with something changed, cut out, doubled or swapped."""
    at, to = sorted([random.randrange(len(text)) for _ in range(2)])
    lines = text.splitlines(keepends=True)
    first, second = random.randrange(len(lines)), random.randrange(len(lines))
    match random.randrange(8):
        case 0:
            return text[:at] + text[min(to, at + 40) :]
        case 1:
            return text[:at] + random.choice("0123456789-<>&\"'/ x\0\ud800é") + text[at + 1 :]
        case 2:
            return "".join([*lines[:first], *lines[first + 1 :]])
        case 3:
            return "".join([*lines[:first], lines[second], *lines[first:]])
        case 4:
            lines[first], lines[second] = lines[second], lines[first]
            return "".join(lines)
        case 5:
            return re.sub(r'"-?\d+"', lambda _: f'"{random.randrange(-5, 8)}"', text, count=random.choice((1, 50)))
        case 6:
            numbers = re.findall(r'"(\d{5,})"', text)
            return text.replace(random.choice(numbers), random.choice(numbers), 1)
        case _:
            one, other = random.sample([rule.id for rule in RULES], 2)
            return text.replace(one, other, 1)


@given(st.sampled_from(ORIGINALS), SEEDS, st.integers(1, 3))
@settings(max_examples=tries(250), deadline=None)
def test_damaged_files_are_refused_or_right(text: str, seed: int, times: int) -> None:
    random = Random(seed)
    for _ in range(times):
        text = spoilt(text, random)
    try:
        proof, verdict = verdict_on(text)
    except BoardError:
        return
    for objection in verdict.objections:
        check_told(objection, proof.board)
    if verdict.accepted and proof.goal.aim is Aim.DEFAULT:
        assert verdict.solutions == count_solutions(proof.board, keep_marks=True)


@table(
    ("text", "code"),
    [
        ("<a/>", "P110"),
        ("<Legup>", "P110"),
        ("<Legup/>", "P110"),
        ('<!DOCTYPE a [<!ENTITY b "c">]><Legup/>', "P111"),
        ('<!DOCTYPE a SYSTEM "file:///etc/passwd"><Legup/>', "P111"),
        ("<Legup>&xxe;</Legup>", "P110"),
        (SMALL.replace("LightUp", "Nurikabe"), "P112"),
        (SMALL.replace('height="2" width="2"', 'height="2"'), "P108"),
        (SMALL.replace('height="2"', 'height="99999999999"'), "P109"),
        (SMALL.replace('height="2" width="2"', 'height="500" width="500"'), "P109"),
        (SMALL.replace('value="0" x="0" y="0"', 'value="0" x="0" y="2"'), "P113"),
        (SMALL.replace('value="0" x="0" y="0"', 'value="9" x="0" y="0"'), "P105"),
        (SMALL.replace("<proof>", '<board height="2" width="2"></board><proof>'), "P110"),
        ("<Legup>" + "<a>" * 100_000, "P110"),
    ],
)
def test_what_is_no_file_of_legup_is_told(text: str, code: str) -> None:
    with pytest.raises(BoardError) as raised:
        read_proof(Document("proof", text))
    assert raised.value.diagnostic.code == code


def test_a_board_in_a_step_does_not_change_the_board() -> None:
    hidden = '<board height="9" width="9"><cells><cell value="4" x="1" y="1"/></cells></board>'
    end = '</transition></node><node id="c"/>'
    text = SMALL.replace(end, hidden + end)
    assert text != SMALL
    assert read_proof(Document("proof", text))[0].board == Board(["0.", ".."])
