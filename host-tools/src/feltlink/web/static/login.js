// The way in: name, PIN, and on to where one wanted to go.

import { byId, el, text } from "./dom.js";
import { logIn, whoAmI } from "./me.js";
import { PinPad } from "./pinpad.js";
import { say } from "./say.js";

const FIRST = { dealer: "/dealer", supervisor: "/", technician: "/bench", auditor: "/records" };

// Only a path of this table: a link may not send a person on to another site.
function wanted(role) {
  const to = new URLSearchParams(location.search).get("to") || "";
  return /^\/[a-z]*$/.test(to) && to !== "/login" ? to : FIRST[role];
}

async function enter(name, pin) {
  const answer = await logIn(name, pin);
  if (!answer.ok) return answer.sentence;
  location.assign(wanted(answer.person.role));
  return "";
}

document.title = say("title.login");
document.documentElement.lang = say("lang");
text(byId("title"), say("title.login"));
const me = await whoAmI();
if (me.open) byId("pin").append(el("p", null, say("me.open")), el("a", { href: "/" }, say("me.home")));
else new PinPad(byId("pin"), me.people, enter);
