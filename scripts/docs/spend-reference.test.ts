import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { renderSpend } from "./spend-reference";

test("docs/explain/spend.md names the columns of an export; if this fails, run node scripts/generate-docs.mjs", async () => {
  const written = await readFile(new URL("../../docs/explain/spend.md", import.meta.url), "utf8");
  expect(written).toBe(renderSpend(written));
  expect(written).toContain("`first_token_ms`");
});
