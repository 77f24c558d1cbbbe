import fc from "fast-check";
import { expect, test } from "vitest";
import { shortenJson, shortenText } from "./shorten-json";

const LIMIT = 2_000;
const shorten = (value: unknown, limit = LIMIT) => shortenJson(Buffer.from(JSON.stringify(value)), limit);
const media = (length: number): string => `data:image/png;base64,${"iVBORw0KGgo".repeat(length / 11)}`;

test("what fits is kept as it is, numbers and blanks included", () => {
  const text = '{ "seed" : 12345678901234567890, "n": 1.0 }';
  expect(shortenJson(Buffer.from(text), LIMIT)).toEqual({ text, isCut: false });
});

test("an image that does not fit is marked, and everything around it is kept", () => {
  const image = media(11_000);
  const { text, isCut } = shorten({ model: "m", messages: [{ role: "user", content: [image, "What is this?"] }] });
  expect(isCut).toBe(true);
  expect(JSON.parse(text)).toEqual({
    model: "m",
    messages: [
      { role: "user", content: [`${image.slice(0, 64)}… [${image.length - 64} bytes not kept]`, "What is this?"] },
    ],
  });
});

test("an image that fits is kept beside one that does not", () => {
  const [small, large] = [media(330), media(11_000)];
  const [first, second] = JSON.parse(shorten([small, large]).text);
  expect(first).toBe(small);
  expect(second).toMatch(/ bytes not kept\]$/);
});

test("a long text keeps its beginning", () => {
  const [text, after] = JSON.parse(shorten(["wörds ".repeat(1_000), "after"]).text);
  expect(text).toMatch(/^(wörds )+(w|wö|wör|wörd|wörds)?… \[\d+ bytes not kept\]$/);
  expect(after).toBe("after");
});

test.each([
  ["a string", (text: string) => JSON.parse(shorten([text]).text)[0] as string],
  ["a whole text", (text: string) => shortenText(Buffer.from(text), LIMIT / 4).text],
])("a cut leaves no part of a word, which may be a credential: %s", (_, cut) => {
  const secret = `postgres://gateway:${"geheim".repeat(10)}@db.example`;
  for (let before = 420; before < 500; before++)
    expect(cut(`${"x".repeat(before)} ${secret} ${"after ".repeat(500)}`)).not.toMatch(/geheim(?!.*@db\.example)/);
  // What is no word is kept as far as there is room.
  expect(cut("x.".repeat(9_000))).toMatch(/^(x\.){250}/);
});

test("of too many messages the first ones are kept, each of them whole", () => {
  const messages = Array.from({ length: 500 }, (_, at) => ({ role: "user", content: `Message ${at}` }));
  const { text } = shorten({ messages });
  const kept = JSON.parse(text).messages;
  expect(kept.length).toBeGreaterThan(20);
  expect(kept.slice(0, -1)).toEqual(messages.slice(0, kept.length - 1));
});

test("whatever a value is, what is kept of it is JSON within the limit", () => {
  const value = fc.jsonValue({ stringUnit: "binary" });
  const long = fc.array(fc.tuple(value, fc.string({ unit: "binary", minLength: 300, maxLength: 900 })), {
    minLength: 1,
  });
  fc.assert(
    fc.property(long, fc.integer({ min: 64, max: 700 }), (list, limit) => {
      const { text, isCut } = shorten(list, limit);
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(limit);
      const kept: unknown = JSON.parse(text);
      if (!isCut) expect(kept).toEqual(JSON.parse(JSON.stringify(list)));
    }),
  );
});

test("a text that cannot be parsed keeps its beginning, in whole characters", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", minLength: 10 }), fc.integer({ min: 4, max: 30 }), (text, limit) => {
      const bytes = Buffer.from(text);
      const kept = shortenText(bytes, limit);
      expect(bytes.toString("utf8").startsWith(kept.text)).toBe(true);
      expect(kept.isCut).toBe(bytes.length > limit);
    }),
  );
});

test("a huge string costs no more than a long one", () => {
  const { text } = shorten({ input: "a ".repeat(20_000_000), after: 1 });
  expect(JSON.parse(text).after).toBe(1);
});
