// Who is logged in at this screen, and the way in and out.

import { el } from "./dom.js";
import { say } from "./say.js";

export async function post(path, body) {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
  return answer.json();
}

// Without an answer nothing is hidden: it is the host that refuses, not the page.
export async function whoAmI() {
  try {
    return await (await fetch("/api/me")).json();
  } catch {
    return { open: true, person: null, lent: null, people: [] };
  }
}

function noAnswer() {
  return { ok: false, sentence: say("me.no_answer") };
}

// Resolves to {ok, sentence?, person, ...}. With `lend` a supervisor helps out at this screen.
export function logIn(name, pin, lend = false) {
  return post("/api/login", { name, pin, lend }).catch(noAnswer);
}

// A second supervisor's word for one act: {ok, sentence?}.
export function giveWord(name, pin, act, reason) {
  return post("/api/login", { name, pin, second: { for: act, reason } }).catch(noAnswer);
}

export function toLogin() {
  location.assign(`/login?to=${encodeURIComponent(location.pathname)}`);
}

// Sends a screen whose person was logged out, here or by the table, to the PIN pad.
export async function stillHere() {
  const me = await whoAmI();
  if (!me.open && !me.person) toLogin();
}

// A button that names who is here and logs out; nothing at an open table.
export async function showMe(place) {
  const me = await whoAmI();
  if (me.open || !me.person) return me;
  const label = say("me.out", { ...me.person, role: say(`me.roles.${me.person.role}`) });
  const button = el("button", { type: "button", class: "me" }, label);
  button.addEventListener("click", async () => {
    const gone = await post("/api/logout", {}).catch(() => null);
    if (gone) toLogin(); // else the page stays: a browser's own error page would never come back
  });
  place.append(button);
  return me;
}
