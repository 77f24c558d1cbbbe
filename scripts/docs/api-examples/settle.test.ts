import { expect, test } from "vitest";
import { Settled } from "./settle";

const CASES: [what: string, value: unknown, shown: unknown][] = [
  [
    "ids by their order",
    ["key_5d5b2b1c7feee4b71237aaaa", "key_99c565aba048c8f0651fa908", "key_5d5b2b1c7feee4b71237aaaa"],
    ["key_5ac1d1", "key_5ac1d2", "key_5ac1d1"],
  ],
  ["a time and a day", ["2031-07-08T10:11:12.131Z", "2031-07-08"], ["2026-03-02T09:00:00.000Z", "2026-03-02"]],
  ["a secret", { key: "sk-a1b2c3d4e5f6a7b8" }, { key: "sk-example" }],
  ["what is measured", { duration_ms: 17, tokens: 17 }, { duration_ms: 42, tokens: 17 }],
  ["what is measured, in text", '{"duration_ms":17.25,"a":1}', '{"duration_ms":42,"a":1}'],
  ["the first item of a list of objects", [{ a: 1 }, { a: 2 }], [{ a: 1 }]],
  ["a long text by its beginning", "a b ".repeat(60), `${"a b ".repeat(40)}…`],
];
test.each(CASES)("a page shows %s", (_what, value, shown) => {
  expect(new Settled().of(value)).toEqual(shown);
});

test("a page says how many members it leaves out", () => {
  const many = Object.fromEntries(Array.from({ length: 33 }, (_, index) => [`m${index}`, index]));
  expect(Object.entries(new Settled().of(many) as object).at(-1)).toEqual(["…", "3 more"]);
});
