"""cvc5 and Z3 as readers of SMT-LIB: what each says to a script."""

import cvc5
import z3


def by_cvc5(script: str) -> list[str]:
    """What cvc5 answers to each command, as its own program would print it; it keeps to the logic strictly."""
    solver = cvc5.Solver(cvc5.TermManager())
    solver.setOption("strict-parsing", "true")
    parser = cvc5.InputParser(solver)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, script, "script")
    symbols = parser.getSymbolManager()
    answers = []
    while not (command := parser.nextCommand()).isNull():
        answer = command.invoke(solver, symbols).strip()
        if answer:
            answers.append(answer)
    return answers


def by_z3(script: str) -> str:
    solver = z3.SolverFor(script.split("(set-logic ")[1].split(")")[0])
    solver.from_string(script)
    return str(solver.check())
