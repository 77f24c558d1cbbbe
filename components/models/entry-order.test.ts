import { expect, test } from "vitest";
import { entryOrderOf, orderAfterClick, orderEntries } from "./entry-order";

test.each([
  ["", "position", "asc"],
  ["-position", "position", "desc"],
  ["name", "name", "asc"],
  ["-attempts", "attempts", "desc"],
  ["p95", "p95", "asc"],
  ["toString", "position", "asc"],
  ["-", "position", "asc"],
  ["--attempts", "position", "asc"],
])("the order in the address %j is by %s, %s", (text, sort, order) => {
  expect(entryOrderOf(text)).toEqual({ sort, order });
});

test.each([
  ["", "attempts", "-attempts"],
  ["-attempts", "attempts", "attempts"],
  ["attempts", "attempts", "-attempts"],
  ["-attempts", "name", "name"],
  ["name", "name", "-name"],
  ["-attempts", "position", ""],
  ["", "position", "-position"],
  ["-position", "position", ""],
] as const)("of a list ordered by %j, a click on %s makes the order %j", (before, column, after) => {
  expect(orderAfterClick(entryOrderOf(before), column)).toBe(after);
});

const entry = (id: string, name: string) => ({ id, model_name: name });
const recent = (served: number, failed: number, p95: number | null) => ({
  served,
  declined: 0,
  failed,
  retried: 0,
  success_rate: served + failed === 0 ? null : served / (served + failed),
  latency_p95_ms: p95,
});

const ENTRIES = [entry("idle", "b"), entry("busy", "c"), entry("broken", "a"), entry("slow", "b")];
const FIGURES = new Map([
  ["busy", recent(90, 10, 100)],
  ["broken", recent(0, 20, null)],
  ["slow", recent(5, 0, 9_000)],
]);

test.each([
  ["", ["idle", "busy", "broken", "slow"]],
  ["-position", ["slow", "broken", "busy", "idle"]],
  ["name", ["broken", "idle", "slow", "busy"]],
  ["-attempts", ["busy", "broken", "slow", "idle"]],
  ["attempts", ["slow", "broken", "busy", "idle"]],
  ["-errors", ["broken", "busy", "slow", "idle"]],
  ["errors", ["slow", "busy", "broken", "idle"]],
  ["-p95", ["slow", "busy", "idle", "broken"]],
  ["p95", ["busy", "slow", "idle", "broken"]],
])("entries by %j, those without the figure last", (order, ids) => {
  expect(orderEntries(ENTRIES, entryOrderOf(order), FIGURES).map(({ id }) => id)).toEqual(ids);
});

test.each([undefined, null])(
  "while the last hour is %s, an order by its figures leaves the list as it is",
  (unread) => {
    expect(orderEntries(ENTRIES, entryOrderOf("-attempts"), unread)).toEqual(ENTRIES);
  },
);
