"""How long days take to count: `python -m tests.benchmarks.bench_durations`.

Prints the median of several rounds. A million periods is far beyond any file a firm keeps; it
is here to show that the cost follows the periods once, and then only the breaks between them.
"""

import random
import statistics
import time
from collections.abc import Callable
from functools import partial

from treaties.durations import (
    MONTHS,
    Days,
    Limit,
    count_any_twelve_months,
    count_whole,
    months_later,
    passes_on,
)

FIRST = 693_961  # 1 January 1901
CENTURIES = 109_000  # days: three hundred years
MILLION = 1_000_000
ROUNDS = 5


def report(what: str, work: Callable[[], object]) -> None:
    times = []
    for _ in range(ROUNDS):
        began = time.perf_counter()
        work()
        times.append(time.perf_counter() - began)
    print(f"{statistics.median(times) * 1000:9.2f} ms  {what}")


def main() -> None:
    rng = random.Random(7)
    starts = [rng.randrange(FIRST, FIRST + CENTURIES) for _ in range(MILLION)]
    scattered = [(first, first + rng.randrange(40)) for first in starts]
    decade = [(first, first + rng.randrange(40)) for first in (FIRST + s % 3653 for s in starts)]
    every_other = [(FIRST + 2 * (s % 50_000),) * 2 for s in range(MILLION)]
    report("1 000 000 periods over three centuries, any order", lambda: Days.of(scattered))
    report("1 000 000 periods over ten years, any order", lambda: Days.of(decade))
    report("1 000 000 single days, a break after each", lambda: Days.of(every_other))

    broken = Days.of(every_other)
    few = Days.of([(FIRST, FIRST + 100), (FIRST + 200, FIRST + 260)])
    limit = Limit(days=184)
    going_on_from = FIRST + CENTURIES
    for what, some in (("50 000 runs", broken), ("2 runs", few)):
        report(
            f"any twelve months over {what}",
            partial(count_any_twelve_months, some, limit, "calendar"),
        )
        report(f"the whole of {what}", partial(count_whole, some, limit, "calendar"))
        report(
            f"when {what} will pass the limit",
            partial(passes_on, some, limit, "calendar", "any_twelve_months", going_on_from),
        )
    for month in MONTHS:
        report(f"1 000 times six months ({month})", partial(thousand_times_six, month))


def thousand_times_six(month: str) -> list[int]:
    return [months_later(FIRST + day, 6, month) for day in range(1000)]


if __name__ == "__main__":
    main()
