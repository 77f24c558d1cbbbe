import { expect, test } from "vitest";
import { quote } from "./quote";

test("a short name is quoted whole, its control characters escaped", () => {
  expect([quote('a"b\n'), quote("abcdef", 6)]).toEqual(['"a\\"b\\n"', '"abcdef"']);
});

test("a longer name is cut to the limit, which dots show", () => {
  expect([quote("abcdefg", 6), quote("x".repeat(200)).length]).toEqual(['"abc..."', 122]);
});
