/* Connects allauth's passkey scripts with the page. The values are in #passkey, because the policy
   of the site allows no script within a page. */
"use strict";
(() => {
  const passkey = document.getElementById("passkey");
  const failed = document.getElementById("passkey-failed");
  if (!passkey || !window.allauth || !window.allauth.webauthn) return;

  document.addEventListener("allauth.error", (event) => {
    event.preventDefault();
    failed.hidden = false;
    failed.scrollIntoView({ block: "nearest" });
  });

  const start = {
    add: window.allauth.webauthn.forms.addForm,
    authenticate: window.allauth.webauthn.forms.authenticateForm,
    login: window.allauth.webauthn.forms.loginForm,
  }[passkey.dataset.kind];
  const button = document.getElementById("passkey-button");
  button.hidden = false;
  start({
    ids: {
      [passkey.dataset.kind]: "passkey-button",
      credential: "passkey-credential",
      passwordless: "id_passwordless",
    },
    data: JSON.parse(passkey.dataset.options),
  });
})();
