// The data of the page: two lines of JSON a conversation, its row and its body. A body is read when it is looked at.

const TITLE = document.title;

const store = (() => {
  const lines = document.getElementById("data").textContent.split("\n").filter((line) => line !== "");
  const rows = [];
  for (let at = 0; at + 1 < lines.length; at += 2) {
    rows.push({ headline: "", session: "", alerts: [], ...JSON.parse(lines[at]), number: at / 2 });
  }
  const texts = new Array(rows.length);
  let open = { number: -1, body: null };

  function body(number) {
    if (open.number !== number) open = { number, body: JSON.parse(lines[2 * number + 1]) };
    return open.body;
  }

  /** All that can be searched in a conversation. */
  function words(number) {
    const { turns = [], alerts = [] } = JSON.parse(lines[2 * number + 1]);
    const parts = [rows[number].session];
    for (const turn of turns) {
      parts.push(plain(turn.text));
      for (const document of turn.documents ?? []) parts.push(document.id, plain(document.text));
    }
    for (const alert of alerts) parts.push(alert.explanation);
    return parts.join("\n");
  }

  /** The same in lower case, kept. */
  function lower(number) {
    texts[number] ??= words(number).toLowerCase();
    return texts[number];
  }

  /** Read all conversations while nobody waits, so that the first search need not. */
  function prepare(from = 0) {
    const later = window.requestIdleCallback ?? ((work) => setTimeout(work, 20));
    later(() => {
      const until = Math.min(from + 20, rows.length);
      for (let at = from; at < until; at += 1) lower(at);
      if (until < rows.length) prepare(until);
    });
  }

  return { rows, body, words, lower, prepare };
})();

/** A text without its marks. */
function plain(text = "") {
  return typeof text === "string" ? text : text.map((piece) => (typeof piece === "string" ? piece : piece.text ?? "")).join("");
}
