import fc from "fast-check";
import { expect, test } from "vitest";
import { outlineOf } from "./outline";

const LONG = "a word ".repeat(300);

/** Of an object whose strings may be shortened up to its metadata. `offset`: where it begins in its memory. */
function outline(json: string | Buffer, offset = 0): ReturnType<typeof outlineOf> {
  const bytes = Buffer.from(json);
  const moved = Buffer.alloc(bytes.length + offset).subarray(offset);
  bytes.copy(moved);
  const metadata = bytes.indexOf(',"metadata":');
  return outlineOf(moved, [{ start: 1, end: metadata === -1 ? bytes.length : metadata }]);
}

test("a long text of the content ends early, and everything else is whole", () => {
  const body = {
    model: "m",
    messages: [
      { role: "user", content: LONG },
      { role: "user", content: "short" },
    ],
    system: LONG,
    metadata: { note: LONG },
  };
  expect(outline(JSON.stringify(body))).toEqual({
    isWhole: false,
    value: {
      ...body,
      messages: [
        { role: "user", content: LONG.slice(0, 128) },
        { role: "user", content: "short" },
      ],
      system: LONG.slice(0, 128),
    },
  });
});

test("a body without long texts is whole", () => {
  expect(outline('{"messages":[{"content":"short"}]}')).toEqual({
    isWhole: true,
    value: { messages: [{ content: "short" }] },
  });
});

test("a long text that does not begin plainly is kept whole", () => {
  for (const content of [`\n${LONG}`, `é${LONG}`, `"${LONG}`])
    expect(outline(JSON.stringify({ messages: [{ content }] }))?.value).toEqual({ messages: [{ content }] });
});

test.each([
  ["a control character", `${LONG}\n`],
  ["a NUL", `${LONG}\0${LONG}`],
  ["an escape that there is not", `${LONG}\\x`],
  ["half an escape", `${LONG}\\u12`],
  ["an escape with another letter", `${LONG}\\u12G4`],
])("a long text with %s is not valid", (_what, raw) => {
  for (let offset = 0; offset < 4; offset++)
    expect(outline(`{"messages":[{"content":"${raw}"}]}`, offset), String(offset)).toBeUndefined();
});

test("a long text that is not UTF-8 is not valid", () => {
  const [before, after] = [`{"messages":"${LONG}`, '"}'];
  expect(outline(Buffer.concat([Buffer.from(before), Buffer.of(0xc3), Buffer.from(after)]))).toBeUndefined();
});

test("a text that nothing closes is not valid", () => {
  for (const end of ["", "\\", '\\"', '"', '"]', '"]}x', '"]}"'])
    expect(outline(`{"messages":["${LONG}${end}`), end).toBeUndefined();
});

/** Pieces of texts, right and wrong, as they stand between quotes. */
const piece = fc.oneof(
  { weight: 6, arbitrary: fc.string({ unit: "grapheme" }).map((text) => JSON.stringify(text).slice(1, -1)) },
  { weight: 3, arbitrary: fc.constantFrom("\\n", '\\"', "\\\\", "\\/", "\\u00e9", "\\ud83d\\ude00", "\\u0000") },
  { weight: 1, arbitrary: fc.constantFrom("\\", '"', "\n", "\\x", "\\u12", "\\uzzzz", "\t", "\x1f", "\x7f", "€", "}") },
);
const longText = fc
  .tuple(fc.array(piece, { maxLength: 12 }), fc.integer({ min: 0, max: 7 }))
  .map(([pieces, shift]) => `${"x".repeat(128 + shift)}${LONG}${pieces.join("plain text ")}`);

test("an outline is valid exactly where a parser takes the whole", () => {
  fc.assert(
    fc.property(longText, longText, fc.integer({ min: 0, max: 3 }), (one, other, offset) => {
      const json = `{"model":"m","messages":[{"content":"${one}"},{"content":"${other}"}],"n":1}`;
      const found = outline(json, offset);
      const whole = parsed(json);
      expect(found === undefined).toBe(whole === undefined);
      if (found && whole) expect(found.value).toEqual(shortened(whole));
    }),
    { numRuns: 500 },
  );
});

function parsed(json: string): object | undefined {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** What the outline of a value is: its long texts begin plainly. */
function shortened(value: unknown): unknown {
  if (typeof value === "string") return Buffer.byteLength(JSON.stringify(value)) > 1025 ? value.slice(0, 128) : value;
  if (Array.isArray(value)) return value.map(shortened);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shortened(member)]));
}
