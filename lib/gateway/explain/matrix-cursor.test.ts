import { expect, test } from "vitest";
import type { RowKind } from "@/lib/wire/matrix";
import { behindCursor, firstBehind, MATRIX_VALUE, cursorOfRow } from "./matrix-cursor";

const cursor = cursorOfRow("scope", "large", 1);

test.each<[kind: RowKind, behind: ReturnType<typeof behindCursor>]>([
  ["role", { rows: "none" }],
  ["scope", { rows: "some", id: "large", at: 1 }],
  ["team", { rows: "all" }],
  ["key", { rows: "all" }],
])("behind a scope stand of the rows of kind %s: %o", (kind, behind) => {
  expect(behindCursor(kind, cursor)).toEqual(behind);
  expect(behindCursor(kind, undefined)).toEqual({ rows: "all" });
});

test.each<[name: string, scopes: readonly string[], first: number]>([
  ["is where it was", ["a", "large", "b"], 2],
  ["has moved", ["large", "a", "b"], 1],
  ["is gone", ["a", "b"], 1],
  ["is gone with those behind it", [], 0],
])("the next page begins behind a scope that %s", (_name, scopes, first) => {
  expect(firstBehind(scopes, behindCursor("scope", cursor))).toBe(first);
});

test("a cursor says which kind of row it is of", () => {
  expect(cursor.value).toMatch(MATRIX_VALUE);
  expect("person 1").not.toMatch(MATRIX_VALUE);
});
