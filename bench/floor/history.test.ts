import { join } from "node:path";
import { expect, test } from "vitest";
import { floorCommits, unexplainedRaises } from "./history";

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
