"""Run a command with DATABASE_URL naming a PostgreSQL server of its own, then throw that away.

    python tests/on_postgres.py python -m pytest tests/web

The server is Debian's, listens on loopback only, lives in a temporary folder and does not wait for
the disk. It sorts as a dictionary does, not by code point as SQLite: what relies on either shows.
The role of the tests is no superuser, as in production.
"""

from __future__ import annotations

import os
import pwd
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg

ROLE = "pe_wizard"
SECONDS_TO_START = 30
SETTINGS = {
    "listen_addresses": "127.0.0.1",
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "max_connections": "100",
}


def programs() -> Path:
    """The folder with initdb and postgres, of the newest version there is."""
    found = sorted(
        Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3])
    )
    if found:
        return found[-1].parent
    if on_path := shutil.which("initdb"):
        return Path(on_path).resolve().parent
    sys.exit("PostgreSQL is missing. On Debian: apt-get install postgresql")


def free_port() -> int:
    """A port of loopback that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def server() -> Iterator[str]:
    """A running server; gives its DATABASE_URL. PostgreSQL refuses to run as root."""
    user = "postgres" if os.getuid() == 0 else None
    folder = Path(tempfile.mkdtemp(prefix="pe-wizard-postgres-"))
    password, port, data = secrets.token_urlsafe(24), free_port(), folder / "data"
    secret = folder / "password"
    secret.touch(mode=0o600)
    secret.write_text(password)
    if user is not None:
        owner = pwd.getpwnam(user)
        for path in (folder, secret):
            os.chown(path, owner.pw_uid, owner.pw_gid)
    as_user = {"user": user, "group": user, "extra_groups": []} if user else {}
    log = folder / "log"
    process = None
    try:
        subprocess.run(
            [programs() / "initdb", "--pgdata", data, "--username", "owner", "--pwfile", secret,
             "--auth", "scram-sha-256", "--encoding", "UTF8", "--locale", "C.UTF-8",
             "--locale-provider", "icu", "--icu-locale", "en-US", "--no-sync"],
            check=True, stdout=subprocess.DEVNULL, cwd=folder, **as_user,
        )  # fmt: skip
        options = {**SETTINGS, "port": str(port), "unix_socket_directories": str(folder)}
        with log.open("wb") as output:
            process = subprocess.Popen(
                [programs() / "postgres", "-D", data]
                + [part for name, value in options.items() for part in ("-c", f"{name}={value}")],
                stdout=output, stderr=output, cwd=folder, **as_user,
            )  # fmt: skip
        address = f"postgres://{{}}:{password}@127.0.0.1:{port}/{{}}"
        with _connected(address.format("owner", "postgres"), process, log) as connection:
            connection.execute(f"CREATE ROLE {ROLE} LOGIN CREATEDB PASSWORD '{password}'")
            connection.execute(f"CREATE DATABASE {ROLE} OWNER {ROLE}")
        yield address.format(ROLE, ROLE)
    finally:
        if process is not None and process.poll() is None:
            process.send_signal(signal.SIGINT)  # disconnects everybody and stops
            process.wait(timeout=SECONDS_TO_START)
        shutil.rmtree(folder, ignore_errors=True)


def _connected(url: str, process: subprocess.Popen[bytes], log: Path) -> psycopg.Connection:
    until = time.monotonic() + SECONDS_TO_START
    while True:
        try:
            return psycopg.connect(url, autocommit=True)
        except psycopg.OperationalError:
            if process.poll() is not None or time.monotonic() > until:
                sys.exit(f"PostgreSQL did not start:\n{log.read_text(errors='replace')}")
            time.sleep(0.1)


def main(command: list[str]) -> int:
    """The exit code of the command."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that the server is stopped
    with server() as url:
        return subprocess.run(command, env={**os.environ, "DATABASE_URL": url}).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
