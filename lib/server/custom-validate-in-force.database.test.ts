import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { runCustomValidate } from "@/lib/auth/io/custom-validate";
import { readEnvironment } from "@/lib/config/io/environment";
import { formatFinding, type Finding } from "@/lib/config/finding";
import { loadConfig } from "@/lib/settings/io/load";
import type { LoadedConfig } from "./configuration";
import { watchConfiguration } from "./configuration-watch";
import { type CustomValidateInForce, openCustomValidate } from "./custom-validate-in-force";

const log = { info() {}, warn() {}, error() {} };
let folder: string;
let path: string;
let customValidate: CustomValidateInForce;
let reload: () => Promise<void>;
let close: () => void;
interface State {
  replaced: number;
  refusals: readonly Finding[];
  settingsFail: boolean;
}
/** What became of the settings in this test. A reload of the test before may still be under way. */
let state: State;

const module = (answer: string): void =>
  writeFileSync(join(folder, "checks.mjs"), `export const check = () => ${answer};`);
const file = (name: string | undefined, issuers: readonly object[] = []): void =>
  writeFileSync(path, `gateway_jwtauth: ${JSON.stringify({ custom_validate: name, issuers })}\n`);

/**
 * What the function in force says about a token: "accepted", the reason of its refusal, or "none" without a function.
 */
async function verdict(issuer?: string): Promise<unknown> {
  const validator = customValidate.inForce(issuer);
  if (!validator) return "none";
  return runCustomValidate(validator, {}).then(
    () => "accepted",
    (error: { options: { detail: string } }) => error.options.detail,
  );
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "custom-validate-in-force-"));
  path = join(folder, "config.yaml");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(async () => {
  module("true");
  file("checks.check");
  const own: State = { replaced: 0, refusals: [], settingsFail: false };
  state = own;
  const environment = readEnvironment({ GATEWAY_CONFIG: path });
  const config = await loadConfig(path, { environment, isKnownProvider: () => true, missing: "error" });
  const started: LoadedConfig = { ...config, file: config.file! };
  const opened = (customValidate = await openCustomValidate(started));
  const settings = {
    replaceFile: async () => {
      if (own.settingsFail) throw new TypeError("there is no master key");
      own.replaced++;
    },
  };
  const watch = watchConfiguration({
    started,
    path,
    settings: {
      replaceFile: (after, findings) => opened.replaceFile(settings, { ...after, environment }, findings),
      refuseFile: (findings) => void (own.refusals = findings),
    },
    log,
  });
  ({ reload, close } = watch);
  return close;
});

test("a reload loads the function again", async () => {
  expect(await verdict()).toBe("accepted");
  module('(() => { throw new Error("alice has left") })()');
  await reload();
  expect([await verdict(), state.replaced, state.refusals]).toEqual(["It threw: alice has left", 1, []]);
});

test.each([
  ["a module that cannot be run", () => module("{"), /cannot be loaded/],
  ["a module without the function", () => file("checks.absent"), /exports no function "absent"/],
  ["a module that is gone", () => file("absent.check"), /none of .* exists/],
])("with %s the whole old file stays in force, and a finding says so", async (_what, spoil, reason) => {
  spoil();
  await reload();
  expect([await verdict(), state.replaced]).toEqual(["accepted", 0]);
  expect(state.refusals.map(formatFinding)).toEqual([expect.stringMatching(/warning C058 .*C090 custom_validate: /)]);
  expect(state.refusals[0]?.message).toMatch(reason);
});

test("a file that cannot be put in force keeps the old function", async () => {
  state.settingsFail = true;
  module("false");
  await reload();
  expect([await verdict(), state.replaced, state.refusals.length]).toEqual(["accepted", 0, 1]);
});

test("a file that is being read when the watch closes is not put in force", async () => {
  const reading = reload();
  close();
  await reading;
  expect(state).toMatchObject({ replaced: 0, refusals: [] });
});

test("a file without the function removes it", async () => {
  file(undefined);
  await reload();
  expect([await verdict(), state.replaced]).toEqual(["none", 1]);
});

test("an issuer may have a function of its own, or none", async () => {
  writeFileSync(join(folder, "own.mjs"), "export const refuse = () => false;");
  const entry = (issuer: string) => ({ issuer, jwks_url: `${issuer}/keys` });
  file("checks.check", [
    { ...entry("https://own.test"), custom_validate: "own.refuse" },
    { ...entry("https://none.test"), custom_validate: null },
    entry("https://shared.test"),
  ]);
  await reload();
  expect(await verdict()).toBe("accepted");
  expect(await verdict("https://own.test")).toBe("It did not return true.");
  expect(await verdict("https://none.test")).toBe("none");
  expect(await verdict("https://shared.test")).toBe("accepted");
});
