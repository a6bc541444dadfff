// In a demo: which game the table deals. A change waits for the end of the round.

import { attr, byId, el, text } from "./dom.js";
import { post } from "./me.js";
import { say } from "./say.js";

const buttons = new Map();
let opening = false;

function draw(now) {
  for (const [game, button] of buttons) {
    attr(button, "aria-pressed", game === now ? "true" : "false");
    attr(button, "aria-disabled", opening ? "true" : null);
  }
}

async function choose(game) {
  if (opening) return;
  opening = true;
  text(byId("games-say"), say("demo.opening", { game: say(`demo.games.${game}`) }));
  draw(null);
  const answer = await post("/api/demo", { game }).catch(() => ({ sentence: say("demo.failed") }));
  opening = false;
  text(byId("games-say"), answer.sentence || say("demo.open", { game: say(`demo.games.${game}`) }));
  await showGames();
}

export async function showGames() {
  const answer = await fetch("/api/demo").catch(() => null);
  if (!answer) return;
  const found = await answer.json();
  byId("games").hidden = !found.games || !found.games.length;
  for (const game of found.games || []) {
    if (buttons.has(game)) continue;
    const button = el("button", { type: "button", "data-game": game }, say(`demo.games.${game}`));
    button.addEventListener("click", () => choose(game));
    buttons.set(game, button);
    byId("games-list").append(button);
  }
  text(byId("games-title"), say("demo.title"));
  draw(found.game);
}
