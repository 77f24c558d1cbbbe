import fc from "fast-check";
import { expect, test } from "vitest";
import { addressName, shownName, UNREADABLE } from "./tool-address";

test("an address is named by what decides where it leads, whatever follows its path", () => {
  const part = fc.stringMatching(/^[a-z][a-z0-9]{0,9}$/);
  fc.assert(
    fc.property(part, part, part, (host, path, secret) => {
      const name = `https://${host}.test/${path}`;
      expect(addressName(`HTTPS://${host.toUpperCase()}.test:443/./${path}?key=${secret}#${secret}`)).toBe(name);
    }),
  );
});

test.each([
  ["ftp://a.test/"],
  ["https://"],
  ["https:a.test"],
  ["https://user:word@a.test/"],
  ["https://a.test\\.other.test/"],
  ["https://a.test/\n"],
  ["https://ä.test/"],
  [` https://a.test/`],
  [undefined],
])("the address %j is named as unreadable", (url) => {
  expect(addressName(url)).toBe(UNREADABLE);
});

test("a name that is long, empty or not of visible characters is unreadable", () => {
  expect(["x".repeat(256), "x".repeat(257), "", "a b", "a\u200b"].map((name) => shownName(name) === name)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
});
