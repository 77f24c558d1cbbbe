import fc from "fast-check";
import { expect, test } from "vitest";
import { redact } from "@/lib/redact";
import { maskJson, maskValue } from "./mask-content";

const KEY = "sk-abcdefghijklmnop";

test("what looks like a credential is masked in every string, and the text stays JSON", () => {
  const value = {
    messages: [
      { role: "user", content: `Use ${KEY}, please` },
      { role: "tool", content: JSON.stringify({ authorization: "Bearer abc.def", next: "kept" }) },
    ],
    [KEY]: 1,
  };
  const masked = maskJson(JSON.stringify(value));
  expect(masked).not.toMatch(/abcdefgh|abc\.def/);
  expect(JSON.parse(masked)).toMatchObject({ messages: [{ content: "Use [redacted], please" }, { role: "tool" }] });
});

test("a credential that the caller has escaped is masked too", () => {
  expect(maskJson(String.raw`{"content":"\u0073k-abcdefghijklmnop"}`)).toBe('{"content":"[redacted]"}');
});

test("a text without credentials stays as it was written", () => {
  const text = '{ "seed" : 12345678901234567890, "said": "a \\"quoted\\" word" }';
  expect(maskJson(text)).toBe(text);
});

test("whatever is masked, no string has anything left to mask", () => {
  const said = fc.string().map((text) => `${text} Bearer ${text}x ${KEY} https://a:b@c ?key=${text}`);
  fc.assert(
    fc.property(fc.jsonValue(), fc.array(said), (value, texts) => {
      const masked: unknown = JSON.parse(maskJson(JSON.stringify({ value, texts })));
      expect(maskValue(masked)).toEqual(masked);
    }),
  );
});

test("a text that cannot be parsed is masked as a whole", () => {
  expect(maskJson(`{"cut": "${KEY}`)).toBe(redact(`{"cut": "${KEY}`));
});
