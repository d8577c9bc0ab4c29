"""The wizard: a step is shown, or saved and left. Every POST answers 303; a GET changes nothing."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import replace
from functools import cached_property
from typing import Any
from urllib.parse import quote, urlencode

from django.conf import settings
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.datastructures import MultiValueDict
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from formtools.wizard.views import NamedUrlWizardView

from pe_wizard.accounts.languages import remember
from pe_wizard.accounts.people import adviser
from pe_wizard.assessments import services
from pe_wizard.assessments.access import Methods, on_draft
from pe_wizard.assessments.errors import ItemGone, NotOpen, SectionMoved, UnknownChoice
from pe_wizard.assessments.models import Draft, Version
from pe_wizard.assessments.problems import problems
from pe_wizard.assessments.selectors import draft_for
from pe_wizard.assessments.services.items import next_id
from pe_wizard.assessments.standing import Standing, standing
from pe_wizard.assessments.treaty_files import newer_treaty
from pe_wizard.clients.selectors import Right, rights
from pe_wizard.display import digits, language
from pe_wizard.wizard.check import check_of
from pe_wizard.wizard.conflict import conflict_of, fingerprint, without_theirs
from pe_wizard.wizard.editing import is_path, rows_at
from pe_wizard.wizard.effects import back_in_use, left_unused, named
from pe_wizard.wizard.fields import KINDS
from pe_wizard.wizard.forms import SectionForm, raw_of
from pe_wizard.wizard.memory import Made, remembered
from pe_wizard.wizard.pages import Page, page_of
from pe_wizard.wizard.panel import Nav, Panel, panel_of
from pe_wizard.wizard.rows import PageView, Presenting
from pe_wizard.wizard.saving import FIRST_VALUES, Action, save_page
from pe_wizard.wizard.steps import CHECK, Step, first_open, steps_of
from pe_wizard.wizard.windows import Window, last_start

OF_ROWS = ("raw", "view", "seen")  # what a page makes of the rows that it holds
TO_TABLES = "table"  # the button that leads to the import of stays
FORM_ID = "step-form"  # the form of a page, to which buttons outside of it belong


class SeeOther(HttpResponseRedirect):
    """The answer to every POST: look there, and a reload sends nothing again."""

    status_code = 303


class Malformed(Exception):
    """A form that no page of this draft can have sent."""


class Work:
    """One draft for one request: where it stands, its steps, its pages, and saving."""

    def __init__(self, request: HttpRequest, draft: Draft) -> None:
        self.request = request
        self.draft = draft
        self._pages: dict[str, Page] = {}
        if request.method == "POST":
            self.window = Window.of_form(request.POST)
        else:
            typed = (name for texts in draft.typed.values() for name in texts)
            self.window = Window.asked(request.GET.get("rows", ""), typed)

    @cached_property
    def standing(self) -> Standing:
        """Where the draft stands."""
        return standing(self.draft)

    @cached_property
    def steps(self) -> dict[str, Step]:
        """The steps on the path, by key."""
        return self._remembered(
            "steps",
            "",
            lambda: {step.key: step for step in steps_of(self.draft, self.standing)},
        )

    def panel(self, key: str, form_id: str) -> Panel:
        """The panel beside a step."""
        return self._remembered(
            f"panel {form_id}",
            key,
            lambda: panel_of(
                self.standing,
                list(self.steps.values()),
                draft_id=str(self.draft.pk),
                form_id=form_id,
                current=key,
            ),
        )

    @cached_property
    def options(self) -> dict[str, tuple[str, ...]]:
        """The options of each reading of the treaty."""
        return {name: one.options for name, one in self.standing.treaty.readings.items()}

    @cached_property
    def wrong(self) -> dict[str, str]:
        """Answers that contradict each other or cannot be used, by path."""
        return self._remembered(
            "wrong",
            "",
            lambda: {
                one.path: one.text
                for one in problems(self.draft)
                if one.path and one.kind in ("contradiction", "fault")
            },
        )

    def page(self, key: str) -> Page:
        """What the step asks."""
        if key not in self._pages:
            self._pages[key] = page_of(self.steps[key], self.standing, self.window)
        return self._pages[key]

    def raw(self, key: str) -> MultiValueDict:
        """The step as its form would send it."""
        return self._remembered("raw", key, lambda: self._raw(key))

    def _raw(self, key: str) -> MultiValueDict:
        draft = self.draft
        raw = raw_of(
            self.page(key),
            draft.document,
            draft.reasons,
            self.options,
            draft.typed.get(key, {}),
            draft.calendars,
        )
        return MultiValueDict(
            {name: text if isinstance(text, list) else [text] for name, text in raw.items()}
        )

    def view(self, key: str, form: SectionForm) -> PageView:
        """What the page of the step shows, for the form of `raw`."""

        def make() -> PageView:
            if not self.draft.typed.get(key):
                form.nothing_is_wrong()
            return Presenting(
                self.page(key), form, self.draft, self.standing, self.wrong, self.steps
            ).view()

        return self._remembered("view", key, make)

    def checked(self, urls: dict[str, str]) -> dict[str, Any]:
        """Every answer, and what stands in the way of completing."""
        return self._remembered(
            "checked",
            CHECK,
            lambda: check_of(self.draft, self.standing, list(self.steps.values()), urls),
        )

    def seen(self, key: str) -> str:
        """A short mark of each field as the page shows it."""
        return self._remembered("seen", key, lambda: fingerprint(self.raw(key)))

    def _remembered(self, what: str, key: str, make: Callable[[], Made]) -> Made:
        """What was made for a step of this revision, in this language, with these rows."""
        rows = self.window.key if what in OF_ROWS else ()
        return remembered(self.standing, (what, language(), self.draft.revision, key, rows), make)

    def save(self, key: str, form: SectionForm) -> None:
        """Save the step; afterwards everything here is as saved."""
        post = self.request.POST
        saved = save_page(
            by=adviser(self.request),
            draft=self.draft,
            section=key,
            revision=int(post["revision"]),
            form=form,
            action=Action.of(post.get("do", "")),
            language=language(),
            adds_first=post.get("go") != TO_TABLES,
        )
        before = self.standing
        self.renew(saved)
        self._tell(len(left_unused(before, self.standing)), len(back_in_use(before, self.standing)))

    def _tell(self, unused: int, back: int) -> None:
        """Say what saving did to other answers. Numbers only: a message is kept by the browser."""
        if unused:
            text = ngettext(
                "%(n)s answer is not used any more. It is kept and does not count.",
                "%(n)s answers are not used any more. They are kept and do not count.",
                unused,
            )
            messages.info(self.request, text % {"n": digits(unused)})
        if back:
            text = ngettext(
                "%(n)s answer is used again and has to be confirmed.",
                "%(n)s answers are used again and have to be confirmed.",
                back,
            )
            messages.warning(self.request, text % {"n": digits(back)})

    def renew(self, draft: Draft) -> None:
        """Go on with the draft as it was saved."""
        self.draft = draft
        self._pages.clear()
        for name in ("standing", "steps", "wrong"):
            self.__dict__.pop(name, None)


class Wizard(NamedUrlWizardView):
    """formtools' named steps over a draft. What it keeps, and where, is in `storage`."""

    storage_name = "pe_wizard.wizard.storage.DraftStorage"
    template_name = "wizard/step.html"
    http_method_names = ("get", "head", "post")

    def get_prefix(self, request: HttpRequest, *args: Any, **kwargs: Any) -> str:
        """One form on a page, so one prefix."""
        return "wizard"

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Load the draft, work out its steps, and only then let the wizard see the request."""
        draft = draft_for(adviser(request), kwargs["draft_id"])
        if str(request.method).lower() not in self.http_method_names:
            return self.http_method_not_allowed(request)
        elsewhere = _not_here(request, draft)
        if elsewhere is not None:
            return elsewhere
        self.work = Work(request, draft)
        request.wizard_work = self.work  # type: ignore[attr-defined]
        self._set_steps()
        step = kwargs.get("step")
        if step is None or step not in self.work.steps:
            return SeeOther(self.get_step_url(first_open(list(self.work.steps.values())).key))
        try:
            return super().dispatch(request, *args, **kwargs)
        except NotOpen as done:
            return finished(request, done.draft, done.version)

    def _set_steps(self) -> None:
        self.form_list = OrderedDict((key, SectionForm) for key in self.work.steps)

    def get_step_url(self, step: str) -> str:
        """The address of a step of this draft."""
        return reverse("wizard:step", args=[self.work.draft.pk, step])

    def get_form_prefix(self, step: str | None = None, form: Any = None) -> None:
        """None: fields are named by the paths of the facts."""

    def get_form_kwargs(self, step: str | None = None) -> dict[str, Any]:
        """What the form of a step is made of."""
        return {
            "page": self.work.page(step or self.steps.current),
            "document": self.work.draft.document,
            "options": self.work.options,
        }

    # ---- looking

    def get(self, *args: Any, **kwargs: Any) -> HttpResponse:
        """Show the step of the address; nothing is written."""
        self.storage.current_step = kwargs["step"]
        if kwargs["step"] == CHECK:
            return render(self.request, "wizard/check.html", self._check())
        return super().get(*args, **kwargs)

    def get_context_data(self, form: SectionForm, **kwargs: Any) -> dict[str, Any]:
        """What the template of a step shows."""
        key, work = kwargs["step"], self.work
        view = work.view(key, form)
        context = super().get_context_data(form=form, **kwargs)
        context.update(self._frame(key, FORM_ID))
        context.update(
            page=view,
            revision=work.draft.section_revision(key),
            seen=work.seen(key),
            new_id=next_id(work.draft, view.list_name) if view.list_name else "",
            removed=_removed(work.draft, key),
            back=self._neighbour(key, -1),
            returning="check" if self.request.GET.get("return") == "check" else "",
            newer=newer_treaty(work.draft) if key == "treaty" else None,
            treaty=work.standing.treaty,
            saved=_saved(work.draft, key),
            just_saved="saved" in self.request.GET,
        )
        return context

    def _check(self) -> dict[str, Any]:
        work = self.work
        urls = {key: f"{self.get_step_url(key)}?return=check" for key in work.steps}
        checked = work.checked(urls)
        return {**self._frame(CHECK), **checked}

    def _frame(self, key: str, form_id: str = "") -> dict[str, Any]:
        """What every page stands in. With a form, the buttons around it save it first."""
        work = self.work
        return {
            "draft": work.draft,
            "client_file": work.draft.assessment.client_file,
            "step": work.steps[key],
            "nav": Nav(tuple(work.steps.values()), key, str(work.draft.pk), form_id),
            "number": list(work.steps).index(key) + 1,
            "panel": work.panel(key, form_id),
            "form_id": form_id,
        }

    def _neighbour(self, key: str, by: int) -> Step | None:
        keys = list(self.work.steps)
        at = keys.index(key) + by if key in keys else -1
        return self.work.steps[keys[at]] if 0 <= at < len(keys) else None

    # ---- saving

    def post(self, *args: Any, **kwargs: Any) -> HttpResponse:
        """Save the step, then go where the button leads."""
        request, key = self.request, kwargs["step"]
        if key == CHECK:
            return SeeOther(self.get_step_url(CHECK))
        self.key = key
        self.storage.current_step = key
        try:
            self._must_be_sent_by_a_page(key)
        except Malformed:
            return _malformed(request, self.work.draft, self.get_step_url(key))
        request.POST = without_theirs(request.POST)
        self.before = dict(self.work.draft.typed.get(key, {}))
        try:
            return super().post(*args, **kwargs)
        except SectionMoved as moved:
            return self._moved(moved, key)
        except ItemGone:
            return SeeOther(self.get_step_url(key))

    def _must_be_sent_by_a_page(self, key: str) -> None:
        post = self.request.POST
        if any(len(texts) > 1 for name, texts in post.lists() if not name.endswith(KINDS)):
            raise Malformed
        revision = post.get("revision", "")
        if not (revision.isascii() and revision.isdecimal() and len(revision) < 10):
            raise Malformed
        if int(revision) > self.work.draft.section_revision(key):
            raise Malformed
        if post.get("wizard-current_step") != key or "wizard_goto_step" in post:
            raise Malformed

    def process_step(self, form: SectionForm) -> SectionForm:
        """The form itself is what is saved: answers, and what was typed and is none."""
        return form

    def render_done(self, form: SectionForm, **kwargs: Any) -> HttpResponse:
        """Completing is a POST of its own; the last page only leads to it."""
        return self._go(form)

    def render_next_step(self, form: SectionForm, **kwargs: Any) -> HttpResponse:
        """After saving: the button decides where to go, on the path as it is now."""
        return self._go(form)

    def _go(self, form: SectionForm) -> HttpResponse:
        post, key, work = self.request.POST, self.key, self.work
        self._set_steps()
        action = Action.of(post.get("do", ""))
        if action is not None:
            return SeeOther(self._after(action))
        code = post.get("language", "")
        if code in dict(settings.LANGUAGES):
            response = SeeOther(self._here())
            remember(self.request, response, code)
            return response
        way = post.get("go", "stay")
        if way.startswith("rows "):
            path, _colon, _start = way.removeprefix("rows ").rpartition(":")
            return SeeOther(self._here(f"{path}:rows", rows=way.removeprefix("rows ")))
        if way == TO_TABLES:
            return SeeOther(reverse("presence:start", args=[work.draft.pk]))
        if way in work.steps:
            return SeeOther(self.get_step_url(way))
        if way == "back":
            before = self._neighbour(key, -1)
            return SeeOther(self.get_step_url(before.key if before else key))
        fresh = {n: t for n, t in work.draft.typed.get(key, {}).items() if self.before.get(n) != t}
        if way != "next" or form.wants_item or fresh:
            return SeeOther(self._here(saved=not work.draft.typed.get(key)))
        if post.get("return") == "check":
            return SeeOther(self.get_step_url(CHECK))
        after = self._neighbour(key, 1)
        return SeeOther(self.get_step_url(after.key if after else CHECK))

    def _here(self, anchor: str = "", *, saved: bool = False, rows: str = "") -> str:
        """This step, with what its address says: where it leads back to, that it was just saved,
        which rows it holds (those that were sent, where no others are asked for)."""
        key = self.key if self.key in self.work.steps else CHECK
        said = {"return": "check"} if self.request.POST.get("return") == "check" else {}
        if rows or self.work.window.query:
            said["rows"] = rows or self.work.window.query
        if saved:
            said["saved"] = "1"
        query = f"?{urlencode(said)}" if said else ""
        place = f"#{quote(anchor, safe='[].:')}" if anchor else ""
        return f"{self.get_step_url(key)}{query}{place}"

    def _after(self, action: Action) -> str:
        """Do what the button asks for with an item; rows were done with the page."""
        by, work = adviser(self.request), self.work
        common: dict[str, Any] = {"by": by, "draft_id": work.draft.pk, "section": self.key}
        list_name, argument = action.target, action.argument
        item_id, _sep, new = argument.partition(" ")
        try:
            if action.verb == "add":
                draft, made = services.add_item(
                    **common, list_name=list_name, item_id=item_id or None,
                    values=FIRST_VALUES.get(list_name),
                )  # fmt: skip
                work.renew(draft)
                if list_name == "agents":
                    self.key = f"agent-{made}"
                return self._here(f"{list_name}[{made}].name")
            if action.verb == "copy":
                draft, made = services.copy_item(
                    **common, list_name=list_name, item_id=item_id, copy_id=new or None
                )
                work.renew(draft)
                return self._here(f"{list_name}[{made}]")
            if action.verb in ("up", "down"):
                ids = [one.get("id") for one in work.draft.document.get(list_name) or []]
                to = (
                    ids.index(item_id) + (1 if action.verb == "down" else -1)
                    if item_id in ids
                    else 0
                )
                work.renew(
                    services.move_item(
                        **common, list_name=list_name, item_id=item_id, to=max(to, 0)
                    )
                )
                return self._here(f"{list_name}[{item_id}]")
            if action.verb == "remove":
                return reverse("wizard:remove", args=[work.draft.pk, list_name, item_id])
            if action.verb == "restore":
                work.renew(services.restore_item(**common, list_name=list_name, item_id=item_id))
                return self._here(f"{list_name}[{item_id}]")
            if action.verb == "confirm":
                work.renew(services.confirm_fact(by=by, draft_id=work.draft.pk, path=action.target))
                return self._here(action.target)
        except (ItemGone, UnknownChoice):
            return self._here()
        if action.verb in ("row-add", "row-paste") and is_path(action.target):
            count = len(rows_at(work.draft.document, action.target))
            rows = f"{action.target}:{last_start(count)}" if last_start(count) else ""
            return self._here(f"{action.target}:rows", rows=rows)
        return self._here(f"{action.target}:rows" if action.verb.startswith("row-") else "")

    def _moved(self, moved: SectionMoved, key: str) -> HttpResponse:
        """Someone else saved the page meanwhile: both values, and who it was."""
        mine = self.get_form(key, data=self.request.POST)
        self.work.renew(moved.draft)
        self._set_steps()
        if key not in self.work.steps:
            messages.warning(self.request, _("What this page was about was removed meanwhile."))
            return SeeOther(self.get_step_url(first_open(list(self.work.steps.values())).key))
        conflict = conflict_of(
            mine, self.work.page(key), moved, self.work.raw(key), self.request.POST
        )
        if not conflict.rows:
            messages.info(
                self.request,
                _("%(name)s saved this page meanwhile. It shows what is saved now.")
                % {"name": moved.saved_by},
            )
            return SeeOther(self._here())
        return render(
            self.request,
            "wizard/conflict.html",
            {**self._frame(key), "conflict": conflict, "url": self.get_step_url(key),
             "revision": moved.draft.section_revision(key)},
            status=409,
        )  # fmt: skip


wizard = Wizard.as_view(
    form_list=[(CHECK, SectionForm)], url_name="wizard:step", done_step_name="done"
)


@on_draft(Right.SEE, Methods.FORM)
def panel(request: HttpRequest, draft: Draft, step: str) -> HttpResponse:
    """The panel for what stands in the form, saved or not. Nothing is written."""
    if not draft.is_open:
        return HttpResponse(status=204)
    work = Work(request, draft)
    stands = work.standing
    if request.method == "POST" and step in work.steps and step != CHECK:
        form = SectionForm(
            page=work.page(step), document=draft.document, options=work.options, data=request.POST
        )
        form.is_valid()
        changed = form.changed_document(draft.document)
        if changed != draft.document:
            stands = Standing(stands.treaty, changed)
    shown = panel_of(
        stands,
        list(work.steps.values()),
        draft_id=str(draft.pk),
        form_id=FORM_ID,
        current=step,
    )
    shown = replace(
        shown,
        leaving=named(stands, left_unused(work.standing, stands)),
        returning=named(stands, back_in_use(work.standing, stands)),
    )
    return render(request, "wizard/_panel.html", {"panel": shown})


def _not_here(request: HttpRequest, draft: Draft) -> HttpResponse | None:
    """Where someone is sent who cannot fill the draft in: it is finished, or only to be read."""
    if not draft.is_open:
        return finished(request, draft)
    if Right.EDIT not in rights(draft.assessment.client_file):
        if request.method == "POST":
            raise PermissionDenied
        return HttpResponseRedirect(reverse("assessments:draft_conclusion", args=[draft.pk]))
    return None


def finished(request: HttpRequest, draft: Draft, version: Version | None = None) -> HttpResponse:
    """Where a draft leads that takes no more answers."""
    version = version or Version.objects.filter(draft=draft).first()
    if version is not None:
        messages.info(request, _("This version is completed; its answers no longer change."))
        return SeeOther(reverse("assessments:version", args=[version.pk]))
    messages.info(request, _("This draft was discarded."))
    return SeeOther(reverse("clients:detail", args=[draft.assessment.client_file_id]))


def _malformed(request: HttpRequest, draft: Draft, url: str) -> HttpResponse:
    return render(request, "wizard/malformed.html", {"draft": draft, "url": url}, status=400)


def _saved(draft: Draft, key: str) -> dict[str, Any] | None:
    """Who saved the page last, and when."""
    last = draft.saved_sections.get(key)
    at = parse_datetime(last["at"]) if last else None
    return {"by": last["by"], "at": at} if at else None


def _removed(draft: Draft, key: str) -> list[dict[str, Any]]:
    """What was removed from this page and can be put back, the newest first."""
    found = []
    for entry in reversed(draft.removed):
        list_name = entry["list"]
        if "[" in list_name:
            if list_name.partition("[")[0] != key:
                continue
            do = f"row-restore {list_name} {entry['at']}"
            name = " – ".join(
                text for text in (entry["item"].get("from"), entry["item"].get("to")) if text
            ) or _("A row")
        elif list_name == key:
            do = f"restore {list_name} {entry['item'].get('id')}"
            item = entry["item"]
            name = item.get("name") or item.get("project") or _("An item without a name")
        else:
            continue
        found.append({"do": do, "name": name, "by": entry.get("by", "")})
    return found[:5]
