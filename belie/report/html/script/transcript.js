// The turns of a conversation, built a page at a time around what is looked at.

const PAGE = 40;
const LONG = 1500;

class Transcript {
  constructor(session, turns) {
    this.session = session;
    this.turns = turns;
    this.list = h("ol", { class: "turns" });
    this.earlier = h("button", { type: "button", class: "more", onclick: () => this.before() });
    this.later = h("button", { type: "button", class: "more", onclick: () => this.after() });
    this.node = h("section", { class: "transcript", "aria-label": "The conversation" }, this.legend(), this.earlier, this.list, this.later);
    this.window(0, PAGE);
    const near = new IntersectionObserver((seen) => seen.some((each) => each.isIntersecting) && this.after(), {
      rootMargin: "600px",
    });
    near.observe(this.later);
  }

  legend() {
    const has = (name) => this.turns.some((turn) => Array.isArray(turn.text) && turn.text.some((piece) => piece[name]));
    const explained = [
      ["skipped", "make no claim and were not checked."],
      ["ungrounded", "are backed by no document."],
    ].filter(([name]) => has(name));
    return (
      explained.length > 0 &&
      h("p", { class: "legend" }, explained.map(([name, meaning]) => [h("span", { class: name }, "Words like these"), ` ${meaning} `]))
    );
  }

  window(from, until) {
    this.from = Math.max(0, from);
    this.until = Math.min(this.turns.length, until);
    this.list.replaceChildren(...this.build(this.from, this.until));
    this.rest();
  }

  build(from, until) {
    return this.turns.slice(from, until).map((turn, at) => this.turn(turn, from + at));
  }

  before() {
    const height = document.documentElement.scrollHeight;
    const from = Math.max(0, this.from - PAGE);
    const first = this.list.firstElementChild;
    this.list.prepend(...this.build(from, this.from));
    this.from = from;
    this.rest();
    if (getComputedStyle(document.documentElement).overflowAnchor === "none") {
      scrollBy(0, document.documentElement.scrollHeight - height);
    }
    first?.focus({ preventScroll: true });
    this.changed?.();
  }

  after() {
    const until = Math.min(this.turns.length, this.until + PAGE);
    if (until === this.until) return;
    this.list.append(...this.build(this.until, until));
    this.until = until;
    this.rest();
    this.changed?.();
  }

  rest() {
    this.earlier.hidden = this.from === 0;
    this.earlier.textContent = `Show earlier turns (${this.from.toLocaleString("en")})`;
    const left = this.turns.length - this.until;
    this.later.hidden = left === 0;
    this.later.textContent = `Show later turns (${left.toLocaleString("en")})`;
  }

  /** Build what is missing so that the turn at a position is there, and return it. */
  show(position) {
    if (position < this.from || this.until <= position) {
      this.window(position - PAGE / 2, position + PAGE / 2);
      this.changed?.();
    }
    return this.list.children[position - this.from];
  }

  turn(turn, position) {
    const { alerts = [], changes = [], warnings = [], documents = [] } = turn;
    return h(
      "li",
      { class: `turn ${turn.role}`, id: `t${position}`, tabindex: "-1" },
      h(
        "p",
        { class: "by" },
        h("b", {}, turn.role),
        h("span", {}, `turn ${turn.index}`),
        turn.at && h("time", {}, turn.at),
        alerts.map((number) =>
          h("a", { class: "chip", href: route(this.session, "alert", number), "data-alert": number }, `alert ${number}`),
        ),
      ),
      turn.question && h("p", { class: "asked" }, "asked ", h("bdi", {}, turn.question)),
      h("div", { class: "text", dir: "auto" }, said(turn.text, this.session)),
      this.backing(turn.consistency),
      changes.map((change) => note("changed", change, "change")),
      warnings.map((warning) => note("not checked", warning, "warning")),
      this.unverifiable(turn.unverifiable),
      this.unchecked(turn),
      documents.map((document) => this.document(document)),
    );
  }

  backing(consistency) {
    if (consistency === undefined) return null;
    return h(
      "p",
      { class: "backing" },
      h("span", {}, "supported by its documents"),
      svg("svg", { class: "bar", viewBox: "0 0 100 4", preserveAspectRatio: "none", "aria-hidden": "true" },
        svg("rect", { class: "entailment", width: 100 * consistency, height: 4 })),
      h("b", {}, consistency.toFixed(2)),
    );
  }

  unverifiable(claims = []) {
    if (claims.length === 0) return null;
    const items = claims.map(({ text, scope = [] }) => h("li", { dir: "auto" }, text, scope.map((words) => h("i", { class: "scope" }, ` ${words}`))));
    return folded(`${many(claims.length, "claim")} that no document supports or contradicts`, h("ul", {}, items));
  }

  unchecked({ skipped = [], no_claims: nothing }) {
    const title = nothing ?? `${many(skipped.length, "stretch", "stretches")} not checked`;
    if (skipped.length === 0) return nothing === undefined ? null : h("p", { class: "nothing" }, title);
    const items = skipped.map(({ text, reason }) => h("li", { dir: "auto" }, h("i", { class: "scope" }, `${spell(reason)} `), text));
    return folded(title, h("ul", {}, items));
  }

  document({ id = "", metadata = [], text }) {
    const clashes = Array.isArray(text);
    const length = plain(text).length;
    const scrolls = length > LONG ? { tabindex: "0", role: "region", "aria-label": "text of the document" } : {};
    return fill(
      folded([h("span", { class: "quiet" }, "document "), h("bdi", {}, id), clashes && h("span", { class: "chip" }, "quoted in an alert")],
        metadata.length > 0 && h("dl", {}, metadata.map(([key, value]) => h("div", {}, h("dt", { dir: "auto" }, key), h("dd", { dir: "auto" }, value)))),
        h("div", { class: "text", dir: "auto", ...scrolls }, said(text, this.session))),
      { class: "document", open: clashes },
      [],
    );
  }

  /** The positions of the turns that hold some words. */
  find(query) {
    const held = (turn) => [turn.text, ...(turn.documents ?? []).map((each) => each.text)];
    return this.turns.flatMap((turn, at) => (held(turn).some((text) => plain(text).toLowerCase().includes(query)) ? [at] : []));
  }
}

const note = (label, words, kind) => h("p", { class: kind, dir: "auto" }, h("span", { class: "quiet" }, `${label} `), words);
