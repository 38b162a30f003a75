// The alerts of a conversation, one of them unfolded.

const CARDS = 100;

class Cards {
  constructor(session, alerts) {
    this.session = session;
    this.alerts = alerts;
    this.items = new Map();
    this.list = h("ol", {});
    this.more = h("button", { type: "button", class: "more", onclick: () => this.extend(this.items.size + CARDS) });
    this.node = h(
      "section",
      { class: "cards", "aria-label": "Alerts" },
      h("h2", {}, alerts.length === 0 ? "No alerts" : many(alerts.length, "alert")),
      alerts.length === 0 && h("p", { class: "quiet" }, "Nothing that was checked contradicts anything else."),
      this.list,
      this.more,
    );
    this.extend(CARDS);
  }

  /** Build the cards up to a position. */
  extend(until) {
    for (const alert of this.alerts.slice(this.items.size, until)) {
      this.items.set(alert.number, this.item(alert));
      this.list.append(this.items.get(alert.number));
    }
    const left = this.alerts.length - this.items.size;
    this.more.hidden = left === 0;
    this.more.textContent = `Show more (${left.toLocaleString("en")})`;
  }

  item(alert) {
    const button = h(
      "button",
      { type: "button", "aria-expanded": "false", "data-card": alert.number },
      h("span", { class: "number" }, alert.number),
      h("span", { class: "what" }, RELATIONS[alert.relation] ?? spell(alert.relation)),
      h("span", { class: "severity" }, alert.state === "open" ? alert.severity : spell(alert.state)),
      h("span", { class: "why", dir: "auto" }, alert.explanation),
    );
    return h("li", { class: `card ${tone(alert)}`, id: `a${alert.number}` }, h("h3", {}, button), h("div", { class: "detail" }));
  }

  button(number) {
    return this.items.get(number)?.querySelector("button");
  }

  /** Unfold one alert and fold the others; `null` folds all. */
  select(number) {
    this.extend(this.alerts.findIndex((alert) => alert.number === number) + 1);
    for (const [each, item] of this.items) {
      const open = each === number;
      if (item.classList.contains("on") === open) continue;
      item.classList.toggle("on", open);
      item.querySelector("button").setAttribute("aria-expanded", String(open));
      item.lastElementChild.replaceChildren(...(open ? this.detail(each) : []));
    }
    const item = this.items.get(number);
    if (item && this.node.scrollHeight > this.node.clientHeight) {
      this.node.scrollTo({ top: item.offsetTop - 60, behavior: still.matches ? "auto" : "smooth" });
    }
  }

  /** Unfold all, for paper, or all but the selected one again. */
  whole(all) {
    if (all) this.extend(this.alerts.length);
    for (const [number, item] of this.items) {
      const open = all || item.classList.contains("on");
      item.lastElementChild.replaceChildren(...(open ? this.detail(number) : []));
    }
  }

  detail(number) {
    const alert = this.alerts.find((each) => each.number === number);
    return [
      h(
        "p",
        { class: "chips" },
        h("span", { class: "chip" }, alert.between),
        alert.error_type && h("span", { class: "chip" }, spell(alert.error_type)),
        alert.state !== "open" && h("span", { class: "chip" }, `${alert.severity} severity`),
      ),
      alert.state_words && h("p", { class: "state", dir: "auto" }, alert.state_words),
      ...alert.sides.map((side) => this.side(alert, side)),
      alert.suggestion && h("div", { class: "mended" }, h("h4", {}, "Suggested correction"), h("p", { dir: "auto" }, alert.suggestion)),
      this.odds(alert),
    ].filter(Boolean);
  }

  side(alert, { name, label, before = "", words = "", after = "", turn, reading, evidence }) {
    const titles = { claim: "Claim", premise: "Contradicts", support: "Supported by", between: "By way of" };
    const where =
      turn === undefined || name === "between"
        ? h("span", {}, label)
        : h("a", { href: route(this.session, "alert", alert.number, name), "data-alert": alert.number, "data-to": name }, label);
    return h(
      "figure",
      { class: `side ${name}` },
      h("figcaption", {}, h("b", {}, `${titles[name]} `), where),
      h("blockquote", { dir: "auto" }, before, h("mark", { class: name }, words), after),
      reading && h("p", { class: "reading", dir: "auto" }, h("span", { class: "quiet" }, "read as "), reading),
      evidence && folded("The evidence that was read", h("p", { class: "evidence", dir: "auto" }, evidence)),
    );
  }

  odds({ odds, model }) {
    let begin = 0;
    const parts = odds.map((share, at) => {
      const part = svg("rect", { class: ODDS[at][0], x: 100 * begin, width: 100 * share, height: 4 });
      begin += share;
      return part;
    });
    return h(
      "div",
      { class: "odds" },
      svg("svg", { class: "bar", viewBox: "0 0 100 4", preserveAspectRatio: "none", "aria-hidden": "true" }, parts),
      h("ul", {}, odds.map((share, at) => h("li", {}, h("i", { class: ODDS[at][0] }), `${ODDS[at][1]} `, h("b", {}, share.toFixed(2))))),
      model && h("p", { class: "quiet", dir: "auto" }, `judged by ${model}`),
    );
  }
}
