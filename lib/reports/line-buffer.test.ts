import fc from "fast-check";
import { expect, test } from "vitest";
import { ASCII, LineBuffer, plainCharacters } from "./line-buffer";

const TEXT = fc.string({ unit: fc.oneof(fc.constantFrom("a", "é", "€", "😀", "\ud800", "\0"), fc.string()) });

test("a buffer has the bytes of all texts in their order, and begins again when they are taken", () => {
  fc.assert(
    fc.property(fc.array(TEXT), fc.array(TEXT), (first, then) => {
      const buffer = new LineBuffer();
      for (const texts of [first, then]) {
        for (const text of texts) if (!buffer.appendPlain(text, ASCII)) buffer.append(text);
        expect(Buffer.from(buffer.take())).toEqual(Buffer.from(texts.join("")));
      }
      expect(buffer.take()).toHaveLength(0);
    }),
  );
});

test("a text of which one character is not plain is left out as a whole", () => {
  const buffer = new LineBuffer();
  const digits = plainCharacters((character) => /\d/.test(character));
  expect(["12", "1a", "", "é", "34", "5\u0131"].map((text) => buffer.appendPlain(text, digits))).toEqual([
    true,
    false,
    true,
    false,
    true,
    false,
  ]);
  expect(Buffer.from(buffer.take()).toString()).toBe("1234");
});

test("bytes stand between texts as they are", () => {
  const buffer = new LineBuffer();
  buffer.append("é");
  buffer.appendBytes(Buffer.from("€ "));
  buffer.appendPlain("a", ASCII);
  expect(Buffer.from(buffer.take()).toString()).toBe("é€ a");
});

test("what was taken stays as it was, however much is appended afterwards", () => {
  const buffer = new LineBuffer();
  buffer.append("first");
  const taken = buffer.take();
  for (let times = 0; times < 5_000; times++) buffer.append("further ");
  expect(Buffer.from(taken).toString()).toBe("first");
  expect(Buffer.from(buffer.take()).toString()).toBe("further ".repeat(5_000));
});
