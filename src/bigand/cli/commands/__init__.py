"""The commands, in the order of the help.

A command is a class of options, whose fields are the options, and a function `run_…(options, texts)`, which makes
a question of them, shows the answer and returns the exit code. Only the command that is run is imported.
"""

from bigand.cli.parser import Command, Commands


def _load(name: str) -> Command:
    match name:
        case "studio":
            from bigand.cli.commands.studio import StudioOptions, run_studio

            return Command(StudioOptions, run_studio)
        case "solve":
            from bigand.cli.commands.solve import SolveOptions, run_solve

            return Command(SolveOptions, run_solve)
        case "check":
            from bigand.cli.commands.check import CheckOptions, run_check

            return Command(CheckOptions, run_check)
        case "why":
            from bigand.cli.commands.why import WhyOptions, run_why

            return Command(WhyOptions, run_why)
        case "witness":
            from bigand.cli.commands.witness import WitnessOptions, run_witness

            return Command(WitnessOptions, run_witness)
        case "forced":
            from bigand.cli.commands.why import ForcedOptions, run_forced

            return Command(ForcedOptions, run_forced)
        case "steps":
            from bigand.cli.commands.steps import StepsOptions, run_steps

            return Command(StepsOptions, run_steps)
        case "hint":
            from bigand.cli.commands.steps import HintOptions, run_hint

            return Command(HintOptions, run_hint)
        case "rate":
            from bigand.cli.commands.steps import RateOptions, run_rate

            return Command(RateOptions, run_rate)
        case "unique":
            from bigand.cli.commands.boards import UniqueOptions, run_unique

            return Command(UniqueOptions, run_unique)
        case "generate":
            from bigand.cli.commands.boards import GenerateOptions, run_generate

            return Command(GenerateOptions, run_generate)
        case "test":
            from bigand.cli.commands.test import TestOptions, run_test

            return Command(TestOptions, run_test)
        case "grade":
            from bigand.cli.commands.grade import GradeOptions, run_grade

            return Command(GradeOptions, run_grade)
        case "exercise":
            from bigand.cli.commands.exercise import ExerciseOptions, run_exercise

            return Command(ExerciseOptions, run_exercise)
        case "plan":
            from bigand.cli.commands.solve import PlanOptions, run_plan

            return Command(PlanOptions, run_plan)
        case "view":
            from bigand.cli.commands.view import ViewOptions, run_view

            return Command(ViewOptions, run_view)
        case "format":
            from bigand.cli.commands.format import FormatOptions, run_format

            return Command(FormatOptions, run_format)
        case "latex":
            from bigand.cli.commands.mathematics import LatexOptions, run_latex

            return Command(LatexOptions, run_latex)
        case "mathml":
            from bigand.cli.commands.mathematics import MathmlOptions, run_mathml

            return Command(MathmlOptions, run_mathml)
        case "unicode":
            from bigand.cli.commands.mathematics import UnicodeOptions, run_unicode

            return Command(UnicodeOptions, run_unicode)
        case "show":
            from bigand.cli.commands.expansion import ShowOptions, run_show

            return Command(ShowOptions, run_show)
        case "explain":
            from bigand.cli.commands.explain import ExplainOptions, run_explain

            return Command(ExplainOptions, run_explain)
        case "size":
            from bigand.cli.commands.expansion import SizeOptions, run_size

            return Command(SizeOptions, run_size)
        case "export":
            from bigand.cli.commands.expansion import ExportOptions, run_export

            return Command(ExportOptions, run_export)
        case "verify":
            from bigand.cli.commands.verify import VerifyOptions, run_verify

            return Command(VerifyOptions, run_verify)
        case "equiv":
            from bigand.cli.commands.formulas import EquivOptions, run_equiv

            return Command(EquivOptions, run_equiv)
        case "truth":
            from bigand.cli.commands.formulas import TruthOptions, run_truth

            return Command(TruthOptions, run_truth)
        case "nf":
            from bigand.cli.commands.formulas import NfOptions, run_nf

            return Command(NfOptions, run_nf)
        case "ask":
            from bigand.cli.commands.ask import AskOptions, run_ask

            return Command(AskOptions, run_ask)
        case _:
            raise KeyError(name)


COMMANDS = Commands(
    names=(
        "studio",
        "solve",
        "check",
        "why",
        "witness",
        "forced",
        "steps",
        "hint",
        "rate",
        "unique",
        "generate",
        "test",
        "grade",
        "exercise",
        "plan",
        "view",
        "format",
        "latex",
        "mathml",
        "unicode",
        "show",
        "explain",
        "size",
        "export",
        "verify",
        "equiv",
        "truth",
        "nf",
        "ask",
    ),
    load=_load,
)
