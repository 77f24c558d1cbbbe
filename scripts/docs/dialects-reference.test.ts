import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { renderDialects } from "./dialects-reference";

test("docs/reference/dialects.md is what the tables say; if this fails, run node scripts/generate-docs.mjs", async () => {
  const written = await readFile(new URL("../../docs/reference/dialects.md", import.meta.url), "utf8");
  expect(written).toBe(renderDialects(written));
});

test("a document of dialects without one of the generated parts is a fault", () => {
  expect(() => renderDialects("")).toThrow("providers");
  expect(() => renderDialects("<!-- generated: nonsense --><!-- end -->")).toThrow("nonsense");
});
