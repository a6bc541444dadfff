// Letters for a touch screen that has no keyboard of its own.

import { el } from "./dom.js";
import { say } from "./say.js";

const KEYS = [..."QWERTYUIOPASDFGHJKLZXCVBNM-'"];

// Shows the letters below `input` where fingers are the pointer.
export function lettersFor(input) {
  if (!matchMedia("(pointer: coarse)").matches) return null;
  input.setAttribute("inputmode", "none"); // else a phone would show its own as well
  const type = (letter) => {
    const first = input.value === "" || input.value.endsWith(" ");
    input.value = (input.value + (first ? letter : letter.toLowerCase())).slice(0, input.maxLength);
  };
  const key = (label, press, name = label) => {
    const button = el("button", { type: "button", "data-letter": name }, label);
    button.addEventListener("click", press);
    return button;
  };
  return el(
    "div",
    { class: "letters" },
    ...KEYS.map((letter) => key(letter, () => type(letter))),
    key(say("letters.space"), () => type(" "), "space"),
    key("⌫", () => (input.value = input.value.slice(0, -1)), "back"),
  );
}
