import fc from "fast-check";
import { expect, test } from "vitest";
import { stringify } from "yaml";
import type { Path } from "@/lib/config/finding";
import { parseYaml, readDocument } from "./document";
import { readSimpleYaml } from "./simple-yaml";

const MOST_NODES = 250_000;

/** Every path of plain data, and below each one that does not exist. */
function pathsOf(value: unknown, path: Path = []): Path[] {
  const own = [path, [...path, "missing"], [...path, 99]];
  if (typeof value !== "object" || value === null) return own;
  return [
    ...own,
    ...Object.entries(value).flatMap(([key, inner]) =>
      pathsOf(inner, [...path, Array.isArray(value) ? Number(key) : key]),
    ),
  ];
}

/** Whether simple text was read; if so, as the parser reads it, every position included. */
function agrees(text: string): boolean {
  const simple = readSimpleYaml(text, MOST_NODES);
  if (!simple) return false;
  const parsed = parseYaml(text);
  expect({ text, value: simple.value, faults: [] }).toEqual({ text, value: parsed.value, faults: parsed.faults });
  for (const path of pathsOf(parsed.value))
    for (const at of ["key", "value"] as const)
      expect({ text, path, at, found: simple.locate(path, at) }).toEqual({
        text,
        path,
        at,
        found: parsed.locate(path, at),
      });
  return true;
}

const FILE = `# A file of the usual form.
general_settings:
  enable_jwt_auth: true   # on
  master_key: os.environ/GATEWAY_MASTER_KEY

  default_team_params:
  fallbacks:
  - "a: #b"
  - 'say "no"'
model_list:
  - model_name: openai/*
    gateway_params: &shared
      model: openai/*
      api_base: http://127.0.0.1:8080/v1
      timeout: 1.5
      input_cost_per_token: 2.5e-6
# Comments may stand anywhere.
  - model_name: azure/*
    gateway_params: *shared
    model_info:
      id: 12
      version: 2024-10-21
      tags:
        - one (first), two
        - null
      last: null
`;

test("a file of the usual form is read without the parser, with the same values and positions", () => {
  expect(agrees(FILE)).toBe(true);
});

const SCALARS = ["0", "7", "007", "0x1f", "0o7", "1.", "1.50", "1e3", "1_000", "4o-mini", "123456789012345678901"];
const WORDS = [
  "a b",
  "a  b",
  "a:b",
  "a: b",
  "a #b",
  "a#b",
  "True",
  "NULL",
  "~",
  "no",
  "-",
  "- a",
  "*a",
  "&a",
  "a*",
  "|",
  ">",
];
const QUOTED = [
  '"a"',
  "'a'",
  '"a\\n"',
  "'a''b'",
  '"',
  '""',
  '"a" b',
  "[a]",
  "{a: b}",
  "!!str a",
  "@a",
  "%a",
  "`a",
  "é",
];
test.each([...SCALARS, ...WORDS, ...QUOTED])("the scalar %s is read as the parser reads it, or left to it", (text) => {
  agrees(`a: ${text}\n`);
  agrees(`- ${text}\n`);
  agrees(`a:\n  - ${text}\n  - b: ${text} # end\n`);
});

test.each([
  ["an alias of what is not there", "a: *b\n"],
  ["an alias inside an anchor", "a: &a\n  b: 1\nc: &c\n  d: *a\n"],
  ["an anchor of nothing", "a: &a\nb: 1\n"],
  ["a key given twice", "a: 1\na: 2\n"],
  ["a merged map", "a: &a\n  b: 1\nc:\n  <<: *a\n"],
  ["a scalar on two lines", "a: b\n  c\n"],
  ["a scalar below its key", "a:\n  b\n"],
  ["a line between two indents", "a:\n    b: 1\n  c: 2\n"],
  ["a second document", "a: 1\n---\nb: 1\n"],
  ["a list behind a map", "a: 1\n- b\n"],
  ["a tab", "a:\tb\n"],
  ["a no-break space behind a scalar", "a: b\u00a0\n"],
  ["a carriage return", "a: 1\r\nb: 2\r\n"],
  ["a name that code may lose", "__proto__: 1\n"],
  ["an empty file", ""],
  ["more values than allowed", `a:\n${"  - b\n".repeat(MOST_NODES)}`],
])("%s is left to the parser", (_, text) => {
  expect(readSimpleYaml(text, MOST_NODES)).toBeUndefined();
});

const PIECES = [
  "a",
  "b",
  "c:",
  "a: ",
  "b: 1",
  "- ",
  "-",
  "\n",
  "\n  ",
  "\n    ",
  "\n- ",
  "\n  - ",
  " ",
  " #",
  "#",
].concat(
  [": ", "&x", " *x", "*x", "'", '"', "a: &x\n  b: 1\n", "c: *x\n", "null", "\na:", "\n  b: ", "\nc: ", "/*", "\n\n"],
  ["0", "1.5", ":", "a:", "\\"],
);
test("whatever is made of pieces of YAML is read as the parser reads it, or left to it", () => {
  const piece = fc.constantFrom(...PIECES);
  let read = 0;
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
      if (agrees(pieces.join(""))) read++;
    }),
    { numRuns: 4_000 },
  );
  expect(read).toBeGreaterThan(40);
});

test("what the library writes is read as the parser reads it", () => {
  const key = fc.constantFrom("a", "model_list", "os.x", "b-c/d");
  const scalar = fc.oneof(
    fc.constantFrom("openai/*", "http://a:1/v1", "", "x y", "true", 1, 0.5, null, true),
    fc.string(),
  );
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof({ maxDepth: 4 }, scalar, fc.array(tie("tree"), { maxLength: 3 }), fc.dictionary(key, tie("tree"))),
  }));
  fc.assert(
    fc.property(fc.dictionary(key, tree), (value) => void agrees(stringify(value))),
    { numRuns: 500 },
  );
});

test("ten thousand entries are read without the parser, with its positions", () => {
  const entries = Array.from({ length: 10_000 }, (_, index) => `  - model_name: family-${index}/*\n    id: ${index}\n`);
  const text = `model_list:\n${entries.join("")}`;
  expect(readSimpleYaml(text, MOST_NODES)).toBeDefined();
  expect(readDocument(text).locate(["model_list", 9_999, "id"], "value")).toEqual({ line: 20_001, column: 9 });
});
