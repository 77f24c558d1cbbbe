import { expect, test } from "vitest";
import { MOST_TOLD, toldParts } from "./told-parts";

const series = Array.from({ length: 15 }, (_, at) => ({ key: `group-${at}` }));
const valuesOf = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`group-${at}`, at + 1]));

test("of a bar with 15 parts the largest are told, and how many more it has", () => {
  const { told, more } = toldParts(series, { values: valuesOf(15) });
  expect(told.map(({ key }) => key)).toEqual(["group-14", "group-13", "group-12", "group-11", "group-10"]);
  expect(more).toBe(10);
});

test.each([0, 1, MOST_TOLD])("all of %d parts are told", (count) => {
  const { told, more } = toldParts(series, { values: valuesOf(count) });
  expect([told.length, more]).toEqual([count, 0]);
});

test("a part of nothing is not told", () => {
  expect(toldParts(series, { values: { "group-0": 0, "group-1": 2 } })).toEqual({
    told: [{ key: "group-1" }],
    more: 0,
  });
});
