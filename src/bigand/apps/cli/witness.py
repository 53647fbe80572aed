"""`bigand witness FILE`: what each rule is good for."""

import argparse
import time
from collections import Counter

from bigand.answer.model import Model, solution_of
from bigand.apps.cli.exits import Exit
from bigand.apps.cli.lines import Paper, binding_object, rule_object
from bigand.apps.cli.objects import print_json
from bigand.apps.cli.progress import Progress
from bigand.apps.cli.solving import add_solving_options, check_size, guarded, open_model
from bigand.apps.cli.texts import Texts, seconds_of
from bigand.encode.compile import Compiled, compile_rules
from bigand.explain.instances import written_instance
from bigand.explain.witness import Verdict, Witness, witnesses
from bigand.ground.frames import show_binding
from bigand.ground.written import show
from bigand.language import Mode
from bigand.view.arrange import exhibit
from bigand.view.terminal import show_exhibit

_SECONDS = 60.0


def add_options(parser: argparse.ArgumentParser, texts: Texts) -> None:
    add_solving_options(parser, texts)
    parser.add_argument(
        "--timeout",
        type=seconds_of,
        default=_SECONDS,
        metavar="S",
        help=texts("witness.timeout", default=int(_SECONDS)),
    )
    parser.add_argument("--json", action="store_true", help=texts("witness.json"))


def run(options: argparse.Namespace, texts: Texts) -> int:
    deadline = time.monotonic() + options.timeout
    model, _ = open_model(options.file, options, texts, (Mode.SAT, Mode.SMT))
    if model is None:
        return Exit.ERRORS
    options.document = model.reading.document
    with Progress(texts) as progress:
        return guarded(lambda: _run(model, deadline, progress, options, texts), options, texts)


def _run(model: Model, deadline: float, progress: Progress, options: argparse.Namespace, texts: Texts) -> int:
    check_size(model, options, texts)
    progress.stage("progress.expand")
    compiled = compile_rules(model.grounder, watch=progress.done, absorb=False)
    progress.stage("progress.witness")
    found = witnesses(model.grounder, compiled, deadline, progress.done)
    progress.clear()
    if options.json:
        print_json({"rules": [_object(witness, model, compiled) for witness in found]})
    else:
        _tell(found, model, compiled, options, texts)
    return Exit.LIMIT if any(one.verdict is Verdict.UNKNOWN for one in found) else Exit.DONE


def _object(witness: Witness, model: Model, compiled: Compiled) -> dict[str, object]:
    described: dict[str, object] = {
        **rule_object(witness.rule, model.reading.document),
        "verdict": witness.verdict.value,
    }
    if witness.values is not None and witness.binding is not None:
        instance = written_instance(model.grounder, witness.rule, witness.binding)
        described["breaks"] = {"binding": binding_object(witness.binding), "instance": show(instance.says)}
        solution = solution_of(compiled.names, witness.values)
        described["model"] = solution.true
        if solution.number_values:
            described["values"] = solution.number_values
    return described


def _tell(
    found: list[Witness], model: Model, compiled: Compiled, options: argparse.Namespace, texts: Texts
) -> None:
    paper = Paper(options)
    for witness in found:
        print("\n".join(paper.rule(witness.rule, model.reading.document)))
        key = f"witness.{witness.verdict.value}"
        binding = show_binding(witness.binding or {})
        if witness.verdict is Verdict.NEEDED and not binding:
            key = "witness.needed_fact"
        print(f"    {texts(key, binding=binding)}")
        if witness.values is not None:
            drawn = exhibit(solution_of(compiled.names, witness.values), model.reading.program)
            for line in show_exhibit(drawn, paper.width - 4, paper.depth):
                print(f"    {line}")
        print()
    counts = Counter([one.verdict for one in found])
    rules = texts.counted("rule", len(found))
    print(texts("witness.summary", rules=rules, needed=counts[Verdict.NEEDED], implied=counts[Verdict.IMPLIED]))
