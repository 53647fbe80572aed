"""`make fuzz`: random programs against the reference evaluator, then random texts for a while.

Whatever breaks is printed with its seed, a program on which the two differ is made short first.
"""

import argparse
import json
import random
import time
from collections.abc import Callable

from tests.conformance import read_programs
from tests.ground.agreement import disagreement, shrink
from tests.reference.programs import programs

from bigand.language import read_document
from bigand.language.formatter import format_program
from bigand.language.frontend import parse_document
from bigand.messages import Language
from bigand.source import render
from bigand.source.diagnostic import apply_fixes, has_errors
from bigand.source.document import Document
from bigand.source.limits import deep_recursion

_WORDS = """bigand bigor $i $j in [ 1 .. 3 ] : p( ) end and or not => <=> xor if then else let = exists
forall x " when , for ( exact( atmost( \\\\ data Top Bot == union - mod true .5 fin et { } & -> ; $ é 1. card(
;;@ expect sat $N $N( powerset( < 2.0 ;; # . _ foreach ∀ begin sets"""
WORDS = [*_WORDS.split(), "\n", "\t", "\r\n", "\ufeff"]


def mutate(generator: random.Random, sources: list[str]) -> str:
    """A known program with a few characters or words lost, doubled or exchanged, or words alone."""
    if generator.random() < 0.3:
        return " ".join(generator.choices(WORDS, k=generator.randrange(1, 40)))
    text = generator.choice(sources)
    for _ in range(generator.randrange(1, 5)):
        at = generator.randrange(len(text) + 1)
        choice = generator.random()
        if choice < 0.4:
            text = text[:at] + text[at + generator.randrange(1, 4) :]
        elif choice < 0.8:
            text = text[:at] + generator.choice(WORDS) + text[at:]
        else:
            other = generator.randrange(len(text) + 1)
            text = text[:at] + text[other : other + 10] + text[at:]
    return text


def try_one(text: str) -> None:
    """All that may be done with a text; raises when something is wrong with us."""
    document = Document("fuzz", text)
    reading = read_document(document)
    for one in reading.diagnostics:
        for language in Language:
            render.render_full(one, document, language)
            render.render_line(one, document, language)
    json.dumps([render.to_json_object(one, document, Language.ENGLISH) for one in reading.diagnostics])
    starts = [one.primary.span.start for one in reading.diagnostics]
    assert starts == sorted(starts), "not in source order"
    places = [
        (one.code, one.primary.span, tuple(label.span for label in one.secondary)) for one in reading.diagnostics
    ]
    assert len(places) == len(set(places)), "said twice"
    read_document(Document("fixed", apply_fixes(text, reading.diagnostics)[0]))
    with deep_recursion():
        program, diagnostics = parse_document(document)
        if not has_errors(diagnostics):
            once = format_program(program, text)
            again, _ = parse_document(Document("once", once))
            assert again == program, "laying out changed the tree"
            assert format_program(again, once) == once, "laying out twice differs"


def fuzz(seed: int, goes_on: Callable[[int], bool]) -> int:
    """Try random texts while `goes_on` accepts the number tried so far; return how many were tried."""
    sources = [program.source for program in read_programs()]
    generator = random.Random(seed)
    count = 0
    while goes_on(count):
        text = mutate(generator, sources)
        began = time.process_time()
        try:
            try_one(text)
        except BaseException:
            print(f"seed {seed}, text {count}: {text!r}")
            raise
        assert time.process_time() - began < 10, f"too slow: {text!r}"
        count += 1
    return count


def compare(seed: int, number: int) -> int:
    """So many random programs, answered by bigand and by the reference; gives on how many they differ."""
    differ = 0
    for text in programs(seed, number):
        if disagreement(text) is not None:
            differ += 1
            print(f"seed {seed}: {disagreement(shrink(text))}\n", flush=True)
    return differ


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--programs", type=int, default=0, help="how many to compare with the reference")
    parser.add_argument("--seconds", type=float, default=60, help="how long to try random texts")
    parser.add_argument("--seed", type=int, default=time.time_ns() % 1_000_000)
    options = parser.parse_args()
    if options.programs:
        differ = compare(options.seed, options.programs)
        print(
            f"{options.programs} programs, {differ} not as the reference has them (seed {options.seed})", flush=True
        )
        if differ:
            raise SystemExit(1)
    end = time.monotonic() + options.seconds
    count = fuzz(options.seed, lambda _: time.monotonic() < end)
    print(f"{count} texts, nothing wrong (seed {options.seed})")


if __name__ == "__main__":
    main()
