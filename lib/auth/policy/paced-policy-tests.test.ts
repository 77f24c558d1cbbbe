import { expect, test } from "vitest";
import { findOperation } from "@/lib/api/table";
import { policyTest, type PolicyTest } from "@/lib/config/policy-test-schema";
import { jwtAuth } from "@/lib/config/schema";
import { createPace } from "@/lib/time/io/pace";
import { EMPTY_DIRECTORY } from "./assuming-directory";
import { runPolicyTests } from "./run-policy-tests";

const GROUPS = { user_id_jwt_field: "sub", user_id_upsert: true, team_ids_jwt_field: "groups" };
const ROLES = { enforce_rbac: true, roles_jwt_field: "roles" };

const written = (test: Record<string, unknown>): PolicyTest =>
  policyTest.parse({ name: "a test", request: { model: "gpt-4o" }, expect: "allow", ...test });

test("tests that take long let the thread serve calls between them", async () => {
  // As many as are tried at once. What is found for a group is remembered, so each test has its own.
  const mappings = Array.from({ length: 600 }, (_, at) => ({ group: `/group-*-${at}*/x`, team_id: "t" }));
  const groupsOf = (test: number) => Array.from({ length: 100 }, (_, at) => `/group-${test}-${at}-other/x`);
  const settings = { jwtAuth: jwtAuth.parse({ ...GROUPS, group_mappings: mappings }) };
  const tests = Array.from({ length: 20 }, (_, at) => written({ claims: { sub: "u", groups: groupsOf(at) } }));
  let turns = 0;
  let clock = 0;
  let isDone = false;
  const count = (): void => {
    turns++;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  const world = {
    settings,
    scope: "shared",
    directory: EMPTY_DIRECTORY,
    find: findOperation,
    pace: createPace(1_000_000, () => (clock += 20)),
    now: 0,
  } as const;
  const results = await runPolicyTests(tests, world);
  isDone = true;
  expect(results).toHaveLength(20);
  expect(results.map(({ sentence }) => sentence).filter((sentence) => sentence.includes("cannot be asked"))).toEqual(
    [],
  );
  // Each test takes a slice, so the thread is free once between any two.
  expect(turns).toBeGreaterThanOrEqual(tests.length - 1);
});

test("tests behind others that took too long are not asked, and say so", async () => {
  const settings = { jwtAuth: jwtAuth.parse(ROLES) };
  const answers = [true, false, false];
  const world = { settings, scope: "shared", directory: EMPTY_DIRECTORY, find: findOperation, now: 0 } as const;
  const tests = answers.map(() => written({ claims: { sub: "u", roles: ["scientist"] } }));
  const results = await runPolicyTests(tests, { ...world, pace: async () => answers.shift() ?? false });
  expect(results.map(({ sentence }) => /took too long/.test(sentence))).toEqual([false, true, true]);
});
