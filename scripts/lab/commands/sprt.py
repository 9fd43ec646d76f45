"""`scripts/sprt`: two engines, until it is decided which of two differences in strength is theirs."""

from __future__ import annotations

import argparse
import itertools
from collections.abc import Sequence

from lab import formatting
from lab.commands import arguments, setup
from lab.commands.conclusion import EXIT_CODES, conclude
from lab.contest import play, shuffled
from lab.display import Display
from lab.journal import Scalar
from lab.matchups import Matchup, tasks
from lab.sequential import Sprt, Watch
from lab.statistics import Pair, pentanomial, summary

DESCRIPTION = """\
Plays pairs of games between two engines until it is decided whether the first is elo1 or only elo0 stronger than the second.

The sequential probability ratio test looks after every pair and needs, on average, far fewer games than a match of fixed length.
If the difference is elo0, it accepts elo1 with the probability alpha; if it is elo1, it accepts elo0 with the probability beta.
For "is the new version better?" take elo0 0 and elo1 10; for "has it become worse?" -10 and 0. The closer they are, the longer it
takes: scripts/README.md has a table. --resume takes another --max-pairs too."""
EPILOG = """\
example:
  scripts/sprt --engine 'name=new command="target/release/emilia gtp"' --engine 'name=old command="old/emilia gtp"' \\
      --nodes 20000 --elo0 0 --elo1 10 --out new-old.jsonl

"""


def main(given: Sequence[str] | None = None) -> int:
    """Plays the test that the command line asks for; the exit code."""
    parser = arguments.parser("sprt", DESCRIPTION, EPILOG + EXIT_CODES)
    normal = Sprt(0, 10)
    add = parser.add_argument
    add("--elo0", type=float, default=normal.elo0, metavar="ELO", help="first hypothesis (default: %(default)s)")
    add("--elo1", type=float, default=normal.elo1, metavar="ELO", help="second hypothesis, above elo0 (default: %(default)s)")
    add("--alpha", type=float, default=normal.alpha, metavar="P", help="risk of accepting elo1 wrongly (default: %(default)s)")
    add("--beta", type=float, default=normal.beta, metavar="P", help="risk of accepting elo0 wrongly (default: %(default)s)")
    add("--normalised", action="store_true", help="elo0 and elo1 are normalised Elo: 347 for a standard deviation of a game")
    add("--max-pairs", type=arguments.natural, metavar="N", help="stop undecided after so many pairs (default: never)")
    arguments.add_contest(parser)
    read = parser.parse_args(given)
    return setup.guard("sprt", lambda: play_sprt(read))


def play_sprt(given: argparse.Namespace) -> int:
    """The test, and the exit code that it deserves."""
    engines = arguments.engines(given)
    if len(engines) != 2:
        raise ValueError(f"a test needs two engines, --engine names {len(engines)}")
    test = Sprt(given.elo0, given.elo1, given.alpha, given.beta, given.normalised)
    plan: dict[str, Scalar] = {
        "elo0": test.elo0,
        "elo1": test.elo1,
        "alpha": test.alpha,
        "beta": test.beta,
        "normalised": test.normalised,
    }
    conditions = arguments.conditions(given)
    with setup.prepare("sprt", given, engines, conditions, plan) as ready:
        first, second = engines

        def results(pairs: Sequence[Pair]) -> list[str]:
            return [*formatting.summary(summary(pairs, first.name, second.name)), formatting.verdict(test, pentanomial(pairs))]

        wanted = itertools.islice(
            tasks([Matchup(first, second)], shuffled(ready.openings, given.seed), conditions), given.max_pairs
        )
        total = 2 * given.max_pairs if given.max_pairs else None
        with Display(ready.console, f"{first.name} against {second.name}", results, total) as display:
            outcome = play(wanted, ready.scheduler, ready.journal, display, Watch(test))
        return conclude(ready, given, outcome, results(outcome.pairs))
