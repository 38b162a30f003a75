// Which conversations are shown: a conversation fits if one of its alerts fits all that is chosen.

const FACETS = [
  ["severity", "Severity", SEVERITIES],
  ["kind", "Against", KINDS],
  ["relation", "Relation", RELATIONS],
  ["state", "State", STATES],
];

class Filters {
  constructor() {
    this.query = "";
    this.chosen = new Map(FACETS.map(([name]) => [name, new Set()]));
    this.order = "worst";
  }

  clear() {
    this.query = "";
    for (const values of this.chosen.values()) values.clear();
  }

  fits(alert) {
    return FACETS.every(([name]) => this.chosen.get(name).size === 0 || this.chosen.get(name).has(alert[name]));
  }

  /** The rows that fit, in order. */
  find() {
    const query = this.query.trim().toLowerCase();
    const narrowed = [...this.chosen.values()].some((values) => values.size > 0);
    const found = store.rows.filter(
      (row) =>
        (!narrowed || row.alerts.some((alert) => this.fits(alert))) &&
        (query === "" || store.lower(row.number).includes(query)),
    );
    if (this.order === "worst") found.sort((one, other) => other.weight - one.weight || one.number - other.number);
    if (this.order === "longest") found.sort((one, other) => other.turns - one.turns || one.number - other.number);
    return found;
  }

  /** How many alerts of all conversations there are of each value of a facet. */
  static count(name) {
    const counts = new Map();
    for (const row of store.rows) {
      for (const alert of row.alerts) counts.set(alert[name], (counts.get(alert[name]) ?? 0) + 1);
    }
    return counts;
  }
}
