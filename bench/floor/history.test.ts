import { join } from "node:path";
import { expect, test } from "vitest";
import { acceptedBy, floorCommits, unexplainedRaises } from "./history";
import type { Floor } from "./verdict";

const first = { message: "perf(bench): add the floor", floor: { call: 2, chunk: 1 } };

test.each([
  ["the first floor needs no reason", [first], []],
  ["a lower figure needs none", [first, { message: "perf: less", floor: { call: 1.9, chunk: 1 } }], []],
  ["a new figure needs none", [first, { message: "feat: more", floor: { call: 2, chunk: 1, prompt: 9 } }], []],
  [
    "a raised figure needs one",
    [first, { message: "feat: more\n\nIt costs.", floor: { call: 2.2, chunk: 1.1 } }],
    ["feat: more: call, chunk"],
  ],
  [
    "a reason is a line of its own",
    [first, { message: "feat: more\n\nIt costs.\n\nFloor: call: each one is signed.", floor: { call: 2.2, chunk: 1 } }],
    [],
  ],
  [
    "an empty reason is none",
    [first, { message: "feat: more\n\nFloor: ", floor: { call: 3, chunk: 1 } }],
    ["feat: more: call"],
  ],
])("%s", (_what, commits, unexplained) => {
  expect(unexplainedRaises(commits)).toEqual(unexplained);
});

test("every commit that has raised the floor says why", () => {
  expect(unexplainedRaises(floorCommits(join(import.meta.dirname, "../.."), "bench/floor.json"))).toEqual([]);
});

test.each<[string, Floor[], string | undefined]>([
  ["the commit that set it", [{ call: 1 }, { call: 2 }], "2"],
  ["not a later one that set others", [{ call: 2 }, { call: 2, chunk: 1 }], "1"],
  ["not an earlier one that set it and lost it", [{ call: 2 }, { call: 1 }, { call: 2 }, { call: 2 }], "3"],
  ["nobody, if it is gone", [{ call: 2 }, {}], undefined],
  ["nobody, without a history", [], undefined],
])("a figure was accepted by %s", (_what, floors, id) => {
  const commits = floors.map((floor, index) => ({ id: String(index + 1), message: "", floor }));
  expect(acceptedBy(commits, "call")).toBe(id);
});

test("a history that was cut does not say who accepted a figure", () => {
  const cut = { id: "1", isCut: true, message: "", floor: { call: 2 } };
  expect(acceptedBy([cut], "call")).toBeUndefined();
  expect(acceptedBy([cut, { id: "2", message: "", floor: { call: 3 } }], "call")).toBe("2");
});
