/* Comfort on top of pages that work without it: questions come and go with the panel, and typed
   text is not left behind by a slip. */
"use strict";
(() => {
  const form = document.getElementById("step-form");
  if (!form) return;

  /* What matters now, as the panel says: a question that does not stands with those not needed. */
  const places = new Map();
  for (const group of form.querySelectorAll("[data-group]")) {
    const idle = group.querySelector(":scope > [data-idle]");
    if (!idle) continue;
    group.querySelectorAll("[data-fact]").forEach((row, at) => places.set(row, { group, idle, at }));
  }

  function put(row, parent, before) {
    const next = [...parent.children].find(
      (other) => places.has(other) && places.get(other).at > places.get(row).at,
    );
    parent.insertBefore(row, next || before);
  }

  function arrange(panel) {
    const needed = new Set(panel.dataset.needed.split(" "));
    const focused = document.activeElement;
    for (const [row, { group, idle }] of places) {
      const body = idle.querySelector(":scope > .body");
      const wanted = needed.has(row.dataset.fact);
      if (wanted === (row.parentElement === group) || row.contains(focused)) continue;
      if (wanted) put(row, group, idle);
      else put(row, body, null);
    }
    for (const idle of form.querySelectorAll("[data-idle]")) {
      const number = idle.querySelectorAll(":scope > .body > [data-fact]").length;
      idle.hidden = number === 0;
      const shown = idle.querySelector("[data-count]");
      if (shown) shown.textContent = number.toLocaleString(document.documentElement.lang, { useGrouping: false });
    }
  }

  document.body.addEventListener("htmx:afterSwap", (event) => {
    const panel = event.target.querySelector && event.target.querySelector("[data-needed]");
    if (panel) arrange(panel);
  });

  /* Leaving by a link or closing the tab asks first; every button of the form saves. */
  let changed = false;
  form.addEventListener("input", () => (changed = true));
  form.addEventListener("submit", () => (changed = false));
  window.addEventListener("beforeunload", (event) => {
    if (changed) event.preventDefault();
  });

  /* Choosing a kind of activity, or typing a day, is also the answer to the question above it. */
  form.addEventListener("change", (event) => {
    const box = event.target;
    if (box.type === "checkbox" && box.name.endsWith(":kinds") && box.checked) {
      const some = form.querySelector(`input[name="${CSS.escape(box.name.slice(0, -6))}"][value="some"]`);
      if (some) some.checked = true;
    }
  });
})();
