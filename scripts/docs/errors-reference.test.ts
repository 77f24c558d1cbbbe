import { readdirSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { RULES } from "@/lib/auth/decide";
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

/** Every sentence in the sources of the rules as a pattern: whatever the rule fills in may be anything. */
const RULES_FOLDER = new URL("../../lib/auth/rules/", import.meta.url);
/** In characters that a rule says itself. A pattern of fewer would fit any sentence. */
const LEAST_SAID = 20;
const SENTENCES: readonly RegExp[] = readdirSync(RULES_FOLDER)
  .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
  .flatMap((name) => [...readFileSync(new URL(name, RULES_FOLDER), "utf8").matchAll(/"([A-Z][^"\n]+\.)"|`([^`\n]+)`/g)])
  .map(([, plain = "", template = ""]) => (plain || template).split(/\$\{(?:[^{}]|\{[^{}]*\})*\}/))
  .filter((parts) => parts.join("").length >= LEAST_SAID)
  .map((parts) => {
    return new RegExp(`^${parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join(".*")}$`);
  });

const REFUSALS = [...new Set(RULES.flatMap(({ codes }) => codes))];
test.each(REFUSALS)("the example of %s is a message that a rule gives", (code) => {
  expect(SENTENCES.length).toBeGreaterThan(50);
  expect(SENTENCES.some((sentence) => sentence.test(ERROR_HELP[code].example))).toBe(true);
});
