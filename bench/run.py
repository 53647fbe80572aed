"""`make bench`: all tables, or those whose title has a word given on the command line."""

import platform
import sys

from bench import (
    corpus,
    differences,
    grading,
    language,
    large,
    lightup,
    lightup_proofs,
    lightup_steps,
    load,
    mistakes,
    numbers,
    peers,
    proofs,
    quantified,
    queens,
    running,
    solving,
    startup,
    stepping,
    studio,
    watersort,
)

TABLES = {
    **language.TABLES,
    **solving.TABLES,
    **proofs.TABLES,
    **numbers.TABLES,
    **differences.TABLES,
    **quantified.TABLES,
    **lightup.TABLES,
    **watersort.TABLES,
    **lightup_proofs.TABLES,
    **lightup_steps.TABLES,
    **queens.TABLES,
    **running.TABLES,
    **startup.TABLES,
    **corpus.TABLES,
    **grading.TABLES,
    **stepping.TABLES,
    **studio.TABLES,
    **load.TABLES,
    **peers.TABLES,
    **mistakes.TABLES,
    **large.TABLES,
}


def main() -> None:
    words = sys.argv[1:]
    print(f"Python {platform.python_version()} on {platform.machine()}, CPU time, medians")
    for title, table in TABLES.items():
        if not words or any(word in title for word in words):
            print(f"\n{title}")
            for line in table():
                print(f"  {line}", flush=True)


if __name__ == "__main__":
    main()
