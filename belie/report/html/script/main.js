// The frame: search, theme, help, keys, and which view is open.

const frame = (() => {
  const filters = new Filters();
  const stage = h("div", { id: "main" });
  const status = h("span", { class: "hits", role: "status" });
  const search = h("input", { type: "search", autocomplete: "off", spellcheck: "false", "aria-label": "Search" });
  const help = dialog();
  const letters = help.querySelector("input");
  const dark = matchMedia("(prefers-color-scheme: dark)");
  let list = null;
  let view = null;
  let scroll = 0;

  function dialog() {
    const keys = [
      ["/", "search"],
      ["j  k", "next, previous alert; in the list, conversation"],
      ["x", "the other side of the alert"],
      ["Esc", "back to where you were, then to the list"],
      ["g", "claim graph or conversation"],
      ["n  p", "next, previous conversation"],
      ["d", "dark or light"],
      ["?", "this help"],
    ];
    const close = h("button", { type: "button", onclick: (event) => event.target.closest("dialog").close() }, "Close");
    return h(
      "dialog",
      { "aria-labelledby": "help-title" },
      h("h2", { id: "help-title" }, "Keys"),
      h("dl", {}, keys.map(([key, words]) => h("div", {}, h("dt", {}, key.split("  ").map((each) => h("kbd", {}, each))), h("dd", {}, words)))),
      h("p", { class: "quiet" }, "In the claim graph the arrow keys go from claim to claim. Enter in the search goes to the next hit."),
      h("label", { class: "choice" }, h("input", { type: "checkbox", checked: true }), h("span", {}, "Single letters are keys")),
      h("p", { class: "quiet" }, "Made by belie. Numbers are calibrated probabilities; no evidence is neither a pass nor a failure."),
      close,
    );
  }

  function theme() {
    const root = document.documentElement;
    const now = root.dataset.theme ?? (dark.matches ? "dark" : "light");
    root.dataset.theme = now === "dark" ? "light" : "dark";
  }

  function bar() {
    return h(
      "header",
      { class: "topbar" },
      h("a", { class: "skip", href: "#main", onclick: skip }, "Skip to the content"),
      h("a", { class: "brand", href: "#/" }, "belie"),
      h("div", { class: "search", role: "search" }, search, status),
      h("button", { type: "button", onclick: theme, "aria-label": "Dark or light" }, "◐"),
      h("button", { type: "button", onclick: () => help.showModal(), "aria-label": "Keys and help" }, "?"),
    );
  }

  function skip(event) {
    event.preventDefault();
    stage.querySelector("h1").focus();
  }

  function open() {
    const [number, what, which, side] = location.hash.replace(/^#\/?/, "").split("/");
    const only = store.rows.length === 1 && number === "" ? "0" : number;
    if (/^\d+$/.test(only) && Number(only) < store.rows.length) conversation(Number(only), what, which, side);
    else home();
  }

  function home() {
    const from = view?.number;
    view = null;
    listing();
    search.placeholder = "Search all conversations";
    search.value = filters.query;
    status.textContent = "";
    stage.replaceChildren(list.node);
    document.title = TITLE;
    scrollTo(0, scroll);
    if (from === undefined) return;
    const place = document.getElementById(`c${from}`) ?? stage.querySelector("h1");
    place.focus({ preventScroll: true });
    place.scrollIntoView({ block: "nearest" });
  }

  function listing() {
    if (list === null) {
      list = new ListView(filters);
      list.node.addEventListener("cleared", () => (search.value = ""));
    }
    return list;
  }

  function conversation(number, what, which, side) {
    if (view?.number !== number) {
      if (view === null) scroll = scrollY;
      view = new ConversationView(number);
      search.placeholder = "Find in this conversation";
      stage.replaceChildren(view.node);
      document.title = `${view.row.session} · ${TITLE}`;
      scrollTo(0, 0);
      stage.querySelector("h1").focus({ preventScroll: true });
      status.textContent = view.find(query(), 0);
    }
    if (what === "alert" && /^\d+$/.test(which)) view.reach(Number(which), /^(claim|premise|support)$/.test(side) ? side : "claim");
    else view.tab(what === "graph" ? "graph" : "read");
  }

  const query = () => search.value.trim().toLowerCase();

  function sift() {
    filters.query = search.value;
    list.update();
  }

  function type() {
    if (view === null) sift();
    else status.textContent = view.find(query(), 0);
  }

  function next(by) {
    const order = listing().found;
    const at = order.findIndex((row) => row.number === view.number);
    const row = order[at + by];
    if (row !== undefined) location.hash = route(row.number);
  }

  function along(by) {
    const links = [...document.querySelectorAll(".rows .row")];
    const at = links.indexOf(document.activeElement);
    links[Math.min(links.length - 1, Math.max(0, at < 0 ? 0 : at + by))]?.focus();
  }

  const keys = {
    "/": () => search.focus(),
    "?": () => help.showModal(),
    d: theme,
    j: () => (view === null ? along(1) : view.step(1)),
    k: () => (view === null ? along(-1) : view.step(-1)),
    x: () => view?.cross(),
    g: () => view?.tab(view.current === "graph" ? "read" : "graph"),
    n: () => view && next(1),
    p: () => view && next(-1),
  };

  function escape() {
    if (document.activeElement === search) search.blur();
    else if (view !== null && !view.back()) location.hash = "#/";
  }

  function press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || help.open) return;
    if (event.key === "Escape") {
      escape();
      return;
    }
    if (event.target.closest("input, select, textarea") || !letters.checked) return;
    const act = Object.hasOwn(keys, event.key) ? keys[event.key] : null;
    if (act === null) return;
    event.preventDefault();
    act();
  }

  function start() {
    document.getElementById("plain").hidden = true;
    const page = document.getElementById("page");
    page.append(bar(), stage, help);
    page.hidden = false;
    search.addEventListener("input", type);
    search.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && view !== null) status.textContent = view.find(query(), event.shiftKey ? -1 : 1);
    });
    addEventListener("hashchange", open);
    addEventListener("keydown", press);
    addEventListener("beforeprint", () => view?.whole(true));
    addEventListener("afterprint", () => view?.whole(false));
    open();
    store.prepare();
  }

  return { start };
})();

frame.start();
