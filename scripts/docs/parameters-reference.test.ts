import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { renderParameters } from "./parameters-reference";

test("docs/reference/parameters.md is what the tables say; if this fails, run node scripts/generate-docs.mjs", async () => {
  const written = await readFile(new URL("../../docs/reference/parameters.md", import.meta.url), "utf8");
  expect(written).toBe(renderParameters(written));
  expect(written.split("\n").filter((line) => line.startsWith("## ") && line.includes(" to "))).toHaveLength(20);
});

test("a document of parameters without its tables is a fault", () => {
  expect(() => renderParameters("")).toThrow("pairs");
});
