// Making elements. Text only ever becomes a text node: nothing here takes markup.

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (value === true) node.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) node.setAttribute(name, value);
  }
  node.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

const h = (tag, attributes = {}, ...children) => fill(document.createElement(tag), attributes, children);

const svg = (tag, attributes = {}, ...children) =>
  fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);

const folded = (summary, ...children) => h("details", {}, h("summary", {}, summary), children);

const still = matchMedia("(prefers-reduced-motion: reduce)");

/** Bring an element to the middle of the window, or its beginning to the top, and give it the focus. */
function reach(node, focus = node) {
  const block = node.getBoundingClientRect().height < innerHeight / 2 ? "center" : "start";
  node.scrollIntoView({ block, behavior: still.matches ? "auto" : "smooth" });
  focus.focus({ preventScroll: true });
}

/** The address of a view within the page; numbers and our own words only. */
const route = (...parts) => `#/${parts.join("/")}`;
