import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
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
     export const refusing = () => { throw Object.assign(new Error("with our own words"), { code: "custom" }); };
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
    expect([status, body, headers["www-authenticate"]]).toEqual([
      401,
      { error: "Invalid JWT token" },
      'Bearer error="invalid_token", error_description="Invalid JWT token"',
    ]);
  },
);

test.each([
  ["checks.raising", "It threw: not today"],
  ["checks.rejecting", "It threw: no"],
  ["checks.refusing", "It threw: with our own words"],
  ["checks.nothing", "It did not return true."],
  ["checks.never", "It took longer than 2 s."],
])("a refusal of %s says for administrators alone: %s", async (name, detail) => {
  const error = await run(name);
  expect(error).toMatchObject({ code: "custom_validation_failed", options: { detail } });
  expect(JSON.stringify(errorReply(error as GatewayError))).not.toContain(detail);
});

describe("a changed module", () => {
  const answerOf = async (name: string): Promise<unknown> => (await loadCustomValidate(name, config))({});

  test.each([
    ["mjs", (answer: boolean) => `export const check = () => ${answer};`],
    ["cjs", (answer: boolean) => `exports.check = () => ${answer};`],
  ])("of the kind .%s is in force when it is loaded again", async (extension, source) => {
    const path = join(folder, `changing-${extension}.${extension}`);
    writeFileSync(path, source(true));
    expect(await answerOf(`changing-${extension}.check`)).toBe(true);
    writeFileSync(path, source(false));
    expect(await answerOf(`changing-${extension}.check`)).toBe(false);
  });

  test("that cannot be run is an error which says why", async () => {
    writeFileSync(join(folder, "broken.mjs"), "export const check = () => {");
    await expect(loadCustomValidate("broken.check", config)).rejects.toThrow(/broken\.mjs cannot be loaded: /);
    await expect(loadCustomValidate("broken.check", config)).rejects.toBeInstanceOf(CustomValidateError);
  });
});

test.each([
  ["absent.check", "absent.mjs"],
  ["checks.absent", 'no function "absent"'],
  ["checks.number", 'no function "number"'],
  ["checks.toString", 'no function "toString"'],
])("a missing validator stops the start and says what was looked for: %s", async (name, told) => {
  await expect(loadCustomValidate(name, config)).rejects.toThrow(told);
  await expect(loadCustomValidate(name, config)).rejects.toBeInstanceOf(CustomValidateError);
});
