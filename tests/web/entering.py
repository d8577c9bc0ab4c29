"""Enters a facts document through the pages of the wizard, as an adviser would, page by page."""

from __future__ import annotations

import re
from typing import Any

from tests.web.wizard_pages import Page, Walk
from treaties import FIELDS, LISTS, get_fact, parse_path

# What other items refer to is entered before them.
ORDER = ("related_enterprises", "building_sites", "exploration", "services", "places", "agents")
YES_NO = {True: "true", False: "false"}
FIXED = ("treaty", "residence_state", "source_state")  # chosen when an assessment begins


def enter(walk: Walk, document: dict[str, Any]) -> dict[str, str]:
    """Fill the draft with the document, as far as pages ask; returns the id that each id became."""
    ids: dict[str, str] = {}
    page = walk.open("treaty")
    for name, option in (document.get("readings") or {}).items():
        page.fill(f"readings.{name}", option)
    fill_until_done(page, document, "", ids)
    page = walk.open("insurance")
    if page.step == "insurance":
        fill_until_done(page, document, "enterprise.", ids)
    for name in ORDER:
        _enter_list(walk, document, name, ids)
    return ids


def _enter_list(walk: Walk, document: dict[str, Any], name: str, ids: dict[str, str]) -> None:
    page = walk.open(name)
    if page.step != name:
        return  # the treaty does not ask for this list
    items = document.get(name)
    if items is None:
        if name in (document.get("not_known") or []):
            page.fill(name, "null").save()
        return
    if not items:
        page.fill(name, "none").save()
        return
    for number, item in enumerate(items):
        if number == 0:
            page.fill(name, "some").next()
        else:
            walk.open(name).do(f"add {name}")
        new = item_ids(walk, name)
        assert len(new) == number + 1, (name, new)
        ids[item["id"]] = new[-1]
    if name == "agents":
        for item in items:
            step = f"agent-{ids[item['id']]}"
            fill_until_done(walk.open(step), document, f"agents[{item['id']}].", ids)
        return
    for item in items:
        for rows in ("periods", "interruptions"):
            wanted = item.get(rows) or []
            path = f"{name}[{ids[item['id']]}].{rows}"
            have = len(
                set(re.findall(re.escape(path) + r"\[(\d+)\]", " ".join(walk.open(name).names)))
            )
            for _ in range(len(wanted) - have):
                walk.open(name).do(f"row-add {path}")
            if rows == "periods" and have > len(wanted):
                page = walk.open(name).do(f"row-remove {path} 0")
                if item.get("periods") == []:
                    page.fill(path, "none").save()
    for item in items:
        fill_until_done(walk.open(name), document, f"{name}[{item['id']}].", ids)
    if name == "places":
        for item in items:
            step = f"activities-{ids[item['id']]}"
            page = walk.open(step)
            path = f"places[{ids[item['id']]}].activities"
            kinds = [one["kind"] for one in item.get("activities") or []]
            if item.get("activities") is not None:
                page.fill(path, "some" if kinds else "none")
                if kinds:
                    page.fill(f"{path}:kinds", kinds)
                page = page.save()
            fill_until_done(page, document, f"places[{item['id']}].", ids)


def item_ids(walk: Walk, name: str) -> list[str]:
    """The ids of the items on the page of a list, in their order."""
    html = walk.open(name).html
    return list(dict.fromkeys(re.findall(rf'value="remove {name} ([A-Za-z0-9_-]+)"', html)))


def fill_until_done(page: Page, document: dict[str, Any], start: str, ids: dict[str, str]) -> Page:
    """Fill what the page shows of the facts that begin so, and save, until nothing new appears."""
    done: set[str] = set()
    while True:
        fresh = {
            name: value
            for path, value in wanted(document, start, ids)
            if (name := renamed(path, ids)) not in done and page.has(name)
        }
        if not fresh:
            return page
        for name, raw in fresh.items():
            done.add(name)
            for suffix, text in raw.items():
                page.fill(name + suffix, text)
        page = page.save()


def wanted(
    document: dict[str, Any], start: str, ids: dict[str, str]
) -> list[tuple[str, dict[str, str]]]:
    """Every answer of the document below a path, as its field is filled."""
    found = []
    not_known = document.get("not_known") or []
    for path in _paths(document):
        if not path.startswith(start):
            continue
        field = FIELDS[parse_path(path).pattern]
        value = get_fact(document, path)
        said = path in not_known
        if field.kind == "yes_no":
            if said or value is not None:
                found.append((path, {"": "null" if said else YES_NO[value]}))
        elif field.name == "to" and not said and value is None:
            found.append((path, {":is": "ongoing"}))
        elif said:
            found.append((path, {":is": "null"}))
        elif field.kind == "reference":
            found.append((path, {"": ids.get(value, value) or ""}))
        elif value is not None:
            found.append((path, {"": str(value)}))
    return found


def _paths(document: dict[str, Any]) -> list[str]:
    paths = []

    def walk(owner: dict[str, Any], prefix: str) -> None:
        for name, value in owner.items():
            path = f"{prefix}{name}"
            field = FIELDS.get(re.sub(r"\[[^\]]*\]", "[]", path))
            if field is None or field.kind in ("id", "readings", "annotations", "paths"):
                continue
            if field.kind == "group":
                walk(value or {}, f"{path}.")
            elif field.kind == "list":
                for at, item in enumerate(value or []):
                    key = item["kind"] if name == "activities" else item.get("id", at)
                    walk(item, f"{path}[{key}].")
            elif field.asks and path not in FIXED:
                paths.append(path)

    walk(document, "")
    return paths


def renamed(path: str, ids: dict[str, str]) -> str:
    """The path with the ids that the draft has."""
    head, bracket, rest = path.partition("[")
    if not bracket or head not in LISTS:
        return path
    item, _, tail = rest.partition("]")
    return f"{head}[{ids.get(item, item)}]{tail}"


def with_ids(value: Any, ids: dict[str, str]) -> Any:
    """A facts document with other ids of its items, wherever they are named."""
    if isinstance(value, dict):
        return {
            renamed(key, ids): (
                ids.get(one, one)
                if key in ("id", "by", "enterprise", "part_of_site") and isinstance(one, str)
                else with_ids(one, ids)
            )
            for key, one in value.items()
        }
    if isinstance(value, list):
        return [renamed(one, ids) if isinstance(one, str) else with_ids(one, ids) for one in value]
    return value
