"""Any program that reads SMT-LIB, as a session: it gets a script as a file and prints `sat` and values.

Its claims are checked like all others before they are shown. It is killed when the time is up.
"""

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from bigand.encode.clauses import Clauses
from bigand.encode.smtlib import Script, disjunction, numeral
from bigand.encode.theory import Theory
from bigand.ground.columns import Array
from bigand.ground.kinds import Sort
from bigand.solve.engines.external import Command
from bigand.solve.engines.z3 import Number
from bigand.solve.numbers.regions import EndlessCheck
from bigand.solve.session import SolverError

_TOKEN = re.compile(r"\|[^|]*\||[()]|[^\s()|]+|\"[^\"]*\"")


class SmtLibSession:
    """A command that is run anew for each question."""

    def __init__(self, clauses: Clauses, theory: Theory, command: str, deadline: float | None = None) -> None:
        self.theory = theory
        self._command = Command(command, deadline)
        self._script = Script(clauses, theory)
        self._endless = EndlessCheck(theory, clauses, self._is_satisfiable)
        lines = [line for batch in clauses.batches for line in self._script.assertions(batch)]
        self._lines = [*self._script.declarations(), *lines]
        self._numbers: list[Number] = []
        self._assumptions: list[int] = []

    def solve(self, assumptions: Sequence[int] = ()) -> bool | None:
        self._assumptions = list(assumptions)
        assertions = [f"(assert {self._script.literal_text(literal)})\n" for literal in assumptions]
        status, output = self._run_script(self.theory.logic, [*self._lines, *assertions], self._script.symbols)
        if status:
            self._numbers = self._parse_values(output)
        return status

    def _run_script(self, logic: str, lines: Sequence[str], symbols: Sequence[str]) -> tuple[bool, str]:
        """Return the answer to a script, and the output after it."""
        head = ["(set-option :produce-models true)\n", f"(set-logic {logic})\n"]
        get_value = f"(get-value ({' '.join(symbols)}))\n" if symbols else ""
        pieces = [*head, *lines, "(check-sat)\n", get_value, "(exit)\n"]
        code, output = self._command.run((piece.encode() for piece in pieces), ".smt2")
        status = re.search(r"^\s*(sat|unsat|unknown)\s*$", output, re.MULTILINE)
        if status is None:
            raise SolverError("solver.no_answer", name=self._command.name, code=str(code))
        if status.group(1) == "unknown":
            raise SolverError("solver.undecided", reason=self._command.name)
        return status.group(1) == "sat", output[status.end() :]

    def _is_satisfiable(self, script: str) -> bool:
        return self._run_script("QF_LRA", [script], ())[0]

    def _parse_values(self, text: str) -> list[Number]:
        """Parse the values after `sat`; every unknown must have one."""
        if not self._script.symbols:
            return []
        try:
            values = {pair[0]: pair[1] for pair in next(_parse_expressions(_TOKEN.findall(text)))}
            return [
                _value(values[name.strip("|")], sort)
                for name, sort in zip(self._script.symbols, self.theory.sorts, strict=True)
            ]
        except (StopIteration, LookupError, ValueError, TypeError, ZeroDivisionError) as error:
            raise SolverError("solver.no_model", name=self._command.name) from error

    # ------------------------------------------------------------------ other methods of a session

    def numbers(self) -> list[Number]:
        return self._numbers

    def values(self) -> Array:
        return np.array([value is True for value in self._numbers], dtype=np.bool_)

    def exclude(self, numbers: Sequence[Number], places: Sequence[int] | None = None) -> None:
        differences = []
        for place, number in zip(range(len(numbers)) if places is None else places, numbers, strict=True):
            name, sort = self._script.symbols[place], self.theory.sorts[place]
            value = ("true" if number else "false") if sort is Sort.BOOL else numeral(number, sort)
            differences.append(f"(not (= {name} {value}))")
        self._lines.append(f"(assert {disjunction(differences)})\n")

    def is_endless(self, numbers: Sequence[Number]) -> bool:
        return self._endless.is_endless(numbers)

    def core(self) -> list[int]:
        return self._assumptions  # a command does not report which ones it needed

    def add(self, clause: Sequence[int]) -> None:
        self._lines.append(f"(assert {disjunction([self._script.literal_text(literal) for literal in clause])})\n")

    def prefer(self, literals: Sequence[int]) -> None:
        """Do nothing: a command does not accept phases."""

    def close(self) -> None:
        self._lines = []


def _parse_expressions(tokens: list[str]) -> Iterator[Any]:
    """Yield S-expressions as nested lists of strings, quoted symbols without their bars."""
    stack: list[list[Any]] = [[]]
    for token in tokens:
        if token == "(":
            stack.append([])
        elif token == ")":
            expression = stack.pop()
            stack[-1].append(expression)
            if len(stack) == 1:
                yield expression
        else:
            stack[-1].append(token.strip("|"))


def _value(expression: Any, sort: Sort) -> Number:
    """Return the value of an S-expression.

    >>> _value(["-", ["/", "7", "2.0"]], Sort.REAL)
    Fraction(-7, 2)
    """
    if sort is Sort.BOOL:
        return {"true": True, "false": False}[expression]
    number = _parse_number(expression)
    if sort is Sort.REAL:
        return number
    if number.denominator != 1:
        raise ValueError(expression)
    return int(number)


def _parse_number(text: Any) -> Fraction:
    if isinstance(text, str):
        return Fraction(text)
    operator, *operands = text
    numbers = [_parse_number(part) for part in operands]
    if operator == "-" and len(numbers) == 1:
        return -numbers[0]
    if operator != "/":
        raise ValueError(text)
    return numbers[0] / numbers[1]
