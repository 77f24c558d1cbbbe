import { expect, test } from "vitest";
import { withoutTrailing } from "./without-trailing";

const texts: [text: string, endings: string[], rest: string][] = [
  ["https://a.test///", ["/"], "https://a.test"],
  ["https://a.test/b", ["/"], "https://a.test/b"],
  ["////", ["/"], ""],
  ["", ["/"], ""],
  ["a[][]", ["[]"], "a"],
  ["a]", ["[]"], "a]"],
  ["secret\n\r\n", ["\n", "\r"], "secret"],
];
test.each(texts)("%j without %j at the end is %j", (text, endings, rest) => {
  expect(withoutTrailing(text, ...endings)).toBe(rest);
});
