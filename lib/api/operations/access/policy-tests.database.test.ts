import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { parse } from "yaml";
import { findOperation } from "@/lib/api/table";
import type { CallerContext, CallerOperation } from "@/lib/api/operation";
import type { Services } from "@/lib/gateway/services";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { composeTestServices } from "@/testing/gateway/test-services";
import * as operations from "./config";

const validateConfig = operations.validateConfig(findOperation);
const saveConfigRevision = operations.saveConfigRevision(findOperation);
const rollBackConfig = operations.rollBackConfig(findOperation);

const YAML = [
  "general_settings: {enable_jwt_auth: true}",
  "environment_variables: {JWT_PUBLIC_KEY_URL: 'https://login.example/keys', JWT_AUDIENCE: gateway}",
  "model_list: [{model_name: gpt-4o, gateway_params: {model: openai/gpt-4o, api_key: sk-upstream}}]",
  "gateway_jwtauth:",
  "  enforce_rbac: true",
  "  roles_jwt_field: roles",
  "  role_mappings: [{role: dev, internal_role: internal_user}]",
].join("\n");

let server: TestDatabase;
let services: Services;
const closers: (() => Promise<void>)[] = [];
beforeAll(async () => {
  server = await startTestDatabase();
});
beforeEach(async () => {
  const log = { info() {}, warn() {}, error() {} };
  const started = await composeTestServices({ databaseUrl: await server.createDatabase(), config: parse(YAML), log });
  services = started.services;
  closers.push(started.close);
});
afterAll(async () => {
  for (const close of closers.reverse()) await close();
  await server.stop();
});

/** Calls an operation as the doors do: input through its schema, answer as JSON. */
async function call(
  operation: CallerOperation,
  input: unknown,
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- JSON, asserted on
): Promise<{ status: number; body: any }> {
  const context = { services, caller: { actor: "user admin" } } as unknown as CallerContext;
  const reply = await operation.answer(context, input);
  const body = JSON.parse(String(reply.body));
  if (reply.status === 200) operation.output.parse(body);
  return { status: reply.status, body };
}

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
  const { body } = await call(validateConfig, { settings: policy("role_not_mapped") });
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
  const off = await call(validateConfig, {
    settings: { ...policy("role_not_mapped"), enforce_rbac: false },
  });
  expect(off.body.valid).toBe(true);
  expect(off.body.policy_tests).toMatchObject([{ passed: false, found: "team_required by the rule team" }]);
});

test("a failing policy test stops a save with policy_test_failed unless it is forced, and then a rollback too", async () => {
  const first = await call(saveConfigRevision, {
    settings: policy("role_not_mapped"),
    base_revision: null,
  });
  expect(first.status).toBe(200);
  const draft = { settings: policy("allow"), base_revision: first.body.revision.id };
  const refused = await call(saveConfigRevision, draft);
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

  const forced = await call(saveConfigRevision, { ...draft, force: true });
  expect(forced.status).toBe(200);
  expect(forced.body.findings.map(({ number }: { number: string }) => number)).toContain("C140");
  const { id, comment } = forced.body.revision;
  expect(comment).toBe("(saved although 1 policy test fails)");
  expect((await call(rollBackConfig, { revision: id })).status).toBe(422);
  expect((await call(rollBackConfig, { revision: id, force: true })).status).toBe(200);
});

test("a policy test reads the teams that it does not assume from the database", async () => {
  const settings = {
    enforce_rbac: false,
    policy_tests: [
      { name: "t1 is blocked", claims: { client_id: "t1" }, request: { model: "gpt-4o" }, expect: "team_blocked" },
    ],
  };
  const results = async () => (await call(validateConfig, { settings })).body.policy_tests;
  expect(await results()).toMatchObject([{ passed: false }]);
  await services.database.prisma.team.create({ data: { id: "t2", blocked: true } });
  settings.policy_tests[0]!.claims.client_id = "t2";
  expect(await results()).toMatchObject([{ passed: true }]);
});
