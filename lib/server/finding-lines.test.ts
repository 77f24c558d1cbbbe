import { expect, test } from "vitest";
import { findingLines } from "./finding-lines";

const found = {
  severity: "warning",
  number: "C030",
  path: "general_settings.enable_jwt_auth",
  message: "is on",
  file: "c.yaml",
  line: 2,
} as const;
const HERE = { host: "127.0.0.1", port: 4000, basePath: "" };

const CASES: [
  what: string,
  environment: Parameters<typeof findingLines>[1],
  published: string | undefined,
  where: string,
][] = [
  ["the console", { ...HERE, console: true }, undefined, "http://127.0.0.1:4000/console/docs/reference/findings"],
  [
    "the console below a path",
    { ...HERE, console: true, basePath: "/llm" },
    undefined,
    "http://127.0.0.1:4000/llm/console/docs/reference/findings",
  ],
  ["docs_url", { ...HERE, console: true }, "https://docs.example", "https://docs.example/reference/findings"],
  ["the files, without a console", { ...HERE, console: false }, undefined, "docs/reference/findings.md"],
];
test.each(CASES)("the findings of a start lead to %s", (_what, environment, published, where) => {
  expect(findingLines([found], environment, published).at(-1)).toBe(`${where} explains each number.`);
});

test("without findings nothing is printed", () => {
  expect(findingLines([], { ...HERE, console: true }, undefined)).toEqual([]);
});
