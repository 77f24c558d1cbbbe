import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { renderClaims } from "./claims-reference";

test("docs/reference/claims.md is what the tables say; if this fails, run node scripts/generate-docs.mjs", async () => {
  const written = await readFile(new URL("../../docs/reference/claims.md", import.meta.url), "utf8");
  expect(written).toBe(renderClaims(written));
});
