import { expect, test } from "vitest";
import { printJson } from "./print-json";

const long = "x".repeat(60);

test.each<[what: string, value: unknown, text: string]>([
  ["what fits, on one line", { a: 1, b: ["c", null] }, '{ "a": 1, "b": [ "c", null ] }'],
  [
    "what does not, member by member",
    { a: long, b: { c: 1 }, d: long },
    `{\n  "a": "${long}",\n  "b": { "c": 1 },\n  "d": "${long}"\n}`,
  ],
  ["a list that does not fit, item by item", [long, long], `[\n  "${long}",\n  "${long}"\n]`],
  ["a text, which keeps its spaces", "a\n  b", '"a\\n  b"'],
])("prints %s", (_what, value, text) => {
  expect(printJson(value)).toBe(text);
  expect(JSON.parse(printJson(value))).toEqual(value);
});
