import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type BlockMark, guideBlocks } from "./guide-blocks";

const root = join(import.meta.dirname, "../..");

const MARKS: [info: string, mark: BlockMark][] = [
  ["sh run", { kind: "run", file: undefined }],
  ["bash run", { kind: "run", file: undefined }],
  ["yaml run config.yaml", { kind: "run", file: "config.yaml" }],
  ["sh norun: needs a cluster", { kind: "norun", reason: "needs a cluster" }],
  ["nginx norun: shown in the test of the proxy", { kind: "norun", reason: "shown in the test of the proxy" }],
  ["json person norun: tried by its cases", { kind: "norun", reason: "tried by its cases" }],
  ["json person", { kind: "faulty", fault: "must say `run` or `norun: REASON`" }],
  ["sh norun:", { kind: "faulty", fault: "must say `run` or `norun: REASON`" }],
  ["sh", { kind: "faulty", fault: "must say `run` or `norun: REASON`" }],
  ["", { kind: "faulty", fault: "must say `run` or `norun: REASON`" }],
  ["sh runs", { kind: "faulty", fault: "must say `run` or `norun: REASON`" }],
  ["sh run config.yaml", { kind: "faulty", fault: "is run, so it names no file" }],
  ["yaml run", { kind: "faulty", fault: "must say `run FILE`: only sh is run itself" }],
];
test.each(MARKS)("the fence of a guide's block that says %j is read as %j", (info, mark) => {
  expect(guideBlocks(`Text\n\n\`\`\`${info}\nls\n\`\`\`\n`)).toMatchObject([{ line: 3, text: "ls", mark }]);
});

test("a fence inside a longer fence is text, and the indentation of a block in a list is dropped", () => {
  const text = "1. First:\n\n   ````md norun: shown\n   ```sh\n   ls\n   ```\n   ````\n";
  expect(guideBlocks(text)).toMatchObject([{ line: 3, language: "md", text: "```sh\nls\n```" }]);
});

test("every block of a document says whether it is run", () => {
  const documents = [
    "CONTRIBUTING.md",
    "README.md",
    ...readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".md"))
      .map((name) => `docs/${name}`),
  ];
  const faults = documents.flatMap((path) =>
    guideBlocks(readFileSync(join(root, path), "utf8")).flatMap(({ line, mark }) =>
      mark.kind === "faulty" ? [`${path}:${line} ${mark.fault}`] : [],
    ),
  );
  expect(documents.length).toBeGreaterThan(50);
  expect(faults).toEqual([]);
});

test("what the guides let a proxy log of an address is its path: a query may hold a key", () => {
  const guide = readFileSync(join(root, "docs/operate/proxies.md"), "utf8");
  const formats = guide.match(/^log_format .*$|log-format ".*"/gm) ?? [];
  expect(formats).toHaveLength(2);
  for (const format of formats) expect(format).not.toMatch(/\$(?:request|request_uri|args|query_string)\b|%r|%HU|%HQ/);
});
