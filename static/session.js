/* Says that the session is about to end, and keeps the page with what was typed when it has ended:
   after signing in in another tab the forms of this page can be sent. */
"use strict";
(() => {
  const notice = document.getElementById("session-ends");
  if (!notice) return;
  const { url, account } = notice.dataset;
  const warn = Number(notice.dataset.warn);
  let token = (document.querySelector("input[name=csrfmiddlewaretoken]") || {}).value;
  let left = { idle: Number(notice.dataset.idle), absolute: Number(notice.dataset.absolute) };
  let readAt = Date.now();
  let shown = "";
  let asking = false;

  const now = () => {
    const passed = (Date.now() - readAt) / 1000;
    return { idle: left.idle - passed, absolute: left.absolute - passed };
  };

  function show(when) {
    if (when === shown) return;
    shown = when;
    for (const part of notice.querySelectorAll("[data-when]")) part.hidden = part.dataset.when !== when;
    if (when && !notice.open) notice.showModal();
    if (!when && notice.open) notice.close();
  }

  function use(newToken) {
    token = newToken;
    for (const field of document.querySelectorAll("input[name=csrfmiddlewaretoken]")) field.value = token;
    document.body.setAttribute("hx-headers", JSON.stringify({ "X-CSRFToken": token }));
  }

  async function ask(method) {
    if (asking) return;
    asking = true;
    try {
      const response = await fetch(url, {
        method,
        headers: method === "POST" ? { "X-CSRFToken": token } : {},
      });
      if (!response.ok) return;
      const said = await response.json();
      if (String(said.account) === account) {
        left = { idle: said.idle, absolute: said.absolute };
        readAt = Date.now();
        use(said.token);
      } else {
        left = { idle: -1, absolute: -1 };
        readAt = Date.now();
        if (said.account === null) use(said.token);
      }
    } catch {
      /* No network: the next second asks again. */
    } finally {
      asking = false;
      look(false);
    }
  }

  function look(mayAsk) {
    const { idle, absolute } = now();
    const least = Math.min(idle, absolute);
    if (least > warn) {
      show("");
    } else if (mayAsk && shown !== "over" && (!shown || least <= 0)) {
      ask("GET"); /* another tab may have been used meanwhile */
    } else if (least <= 0) {
      show("over");
    } else {
      show(absolute <= idle ? "absolute" : "idle");
    }
  }

  notice.querySelector("[data-stay]").addEventListener("click", () => ask("POST"));
  notice.querySelector("[data-close]").addEventListener("click", () => notice.close());
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && (shown || now().idle <= warn)) ask("GET");
  });
  document.body.addEventListener("htmx:responseError", (event) => {
    if (event.detail.xhr.status === 401) ask("GET");
  });
  document.body.addEventListener("htmx:afterRequest", (event) => {
    if (event.detail.successful && now().idle <= warn) ask("GET");
  });
  setInterval(() => {
    if (!document.hidden) look(true);
  }, 1000);
})();
