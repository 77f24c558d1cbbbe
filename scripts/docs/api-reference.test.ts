import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { renderApiReference } from "./api-reference";
import { OPERATIONS } from "../../lib/api/table";

test("docs/reference/api.md is what the table of operations says; if this fails, run node scripts/generate-docs.mjs", async () => {
  const written = await readFile(new URL("../../docs/reference/api.md", import.meta.url), "utf8");
  expect(written).toBe(renderApiReference(OPERATIONS));
});

test("every operation has its heading in docs/reference/api.md", () => {
  const headings = renderApiReference(OPERATIONS).match(/^### .*$/gm);
  expect(headings?.toSorted()).toEqual(OPERATIONS.map(({ method, path }) => `### \`${method} ${path}\``).toSorted());
});
