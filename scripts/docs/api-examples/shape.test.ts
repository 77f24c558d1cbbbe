import { expect, test } from "vitest";
import { shapeDifferences } from "./shape";

test.each<[what: string, before: unknown, after: unknown, differences: string[]]>([
  ["other values", { a: 1, b: ["x"] }, { a: 2, b: ["y", "z"] }, []],
  ["a list that is still empty", { data: [] }, { data: [{ id: "a" }] }, []],
  ["what has not happened yet", { at: null }, { at: { by: "a" } }, []],
  ["a member more, inside a list", [{ a: 1 }], [{ a: 1, b: 2 }], [".b is new"]],
  ["a member less", { a: { b: 1, c: 2 } }, { a: { b: 1 } }, [".a.c is gone"]],
  ["another type", { a: 1 }, { a: "1" }, [".a"]],
])("%s: what differs", (_what, before, after, differences) => {
  expect(shapeDifferences(before, after)).toEqual(differences);
});
