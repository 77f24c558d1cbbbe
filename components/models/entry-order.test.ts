import { expect, test } from "vitest";
import { entryOrderOf, orderAfterClick, orderEntries } from "./entry-order";

test.each([
  ["", "position", "asc"],
  ["-position", "position", "desc"],
  ["name", "name", "asc"],
  ["-calls", "calls", "desc"],
  ["p95", "p95", "asc"],
  ["toString", "position", "asc"],
  ["-", "position", "asc"],
  ["--calls", "position", "asc"],
])("the order in the address %j is by %s, %s", (text, sort, order) => {
  expect(entryOrderOf(text)).toEqual({ sort, order });
});

test.each([
  ["", "calls", "-calls"],
  ["-calls", "calls", "calls"],
  ["calls", "calls", "-calls"],
  ["-calls", "name", "name"],
  ["name", "name", "-name"],
  ["-calls", "position", ""],
  ["", "position", "-position"],
  ["-position", "position", ""],
] as const)("of a list ordered by %j, a click on %s makes the order %j", (before, column, after) => {
  expect(orderAfterClick(entryOrderOf(before), column)).toBe(after);
});

const entry = (id: string, name: string) => ({ id, model_name: name });
const figures = (calls: number, failed: number, p95: number | null, spend = 0) => ({
  calls,
  failed_calls: failed,
  spend,
  p50_ms: p95,
  p95_ms: p95,
});

const ENTRIES = [entry("idle", "b"), entry("busy", "c"), entry("broken", "a"), entry("slow", "b")];
const FIGURES = new Map([
  ["busy", figures(100, 10, 100, 0.5)],
  ["broken", figures(20, 20, null)],
  ["slow", figures(5, 0, 9_000, 2)],
]);

test.each([
  ["", ["idle", "busy", "broken", "slow"]],
  ["-position", ["slow", "broken", "busy", "idle"]],
  ["name", ["broken", "idle", "slow", "busy"]],
  ["-calls", ["busy", "broken", "slow", "idle"]],
  ["calls", ["slow", "broken", "busy", "idle"]],
  ["-spend", ["slow", "busy", "broken", "idle"]],
  ["-errors", ["broken", "busy", "slow", "idle"]],
  ["errors", ["slow", "busy", "broken", "idle"]],
  ["-p95", ["slow", "busy", "idle", "broken"]],
  ["p95", ["busy", "slow", "idle", "broken"]],
])("entries by %j, those without the figure last", (order, ids) => {
  expect(orderEntries(ENTRIES, entryOrderOf(order), FIGURES).map(({ id }) => id)).toEqual(ids);
});

test.each([undefined, null])("while the figures are %s, an order by them leaves the list as it is", (unread) => {
  expect(orderEntries(ENTRIES, entryOrderOf("-calls"), unread)).toEqual(ENTRIES);
});
