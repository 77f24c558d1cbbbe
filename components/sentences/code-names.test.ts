import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ERRORS } from "@/lib/errors";
import { actionName } from "./action-names";
import { codeName } from "./code-names";

test.each([
  ["role_model_not_allowed", "Model not allowed for the role"],
  ["budget_exceeded", "Budget used up"],
  ["code_of_another_version", "Code of another version"],
  ["constructor", "Constructor"],
])("the code %s is told as %s", (code, words) => expect(codeName(code)).toBe(words));

test("every code has words of its own", () => {
  const words = Object.keys(ERRORS).map(codeName);
  expect(new Set(words).size).toBe(words.length);
});

test.each([
  ["team.member_add", "Added a member"],
  ["organization.create", "Created an organisation"],
  ["customer.block", "Blocked an end user"],
  ["user.delete", "Deleted a user"],
  ["key.regenerate", "Rotated a key"],
  ["session.end", "Ended a session"],
  ["thing.some_act", "Thing: some act"],
  ["constructor", "Constructor"],
])("the action %s is told as %s", (action, words) => expect(actionName(action)).toBe(words));

test("every action that the gateway writes into the audit log is told in words", () => {
  const written = sources(join(import.meta.dirname, "../../lib")).flatMap((text) =>
    [...text.matchAll(/\b(?:action|create|update|delete): "([a-z_]+\.[a-z_]+)"/g)].map(([, action = ""]) => action),
  );
  expect(written.length).toBeGreaterThan(20);
  expect([...new Set(written)].filter((action) => actionName(action).includes(": "))).toEqual([]);
});

/** The sources of the gateway, without its tests. */
function sources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"))
    .map((path) => readFileSync(join(folder, path), "utf8"));
}
