/* Another language for this page, with what was typed: kept in this tab until the page is there
   again, and no longer. Passwords and files are never kept. */
"use strict";
(() => {
  const KEY = "typed-before-the-language";
  const NEVER = new Set(["password", "file", "submit", "button", "image", "reset"]);

  const forms = () => [...document.querySelectorAll("main form")].filter((form) => form.method === "post");
  const kept = (field) =>
    field.name && field.name !== "csrfmiddlewaretoken" && !NEVER.has(field.type) && "value" in field;
  const ticked = (field) => field.type === "checkbox" || field.type === "radio";

  function changed(field) {
    if (ticked(field)) return field.checked !== field.defaultChecked;
    if (field.options) {
      const said = [...field.options].some((option) => option.defaultSelected);
      return [...field.options].some((option, at) =>
        option.selected !== (said ? option.defaultSelected : at === 0 && !field.multiple));
    }
    return field.value !== field.defaultValue;
  }

  function stateOf(field) {
    if (ticked(field)) return field.checked;
    if (field.options) return [...field.options].filter((option) => option.selected).map((option) => option.value);
    return field.value;
  }

  /* A form that was sent back with errors holds what was typed as if the page had come with it. */
  function read(form) {
    const fields = [...form.elements].filter(kept);
    const refused = form.querySelector("[aria-invalid=true]") !== null;
    const typed = fields.filter((field) => field.type !== "hidden");
    if (!typed.some((field) => refused || changed(field))) return null;
    return fields
      .map((field, at) => ({ field, at }))
      .filter(({ field }) => refused || field.type === "hidden" || changed(field) || field.type === "radio")
      .map(({ field, at }) => [at, field.name, stateOf(field)]);
  }

  function write(form, entries) {
    const fields = [...form.elements].filter(kept);
    for (const [at, name, state] of entries) {
      const field = fields[at];
      if (!field || field.name !== name) continue;
      if (ticked(field)) field.checked = state;
      else if (field.options) for (const option of field.options) option.selected = state.includes(option.value);
      else field.value = state;
      const inside = field.closest("details");
      if (inside && field.type !== "hidden" && changed(field)) inside.open = true;
    }
  }

  function restore() {
    const text = sessionStorage.getItem(KEY);
    if (text === null) return;
    sessionStorage.removeItem(KEY);
    const { path, typed } = JSON.parse(text);
    if (path !== location.pathname) return;
    forms().forEach((form, at) => typed[at] && write(form, typed[at]));
  }

  const choice = document.querySelector("[data-language]");
  try {
    restore();
  } catch {
    /* Without a store in the browser the page comes as it is kept. */
  }
  if (!choice) return;
  choice.addEventListener("submit", () => {
    try {
      const typed = forms().map(read);
      if (typed.some(Boolean)) sessionStorage.setItem(KEY, JSON.stringify({ path: location.pathname, typed }));
    } catch {
      /* As above. */
    }
  });
})();
