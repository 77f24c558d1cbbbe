import fc from "fast-check";
import { expect, test } from "vitest";
import { ASCII, LineBuffer, plainCharacters } from "./line-buffer";

const TEXT = fc.string({ unit: fc.oneof(fc.constantFrom("a", "é", "€", "😀", "\ud800", "\0"), fc.string()) });

test("a buffer has the bytes of all texts in their order, and begins again when they are taken", () => {
  fc.assert(
    fc.property(fc.array(TEXT), fc.array(TEXT), (first, then) => {
      const buffer = new LineBuffer();
      for (const texts of [first, then]) {
        for (const text of texts) {
          const bytes = Buffer.from(text);
          if (!buffer.appendCell(bytes, 0, bytes.length, ASCII)) buffer.append(text);
        }
        expect(Buffer.from(buffer.take())).toEqual(Buffer.from(texts.join("")));
      }
      expect(buffer.take()).toHaveLength(0);
    }),
  );
});

test("a part of which one character is not plain is left out as a whole", () => {
  const buffer = new LineBuffer();
  const digits = plainCharacters((character) => /\d/.test(character));
  const text = Buffer.from("012,1a,é");
  const parts = [
    [0, 3],
    [1, 3],
    [4, 6],
    [5, 5],
    [7, 9],
  ] as const;
  expect(parts.map(([from, to]) => buffer.appendCell(text, from, to, digits))).toEqual([
    true,
    true,
    false,
    true,
    false,
  ]);
  expect(Buffer.from(buffer.take()).toString()).toBe("01212");
});

test("bytes stand between texts as they are", () => {
  const buffer = new LineBuffer();
  buffer.append("é");
  buffer.appendBytes(Buffer.from("€ "));
  buffer.append("a");
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
