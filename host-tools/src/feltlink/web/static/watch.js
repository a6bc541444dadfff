// For pages that need no view: how the table is, told by the same banner as everywhere.

import { showBanner } from "./banner.js";
import { Live } from "./live.js";

export function watch(view = () => {}) {
  const live = new Live("/live", { view, changed: () => showBanner(live), felt() {}, answer() {} });
  showBanner(live);
  return live;
}
