// The wheel: drawn in stop order, turned to the stop that is in the view and to no other.

import { attr, el, svg, text } from "./dom.js";
import { dollars } from "./money.js";
import { say } from "./say.js";

const TURN_MS = 5000;
const TURNS = 6;
const SIZE = 400;
const EASE = "cubic-bezier(.15,.55,.12,1)";

function point(radius, degrees) {
  const a = ((degrees - 90) * Math.PI) / 180;
  return `${(radius * Math.cos(a)).toFixed(2)} ${(radius * Math.sin(a)).toFixed(2)}`;
}

export class Wheel {
  // `rested` is called when a turn has ended.
  constructor(place, rested) {
    this.rested = rested;
    this.stops = "";
    this.count = 0;
    this.angle = 0;
    this.key = null;
    this.turning = false;
    this.running = null;
    this.disc = el("div", { class: "disc" });
    this.hub = el("div", { class: "hub" });
    this.wedges = [];
    const pointer = svg("svg", { viewBox: "0 0 40 44", class: "pointer", "aria-hidden": "true" });
    pointer.append(svg("path", { d: "M2 2h36l-18 40z" }));
    this.box = el("div", { class: "wheel", role: "img" }, this.disc, pointer, this.hub);
    place.append(this.box);
  }

  build(stops) {
    const key = JSON.stringify(stops);
    if (key === this.stops) return;
    this.stops = key;
    this.count = stops.length;
    this.stop();
    const step = 360 / stops.length;
    const half = SIZE / 2;
    const face = svg("svg", { viewBox: `${-half} ${-half} ${SIZE} ${SIZE}`, "aria-hidden": "true" });
    this.wedges = stops.map((stop, i) => {
      const [from, to] = [point(194, i * step), point(194, (i + 1) * step)];
      const shade = stop.top ? "top" : i % 2 ? "odd" : "even";
      const wedge = svg("path", { class: `wedge ${shade}`, d: `M0 0L${from}A194 194 0 0 1 ${to}Z` });
      const middle = (i + 0.5) * step;
      const label = svg("text", {
        class: `prize ${shade}`,
        x: 126,
        y: 0,
        transform: `rotate(${middle - 90})`,
        "text-anchor": "middle",
        "dominant-baseline": "central",
      });
      label.textContent = stop.top ? `★ ${short(stop)}` : stop.label;
      if (label.textContent.length > 7) {
        attr(label, "class", `prize ${shade} long`);
        attr(label, "x", 118); // clear of the pointer's tip
      }
      const group = svg("g", null, wedge, label);
      face.append(group);
      return group;
    });
    face.append(svg("circle", { class: "rim", r: 194 }));
    this.disc.replaceChildren(face);
  }

  // `atOnce`: the page has just come (or come back); what was decided before is not played again.
  show(stops, spin, atOnce) {
    this.build(stops);
    const decided = spin && spin.stop !== null && spin.stop !== undefined;
    const key = decided ? `${spin.arm_id}:${spin.stop}` : null;
    if (key !== this.key) {
      this.stop();
      this.key = key;
      if (decided) this.turnTo(spin.stop, atOnce || reduced());
    }
    this.mark(decided && !this.turning ? spin.stop : null);
    const prize = decided && stops[spin.stop] ? stops[spin.stop].label : "";
    text(this.hub, decided && !this.turning && stops[spin.stop] ? short(stops[spin.stop]) : "");
    attr(this.hub, "data-long", this.hub.textContent.length > 6 ? "yes" : null);
    const name = this.turning ? "turning" : decided ? "stopped" : "ready";
    attr(this.box, "aria-label", say(`wheel.${name}`, { n: this.count, prize }));
    attr(this.box, "data-state", name);
  }

  mark(stop) {
    this.wedges.forEach((wedge, i) => attr(wedge, "data-won", i === stop ? "yes" : null));
  }

  // Ends at the middle of `stop`, under the pointer at the top.
  turnTo(stop, atOnce) {
    const end = -((stop + 0.5) * 360) / this.count;
    const from = this.angle;
    const ahead = ((((end - from) % 360) + 360) % 360) + TURNS * 360;
    this.angle = (((end % 360) + 360) % 360);
    this.disc.style.transform = `rotate(${this.angle}deg)`;
    if (atOnce) return;
    this.turning = true;
    const frames = [from, from + ahead].map((a) => ({ transform: `rotate(${a}deg)` }));
    const running = this.disc.animate(frames, { duration: TURN_MS, easing: EASE });
    this.running = running;
    const done = () => {
      if (this.running !== running) return;
      this.stop();
      this.rested();
    };
    running.onfinish = done;
    setTimeout(done, TURN_MS + 600); // a hidden page draws no frames, yet time goes on
  }

  stop() {
    const running = this.running;
    this.running = null;
    this.turning = false;
    if (running) running.cancel();
  }
}

// What fits on a wedge: the amount, or that it is the top prize, whose description may be long.
function short(stop) {
  if (!stop.top) return stop.label;
  return stop.amount_cents === null ? say("wheel.top") : dollars(stop.amount_cents);
}

function reduced() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
