// A text with its marks: words of one side of an alert are a link to the other side.

const mark_id = (number, side) => `m${number}-${side}`;

function said(text, session) {
  if (typeof text === "string" || text === undefined) return text ?? "";
  return text.map((piece) => (typeof piece === "string" ? piece : pieces(piece, session)));
}

function pieces({ text = "", marks = [], starts = [], ends = [], windows = [], skipped, ungrounded }, session) {
  const words = h("span", {}, text);
  if (skipped !== undefined) fill(words, { class: "skipped", title: `no claim: ${spell(skipped)}` }, []);
  if (ungrounded) fill(words, { class: "ungrounded", title: "no document backs these words" }, []);
  if (windows.length > 0) {
    words.classList.add("window");
    words.dataset.windows = ` ${windows.join(" ")} `;
  }
  if (marks.length === 0) return words;
  let inner = text === "" ? words : link(words, marks[0], session);
  for (const name of [...marks].reverse()) {
    const [number, side] = name.split("-");
    const id = starts.includes(name) ? mark_id(number, side) : null;
    inner = h("mark", { class: side, id, tabindex: id === null ? null : "-1", "data-alert": number }, inner);
  }
  return [inner, ...ends.map((name) => reference(name.split("-")[0], session))];
}

function link(words, name, session) {
  const [number, side] = name.split("-");
  const other = other_side(side);
  return h(
    "a",
    {
      href: route(session, "alert", number, other),
      title: `alert ${number}, ${side}: go to the ${other}`,
      "data-alert": number,
      "data-from": side,
      "data-to": other,
    },
    words,
  );
}

function reference(number, session) {
  return h(
    "a",
    { class: "ref", href: route(session, "alert", number), "aria-label": `alert ${number}`, "data-alert": number },
    number,
  );
}

const other_side = (side) => (side === "premise" ? "claim" : "premise");
