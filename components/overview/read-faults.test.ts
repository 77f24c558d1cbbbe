import { expect, test } from "vitest";
import { type PartRead, readFaults } from "./read-faults";

const part = (name: string, message?: string, isKnown = false): PartRead => ({
  name,
  error: message === undefined ? null : new Error(message),
  isKnown,
});

test.each([
  ["nothing failed", [part("Traffic"), part("Nodes")], []],
  ["one part", [part("Traffic", "Away."), part("Nodes")], ["Traffic could not be read: Away"]],
  [
    "two parts of one cause",
    [part("Traffic", "Away."), part("Nodes", "Away.")],
    ["Traffic and Nodes could not be read: Away"],
  ],
  [
    "many parts of one cause, and one of another",
    [part("Traffic", "Away."), part("Spend", "Slow."), part("Nodes", "Away."), part("Budgets", "Away.")],
    ["Traffic and 2 other parts could not be read: Away", "Spend could not be read: Slow"],
  ],
  ["two reads of one part", [part("Nodes", "Away."), part("Nodes", "Away.")], ["Nodes could not be read: Away"]],
])("of %s, each cause is told once", (_what, parts, sentences) => {
  expect(readFaults(parts).sentences).toEqual(sentences);
});

test("an error is shared where it concerns several parts", () => {
  const { shared } = readFaults([part("Traffic", "Away."), part("Spend", "Slow."), part("Nodes", "Away.")]);
  expect([...shared]).toEqual(["Away."]);
});

test("parts that failed are known as long as each of them shows an earlier answer", () => {
  expect(readFaults([part("Traffic", "Away.", true), part("Nodes")]).isAllKnown).toBe(true);
  expect(readFaults([part("Traffic", "Away.", true), part("Nodes", "Away.")]).isAllKnown).toBe(false);
});
