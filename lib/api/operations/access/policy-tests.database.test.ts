import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Services } from "@/lib/gateway/services";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { configContracts } from "@/lib/wire/contracts/config";
import { ACCESS_CONFIG } from "@/testing/gateway/access-config";
import { askOperation } from "@/testing/gateway/ask-operation";
import { composeTestServices } from "@/testing/gateway/test-services";

let server: TestDatabase;
let services: Services;
const closers: (() => Promise<void>)[] = [];
beforeAll(async () => {
  server = await startTestDatabase();
});
beforeEach(async () => {
  const log = { info() {}, warn() {}, error() {} };
  const started = await composeTestServices({ databaseUrl: await server.createDatabase(), config: ACCESS_CONFIG, log });
  services = started.services;
  closers.push(started.close);
});
afterAll(async () => {
  for (const close of closers.reverse()) await close();
  await server.stop();
});

const policy = (expected: string) => ({
  policy_tests: [
    {
      name: "guests may not call",
      claims: { roles: ["guest"] },
      request: { model: "gpt-4o" },
      expect: expected,
    },
  ],
});

test("POST /config/validate answers the result of each policy test of the draft, tried on the draft", async () => {
  const { body } = await askOperation(services, configContracts.validate, { settings: policy("role_not_mapped") });
  expect(body.policy_tests).toEqual([
    {
      name: "guests may not call",
      passed: true,
      expected: "role_not_mapped",
      found: "role_not_mapped by the rule role",
      rule: "role",
      sentence: expect.stringContaining("expected role_not_mapped, found role_not_mapped by the rule role: "),
    },
  ]);
  expect(body.findings).toMatchObject([{ number: "C141", path: "role_mappings.0.role" }]);
  const off = await askOperation(services, configContracts.validate, {
    settings: { ...policy("role_not_mapped"), enforce_rbac: false },
  });
  expect(off.body.valid).toBe(true);
  expect(off.body.policy_tests).toMatchObject([{ passed: false, found: "team_required by the rule team" }]);
});

test("a policy test of an existing key reads that key, and one of a key that is none fails", async () => {
  const id = "k1";
  const key = { id, hash: "0".repeat(64), name: "sk-...abcd", models: ["gpt-*"] };
  await services.database.prisma.key.create({ data: key });
  const about = (key_id: string, model: string, expect: string) => ({
    name: `${key_id} and ${model}`,
    key_id,
    request: { model },
    expect,
  });
  const { body } = await askOperation(services, configContracts.validate, {
    settings: {
      policy_tests: [
        about(id, "gpt-4o", "allow"),
        about(id, "claude", "key_model_not_allowed"),
        about("none", "gpt-4o", "allow"),
        { ...about(id, "gpt-3", "allow"), key: {} },
      ],
    },
  });
  expect(body.policy_tests?.map(({ passed }) => passed)).toEqual([true, true, false, false]);
  expect(body.policy_tests?.[2]?.sentence).toContain('There is no key "none" here.');
  expect(body.policy_tests?.[3]?.sentence).toContain("Give one of claims, key and key_id.");
});

test("a failing policy test stops a save with policy_test_failed unless it is forced, and then a rollback too", async () => {
  const first = await askOperation(services, configContracts.saveRevision, {
    settings: policy("role_not_mapped"),
    base_revision: null,
  });
  expect(first.status).toBe(200);
  const draft = { settings: policy("allow"), base_revision: first.body.revision.id };
  const refused = await askOperation(services, configContracts.saveRevision, draft);
  expect(refused).toMatchObject({
    status: 422,
    body: {
      error: { code: "policy_test_failed", param: "settings.policy_tests" },
      findings: [{ number: "C140", path: "policy_tests.0" }],
      policy_tests: [{ passed: false, expected: "allow", found: "role_not_mapped by the rule role" }],
    },
  });
  expect(refused.body.error.message).toContain('"guests may not call" expected allow, found role_not_mapped');
  expect(await services.database.prisma.configRevision.count()).toBe(1);

  const forced = await askOperation(services, configContracts.saveRevision, { ...draft, force: true });
  expect(forced.status).toBe(200);
  expect(forced.body.findings.map(({ number }: { number: string }) => number)).toContain("C140");
  const { id, comment } = forced.body.revision;
  expect(comment).toBe("(saved although 1 policy test fails)");
  expect((await askOperation(services, configContracts.rollBack, { revision: id })).status).toBe(422);
  expect((await askOperation(services, configContracts.rollBack, { revision: id, force: true })).status).toBe(200);
});

test("a policy test reads the teams that it does not assume from the database", async () => {
  const settings = {
    enforce_rbac: false,
    policy_tests: [
      { name: "t1 is blocked", claims: { client_id: "t1" }, request: { model: "gpt-4o" }, expect: "team_blocked" },
    ],
  };
  const results = async () => (await askOperation(services, configContracts.validate, { settings })).body.policy_tests;
  expect(await results()).toMatchObject([{ passed: false }]);
  await services.database.prisma.team.create({ data: { id: "t2", blocked: true } });
  settings.policy_tests[0]!.claims.client_id = "t2";
  expect(await results()).toMatchObject([{ passed: true }]);
});
