"""`bigand lightup ACTION …`: boards and proofs of Light Up."""

from bigand.cli.parser import Command, Commands


def _load(name: str) -> Command:
    match name:
        case "solve":
            from bigand.puzzles.lightup.commands.solve import SolveOptions, run_solve

            return Command(SolveOptions, run_solve)
        case "check":
            from bigand.puzzles.lightup.commands.solve import CheckOptions, run_check

            return Command(CheckOptions, run_check)
        case "hint":
            from bigand.puzzles.lightup.commands.explain import HintOptions, run_hint

            return Command(HintOptions, run_hint)
        case "explain":
            from bigand.puzzles.lightup.commands.explain import ExplainOptions, run_explain

            return Command(ExplainOptions, run_explain)
        case "rate":
            from bigand.puzzles.lightup.commands.explain import RateOptions, run_rate

            return Command(RateOptions, run_rate)
        case "generate":
            from bigand.puzzles.lightup.commands.generate import GenerateOptions, run_generate

            return Command(GenerateOptions, run_generate)
        case "convert":
            from bigand.puzzles.lightup.commands.solve import ConvertOptions, run_convert

            return Command(ConvertOptions, run_convert)
        case "check-proof":
            from bigand.puzzles.lightup.commands.proofs import CheckProofOptions, run_check_proof

            return Command(CheckProofOptions, run_check_proof)
        case "check-steps":
            from bigand.puzzles.lightup.commands.proofs import CheckStepsOptions, run_check_steps

            return Command(CheckStepsOptions, run_check_steps)
        case "grade":
            from bigand.puzzles.lightup.commands.proofs import GradeOptions, report_grade_moved

            return Command(GradeOptions, report_grade_moved)
        case "rules":
            from bigand.puzzles.lightup.commands.explain import RulesOptions, run_rules

            return Command(RulesOptions, run_rules)
        case _:
            raise KeyError(name)


COMMANDS = Commands(
    names=(
        "solve",
        "check",
        "hint",
        "explain",
        "rate",
        "generate",
        "convert",
        "check-proof",
        "check-steps",
        "grade",
        "rules",
    ),
    load=_load,
)
