// The first page: which page shall this screen be?

import { el, byId, text } from "./dom.js";
import { showGames } from "./games.js";
import { showMe } from "./me.js";
import { say } from "./say.js";
import { watch } from "./watch.js";

const PAGES = ["dealer", "wheel", "records", "desk", "bench"];

document.documentElement.lang = say("lang");
showMe(document.querySelector("main"));
showGames();
watch((view) => text(byId("title"), view.table));
text(byId("say"), say("home.say"));
for (const page of PAGES) {
  const name = el("strong", null, say(`home.${page}`));
  byId("pages").append(el("a", { href: `/${page}` }, name, el("span", null, say(`home.${page}_about`))));
}
