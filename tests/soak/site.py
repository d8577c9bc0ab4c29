"""The product served by gunicorn as docs/operations.md has it, with a database of its own."""

from __future__ import annotations

import json
import os
import random
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import psycopg

ROOT = Path(__file__).resolve().parents[2]
SECONDS_TO_START = 60
# Migrations and people in one process: starting Django is most of the time that either takes.
PREPARE = """
import io, sys
import django
django.setup()
from django.core.management import call_command
call_command("migrate", verbosity=0)
call_command("seed", "--json", *sys.argv[1:])
"""


@dataclass
class Site:
    """A folder, a database, what was seeded, and the server while it runs."""

    folder: Path
    environment: dict[str, str]
    database_url: str
    seeded: dict[str, Any] = field(default_factory=dict)
    port: int = 0
    server: subprocess.Popen[bytes] | None = None
    browsers: list[Any] = field(default_factory=list)

    @property
    def log(self) -> str:
        """What the server said."""
        path = self.folder / "log"
        return path.read_text(errors="replace") if path.exists() else ""

    def manage(self, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
        """Run a command of the product on this database."""
        return subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=ROOT, env={**self.environment, **variables}, capture_output=True, text=True,
            timeout=1800,
        )  # fmt: skip

    def prepare(self, *, ready: int = 0, files: int = 0) -> None:
        """Make the tables and the people."""
        arguments = ["--ready", str(ready), "--files", str(files)]
        ran = subprocess.run(
            [sys.executable, "-c", PREPARE, *arguments],
            cwd=ROOT, env=self.environment, capture_output=True, text=True, timeout=1800,
        )  # fmt: skip
        if ran.returncode:
            raise RuntimeError(ran.stderr)
        self.seeded = json.loads(ran.stdout)

    def start(self, *options: str, application: str = "pe_wizard.wsgi") -> None:
        """Start gunicorn on a free port of loopback and wait for the sign of life."""
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        with (self.folder / "log").open("ab") as log:
            self.server = subprocess.Popen(
                [sys.executable, "-m", "gunicorn", application, "--bind", f"127.0.0.1:{self.port}",
                 "--workers", "2", "--threads", "4", "--no-control-socket",
                 "--log-level", "warning", *options],
                cwd=ROOT, env=self.environment, stdout=log, stderr=log,
            )  # fmt: skip
        until = time.monotonic() + SECONDS_TO_START
        while not self._lives():
            if self.server.poll() is not None or time.monotonic() > until:
                raise RuntimeError(f"the server did not start:\n{self.log}")
            time.sleep(0.05)

    def _lives(self) -> bool:
        with suppress(OSError), socket.create_connection(("127.0.0.1", self.port), timeout=2) as s:
            s.sendall(b"GET /health/ HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n")
            return b" 200 " in s.recv(100)
        return False

    def workers(self) -> list[int]:
        """The processes that answer requests."""
        assert self.server is not None
        children = Path(f"/proc/{self.server.pid}/task/{self.server.pid}/children")
        return [int(pid) for pid in children.read_text().split()]

    def kill_a_worker(self) -> bool:
        """SIGKILL one of them, whatever it is doing; False when there is none at the moment."""
        workers = self.workers()
        if not workers:
            return False
        with suppress(ProcessLookupError):
            os.kill(random.choice(workers), signal.SIGKILL)
            return True
        return False

    def stop(self) -> None:
        """End the server as its operator would; by force where it does not end."""
        while self.browsers:
            self.browsers.pop().close()
        if self.server is None:
            return
        self.server.send_signal(signal.SIGTERM)
        try:
            self.server.wait(timeout=30)
        except subprocess.TimeoutExpired:
            self.server.kill()
            self.server.wait()
        self.server = None


@contextmanager
def a_site(*, ready: int = 0, files: int = 0, prepared: bool = True) -> Iterator[Site]:
    """A site on the kind of database that DATABASE_URL names, SQLite where it names none."""
    folder = Path(tempfile.mkdtemp(prefix="pe-wizard-site-"))
    environment = {
        name: value
        for name, value in os.environ.items()
        if name in ("PATH", "HOME", "LANG", "LC_ALL", "TZ")
    }
    environment |= {
        "DJANGO_SETTINGS_MODULE": "pe_wizard.settings",
        "PE_ENVIRONMENT": "development",
        "PE_VAR_DIR": str(folder / "var"),
    }
    server = os.environ.get("DATABASE_URL", "")
    name = f"soak_{secrets.token_hex(6)}"
    url = f"sqlite:///{folder / 'var' / 'pe_wizard.sqlite3'}"
    if server.startswith("postgres"):
        with psycopg.connect(server, autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        url = urlunsplit(urlsplit(server)._replace(path=f"/{name}"))
        environment["DATABASE_URL"] = url
    site = Site(folder, environment, url)
    try:
        if prepared:
            site.prepare(ready=ready, files=files)
        yield site
    finally:
        site.stop()
        if server.startswith("postgres"):
            with psycopg.connect(server, autocommit=True) as connection:
                connection.execute(f"DROP DATABASE {name} WITH (FORCE)")
        shutil.rmtree(folder, ignore_errors=True)
