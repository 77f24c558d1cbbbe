import { expect, test } from "vitest";
import { figuresOf, floorOf, withAccepted } from "./floor-file";

const quick = { referenceFrom: 0, measuredWith: "a quick machine", ratios: { call: 2 } };
const slow = { referenceFrom: 100, measuredWith: "a slow machine", ratios: { call: 3 } };
const both = [quick, slow];

test.each([
  [0, quick],
  [99.9, quick],
  [100, slow],
  [900, slow],
])("a reference of %f µs has the floor of its kind of machine", (reference, floor) => {
  expect(floorOf(both, reference)).toBe(floor);
});

test("accepting writes the floor of the machine that measured alone", () => {
  const accepted = { referenceFrom: 100, measuredWith: "here", ratios: { call: 2.5 } };
  expect(withAccepted(both, 160, "here", { call: 2.5 })).toEqual([quick, accepted]);
  expect(withAccepted([], 160, "here", { call: 2.5 })).toEqual([{ ...accepted, referenceFrom: 0 }]);
});

test("figures of one floor, and of several, have names of their own", () => {
  expect(figuresOf({ ratios: { call: 2 } })).toEqual({ call: 2 });
  expect(figuresOf(both)).toEqual({ call: 2, "call from 100 µs": 3 });
});
