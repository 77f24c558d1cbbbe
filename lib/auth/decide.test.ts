import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ERRORS } from "@/lib/errors";
import { inputOf, runCase } from "@/testing/auth/decision-case";
import { allow, chat, jwt } from "./cases/case";
import { decide, RULES } from "./decide";
import { DECISION_CASES } from "./decide.cases";
import { SPEC_SENTENCES } from "./spec-sentences";

test.each(DECISION_CASES.map((line) => ({ ...line })))("$name", async (line) => {
  const decision = await runCase(line);
  if ("deny" in line.expect) {
    expect(decision.allow ? decision : decision.code, JSON.stringify(decision.checks, null, 1)).toBe(line.expect.deny);
    return;
  }
  if (!decision.allow) throw new Error(`denied with ${decision.code}: ${decision.message}`);
  const { admin, viewer, administers, ...ids } = decision.principal;
  const { teamId: team, userId: user, organizationId: organization, endUserId: endUser } = ids;
  const { creates, ...principal } = line.expect.allow;
  expect({ admin, viewer, administers, team, user, organization, endUser }).toEqual({
    admin: false,
    viewer: false,
    administers: [],
    ...principal,
  });
  expect(decision.obligations).toEqual(creates ?? []);
});

test("the case table has at least 250 cases, each with its own name", () => {
  expect(DECISION_CASES.length).toBeGreaterThanOrEqual(250);
  expect(new Set(DECISION_CASES.map(({ name }) => name)).size).toBe(DECISION_CASES.length);
});

test("the case table names every sentence of the specification that is about the decision", () => {
  const named = new Set<string>(DECISION_CASES.flatMap(({ spec }) => spec));
  expect(
    Object.entries(SPEC_SENTENCES)
      .filter(([id, sentence]) => !("shownBy" in sentence) && !named.has(id))
      .map(([id]) => id),
  ).toEqual([]);
});

test("a sentence that is not about the decision is named in a test title of the file that shows it", () => {
  const named = (path: string): string[] =>
    [...readFileSync(path, "utf8").matchAll(/\(spec ([\d., ]+)\)/g)].flatMap(([, ids = ""]) => ids.split(", "));
  const elsewhere = Object.entries(SPEC_SENTENCES).flatMap(([id, sentence]) =>
    "shownBy" in sentence ? [{ id, path: sentence.shownBy }] : [],
  );
  expect(elsewhere.filter(({ id, path }) => !named(path).includes(id))).toEqual([]);
});

test("every case of the table gives the same decision when asked again", async () => {
  for (const line of DECISION_CASES) expect(await runCase(line)).toEqual(await runCase(line));
});

test("every decision lists every rule once and in order among its checks", async () => {
  for (const line of DECISION_CASES) {
    const { checks } = await runCase(line);
    expect(checks.map(({ rule }) => rule)).toEqual(["identity", ...RULES.map(({ rule }) => rule)]);
    const failures = checks.findIndex(({ outcome }) => outcome === "fail");
    expect(
      checks.every(({ outcome, because }, index) =>
        failures >= 0 && index > failures ? outcome === "not reached" : because !== "",
      ),
    ).toBe(true);
  }
});

test("every refusal of the case table has a code that its rule declares, and every code but the last rule's is shown by a case", async () => {
  const given = new Set<string>();
  for (const line of DECISION_CASES) {
    const decision = await runCase(line);
    const failed = decision.checks.find(({ outcome }) => outcome === "fail")?.rule;
    if (!decision.allow && failed !== "identity") given.add(`${failed}: ${decision.code}`);
  }
  // The last rule is a safety net: the rules before it leave no caller without a grant.
  const declared = RULES.slice(0, -1).flatMap(({ rule, codes }) => codes.map((code) => `${rule}: ${code}`));
  expect([...given].sort()).toEqual(declared.sort());
});

test("every code that the source of a rule names is declared by the rule", () => {
  const undeclared = RULES.flatMap(({ rule, codes }) => {
    const source = readFileSync(`lib/auth/rules/${rule.replace(" ", "-")}.ts`, "utf8");
    const named = [...source.matchAll(/"(\w+)"/g)].map(([, word = ""]) => word).filter((word) => word in ERRORS);
    return named.filter((code) => !codes.some((declared) => declared === code)).map((code) => `${rule}: ${code}`);
  });
  expect(undeclared).toEqual([]);
});

test("a scope mapping with a star would match no model even if the schema let it through", async () => {
  const input = await inputOf({
    name: "",
    spec: [],
    settings: { enforce_scope_based_access: true },
    token: jwt({ client_id: "t1", scope: "s" }),
    state: { teams: { t1: {} } },
    request: chat("openai/*"),
    expect: allow(),
  });
  const jwtAuth = { ...input.settings.jwtAuth, scope_mappings: [{ scope: "s", models: ["*", "openai/*"] }] };
  expect(decide({ ...input, settings: { jwtAuth } })).toMatchObject({ allow: false, code: "scope_model_not_allowed" });
});

test.each([
  [undefined, 'it has no "client_id", and no setting names a claim for users'],
  ["preferred_username", 'it has neither "client_id" nor "preferred_username"'],
])("the refusal of a token that names nobody names the claims that were looked for (%s)", async (user, sentence) => {
  const decision = await runCase({
    name: "",
    spec: [],
    settings: user === undefined ? {} : { user_id_jwt_field: user },
    token: jwt({ azp: "web", sub: undefined }),
    request: chat("gpt-4o"),
    expect: allow(),
  });
  expect(decision).toMatchObject({ code: "team_required", message: expect.stringContaining(sentence) });
});

test("no message mentions what only the database knows about others", async () => {
  const state = {
    teams: { other: { models: ["secret-model"] }, hidden: { organization: "secret-org" } },
    users: { stranger: { teams: ["hidden"] } },
  };
  for (const line of DECISION_CASES) {
    const decision = await runCase({ ...line, state: { ...state, ...line.state } });
    if (!decision.allow) expect(decision.message).not.toMatch(/secret-|hidden|stranger/);
  }
});

test.each([undefined, "gpt-4o"])(
  "the block of the default team does not refuse a user whose own team may use the model: %s",
  async (model) => {
    const decision = await runCase({
      name: "a user with a team of their own",
      spec: [],
      settings: { team_id_default: "rest", enforce_team_based_model_access: true, user_id_jwt_field: "sub" },
      token: jwt({ sub: "ann" }),
      state: {
        teams: { rest: { blocked: true }, own: { models: ["gpt-4o"] } },
        users: { ann: { teams: ["own"] } },
      },
      // Before a large body is read, its model is not known.
      request: { method: "POST", path: "/v1/chat/completions", ...(model !== undefined && { model }) },
      expect: allow({}),
    });
    expect(decision.allow).toBe(true);
  },
);
