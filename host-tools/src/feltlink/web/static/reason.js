// Why something is done: typed, or one of the usual reasons; kept in the record.

import { el, text } from "./dom.js";
import { lettersFor } from "./letters.js";
import { say } from "./say.js";

export function askReason(title, usual, then) {
  const input = el("input", { id: "why", type: "text", maxlength: 200, autocomplete: "off" });
  const dialog = el("dialog", { class: "lend", "aria-label": title });
  const hint = el("p", { class: "hint", role: "alert" });
  const close = el("button", { type: "button" }, say("pin.cancel"));
  const done = el("button", { type: "button", id: "why-ok" }, title);
  const give = (reason) => {
    if (!reason) return text(hint, say("reason.none"));
    dialog.close();
    then(reason);
  };
  const known = usual.map((reason) => {
    const button = el("button", { type: "button", "data-reason": reason }, reason);
    button.addEventListener("click", () => (input.value = reason));
    return button;
  });
  done.addEventListener("click", () => give(input.value.trim()));
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  dialog.append(el("h2", null, title), el("div", { class: "people" }, ...known));
  dialog.append(el("label", { for: "why" }, say("reason.label")), input);
  const letters = lettersFor(input);
  if (letters) dialog.append(letters);
  dialog.append(hint, el("div", { class: "both" }, done, close));
  document.body.append(dialog);
  dialog.showModal();
}
