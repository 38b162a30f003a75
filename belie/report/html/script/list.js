// The list of conversations: what to look at first.

const ROWS = 50;
const AROUND = 60;

class ListView {
  constructor(filters) {
    this.filters = filters;
    this.shown = ROWS;
    this.status = h("p", { class: "status", role: "status" });
    this.rows = h("ol", { class: "rows" });
    this.more = h("button", { type: "button", class: "more", onclick: () => this.extend() });
    this.sides = h("div", { class: "filters" });
    this.node = h(
      "main",
      { class: "list" },
      h("h1", { dir: "auto", tabindex: "-1" }, TITLE),
      this.figures(),
      h("p", { class: "summary" }, document.querySelector("#plain .summary").textContent),
      h(
        "div",
        { class: "columns" },
        h("section", { class: "narrow", "aria-label": "Filters" }, folded("Filters", this.sides)),
        h("section", { class: "found", "aria-label": "Conversations" }, this.head(), this.rows, this.more),
      ),
    );
    const wide = matchMedia("(min-width: 48rem)");
    const unfold = () => (this.node.querySelector(".narrow details").open = wide.matches);
    wide.addEventListener("change", unfold);
    unfold();
    this.facets();
    this.update();
  }

  figures() {
    const sum = (number) => store.rows.reduce((all, row) => all + number(row), 0);
    const alerts = sum((row) => row.alerts.length);
    const figures = [
      ["conversations", store.rows.length],
      ["turns", sum((row) => row.turns)],
      ["claims checked", sum((row) => row.claims)],
      ["alerts", alerts],
      ["conversations with alerts", sum((row) => Number(row.alerts.length > 0))],
    ];
    const figure = ([label, number]) =>
      h("div", { class: label === "alerts" && alerts > 0 && "bad" }, h("dt", {}, label), h("dd", {}, number.toLocaleString("en")));
    return h("dl", { class: "figures" }, figures.map(figure));
  }

  head() {
    const options = { worst: "Worst first", given: "As they came", longest: "Longest first" };
    const choose = (event) => {
      this.filters.order = event.target.value;
      this.update();
    };
    const select = h(
      "select",
      { "aria-label": "Order", onchange: choose },
      Object.entries(options).map(([value, label]) => h("option", { value }, label)),
    );
    return h("div", { class: "head" }, this.status, select);
  }

  facets() {
    this.sides.replaceChildren(
      ...FACETS.map(([name, title, values]) => this.facet(name, title, values)).filter(Boolean),
      h("button", { type: "button", class: "clear", onclick: () => this.clear() }, "Clear filters"),
    );
  }

  facet(name, title, values) {
    const counts = Filters.count(name);
    const chosen = this.filters.chosen.get(name);
    const choose = (event) => {
      if (event.target.checked) chosen.add(event.target.value);
      else chosen.delete(event.target.value);
      this.update();
    };
    const boxes = Object.entries(values)
      .filter(([value]) => counts.has(value))
      .map(([value, label]) =>
        h(
          "label",
          { class: "choice" },
          h("input", { type: "checkbox", name, value, checked: chosen.has(value), onchange: choose }),
          h("span", {}, label),
          h("span", { class: "count" }, counts.get(value).toLocaleString("en")),
        ),
      );
    return boxes.length > 0 && h("fieldset", {}, h("legend", {}, title), boxes);
  }

  clear() {
    this.filters.clear();
    this.facets();
    this.node.dispatchEvent(new Event("cleared"));
    this.update();
  }

  update() {
    this.found = this.filters.find();
    this.shown = ROWS;
    const alerts = this.found.reduce((sum, row) => sum + row.alerts.filter((alert) => this.filters.fits(alert)).length, 0);
    const some = this.found.length < store.rows.length ? ` of ${store.rows.length.toLocaleString("en")}` : "";
    this.status.textContent =
      `${this.found.length.toLocaleString("en")}${some} conversation${store.rows.length === 1 ? "" : "s"}, ` +
      many(alerts, "alert");
    this.rows.replaceChildren(...this.found.slice(0, ROWS).map((row) => this.row(row)));
    if (this.found.length === 0) this.rows.append(h("li", { class: "none" }, "Nothing fits."));
    this.rest();
  }

  extend() {
    const next = this.found.slice(this.shown, this.shown + ROWS).map((row) => this.row(row));
    this.shown += ROWS;
    this.rows.append(...next);
    this.rest();
    next[0]?.querySelector("a").focus();
  }

  rest() {
    const left = this.found.length - this.shown;
    this.more.hidden = left <= 0;
    this.more.textContent = `Show ${Math.min(ROWS, left)} more of ${left.toLocaleString("en")}`;
  }

  row(row) {
    const fitting = row.alerts.filter((alert) => this.filters.fits(alert));
    return h(
      "li",
      {},
      h(
        "a",
        { class: "row", href: route(row.number), id: `c${row.number}` },
        h("span", { class: "name" }, h("bdi", {}, row.session)),
        h("span", { class: "badges" }, badges(fitting)),
        h("span", { class: "headline", dir: "auto" }, this.snippet(row) ?? row.headline),
        h("span", { class: "facts" }, many(row.turns, "turn"), row.at ? ` · ${row.at}` : ""),
        spark(row),
      ),
    );
  }

  /** Where the words that were searched for stand, if not in the name. */
  snippet(row) {
    const query = this.filters.query.trim().toLowerCase();
    if (query === "") return null;
    const [text, lower] = [store.words(row.number), store.lower(row.number)];
    const at = lower.indexOf(query);
    const source = text.length === lower.length ? text : lower;
    const before = source.slice(Math.max(0, at - AROUND), at);
    const after = source.slice(at + query.length, at + query.length + AROUND);
    return [`…${before}`, h("mark", { class: "hit" }, source.slice(at, at + query.length)), `${after}…`];
  }
}

function badges(alerts) {
  const tones = [...Object.keys(SEVERITIES), "settled"];
  const counts = tones.map((name) => [name, alerts.filter((alert) => tone(alert) === name).length]);
  const some = counts.filter(([, number]) => number > 0);
  if (some.length === 0) return h("span", { class: "badge none" }, "no alerts");
  return some.map(([name, number]) => h("span", { class: `badge ${name}` }, `${number} ${name}`));
}

/** The alerts of a conversation on a line from its first turn to its last. */
function spark(row) {
  if (row.alerts.length === 0) return null;
  const place = (alert) => 4 + (92 * (alert.turn + 0.5)) / Math.max(1, row.turns);
  return svg(
    "svg",
    { class: "spark", viewBox: "0 0 100 10", preserveAspectRatio: "xMinYMid meet", "aria-hidden": "true" },
    svg("line", { x1: 2, x2: 98, y1: 5, y2: 5 }),
    row.alerts.slice(0, 40).map((alert) => svg("circle", { class: tone(alert), cx: place(alert), cy: 5, r: 2.6 })),
  );
}
