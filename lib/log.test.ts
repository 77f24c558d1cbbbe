import { expect, test } from "vitest";
import { createLogger, LOG_LEVELS, type LogForm, type LogLevel } from "./log";

const AT = Date.parse("2026-11-22T09:14:03.512Z");

function linesOf(
  form: LogForm,
  fields: Record<string, unknown> = {},
  levels: readonly LogLevel[] = ["info"],
): string[] {
  const lines: string[] = [];
  const log = createLogger(
    (line) => lines.push(line),
    () => AT,
    () => form,
  );
  for (const level of levels) log[level]?.("room.happened", fields);
  return lines;
}
const json = (fields: Record<string, unknown>): string => linesOf({ level: "info", format: "json" }, fields).join("");
const text = (fields: Record<string, unknown>): string => linesOf({ level: "info", format: "text" }, fields).join("");

const values: [what: string, value: unknown, inJson: string, inText: string][] = [
  ["a word", "gpt-4o", `"gpt-4o"`, "gpt-4o"],
  ["an address", "a@b.test/c:1", `"a@b.test/c:1"`, "a@b.test/c:1"],
  ["words", "two words", `"two words"`, `"two words"`],
  ["an empty text", "", `""`, `""`],
  ["a quotation mark", `say "hi"`, `"say \\"hi\\""`, `"say \\"hi\\""`],
  ["an equals sign", "a=b", `"a=b"`, `"a=b"`],
  ["a line break", "a\nlevel=error", `"a\\nlevel=error"`, `"a\\nlevel=error"`],
  ["a carriage return", "a\rb", `"a\\rb"`, `"a\\rb"`],
  ["a line separator", "a\u2028b", `"a\\u2028b"`, `"a\\u2028b"`],
  ["a next line", "a\u0085b", `"a\\u0085b"`, `"a\\u0085b"`],
  ["a command to the terminal", "\u001b[31m\u009b2J", `"\\u001b[31m\\u009b2J"`, `"\\u001b[31m\\u009b2J"`],
  ["half a surrogate pair", "\ud800", `"\\ud800"`, `"\\ud800"`],
  ["letters beyond ASCII", "Zoë", `"Zoë"`, `"Zoë"`],
  ["a number", 1.5, "1.5", "1.5"],
  ["a tiny number", 1e-9, "1e-9", "1e-9"],
  ["no number", Number.NaN, "null", "null"],
  ["a truth", true, "true", "true"],
  ["a big number", 12n, `"12"`, `"12"`],
  ["nothing", null, "null", "null"],
  ["a list", ["a b", "c\u2028"], `["a b","c\\u2028"]`, `["a b","c\\u2028"]`],
  ["an object", { big: 1n }, `{"big":"1"}`, `{"big":"1"}`],
];
test.each(values)("%s is one value of one line", (_what, value, inJson, inText) => {
  const line = json({ field: value });
  expect(line).toBe(`{"time":"2026-11-22T09:14:03.512Z","level":"info","event":"room.happened","field":${inJson}}\n`);
  expect(() => JSON.parse(line) as unknown).not.toThrow();
  expect(text({ field: value })).toBe(`2026-11-22T09:14:03.512Z INFO  room.happened field=${inText}\n`);
});

test("a field without a value is left out", () => {
  expect(json({ a: undefined, b: 1 })).toContain('"event":"room.happened","b":1}');
  expect(text({ a: undefined, b: 1 })).toContain("room.happened b=1\n");
});

test("an error is written with its name, message and stack, on one line", () => {
  const error = new RangeError("no\nway");
  expect(JSON.parse(json({ error }))).toMatchObject({ error: { name: "RangeError", message: "no\nway" } });
  expect(text({ error }).split("\n")).toHaveLength(2);
});

test.each(LOG_LEVELS)("LOG_LEVEL=%s writes the lines of its level and of more important ones", (level) => {
  const written = linesOf({ level, format: "json" }, {}, LOG_LEVELS).map((line) => JSON.parse(line).level as string);
  expect(written).toEqual(LOG_LEVELS.slice(LOG_LEVELS.indexOf(level)));
});

test("lines for debugging are not even built unless they are read", () => {
  const log = (level: LogLevel) =>
    createLogger(
      () => {},
      () => AT,
      () => ({ level, format: "json" }),
    );
  expect(log("info").debug).toBeUndefined();
  expect(log("debug").debug).toBeDefined();
});

const TOKEN = "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhIn0.c2ln";
test("credentials in any field are blanked out in both formats", () => {
  const fields = { model: "sk-abcdef123456", path: `/v1/${TOKEN}`, list: ["bearer secret-token"] };
  for (const line of [json(fields), text(fields)]) {
    expect(line).not.toMatch(/abcdef|eyJ|secret-token/);
    expect(line.match(/\[redacted\]/g)?.length).toBe(3);
  }
});

const long: [what: string, value: unknown][] = [
  ["a text", "a".repeat(65_000)],
  ["a list", Array.from({ length: 5_000 }, () => "abc")],
  ["an error", new Error("a".repeat(65_000))],
  ["a text of control characters", "\0".repeat(65_000)],
];
test.each(long)("%s that is too long is cut, and its line stays one", (_what, field) => {
  const fields = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`field_${index}`, field]));
  for (const line of [json(fields), text(fields)]) {
    expect(line.length).toBeLessThan(50_000);
    expect(line.split("\n")).toHaveLength(2);
    expect(line).toMatch(/\.\.\. \(\d+ characters\)/);
  }
  expect(() => JSON.parse(json(fields)) as unknown).not.toThrow();
});

test.each([0, 1, 3, 10, 50, 4_095])(
  "a secret that a bound of the line cuts in half is not shown, from %d before it",
  (before) => {
    for (const bound of [4_096, 8_192])
      for (const secret of [
        `sk-${"x".repeat(200)}`,
        `eyJ${"x".repeat(5_000)}.e`,
        "amqp://me:hunter2hunter2@mq",
        "bearer hunter2",
      ]) {
        const field = `${"eyJaaaaaaaaa ".repeat(bound).slice(0, bound - before - 1)} ${secret}${" z".repeat(9_000)}`;
        for (const line of [json({ field }), text({ field })]) expect(line).not.toMatch(/hunter|sk-x|eyJx/);
      }
  },
);
