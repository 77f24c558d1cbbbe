import { expect, test } from "vitest";
import { figuresOf, floorOf, withAccepted } from "./floor-file";

const quick = { processor: "A", referenceFrom: 0, measuredWith: "a quick machine", ratios: { call: 2 } };
const slow = { processor: "A", referenceFrom: 100, measuredWith: "a slow machine", ratios: { call: 3 } };
const other = { processor: "B", referenceFrom: 0, measuredWith: "another processor", ratios: { call: 4 } };
const all = [quick, slow, other];

test.each([
  ["A", 0, quick],
  ["A", 99.9, quick],
  ["A", 100, slow],
  ["A", 900, slow],
  ["B", 900, other],
  ["C", 50, undefined],
])("processor %s with a reference of %f µs has the floor of its kind of machine", (processor, reference, floor) => {
  expect(floorOf(all, { processor, reference })).toBe(floor);
});

test("accepting writes the floor of the machine that measured alone", () => {
  const accepted = { processor: "A", referenceFrom: 100, measuredWith: "here", ratios: { call: 2.5 } };
  const at = (processor: string) => ({ processor, reference: 160 });
  expect(withAccepted(all, at("A"), "here", { call: 2.5 })).toEqual([quick, accepted, other]);
  const first = { ...accepted, processor: "C", referenceFrom: 0 };
  expect(withAccepted(all, at("C"), "here", { call: 2.5 })).toEqual([...all, first]);
});

test("figures of one floor, and of several, have names of their own", () => {
  expect(figuresOf({ ratios: { call: 2 } })).toEqual({ call: 2 });
  expect(figuresOf(all)).toEqual({ "call on A": 2, "call on A from 100 µs": 3, "call on B": 4 });
});
