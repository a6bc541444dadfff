// Plots as inline SVG: bars of a column, and the course of a meter. Read out as one sentence each.

import { svg } from "./dom.js";

const WIDTH = 640;
const HEIGHT = 180;
const FOOT = 24;

function frame(label, ...children) {
  const box = svg("svg", { class: "plot", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": label });
  box.append(...children);
  return box;
}

function word(x, y, anchor, said) {
  const node = svg("text", { x, y, "text-anchor": anchor });
  node.textContent = said;
  return node;
}

// `rows`: [[name, value]]; negative values hang below the line.
export function bars(label, rows, told) {
  const most = Math.max(0, ...rows.map(([, value]) => value));
  const least = Math.min(0, ...rows.map(([, value]) => value));
  const scale = (HEIGHT - 2 * FOOT) / (most - least || 1);
  const zero = FOOT + most * scale;
  const step = WIDTH / rows.length;
  const marks = rows.flatMap(([name, value], i) => {
    const height = Math.abs(value) * scale;
    const x = i * step + step * 0.15;
    const bar = svg("rect", { x, y: value < 0 ? zero : zero - height, width: step * 0.7, height, class: value < 0 ? "below" : "above" });
    const title = svg("title");
    title.textContent = `${name}: ${told(value)}`;
    bar.append(title);
    return rows.length > 8 ? [bar] : [bar, word(x + step * 0.35, HEIGHT - 6, "middle", name)];
  });
  return frame(label, svg("line", { x1: 0, x2: WIDTH, y1: zero, y2: zero }), word(2, 16, "start", told(most)), ...marks);
}

// `points`: [[time, value]]; a meter holds its value until the next point.
export function course(label, points, told, when) {
  const times = points.map(([at]) => at);
  const values = points.map(([, value]) => value);
  const [from, to] = [times[0], times[times.length - 1]];
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const x = (at) => (((at - from) / (to - from || 1)) * WIDTH).toFixed(1);
  const y = (value) => (HEIGHT - FOOT - ((value - least) / (most - least || 1)) * (HEIGHT - 2 * FOOT)).toFixed(1);
  const path = points.map(([at, value], i) => (i ? `H${x(at)}V${y(value)}` : `M${x(at)} ${y(value)}`)).join("");
  const ends = [word(2, HEIGHT - 6, "start", when(from)), word(WIDTH - 2, HEIGHT - 6, "end", when(to))];
  return frame(label, svg("path", { d: path }), word(2, 16, "start", told(most)), ...ends);
}
