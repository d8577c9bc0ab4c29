"""As many requests as a server takes, over connections that are kept, with little work of its own:
the requests are bytes that were made before, the answers are only counted."""

from __future__ import annotations

import re
import socket
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from urllib.parse import urlencode

from tests.soak.browsing import Browser
from tests.soak.ledger import share_of

Make = Callable[[int, int], bytes]  # the request, from the number of the connection and its own
LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)


@dataclass
class Measured:
    """What came of it."""

    seconds: float
    times: list[float] = field(default_factory=list)
    bad: list[int] = field(default_factory=list)

    @property
    def rate(self) -> float:
        """Answers in a second."""
        return len(self.times) / self.seconds

    @property
    def p95(self) -> float:
        """Seconds."""
        return share_of(self.times, 0.95)

    @property
    def p99(self) -> float:
        """Seconds."""
        return share_of(self.times, 0.99)


def hammer(port: int, make: Make, *, seconds: float, connections: int = 8) -> Measured:
    """One request after the other over each connection. `bad`: statuses that are no success."""
    found = Measured(seconds)
    until = time.perf_counter() + seconds

    def work(number: int) -> None:
        kept: socket.socket | None = None
        sent = 0
        while time.perf_counter() < until:
            request = make(number, sent)
            sent += 1
            began = time.perf_counter()
            try:
                if kept is None:
                    kept = socket.create_connection(("127.0.0.1", port), timeout=60)
                    kept.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                kept.sendall(request)
                status, closes = _answer(kept)
            except OSError:
                found.bad.append(0)
                kept = None
                continue
            found.times.append(time.perf_counter() - began)
            if status not in (200, 302, 303):
                found.bad.append(status)
            if closes:
                kept.close()
                kept = None
        if kept is not None:
            kept.close()

    threads = [threading.Thread(target=work, args=(number,)) for number in range(connections)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


def _answer(kept: socket.socket) -> tuple[int, bool]:
    received = b""
    while b"\r\n\r\n" not in received:
        part = kept.recv(65536)
        if not part:
            raise ConnectionError("closed before an answer")
        received += part
    head, _, body = received.partition(b"\r\n\r\n")
    length = LENGTH.search(head)
    missing = int(length[1]) - len(body) if length else 0
    while missing > 0:
        part = kept.recv(65536)
        if not part:
            raise ConnectionError("closed within an answer")
        missing -= len(part)
    return int(head.split(b" ", 2)[1]), b"connection: close" in head.lower()


def request(
    browser: Browser, method: str, path: str, data: dict[str, object] | None = None
) -> bytes:
    """The bytes of a request with the cookies of the browser."""
    body = urlencode(data, doseq=True).encode() if data is not None else b""
    cookies = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
    lines = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", f"Cookie: {cookies}"]
    if data is not None:
        lines += [
            "Content-Type: application/x-www-form-urlencoded",
            f"Content-Length: {len(body)}",
            f"X-CSRFToken: {browser.cookies.get('csrftoken', '')}",
        ]
    return "\r\n".join([*lines, "", ""]).encode() + body
