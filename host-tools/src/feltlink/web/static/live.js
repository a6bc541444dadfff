// The live channel: the newest view, a beat each second, acts with an id until they are answered.

const STALE_MS = 1700; // the host beats each second; shown as stale within two
const OPEN_MS = 3000;
const RETRY_MS = [100, 200, 400, 800, 1000];
const KEEP_MS = 30000; // an act older than this is not sent again: the table has moved on
const STORE = "feltlink.pending";

export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("");
}

function load() {
  try {
    const kept = JSON.parse(sessionStorage.getItem(STORE) || "[]");
    return new Map(kept.map((entry) => [entry.act.id, entry]));
  } catch {
    return new Map();
  }
}

export class Live {
  // on: {view(view), felt(felt), answer(answer, act), changed()}
  constructor(path, on) {
    this.path = path;
    this.on = on;
    this.pending = load();
    this.view = null;
    this.fresh = false;
    this.owed = false; // what was not answered before the line was lost is to be sent again
    this.heard = 0;
    this.tries = 0;
    this.socket = null;
    this.opening = 0;
    this.answered = 0; // the newest `seq` that an answer spoke of
    setInterval(() => this.watch(), 100);
    this.open();
  }

  open() {
    const address = new URL(this.path, location.href);
    address.protocol = address.protocol.replace("http", "ws");
    const socket = new WebSocket(address);
    this.socket = socket;
    this.opening = performance.now();
    socket.onmessage = (event) => socket === this.socket && this.take(JSON.parse(event.data));
    socket.onclose = () => socket === this.socket && this.lost();
  }

  lost() {
    this.socket = null;
    this.setFresh(false);
    const wait = RETRY_MS[Math.min(this.tries++, RETRY_MS.length - 1)];
    setTimeout(() => this.socket || this.open(), wait);
  }

  watch() {
    const now = performance.now();
    const silent = this.fresh && now - this.heard > STALE_MS;
    const stuck = !this.fresh && this.socket && now - this.opening > OPEN_MS;
    if (silent) this.setFresh(false);
    if ((silent || stuck) && this.socket) {
      const dead = this.socket;
      this.socket = null;
      dead.close();
      this.lost();
    }
  }

  setFresh(fresh) {
    if (this.fresh === fresh) return;
    this.fresh = fresh;
    this.on.changed();
  }

  take(message) {
    this.heard = performance.now();
    if (message.type === "view") {
      this.view = message.view;
      if (!this.fresh) this.answered = 0; // perhaps another life of the host
      this.tries = 0;
      if (!this.fresh) this.owed = true;
      this.fresh = true;
      this.on.view(message.view);
      // A host that has just started refuses what needs its controller: it is a moment too early.
      if (this.owed && message.view.controller.state !== "starting") this.resend();
      this.on.changed();
    } else if (message.type === "answer") {
      const entry = this.pending.get(message.id);
      this.pending.delete(message.id);
      this.answered = message.seq;
      this.store();
      this.on.answer(message, entry ? entry.act : null);
      this.on.changed();
    } else if (message.type === "felt") {
      this.on.felt(message.felt);
    }
  }

  // Sends an act, or keeps it for the reconnect. The host does the same id once.
  act(act) {
    const sent = { ...act, id: newId() };
    this.pending.set(sent.id, { act: sent, at: Date.now(), of: this.table() });
    this.store();
    this.send(sent);
    this.on.changed();
    return sent.id;
  }

  resend() {
    this.owed = false;
    for (const [id, entry] of this.pending) {
      const gone = Date.now() - entry.at > KEEP_MS || entry.of !== this.table();
      if (gone) this.pending.delete(id);
      else this.send(entry.act);
    }
    this.store();
  }

  send(message) {
    if (this.socket && this.socket.readyState === WebSocket.OPEN) {
      this.socket.send(JSON.stringify(message));
    }
  }

  // Which table and game it is: what was meant for one is not sent to another (a demo changes).
  table() {
    return `${this.view.table} / ${this.view.game}`;
  }

  store() {
    sessionStorage.setItem(STORE, JSON.stringify([...this.pending.values()]));
  }

  // Whether the view is as new as the last answer: until then it may show what was just done.
  settled() {
    return this.view.seq >= this.answered;
  }

  // The newest unanswered act that `wanted` is true of.
  waiting(wanted) {
    return [...this.pending.values()].map((entry) => entry.act).filter(wanted).pop() || null;
  }
}
