"""Many connections that say nothing do not keep anybody from working."""

from __future__ import annotations

import resource
import socket
import time

from tests.soak.browsing import again, signed_in
from tests.soak.site import Site

MOST_SECONDS = 1.0


def crowded(site: Site, *, connections: int) -> dict[str, object]:
    """Open so many connections, send nothing, and look at pages meanwhile."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = connections + 200
    if soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(wanted, hard), hard))
    site.start()
    browser = signed_in(site, "A")
    silent: list[socket.socket] = []
    try:
        for _ in range(connections):
            silent.append(socket.create_connection(("127.0.0.1", site.port), timeout=10))
        times = []
        for _ in range(10):
            answer = again(browser).get("/clients/")
            times.append(answer.seconds if answer.status_code == 200 else 99.0)
            time.sleep(0.2)
    finally:
        for one in silent:
            one.close()
    site.stop()
    wrong = [f"a page took {max(times):.1f} s"] if max(times) > MOST_SECONDS else []
    return {
        "connections": len(silent),
        "slowest page, seconds": round(max(times), 2),
        "wrong": wrong,
    }
