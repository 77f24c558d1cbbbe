import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { renderCallRow } from "./call-row";

test("the generated code of a call's row is that of the table: run node scripts/generate-call-row.mjs", async () => {
  expect(readFileSync("lib/calls/generated-row.ts", "utf8")).toBe(await renderCallRow());
});
