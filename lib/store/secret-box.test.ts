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
