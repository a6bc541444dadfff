// The supervisor's desk: what waits for a verdict, the meters, faults, a table that has stopped.

import { Award } from "./deskaward.js";
import { MeterCard } from "./deskmeter.js";
import { DeskCall } from "./deskcall.js";
import { showHistory } from "./deskhistory.js";
import { attr, byId, el, text } from "./dom.js";
import { ask, asTwo, supervisorsOf } from "./lend.js";
import { post, showMe, stillHere, toLogin } from "./me.js";
import { has, say } from "./say.js";
import { Stopped } from "./stopped.js";
import { Sure } from "./sure.js";
import { watch } from "./watch.js";

const AGAIN_MS = 2000; // other tables' wins come without a change of this table's view

const awards = new Map();
const meters = new Map();
const name = el("input", { id: "who", type: "text", maxlength: 60, autocomplete: "off" });
let me = null;

function told(answer) {
  attr(byId("said"), "data-ok", answer.ok ? "yes" : null);
  text(byId("said"), answer.ok ? say("desk.done") : answer.sentence);
  if (!answer.ok) stillHere();
  return answer;
}

function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("");
}

function noAnswer() {
  return { ok: false, sentence: say("desk.lost") };
}

// An act of the table, not of its meters: the box is taken, or the dealer's call answered.
async function atTable(act) {
  told(await post("/api/act", { act, id: newId(), name: name.value }).catch(noAnswer));
}

// One act with an id of its own: sent again it acts once. Where it takes two, the other is asked.
async function send(act) {
  const asked = { ...act, id: newId(), name: name.value };
  const put = (more) => post("/api/desk", { ...asked, ...more }).catch(noAnswer);
  const answer = told(await put({}));
  if (answer.takes_two && me.person) {
    const others = supervisorsOf(me).filter((one) => one.name !== me.person.name);
    const second = async (other, pin) => told(await put({ second: { name: other, pin } }));
    ask(say("desk.second"), others, second, load);
  }
  await load();
}

function keep(shown, wanted, make, place) {
  for (const [key, one] of shown) {
    if (wanted.has(key)) continue;
    one.place.remove();
    shown.delete(key);
  }
  for (const [key, value] of wanted) {
    if (!shown.has(key)) {
      shown.set(key, make());
      place.append(shown.get(key).place);
    }
    shown.get(key).show(value);
  }
}

async function load() {
  const answer = await fetch("/api/desk").catch(() => null);
  if (!answer) return; // the banner says that the table does not answer; it is asked again
  if (answer.status === 401) return toLogin();
  const found = await answer.json();
  if (!answer.ok) return told({ ok: false, sentence: found.sentence });
  const waiting = found.meters.flatMap((meter) =>
    meter.awards.map((award) => [`${meter.meter}/${award.number}`, { ...award, meter: meter.meter }]),
  );
  keep(awards, new Map(waiting), () => new Award(send), byId("awards"));
  keep(meters, new Map(found.meters.map((meter) => [meter.meter, meter])), () => new MeterCard(send), byId("meters"));
  none.hidden = awards.size > 0;
  noMeters.hidden = meters.size > 0;
  showHistory(history, found.meters);
}

function faultsOf(view) {
  const found = (view.state.seats || []).filter((seat) => seat.faulted).map((seat) => say("desk.fault", seat));
  if (view.controller.state !== "live") {
    const state = say(`head.controller.${view.controller.state}`);
    found.push(`${state}: ${view.controller.why}`);
  }
  return found;
}

function showTable(view) {
  text(byId("title"), say("desk.title", view));
  const found = faultsOf(view);
  byId("faults").replaceChildren(...(found.length ? found : [say("desk.no_faults")]).map((one) => el("li", null, one)));
  stopped.show(view);
  called.show(view);
  const own = `game.${view.game}`;
  text(byId("table-title"), has(own) ? say(own) : view.state.title || view.game);
}

const none = el("p", null, say("desk.none"));
const noMeters = el("p", null, say("desk.no_meters"));
const history = el("div", { class: "scroll", tabindex: 0 });
const clear = el("button", { type: "button", id: "clear" });
new Sure(clear, say("desk.clear"), () => send({ do: "clear_faults" })).show(say("desk.sure"));
document.title = say("title.desk");
document.documentElement.lang = say("lang");
for (const part of ["awards", "meters", "history"]) text(byId(`${part}-title`), say(`desk.${part}`));
byId("awards").append(none);
byId("meters").append(noMeters);
byId("history").append(history);
const drop = el("button", { type: "button", id: "drop" });
new Sure(drop, say("desk.drop"), () => asTwo(live.view, "drop", () => atTable("drop"))).show(say("desk.sure"));
byId("acts").append(clear, drop);
const called = new DeskCall(() => atTable("supervisor_came"));
const live = watch((view) => {
  showTable(view);
  load();
});
const stopped = new Stopped(live);
showMe(document.querySelector("header")).then((found) => {
  me = found;
  if (me.open) document.querySelector("header").append(el("label", { for: "who" }, say("desk.who"), name));
});
setInterval(load, AGAIN_MS);
