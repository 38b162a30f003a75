// One conversation: its turns beside its alerts, or its claims as a picture, under a timeline.

class ConversationView {
  constructor(number) {
    this.row = store.rows[number];
    this.number = number;
    const { turns = [], alerts = [], picture = {} } = store.body(number);
    this.alerts = alerts;
    this.selected = null;
    this.trail = [];
    this.transcript = new Transcript(number, turns);
    this.transcript.changed = () => this.highlight();
    this.cards = new Cards(number, alerts);
    this.timeline = new Timeline(turns, alerts, (alert) => this.reach(alert, "claim"));
    this.graph = new Graph(turns, picture, (alert) => this.choose(alert), (position) => this.turn(position));
    this.tabs = [
      h("a", { class: "tab", href: route(number), "data-tab": "read" }, "Conversation"),
      h("a", { class: "tab", href: route(number, "graph"), "data-tab": "graph" }, "Claim graph"),
    ];
    this.node = h("main", { class: "conversation" }, this.head(turns), this.timeline.node,
      h("nav", { class: "tabs", "aria-label": "Views" }, this.tabs),
      h("div", { class: "columns" }, this.cards.node, h("div", { class: "stage" }, this.transcript.node, this.graph.node)));
    this.node.addEventListener("click", (event) => this.click(event));
  }

  head(turns) {
    return h(
      "header",
      {},
      store.rows.length > 1 && h("a", { class: "back", href: "#/" }, "← All conversations"),
      h("h1", { tabindex: "-1" }, h("bdi", {}, this.row.session)),
      h("p", { class: "quiet" }, `${many(turns.length, "turn")}, ${many(this.row.claims, "claim")}`, this.row.at ? `, ${this.row.at}` : ""),
    );
  }

  tab(name) {
    for (const tab of this.tabs) {
      if (tab.dataset.tab === name) tab.setAttribute("aria-current", "page");
      else tab.removeAttribute("aria-current");
    }
    this.current = name;
    this.transcript.node.hidden = name !== "read";
    this.graph.node.hidden = name !== "graph";
    this.address();
    if (name !== "graph") return;
    this.graph.draw();
    this.graph.select(this.selected);
  }

  /** Let the address lead here again. */
  address() {
    const where = this.current === "graph" ? ["graph"] : this.selected === null ? [] : ["alert", this.selected];
    history.replaceState(null, "", route(this.number, ...where));
  }

  click(event) {
    const link = event.target.closest("a[data-alert], a[data-tab], button[data-card]");
    if (link === null || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (link.dataset.tab !== undefined) {
      this.tab(link.dataset.tab);
      return;
    }
    const number = Number(link.dataset.alert ?? link.dataset.card);
    if (link.dataset.card !== undefined) this.choose(number === this.selected ? null : number);
    else if (link.dataset.to === undefined) this.card(number, link);
    else this.reach(number, link.dataset.to, link);
  }

  /** Select an alert everywhere; nothing moves. */
  choose(number) {
    this.selected = number;
    this.cards.select(number);
    this.timeline.select(number);
    this.graph.select(number);
    this.highlight();
    this.address();
  }

  highlight() {
    for (const mark of this.node.querySelectorAll(".transcript mark[data-alert]")) {
      mark.classList.toggle("on", Number(mark.dataset.alert) === this.selected);
    }
    for (const part of this.node.querySelectorAll(".window")) {
      part.classList.toggle("on", part.dataset.windows.includes(` ${this.selected} `));
    }
    this.found?.show();
  }

  /** Select an alert and go to one side of it, or to its card where that side is not in the page. */
  reach(number, name, origin = document.activeElement) {
    const side = this.alerts.find((alert) => alert.number === number)?.sides.find((each) => each.name === name);
    if (side === undefined || side.turn === undefined) {
      this.card(number, origin);
      return;
    }
    this.leave(origin);
    this.tab("read");
    const turn = this.transcript.show(side.turn);
    const mark = document.getElementById(mark_id(number, name));
    const folded = mark?.closest("details");
    if (folded) folded.open = true;
    this.choose(number);
    reach(mark ?? turn, mark?.querySelector("a") ?? mark ?? turn);
  }

  card(number, origin) {
    this.leave(origin);
    this.choose(number);
    reach(this.cards.button(number));
  }

  turn(position) {
    this.leave(document.activeElement);
    this.tab("read");
    reach(this.transcript.show(position));
  }

  /** Remember where the reader was, to come back there with Escape. */
  leave(origin) {
    const { alert, from } = origin?.dataset ?? {};
    this.trail.push({ origin, alert: Number(alert), from, tab: this.current });
  }

  /** Go back to where the reader was; false if nowhere. */
  back() {
    const last = this.trail.pop();
    if (last === undefined) return false;
    this.tab(last.tab);
    if (last.origin?.isConnected && last.origin !== document.body) reach(last.origin);
    else if (last.from !== undefined) {
      this.reach(last.alert, last.from);
      this.trail.pop();
    } else reach(this.node.querySelector("h1"));
    return true;
  }

  step(by) {
    if (this.alerts.length === 0) return;
    const at = this.alerts.findIndex((alert) => alert.number === this.selected);
    const next = at < 0 ? (by > 0 ? 0 : this.alerts.length - 1) : at + by;
    const alert = this.alerts[Math.min(this.alerts.length - 1, Math.max(0, next))];
    this.reach(alert.number, "claim");
    this.trail.pop();
  }

  /** Go to the other side of the selected alert. */
  cross() {
    if (this.selected === null) return;
    const from = document.activeElement?.dataset?.from ?? "claim";
    this.reach(this.selected, other_side(from));
  }

  /** Show what is found of some words, and go from one turn with them to the next. */
  find(query, by) {
    if (this.found?.query !== query) this.found = new Find(this.transcript, query);
    this.found.show();
    if (by !== 0) this.found.step(by);
    return this.found.count();
  }

  /** Build all of it, for paper, or as little again as there was. */
  whole(all) {
    const { from, until, turns } = this.transcript;
    if (all) this.screen = [from, until];
    this.transcript.window(...(all ? [0, turns.length] : this.screen));
    this.cards.whole(all);
    this.highlight();
  }
}

class Find {
  constructor(transcript, query) {
    this.transcript = transcript;
    this.query = query;
    this.turns = query === "" ? [] : transcript.find(query);
    this.at = -1;
  }

  count() {
    if (this.query === "") return "";
    const place = this.at < 0 ? "" : `${this.at + 1} of `;
    return `${place}${many(this.turns.length, "turn")}`;
  }

  step(by) {
    if (this.turns.length === 0) return;
    this.at = (this.at + by + this.turns.length) % this.turns.length;
    const turn = this.transcript.show(this.turns[this.at]);
    turn.scrollIntoView({ block: "center" });
    this.show();
  }

  /** Colour the words where they stand, without touching the text. */
  show() {
    if (!("highlights" in CSS)) return;
    const ranges = [];
    const walker = document.createTreeWalker(this.transcript.list, NodeFilter.SHOW_TEXT);
    while (this.query !== "" && walker.nextNode()) {
      const text = walker.currentNode.data.toLowerCase();
      for (let at = text.indexOf(this.query); at >= 0; at = text.indexOf(this.query, at + this.query.length)) {
        if (text.length !== walker.currentNode.data.length) break;
        const range = new Range();
        range.setStart(walker.currentNode, at);
        range.setEnd(walker.currentNode, at + this.query.length);
        ranges.push(range);
      }
    }
    CSS.highlights.set("found", new Highlight(...ranges));
  }
}
