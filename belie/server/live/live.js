"use strict";
(() => {
  const KEPT = 200;
  const PAGE = 50;
  const ACTS = [["acknowledged", "Acknowledge"], ["false_alarm", "False alarm"], ["open", "Reopen"]];
  const ACTIVE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028-\u202e\u200b\u2060-\u206f\ufeff\ufff9-\ufffb]/g;

  const $ = (id) => document.getElementById(id);
  let stream = null;
  let shown = PAGE;
  let asked = 0;
  let due = null;

  /* Text only, never markup; what would act on its neighbours is written out. */
  const visible = (text) =>
    text.replace(ACTIVE, (sign) => `⟦U+${sign.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}⟧`);

  function h(name, attributes, ...children) {
    const node = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
      if (typeof value === "function") node.addEventListener(key, value);
      else node.setAttribute(key, value);
    }
    node.append(...children.map((child) => (typeof child === "string" ? visible(child) : child)));
    return node;
  }

  const page = (session) => `/sessions/${encodeURIComponent(session)}`;
  const link = (session) => h("a", { href: page(session) }, h("bdi", {}, session));
  const words = (value) => value.replaceAll("_", " ");
  const minute = (moment) => new Date(moment).toISOString().slice(0, 16).replace("T", " ");

  function card(alert) {
    const acts = ACTS.filter(([state]) => state !== alert.state).map(([state, label]) =>
      h("button", { type: "button", click: () => review(alert, state) }, label),
    );
    const node = h(
      "li",
      { "data-severity": alert.severity },
      h("p", {}, link(alert.session), ` · turn ${alert.claim.turn} · ${words(alert.kind)} · ${alert.severity}`),
      h("p", {}, h("bdi", {}, alert.explanation)),
      h("p", { class: "quiet" }, `${words(alert.relation)}, ${words(alert.state)}`),
      h("div", { class: "acts" }, ...acts),
    );
    node.alert = alert.id;
    return node;
  }

  function add(event) {
    const list = $("alerts");
    list.prepend(card(JSON.parse(event.data)));
    while (KEPT < list.children.length) list.lastElementChild.remove();
    $("no-alerts").hidden = true;
    due ??= setTimeout(refresh, 200);
  }

  async function review(alert, state) {
    const answer = await fetch(`/v1/alerts/${encodeURIComponent(alert.id)}/review`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ state, by: "the live page" }),
    });
    const told = await answer.json();
    if (!answer.ok) return say(`not noted: ${told.detail}`);
    for (const node of $("alerts").children) if (node.alert === alert.id) node.replaceWith(card(told));
    refresh();
  }

  async function refresh() {
    due = null;
    const number = ++asked;
    const query = new URLSearchParams({ limit: Math.min(shown + 1, 1000) });
    if ($("waiting").checked) query.set("to_review", "true");
    let answer;
    try {
      answer = await fetch(`/v1/sessions?${query}`);
    } catch {
      return;
    }
    if (!answer.ok || number !== asked) return;
    const { sessions } = await answer.json();
    $("more").hidden = sessions.length <= shown;
    $("sessions").replaceChildren(...sessions.slice(0, shown).map(row));
  }

  function row(summary) {
    const number = (value) => h("td", { class: "number" }, String(value));
    return h(
      "tr",
      {},
      h("td", {}, link(summary.session)),
      number(summary.turns),
      number(summary.alerts),
      number(summary.to_review),
      h("td", {}, h("time", { datetime: summary.last_at }, minute(summary.last_at))),
    );
  }

  function say(text) {
    $("status").textContent = visible(text);
  }

  function follow() {
    stream?.close();
    $("alerts").replaceChildren();
    $("no-alerts").hidden = false;
    const query = new URLSearchParams({ recent: KEPT, severity: $("severity").value });
    if ($("session").value !== "") query.set("session", $("session").value);
    if ($("kind").value !== "") query.set("kind", $("kind").value);
    stream = new EventSource(`/v1/alerts/stream?${query}`);
    stream.addEventListener("open", () => say("live"));
    stream.addEventListener("error", lost);
    stream.addEventListener("alert", add);
  }

  /* The browser comes back by itself, unless the server answered that it cannot. */
  function lost() {
    say("the server is not there; trying again …");
    if (stream.readyState === EventSource.CLOSED) setTimeout(follow, 5000);
  }

  $("filters").addEventListener("submit", (event) => event.preventDefault());
  for (const id of ["session", "kind", "severity"]) $(id).addEventListener("change", follow);
  $("waiting").addEventListener("change", refresh);
  $("more").addEventListener("click", () => {
    shown += PAGE;
    refresh();
  });
  setInterval(refresh, 5000);
  follow();
  refresh();
})();
