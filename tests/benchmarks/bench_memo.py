"""How long a memo takes: `python -m tests.benchmarks.bench_memo`.

Prints the median of several rounds for a memo of about ten pages: its content, as PDF, as Word, and
one with three hundred stays. The first round of a process reads fonts and templates; it is printed
by itself.
"""

import os
import statistics
import time
from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")

import django

django.setup()

import pypdfium2  # noqa: E402

from pe_wizard.memo.content import memo  # noqa: E402
from pe_wizard.memo.pdf import as_pdf  # noqa: E402
from pe_wizard.memo.word import as_word  # noqa: E402
from tests.web.memo_sample import record, rich  # noqa: E402

ROUNDS = 7
STAYS = 300


def report(what: str, work: Callable[[], object]) -> None:
    times = []
    for _ in range(ROUNDS):
        began = time.perf_counter()
        work()
        times.append(time.perf_counter() - began)
    print(
        f"{statistics.median(times) * 1000:9.1f} ms (first {times[0] * 1000:7.1f} ms)  {what}",
        flush=True,
    )


def with_stays(document: dict[str, Any]) -> dict[str, Any]:
    """The document with three hundred stays of four days, one each week."""
    first = date(2020, 1, 6)
    document["services"][0]["periods"] = [
        {
            "from": (first + timedelta(weeks=week)).isoformat(),
            "to": (first + timedelta(weeks=week, days=3)).isoformat(),
            "person": f"Engineer {week % 7}",
            "worked": True,
        }
        for week in range(STAYS)
    ]
    return document


def main() -> None:
    for what, document in (("", rich()), (f", {STAYS} stays", with_stays(rich()))):
        made = record(document)
        content = memo(made)
        pages = len(pypdfium2.PdfDocument(as_pdf(content)))
        report(f"content{what}", lambda made=made: memo(made))
        report(f"PDF of {pages} pages{what}", lambda content=content: as_pdf(content))
        report(f"Word{what}", lambda content=content: as_word(content))
        report(f"content and PDF{what}", lambda made=made: as_pdf(memo(made)))


if __name__ == "__main__":
    main()
