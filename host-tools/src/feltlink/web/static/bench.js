// The technician's page: pins as they are now, lights to try, the wire, both sides' counters.

import { showWho } from "./benchact.js";
import { calibration } from "./benchcalibration.js";
import { programParts, showProgram } from "./benchprogram.js";
import { selfTest } from "./benchtest.js";
import { byId, el, text } from "./dom.js";
import { Frames } from "./frames.js";
import { say } from "./say.js";
import { watch } from "./watch.js";

const AGAIN_MS = 500;

let socket = null;

function section(id, title, ...parts) {
  byId(id).append(el("h2", null, say(title)), ...parts);
}

const inputs = el("tbody");
const clear = el("button", { type: "button", disabled: "" }, say("bench.clear"));
const lights = el("div", { class: "lights" });
const lightsWhy = el("p", { role: "status" });
const trips = el("div", { class: "bars" });
const tripsSum = el("p");
const counters = el("div", { class: "sums" });
const frames = new Frames();

function heads(...names) {
  return el("thead", null, el("tr", null, ...names.map((n) => el("th", { scope: "col" }, say(`bench.${n}`)))));
}

function level(covered) {
  const word = covered === undefined ? "–" : say(covered ? "bench.yes" : "bench.no");
  return el("td", { "data-on": covered ? "yes" : null }, word);
}

function showInputs(list) {
  const rows = list.map((one) => {
    const state = one.faulted ? "faulted" : one.latched ? "latched" : "fine";
    const row = el("tr", { "data-input": one.input, "data-state": state });
    row.append(el("th", { scope: "row" }, one.name), el("td", null, one.pin));
    row.append(level(one.raw), level(one.debounced), el("td", null, say(`bench.${state}`)));
    return row;
  });
  inputs.replaceChildren(...rows);
  clear.disabled = !list.some((one) => one.faulted);
}

function buildLights(list, patterns) {
  if (lights.childElementCount === list.length) return;
  const rows = list.map((one) => {
    const choice = el("select", { "data-light": one.light });
    choice.append(...patterns.map((name) => el("option", { value: name }, name)));
    choice.addEventListener("change", () => light(one.light, choice.value));
    return el("label", null, el("span", null, `${one.name} (${one.pin})`), choice);
  });
  lights.replaceChildren(...rows);
}

function light(number, pattern) {
  ask({ light: number, pattern });
}

function ask(what) {
  if (socket && socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(what));
}

function showLights(state) {
  buildLights(state.lights, state.patterns);
  for (const choice of lights.querySelectorAll("select")) choice.disabled = !state.may_light;
  const why = state.round_open ? "bench.round" : "bench.tested";
  text(lightsWhy, state.may_light ? "" : say(why));
}

function ms(us) {
  return (us / 1000).toLocaleString("en", { maximumFractionDigits: 2 });
}

function showTrips(found) {
  if (!found.count) return text(tripsSum, say("bench.trips_none"));
  const sums = { median: ms(found.median_us), p99: ms(found.p99_us), count: found.count };
  text(tripsSum, say("bench.trips_sum", sums));
  const most = Math.max(...found.counts);
  const bars = found.counts.map((count, i) => {
    const last = i === found.limits_us.length;
    const limit = ms(found.limits_us[last ? i - 1 : i]);
    const bar = el("span", { class: "bar" });
    bar.style.setProperty("--part", String(count / most));
    const name = say(last ? "bench.above" : "bench.below", { ms: limit });
    return el("div", null, el("span", null, name), bar, el("span", null, String(count)));
  });
  trips.replaceChildren(...bars);
}

function showCounters(here, there) {
  const lists = [
    ["here", here],
    ["there", there],
  ].map(([side, sums]) => {
    const list = el("dl", null, el("dt", null, el("b", null, say(`bench.${side}`))), el("dd"));
    for (const [name, value] of Object.entries(sums)) {
      list.append(el("dt", null, name.replaceAll("_", " ")), el("dd", null, String(value)));
    }
    return list;
  });
  counters.replaceChildren(...lists);
}

function show(state) {
  text(byId("title"), say("bench.board", state));
  selfTest.show(state);
  showProgram(state.program, state.round_open);
  calibration.show(state);
  showInputs(state.inputs);
  showLights(state);
  showTrips(state.trips);
  showCounters(state.counters, state.controller);
  frames.add(state.frames);
}

function open() {
  const address = new URL("/bench/live", location.href);
  address.protocol = address.protocol.replace("http", "ws");
  socket = new WebSocket(address);
  socket.onmessage = (event) => show(JSON.parse(event.data));
  socket.onclose = () => setTimeout(open, AGAIN_MS);
}

document.title = say("title.bench");
text(byId("title"), say("title.bench"));
document.documentElement.lang = say("lang");
text(byId("about"), say("bench.about"));
clear.addEventListener("click", () => ask({ clear: "faults" }));
section("test", "bench.test.title", ...selfTest.parts);
section("program", "bench.program.title", ...programParts);
section("calibration", "bench.calibration.title", calibration.place);
section("inputs", "bench.inputs", el("table", null, heads("input", "pin", "now", "debounced", "state"), inputs), clear);
section("lights", "bench.lights", lightsWhy, lights);
section("trips", "bench.trips", tripsSum, trips);
section("counters", "bench.counters", counters);
section("frames", "bench.frames", frames.place);
watch();
showWho(document.querySelector("header"));
open();
