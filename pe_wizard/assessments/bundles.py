"""The completed versions of a client file as one file that can be verified without the product's
database: a ZIP archive with the canonical bytes of each version, whose SHA-256 is its receipt, the
treaty files they were made with, and a manifest with the order, the hashes and the reviews.
"""

from __future__ import annotations

import json
import os
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.utils import timezone

from pe_wizard import __version__
from pe_wizard.assessments import receipts, stored
from pe_wizard.assessments.models import ReviewEvent, TreatyFile, Version
from pe_wizard.assessments.verification import logged
from pe_wizard.assessments.verifying import Depth, Report, State, TreatyFiles, verify
from pe_wizard.clients import events
from pe_wizard.clients.models import ClientFile

FORMAT = "pe-bundle/1"
MANIFEST = "manifest.json"
ABOUT = """\
Completed assessments of one client file.

Each file in versions/ holds the exact bytes whose SHA-256 is the receipt of that version:
    sha256sum versions/*.json
manifest.json names those hashes in their order. To verify all of it, and to run every assessment
again with the treaty files in treaties/:
    python manage.py verify --bundle THIS-FILE
"""
LARGEST = 200 * 1024 * 1024  # of one entry, unpacked


class NotABundle(Exception):
    """The file cannot be read as a bundle; the message says why."""


def write(client_file: ClientFile, path: Path) -> int:
    """Write the bundle of a client file, for its owner alone to read; the number of versions.

    The file appears whole or not at all. FileExistsError when there is one already.
    """
    if path.exists():
        raise FileExistsError(f"{path} is there already.")
    log = logged(client_file.pk).get(str(client_file.pk), {})
    versions = list(
        Version.objects.filter(client_file=client_file)
        .order_by("position")
        .values("position", "number", "id", "sha256", "treaty_file_id", "canonical")
    )
    manifest = {
        "format": FORMAT,
        "client_file": str(client_file.pk),
        "exported_at": receipts.moment(timezone.now()),
        "product_version": __version__,
        "count": len(log),
        "last_sha256": log[max(log)] if log else "",
        "versions": [
            {"position": one["position"], "number": one["number"], "id": str(one["id"]),
             "sha256": one["sha256"], "treaty_digest": one["treaty_file_id"]}
            for one in versions
        ],
        "reviews": list(_reviews(client_file)),
    }  # fmt: skip
    unfinished = path.with_name(f".{path.name}.unfinished")
    descriptor = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as output:
            with zipfile.ZipFile(output, "w", zipfile.ZIP_DEFLATED) as bundle:
                bundle.writestr(MANIFEST, json.dumps(manifest, ensure_ascii=False, indent=2))
                bundle.writestr("README.txt", ABOUT)
                for one in versions:
                    bundle.writestr(_version_name(one["position"]), bytes(one["canonical"]))
                digests = {one["treaty_file_id"] for one in versions}
                for file in TreatyFile.objects.filter(pk__in=digests).order_by("pk"):
                    bundle.writestr(_treaty_name(file.digest), bytes(file.source))
            output.flush()
            os.fsync(output.fileno())
        os.link(unfinished, path)  # refuses a file that appeared meanwhile
    finally:
        unfinished.unlink(missing_ok=True)
    events.record(client_file=client_file, actor=None, action="bundle.written", count=len(versions))
    return len(versions)


def _reviews(client_file: ClientFile) -> Iterator[dict[str, Any]]:
    for step in ReviewEvent.objects.filter(version__client_file=client_file).order_by(
        "version__position", "number"
    ):
        yield {
            "version": str(step.version_id),
            "number": step.number,
            "kind": step.kind,
            "by": step.by_name,
            "at": receipts.moment(step.at),
            "text": step.text,
            "pin_kind": step.pin_kind,
            "pin": step.pin,
            "sha256": step.sha256,
        }


def _version_name(position: int) -> str:
    return f"versions/{position:05}.json"


def _treaty_name(digest: str) -> str:
    return f"treaties/{digest.removeprefix('sha256:')}.toml"


def verify_bundle(path: Path, *, depth: Depth = Depth.WHOLE) -> Iterator[Report]:
    """A report for every version in the bundle, without a database. Raises NotABundle."""
    try:
        with zipfile.ZipFile(path) as bundle:
            manifest = _manifest(bundle)
            client_file = str(manifest["client_file"])
            listed = {int(one["position"]): str(one["sha256"]) for one in manifest["versions"]}
            yield from verify(
                _versions(bundle, client_file, listed),
                log={client_file: listed},
                treaties=TreatyFiles(lambda digest: _entry(bundle, _treaty_name(digest))),
                depth=depth,
            )
            yield from _manifest_alone(manifest, listed)
    except (OSError, zipfile.BadZipFile, KeyError, ValueError, TypeError, RecursionError) as error:
        raise NotABundle(f"{path} cannot be read as a bundle: {error}") from None


def _manifest(bundle: zipfile.ZipFile) -> dict[str, Any]:
    content = _entry(bundle, MANIFEST)
    manifest = json.loads(content or b"null")
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        raise ValueError(f"it holds no {MANIFEST} in the format {FORMAT}")
    return manifest


def _entry(bundle: zipfile.ZipFile, name: str) -> bytes | None:
    """The bytes of an entry; None where there is none, or what can be read of it is damaged."""
    try:
        if bundle.getinfo(name).file_size > LARGEST:
            return None
        return bundle.read(name)
    except (KeyError, zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError):
        return None


def _versions(
    bundle: zipfile.ZipFile, client_file: str, listed: dict[int, str]
) -> Iterator[stored.Stored]:
    for position, sha256 in sorted(listed.items()):
        content = _entry(bundle, _version_name(position))
        if content is None:
            continue  # `verify` misses it
        found = stored.of_bytes(f"position {position}", content, sha256)
        if found.said is not None and found.client_file != client_file:
            fault = "it belongs to another client file"
            found = stored.Stored(
                found.name, client_file, sha256, found.said, (*found.faults, fault)
            )
        yield found


def _manifest_alone(manifest: dict[str, Any], listed: dict[int, str]) -> Iterator[Report]:
    """Count and last hash as the event log had them, and sign-offs for the versions listed."""
    client_file = str(manifest["client_file"])
    last = listed[max(listed)] if listed else ""
    if (manifest["count"], manifest["last_sha256"]) != (len(listed), last):
        why = (
            f"the event log named {manifest['count']} versions, the last {manifest['last_sha256']}"
        )
        yield Report(State.DAMAGED, "manifest", client_file, (why,))
    hashes = {str(one["id"]): one["sha256"] for one in manifest["versions"]}
    for step in manifest["reviews"]:
        if step["sha256"] != hashes.get(step["version"]):
            why = "it was made for another hash than the version has"
            name = f"review of {step['version']}, step {step['number']}"
            yield Report(State.DAMAGED, name, client_file, (why,))
