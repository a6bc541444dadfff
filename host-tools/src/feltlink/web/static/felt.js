// A demo's felt: chips on sensors, the button, the cable. All that is lit here is lit on a pin.

import { attr, byId, el, text } from "./dom.js";
import { say } from "./say.js";

export class Felt {
  constructor(send) {
    this.place = byId("felt");
    this.send = send;
    this.spots = new Map();
    this.list = el("div", { class: "spots" });
    this.lamp = el("span", { class: "lamp" });
    this.button = el("button", { type: "button", id: "spin" }, this.lamp, say("felt.button"));
    this.cable = el("button", { type: "button", id: "cable" });
    this.reset = el("button", { type: "button", id: "reset" }, say("felt.reset"));
    this.held = false;
    this.plugged = true;
    const title = el("h2", null, say("felt.title"));
    const about = el("p", null, say("felt.about"));
    this.place.append(title, about, this.list, this.button, this.cable, this.reset);
    this.listen();
  }

  listen() {
    this.button.addEventListener("pointerdown", (event) => {
      this.button.setPointerCapture(event.pointerId);
      this.hold(true);
    });
    for (const end of ["pointerup", "pointercancel", "blur"]) {
      this.button.addEventListener(end, () => this.hold(false));
    }
    this.button.addEventListener("keydown", (event) => {
      if ((event.key === " " || event.key === "Enter") && !event.repeat) this.hold(true);
    });
    this.button.addEventListener("keyup", () => this.hold(false));
    this.cable.addEventListener("click", () => this.send({ felt: "cable", plugged: !this.plugged }));
    this.reset.addEventListener("click", () => this.send({ felt: "reset" }));
  }

  hold(down) {
    if (down !== this.held) this.send({ felt: "button", down });
    this.held = down;
  }

  build(spots) {
    this.list.replaceChildren();
    this.spots.clear();
    const seats = new Set(spots.map((spot) => spot.seat));
    const several = seats.size !== spots.length;
    for (const spot of spots) {
      const light = el("span", { class: "lamp" });
      const chip = el("span", { class: "chip" });
      const name = say(several ? "felt.chip_spot" : "felt.chip", spot);
      const word = el("span", { class: "word" });
      const number = el("b", null, several ? `${spot.seat} ${spot.spot}` : String(spot.seat));
      const { seat, spot: place } = spot;
      const entry = { light, chip, name, word, on: false };
      entry.button = el("button", { type: "button", "data-chip": seat, "data-spot": place });
      entry.button.append(number, light, chip, word);
      entry.button.addEventListener("click", () =>
        this.send({ felt: "chip", seat, spot: place, on: !entry.on }),
      );
      this.spots.set(`${seat}/${place}`, entry);
      this.list.append(entry.button);
    }
  }

  show(felt) {
    this.place.hidden = false;
    document.body.classList.add("with-felt");
    if (this.spots.size !== felt.spots.length) this.build(felt.spots);
    for (const spot of felt.spots) {
      const entry = this.spots.get(`${spot.seat}/${spot.spot}`);
      entry.on = spot.chip;
      attr(entry.button, "aria-pressed", String(spot.chip));
      attr(entry.light, "data-lit", spot.light ? "yes" : null);
      text(entry.word, say(spot.chip ? "felt.on" : "felt.off"));
      const light = say(spot.light ? "felt.light_on" : "felt.light_off");
      attr(entry.button, "aria-label", `${entry.name}: ${entry.word.textContent}, ${light}`);
    }
    attr(this.lamp, "data-lit", felt.button.lamp ? "yes" : null);
    const lamp = say(felt.button.lamp ? "felt.lamp_on" : "felt.lamp_off");
    attr(this.button, "aria-label", `${say("felt.button")}, ${lamp}`);
    attr(this.button, "data-down", felt.button.down ? "yes" : null);
    this.plugged = felt.cable;
    text(this.cable, say(felt.cable ? "felt.pull" : "felt.plug"));
  }
}
