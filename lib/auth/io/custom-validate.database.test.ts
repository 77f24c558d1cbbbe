import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { errorReply, GatewayError } from "@/lib/errors";
import { CustomValidateError, loadCustomValidate, runCustomValidate } from "./custom-validate";

let folder: string;
let config: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "custom-validate-"));
  config = join(folder, "config.yaml");
  mkdirSync(join(folder, "policy"));
  writeFileSync(
    join(folder, "checks.mjs"),
    `export const good = (claims) => claims.sub === "u1";
     export const later = async (claims) => claims.sub === "u1";
     export function raising() { throw new Error("not today"); }
     export const rejecting = () => Promise.reject("no");
     export const truthy = () => 1;
     export const nothing = () => {};
     export const never = () => new Promise(() => {});
     export const meddling = (claims) => { claims.sub = "admin"; return true; };
     export const number = 7;`,
  );
  writeFileSync(join(folder, "policy", "tokens.cjs"), "exports.check = () => true;");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const claims = { sub: "u1", nested: { list: [1] } };
const run = async (name: string): Promise<unknown> => {
  const validator = await loadCustomValidate(name, config);
  return runCustomValidate(validator, claims).then(
    () => "valid",
    (error: unknown) => error,
  );
};

test.each(["checks.good", "checks.later", "policy.tokens.check", "checks.meddling"])(
  "a validator that returns true lets the token in: %s",
  async (name) => {
    expect(await run(name)).toBe("valid");
    expect(claims.sub).toBe("u1");
  },
);

test.each(["checks.raising", "checks.rejecting", "checks.truthy", "checks.nothing"])(
  "a validator that does not return true refuses with the body of spec 7: %s",
  async (name) => {
    const error = await run(name);
    expect(error).toBeInstanceOf(GatewayError);
    const { status, body, headers } = errorReply(error as GatewayError);
    expect([status, body, headers["www-authenticate"]]).toEqual([401, { error: "Invalid JWT token" }, "Bearer"]);
  },
);

test("a validator that never answers refuses within its time limit", async () => {
  expect(await run("checks.never")).toBeInstanceOf(GatewayError);
}, 5_000);

test.each([
  ["absent.check", "absent.mjs"],
  ["checks.absent", 'no function "absent"'],
  ["checks.number", 'no function "number"'],
  ["checks.toString", 'no function "toString"'],
])("a missing validator stops the start and says what was looked for: %s", async (name, told) => {
  await expect(loadCustomValidate(name, config)).rejects.toThrow(told);
  await expect(loadCustomValidate(name, config)).rejects.toBeInstanceOf(CustomValidateError);
});
