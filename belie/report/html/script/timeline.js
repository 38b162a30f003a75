// The alerts of a conversation over its turns: an arc from what was said first to what clashes with it.

const HEIGHT = 92;
const BASE = 64;
const TICKS = 240;
const DENSE = 40;

class Timeline {
  constructor(turns, alerts, choose) {
    this.turns = turns;
    this.alerts = alerts;
    this.selected = null;
    const title = `Timeline: ${many(alerts.length, "alert")} over ${many(turns.length, "turn")}. The list of alerts says the same in words.`;
    this.picture = svg("svg", { role: "img", "aria-label": title, height: HEIGHT, class: DENSE < alerts.length && "dense" });
    this.picture.addEventListener("click", (event) => {
      const found = event.target.closest("[data-alert]");
      if (found) choose(Number(found.dataset.alert));
    });
    this.node = h("section", { class: "timeline", "aria-label": "Timeline" }, this.picture);
    new ResizeObserver(() => this.draw()).observe(this.node);
  }

  select(number) {
    this.selected = number;
    for (const each of this.picture.querySelectorAll("[data-alert]")) {
      each.classList.toggle("on", Number(each.dataset.alert) === number);
    }
  }

  draw() {
    const width = this.node.clientWidth - 2;
    if (width <= 0 || width === this.width) return;
    this.width = width;
    this.picture.setAttribute("width", width);
    this.picture.setAttribute("viewBox", `0 0 ${width} ${HEIGHT}`);
    this.picture.replaceChildren(...this.ticks(), ...this.marks());
    this.select(this.selected);
  }

  x(position) {
    return 16 + ((this.width - 32) * (position + 0.5)) / Math.max(1, this.turns.length);
  }

  ticks() {
    const step = Math.max(1, Math.ceil(this.turns.length / TICKS));
    const label = round((70 * this.turns.length) / this.width);
    const parts = [svg("line", { class: "base", x1: 8, x2: this.width - 8, y1: BASE, y2: BASE })];
    for (let at = 0; at < this.turns.length; at += step) {
      const long = this.turns[at].role === "assistant" ? 7 : 4;
      parts.push(svg("line", { class: `tick ${this.turns[at].role}`, x1: this.x(at), x2: this.x(at), y1: BASE, y2: BASE + long }));
    }
    for (let at = 0; at < this.turns.length; at += label) {
      parts.push(svg("text", { x: this.x(at), y: HEIGHT - 6, "text-anchor": "middle" }, this.turns[at].index));
    }
    return parts;
  }

  marks() {
    const stacked = new Map();
    return this.alerts.map((alert) => {
      const claim = alert.sides.find((side) => side.name === "claim").turn ?? 0;
      const premise = alert.sides.find((side) => side.name === "premise").turn ?? claim;
      const [from, to] = [this.x(premise), this.x(claim)];
      const level = stacked.get(Math.round(to / 10)) ?? 0;
      stacked.set(Math.round(to / 10), level + 1);
      const y = BASE - Math.min(level, 4) * 11;
      const rise = Math.min(54, 14 + Math.abs(to - from) / 4);
      return svg(
        "g",
        { class: tone(alert), "data-alert": alert.number },
        svg("title", {}, `Alert ${alert.number}: ${alert.explanation}`),
        from !== to && svg("path", { class: "arc", d: `M${from} ${BASE} C${from} ${BASE - rise} ${to} ${BASE - rise} ${to} ${y}` }),
        from !== to && svg("circle", { class: "origin", cx: from, cy: BASE, r: 3 }),
        svg("circle", { class: "dot", cx: to, cy: y, r: 6 }),
      );
    });
  }
}

/** The next number of turns that reads well between two labels: 1, 2, 5, 10, 20, 50, … */
function round(least) {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, least)));
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => least <= step);
}
