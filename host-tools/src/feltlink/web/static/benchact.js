// An act of the technician: sent with an id and a name, its answer told; the name asked where nobody logs in.

import { attr, byId, el, text } from "./dom.js";
import { newId } from "./live.js";
import { post, showMe, toLogin } from "./me.js";
import { say } from "./say.js";

const WHO = "feltlink.technician";
const name = el("input", { id: "who", type: "text", maxlength: 60, autocomplete: "off" });
name.value = sessionStorage.getItem(WHO) || "";
name.addEventListener("change", () => sessionStorage.setItem(WHO, name.value));
const said = el("p", { id: "said", role: "status" });

// Puts who is here into the head of the page, and the line that tells the last answer.
export async function showWho(place) {
  place.append(said);
  const me = await showMe(place);
  if (me.open) place.insertBefore(el("label", { for: "who" }, say("bench.who"), name), said);
}

// Resolves to whether it was done. `done` is what is then told.
export async function act(what, done = "") {
  const sent = { ...what, id: newId(), name: name.value };
  const answer = await post("/api/bench", sent).catch(() => ({ ok: false, sentence: say("bench.lost") }));
  if (answer.sentence === "Log in first.") toLogin();
  tell(answer.ok ? done : answer.sentence, answer.ok);
  if (!answer.ok && !name.value.trim() && byId("who")) name.focus();
  return answer.ok;
}

export function tell(sentence, ok) {
  attr(said, "data-ok", ok ? "yes" : null);
  text(said, sentence);
}
