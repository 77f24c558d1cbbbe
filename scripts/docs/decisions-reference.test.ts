import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { renderDecisions } from "./decisions-reference";
import { OPERATIONS } from "../../lib/api/table";

test("docs/decisions.md is what the tables say; if this fails, run node scripts/generate-docs.mjs", async () => {
  const written = await readFile(new URL("../../docs/decisions.md", import.meta.url), "utf8");
  expect(written).toBe(renderDecisions(written, OPERATIONS));
});

test("a document of decisions without one of the generated parts is a fault", () => {
  expect(() => renderDecisions("<!-- generated: rules --><!-- end -->", OPERATIONS)).toThrow("families");
  expect(() => renderDecisions("<!-- generated: nonsense --><!-- end -->", OPERATIONS)).toThrow("nonsense");
});
