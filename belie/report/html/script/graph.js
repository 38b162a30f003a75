// The claims of a conversation as a picture: turns downwards, a lane each for user, assistant and documents.

const LANES = { user: "User", assistant: "Assistant", document: "Documents" };
const LEFT = 122;
const WIDE = 236;
const BETWEEN = 92;
const TALL = 54;
const GAP = 14;
const MOST = 240;
const GROUPS = [
  ["contradictions", "Contradictions", ["contradiction", "partial_contradiction"]],
  ["changes", "Changes", ["supersedes", "retracts"]],
  ["supports", "Support", ["entailment"]],
];

class Graph {
  constructor(turns, { nodes = [], lines = [] }, choose, read) {
    Object.assign(this, { nodes, lines, choose, read, zoom: 1, from: 0, selected: null });
    this.positions = new Map(turns.map((turn, at) => [turn.index, at]));
    this.shown = new Set(GROUPS.filter(([name]) => name !== "supports" || nodes.length <= 60).map(([name]) => name));
    if (!lines.some((line) => line.relation !== "entailment")) this.shown.add("supports");
    this.picture = svg("svg", {});
    this.viewport = h("div", { class: "viewport", tabindex: "0", role: "group", "aria-label": "Claim graph; arrow keys go from claim to claim" }, this.picture);
    this.words = h("p", { class: "words", role: "status" });
    this.pager = h("p", { class: "pager" });
    this.node = h("section", { class: "graph", "aria-label": "Claim graph" }, this.tools(), this.pager, this.viewport, this.words);
    this.viewport.addEventListener("keydown", (event) => this.key(event));
    this.drag();
  }

  tools() {
    const boxes = GROUPS.map(([name, label, relations]) => {
      const number = this.lines.filter((line) => relations.includes(line.relation)).length;
      const change = (event) => {
        if (event.target.checked) this.shown.add(name);
        else this.shown.delete(name);
        this.from = 0;
        this.draw();
      };
      return h(
        "label",
        { class: `choice ${name}` },
        h("input", { type: "checkbox", checked: this.shown.has(name), disabled: number === 0, onchange: change }),
        h("span", { class: "key" }),
        h("span", {}, label),
        h("span", { class: "count" }, number),
      );
    });
    const zoom = (by) => () => {
      this.zoom = Math.min(2, Math.max(0.3, this.zoom * by));
      this.scale();
    };
    return h(
      "div",
      { class: "tools" },
      boxes,
      h("span", { class: "zoom" },
        h("button", { type: "button", "aria-label": "Smaller", onclick: zoom(0.8) }, "−"),
        h("button", { type: "button", "aria-label": "Larger", onclick: zoom(1.25) }, "+")),
    );
  }

  /** Put the nodes that are shown in rows by turn; within a turn they stand below each other in their lanes. */
  layout() {
    const relations = new Set(GROUPS.flatMap(([name, , found]) => (this.shown.has(name) ? found : [])));
    const lines = this.lines.filter((line) => relations.has(line.relation));
    const tied = [...new Set(lines.flatMap((line) => [line.premise, line.claim]))].sort((one, other) => one - other);
    const kept = tied.slice(this.from, this.from + MOST);
    this.tied = tied.length;
    const lanes = Object.keys(LANES).filter((lane) => kept.some((at) => this.nodes[at].lane === lane));
    this.lanes = new Map(lanes.map((lane, at) => [lane, LEFT + at * (WIDE + BETWEEN)]));
    this.places = new Map();
    this.rows = [];
    let [y, turn, heights] = [0, null, {}];
    for (const at of kept) {
      const node = this.nodes[at];
      if (node.turn !== turn) {
        y = this.rows.length === 0 ? 40 : Math.max(...Object.values(heights)) + 26;
        [turn, heights] = [node.turn, {}];
        this.rows.push({ turn, y });
      }
      const top = heights[node.lane] ?? y;
      this.places.set(at, { x: this.lanes.get(node.lane), y: top, lane: node.lane });
      heights[node.lane] = top + TALL + GAP;
    }
    this.height = Math.max(120, ...Object.values(heights)) + 20;
    this.visible = lines.filter((line) => this.places.has(line.premise) && this.places.has(line.claim));
  }

  draw() {
    this.layout();
    this.width = LEFT + Math.max(2, this.lanes.size) * (WIDE + BETWEEN) - 70;
    this.picture.replaceChildren(...this.heads(), ...this.visible.map((line) => this.line(line)), ...[...this.places].map(([at, place]) => this.box(at, place)));
    this.picture.setAttribute("viewBox", `0 0 ${this.width} ${this.height}`);
    if (this.nodes.length === 0) this.words.textContent = "No claim supports, contradicts or changes another.";
    this.page();
    this.scale();
    this.mark(this.selected);
  }

  scale() {
    const fit = Math.min(1, Math.max(0.75, (this.viewport.clientWidth - 4) / this.width));
    this.picture.setAttribute("width", this.width * fit * this.zoom);
    this.picture.setAttribute("height", this.height * fit * this.zoom);
  }

  page() {
    const last = Math.min(this.tied, this.from + MOST);
    const go = (by) => () => {
      this.from += by;
      this.draw();
      this.viewport.focus();
    };
    this.pager.hidden = this.tied <= MOST;
    this.pager.replaceChildren(
      h("button", { type: "button", disabled: this.from === 0, onclick: go(-MOST) }, "Earlier"),
      ` claims ${this.from + 1} to ${last} of ${this.tied.toLocaleString("en")} `,
      h("button", { type: "button", disabled: last === this.tied, onclick: go(MOST) }, "Later"),
    );
  }

  heads() {
    return [
      ...[...this.lanes].map(([lane, x]) => svg("text", { class: "lane", x, y: 20 }, LANES[lane])),
      ...this.rows.map(({ turn, y }) => svg("text", { class: "turn-name", x: 8, y: y + 20 }, `turn ${turn}`)),
    ];
  }

  box(at, { x, y }) {
    const { turn, lane, text = "" } = this.nodes[at];
    const button = h(
      "button",
      { type: "button", class: `claim lane-${lane}`, tabindex: at === this.places.keys().next().value ? "0" : "-1", "data-node": at, "aria-label": `turn ${turn}, ${lane}: ${text}`, onclick: () => this.mark(at), ondblclick: () => this.open(at) },
      h("bdi", {}, text),
    );
    return svg("foreignObject", { x, y, width: WIDE, height: TALL }, button);
  }

  line(line) {
    const [one, other] = [this.places.get(line.premise), this.places.get(line.claim)];
    const [y1, y2] = [one.y + TALL / 2, other.y + TALL / 2];
    const [x1, x2, pull] = bend(one, other);
    const d = `M${x1} ${y1} C${pull[0]} ${y1} ${pull[1]} ${y2} ${x2} ${y2}`;
    const choose = () => line.alert !== undefined && this.choose(line.alert);
    const words = `${LINES[line.relation]}${line.implied ? ", implied" : ""}${line.alert === undefined ? "" : `, alert ${line.alert}`}`;
    return svg(
      "g",
      { class: `line ${line.relation}${line.implied ? " implied" : ""}`, "data-ends": ` ${line.premise} ${line.claim} `, "data-alert": line.alert, onclick: choose },
      svg("title", {}, words),
      svg("path", { class: "hit", d }),
      svg("path", { d }),
      svg("circle", { cx: x2, cy: y2, r: 4 }),
    );
  }

  /** Bring out one claim and what is tied to it. */
  mark(at) {
    this.selected = this.places?.has(at) ? at : null;
    const near = new Set([at]);
    for (const line of this.picture.querySelectorAll(".line")) {
      const ends = line.dataset.ends.trim().split(" ").map(Number);
      const on = this.selected !== null && ends.includes(at);
      line.classList.toggle("on", on);
      if (on) ends.forEach((end) => near.add(end));
    }
    this.picture.classList.toggle("chosen", this.selected !== null);
    for (const button of this.picture.querySelectorAll("[data-node]")) {
      const node = Number(button.dataset.node);
      button.classList.toggle("near", near.has(node));
      if (this.selected !== null) button.tabIndex = node === at ? 0 : -1;
    }
    if (this.selected !== null) this.tell(at);
  }

  tell(at) {
    const { turn, lane, text = "" } = this.nodes[at];
    const ties = this.visible
      .filter((line) => line.premise === at || line.claim === at)
      .map((line) => {
        const verb = LINES[line.relation];
        return line.premise === at ? `${verb} turn ${this.nodes[line.claim].turn}` : `turn ${this.nodes[line.premise].turn} ${verb} it`;
      });
    this.words.replaceChildren(
      h("b", {}, `Turn ${turn}, ${lane}: `), h("bdi", {}, text), h("span", { class: "quiet" }, ` (${[...new Set(ties)].join("; ")}) `),
      this.positions.has(turn) && h("button", { type: "button", onclick: () => this.open(at) }, "Read it in the conversation"),
    );
  }

  open(at) {
    const position = this.positions.get(this.nodes[at].turn);
    if (position !== undefined) this.read(position);
  }

  /** Bring out the line that an alert shows. */
  select(number) {
    for (const line of this.picture.querySelectorAll(".line")) {
      line.classList.toggle("alerted", line.dataset.alert !== undefined && Number(line.dataset.alert) === number);
    }
  }

  key(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const order = [...(this.places?.keys() ?? [])];
    let next = null;
    if (step !== undefined) next = order[this.selected === null ? 0 : order.indexOf(this.selected) + step];
    if (event.key === "ArrowRight" || event.key === "ArrowLeft") next = this.neighbour(event.key === "ArrowRight" ? 1 : -1);
    if (next === null || next === undefined) return;
    event.preventDefault();
    this.mark(next);
    reach(this.picture.querySelector(`[data-node="${next}"]`));
  }

  neighbour(step) {
    const ends = this.visible.flatMap(({ premise, claim }) => (premise === this.selected ? [claim] : claim === this.selected ? [premise] : []));
    const others = [...new Set(ends)].sort((one, other) => one - other);
    return step > 0 ? others.find((at) => this.selected < at) ?? others[0] : others.findLast((at) => at < this.selected) ?? others.at(-1);
  }

  drag() {
    let start = null;
    const on = (name, act) => this.viewport.addEventListener(name, act);
    on("pointerdown", (event) => {
      if (event.pointerType !== "mouse" || event.target.closest("button, .line")) return;
      start = [event.clientX + this.viewport.scrollLeft, event.clientY + this.viewport.scrollTop];
      this.viewport.setPointerCapture(event.pointerId);
    });
    on("pointermove", (event) => start && this.viewport.scrollTo(start[0] - event.clientX, start[1] - event.clientY));
    on("pointerup", () => (start = null));
    on("pointercancel", () => (start = null));
  }
}

/** Where a line leaves and arrives, and where it is pulled to: within a lane round its free side, else across the gap. */
function bend(one, other) {
  if (one.x === other.x) {
    const bow = Math.min(62, 24 + Math.abs(other.y - one.y) / 12);
    const left = one.lane === "assistant";
    const x = left ? one.x : one.x + WIDE;
    return [x, x, left ? [x - bow, x - bow] : [x + bow, x + bow]];
  }
  const [x1, x2] = one.x < other.x ? [one.x + WIDE, other.x] : [one.x, other.x + WIDE];
  return [x1, x2, [(x1 + x2) / 2, (x1 + x2) / 2]];
}
