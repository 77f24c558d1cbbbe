import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { FINDINGS } from "@/lib/config/finding";
import { FINDING_CURES } from "./finding-help/cures";
import { renderFindings } from "./findings-reference";

test("docs/reference/findings.md is what the tables say; if this fails, run node scripts/generate-docs.mjs", async () => {
  expect(await readFile(new URL("../../docs/reference/findings.md", import.meta.url), "utf8")).toBe(renderFindings());
});

test("every finding has its entry, and fifty of them an example at least", () => {
  const text = renderFindings();
  for (const number of Object.keys(FINDINGS)) expect(text).toContain(`\n## ${number}\n`);
  expect(Object.keys(FINDING_CURES).toSorted()).toEqual(Object.keys(FINDINGS).toSorted());
  expect(text.split("norun: gives this finding").length - 1).toBeGreaterThan(50);
});
