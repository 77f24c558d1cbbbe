import { expect, test } from "vitest";
import { seenFrom, withSeen } from "./seen";

test("what is stored may be of anybody", () => {
  expect(seenFrom(null)).toEqual([]);
  expect(seenFrom("{")).toEqual([]);
  expect(seenFrom('{"a":1}')).toEqual([]);
  expect(seenFrom('["a",1,"b"]')).toEqual(["a", "b"]);
});

test("the latest are remembered, each once", () => {
  expect(withSeen(["a", "b"], ["b", "c"])).toEqual(["a", "b", "c"]);
  const many = Array.from({ length: 600 }, (_, at) => String(at));
  const kept = withSeen(many, ["new"]);
  expect([kept.length, kept.at(-1), kept[0]]).toEqual([500, "new", "101"]);
});
