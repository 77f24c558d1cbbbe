import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { renderMetricsReference } from "./metrics-reference";

test("docs/reference/metrics.md is what the table says; if this fails, run node scripts/generate-docs.mjs", async () => {
  const written = await readFile(new URL("../../docs/reference/metrics.md", import.meta.url), "utf8");
  expect(written).toBe(renderMetricsReference(written));
});
