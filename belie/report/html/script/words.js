// How the page names things.

const KINDS = {
  cross_turn: "Own earlier words",
  reference: "A document",
  user_fact: "The user",
  same_turn: "Same message",
  document: "Documents disagree",
};
const SEVERITIES = { high: "High", medium: "Medium", low: "Low" };
const RELATIONS = { contradiction: "Contradiction", partial_contradiction: "Partial contradiction" };
const STATES = { open: "Open", acknowledged: "Acknowledged", false_alarm: "False alarm", resolved: "Resolved" };
const ODDS = [
  ["contradiction", "contradicts"],
  ["partial_contradiction", "contradicts in part"],
  ["neutral", "says nothing"],
  ["entailment", "supports"],
];
const LINES = {
  contradiction: "contradicts",
  partial_contradiction: "contradicts in part",
  entailment: "supports",
  supersedes: "is superseded by",
  retracts: "is retracted by",
};

const spell = (name) => name.replaceAll("_", " ");
const many = (number, noun, plural = `${noun}s`) => `${number.toLocaleString("en")} ${number === 1 ? noun : plural}`;

/** How much an alert matters by now: what is resolved or a false alarm is settled. */
const tone = (alert) => (["false_alarm", "resolved"].includes(alert.state) ? "settled" : alert.severity);
