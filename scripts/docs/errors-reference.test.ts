import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { ERRORS } from "@/lib/errors";
import { ERROR_HELP } from "./error-help/error-help";
import { renderErrors } from "./errors-reference";

test("docs/reference/errors.md is what the tables say; if this fails, run node scripts/generate-docs.mjs", async () => {
  const written = await readFile(new URL("../../docs/reference/errors.md", import.meta.url), "utf8");
  expect(written).toBe(renderErrors(written));
});

test("every code has its help, and nothing else has", () => {
  expect(Object.keys(ERROR_HELP).toSorted()).toEqual(Object.keys(ERRORS).toSorted());
});

test.each(Object.entries(ERROR_HELP))(
  "%s says what happened, what to do, and who can",
  (_code, { cause, cure, who }) => {
    expect(cause).toMatch(/^[A-Z`].+\.$/);
    expect(cure).toMatch(/^[A-Z`].+\.$/);
    expect(cause.length + cure.length).toBeLessThan(450);
    expect(new Set(who).size).toBe(who.length);
    expect(who.length).toBeGreaterThan(0);
  },
);
