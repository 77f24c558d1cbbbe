import { describe, expect, test } from "vitest";
import { fit, fitting, stepped } from "./commands";

const ITEMS = [
  { label: "Models" },
  { label: "Teams" },
  { label: "New team", also: "create" },
  { label: "Audit log", also: "history changes" },
  { label: "openai/gpt-4o" },
];
const found = (words: string) => fitting(words, ITEMS).map(({ label }) => label);

describe("The fitting commands", () => {
  test.each([
    ["team", ["Teams", "New team"]],
    ["TEAM", ["Teams", "New team"]],
    ["team new", ["New team"]],
    ["create", ["New team"]],
    ["gpt", ["openai/gpt-4o"]],
    ["log", ["Audit log"]],
    ["history", ["Audit log"]],
    ["teams models", []],
    ["ang", []],
    ["xyz", []],
  ])("of %s are %j", (words, labels) => {
    expect(found(words)).toEqual(labels);
  });

  test("of nothing are all of them in their order", () => {
    expect(found("  ")).toEqual(ITEMS.map(({ label }) => label));
  });
});

test("a name that begins with the words fits better than one that contains them", () => {
  expect(fit("key", "Keys")).toBeGreaterThan(fit("key", "Generate key"));
  expect(fit("key", "Generate key")).toBeGreaterThan(fit("key", "monkey"));
});

test.each([
  [0, 1, 3, 1],
  [2, 1, 3, 0],
  [0, -1, 3, 2],
  [0, 1, 0, 0],
] as const)("from place %i a step of %i in a list of %i leads to %i", (place, step, length, to) => {
  expect(stepped(place, step, length)).toBe(to);
});
