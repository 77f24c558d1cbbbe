import fc from "fast-check";
import { expect, test } from "vitest";
import { SecretBox } from "./secret-box";

const box = new SecretBox("a".repeat(32));

test("a sealed text can be opened again and does not contain the text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 100 }), fc.string(), (text, context) => {
      const sealed = box.seal(text, context);
      expect(box.open(sealed, context)).toEqual({ text });
      if (text.length > 8) expect(sealed).not.toContain(text);
      expect(box.seal(text, context)).not.toBe(sealed);
    }),
  );
});

test("a text sealed with another key is refused with the reason", () => {
  expect(box.open(new SecretBox("b".repeat(32)).seal("x", "row"), "row")).toEqual({ fault: "another key" });
});

test("a text of a previous key is opened, and texts are sealed with the current key alone", () => {
  const rotated = new SecretBox("b".repeat(32), ["c".repeat(32), "a".repeat(32)]);
  expect(rotated.open(box.seal("x", "row"), "row")).toEqual({ text: "x" });
  const sealed = rotated.seal("x", "row");
  expect(sealed.startsWith(rotated.prefix)).toBe(true);
  expect(new SecretBox("b".repeat(32)).open(sealed, "row")).toEqual({ text: "x" });
  expect(box.open(sealed, "row")).toEqual({ fault: "another key" });
});

test("a box that adopts the keys of another one opens and seals as that one does", () => {
  const adopting = new SecretBox("d".repeat(32));
  adopting.adopt(new SecretBox("b".repeat(32), ["a".repeat(32)]));
  expect(adopting.open(box.seal("x", "row"), "row")).toEqual({ text: "x" });
  expect(new SecretBox("b".repeat(32)).open(adopting.seal("x", "row"), "row")).toEqual({ text: "x" });
});

test("a text that an earlier version sealed stays readable", () => {
  const sealed = "v1.ce5ad950.xSz10BYLM1UAFrukmx7RYp74-Oij7ad-wTIZB4MhtCHKK1MzLaQO";
  expect(box.open(sealed, "row")).toEqual({ text: "sk-upstream" });
});

test("a sealed text that is moved to another row, changed anywhere or cut cannot be opened", () => {
  const sealed = box.seal("a secret", "row");
  expect(box.open(sealed, "other row")).toEqual({ fault: "damaged" });
  const body = sealed.lastIndexOf(".") + 1;
  const bytes = Buffer.from(sealed.slice(body), "base64url");
  for (let at = 0; at < bytes.length; at++) {
    const changed = Buffer.from(bytes);
    changed[at]! ^= 1;
    expect(box.open(sealed.slice(0, body) + changed.toString("base64url"), "row")).toEqual({ fault: "damaged" });
  }
  for (const text of ["", "v1", "v2.x.y", sealed.slice(0, body), sealed.slice(0, body + 9)])
    expect(box.open(text, "row")).toHaveProperty("fault");
});
