import { expect, test } from "vitest";
import { cutPage, decodeListCursor, encodeListCursor, type ListCursor, type CursorKind } from "./list-cursor";

test.each<[kind: CursorKind, cursor: ListCursor]>([
  ["time", { value: 1_795_000_000_123, id: "u1" }],
  ["time", { value: null, id: "seen only" }],
  ["amount", { value: "-12.000000001", id: "ü/~" }],
  ["text", { value: "", id: "t" }],
  ["number", { value: 7, id: "" }],
])("a cursor of a list by %s survives its text: %j", (kind, cursor) => {
  expect(decodeListCursor("any desc", kind, encodeListCursor("any desc", cursor))).toEqual(cursor);
});

test.each<[name: string, order: string, kind: CursorKind, text: string]>([
  ["of another order", "alias asc", "text", encodeListCursor("alias desc", { value: "a", id: "t" })],
  ["with a value of another kind", "spend asc", "amount", encodeListCursor("spend asc", { value: 3, id: "t" })],
  ["with an amount that is none", "spend asc", "amount", encodeListCursor("spend asc", { value: "1; DROP", id: "t" })],
  ["with a time that no calendar has", "at", "time", encodeListCursor("at", { value: 1e300, id: "t" })],
  ["with NUL", "alias asc", "text", encodeListCursor("alias asc", { value: "a", id: "\0" })],
  ["that is not JSON", "alias asc", "text", "bm8"],
  ["without an id", "alias asc", "text", Buffer.from('["alias asc","a"]').toString("base64url")],
])("a cursor %s is none", (_name, order, kind, text) => {
  expect(decodeListCursor(order, kind, text)).toBeUndefined();
});

test("a page names a next one only when there is a row beyond it", () => {
  const cursor = (id: string): ListCursor => ({ value: id, id });
  expect(cutPage(["a", "b", "c"], 2, cursor)).toEqual({ rows: ["a", "b"], next: cursor("b") });
  expect(cutPage(["a", "b"], 2, cursor)).toEqual({ rows: ["a", "b"], next: undefined });
  expect(cutPage([], 2, cursor)).toEqual({ rows: [], next: undefined });
});
