import { describe, expect, test } from "vitest";
import type { Question } from "@/testing/auth/decision-arbitrary";
import { useExplainFixture } from "@/testing/gateway/explain-fixture";

const fixture = useExplainFixture();
const { configure, explain, put } = fixture;

describe("the nearest miss", () => {
  const chat = { route: "/v1/chat/completions", model: "gpt-4o" };

  const email = { user_email_jwt_field: "email", user_allowed_email_domain: "example.com" };
  const misses: [what: string, settings: object, state: Question["state"], claims: object, sentence: string][] = [
    [
      "a blocked team",
      {},
      { teams: { t1: { blocked: true } } },
      { client_id: "t1" },
      'It would be allowed if the team "t1" were not blocked.',
    ],
    ["a team that is not there", {}, {}, { client_id: "t1" }, 'It would be allowed if there were a team "t1".'],
    [
      "a user who is not there",
      { user_id_jwt_field: "sub" },
      {},
      { sub: "u1" },
      'It would be allowed if there were a user "u1".',
    ],
    [
      "groups that are not teams",
      { team_ids_jwt_field: "groups" },
      { teams: { t2: {} } },
      { groups: [] },
      'It would be allowed if the token\'s groups named the team "t2".',
    ],
    [
      "a team's models",
      {},
      { teams: { t1: { models: ["x"] } } },
      { client_id: "t1" },
      'It would be allowed if the models of the team "t1" included "gpt-4o".',
    ],
    [
      "a missing scope",
      { enforce_scope_based_access: true, scope_mappings: [{ scope: "s", models: ["gpt-4o"] }] },
      { teams: { t1: {} } },
      { client_id: "t1" },
      'It would be allowed if the token carried the scope "s".',
    ],
    [
      "a scope that is not mapped",
      { enforce_scope_based_access: true },
      { teams: { t1: {} } },
      { client_id: "t1", scope: "s" },
      'It would be allowed if scope_mappings listed "gpt-4o" under the scope "s".',
    ],
    [
      "a role that is not mapped",
      { enforce_rbac: true, roles_jwt_field: "roles", object_id_jwt_field: "oid" },
      {},
      { oid: "x", roles: ["r"] },
      'It would be allowed if role_mappings mapped the role "r" to internal_user.',
    ],
    [
      "an e-mail outside the domain",
      email,
      {},
      { email: "sam@other.com" },
      "It would be allowed if the token named a verified e-mail in example.com.",
    ],
    [
      "an e-mail that is not verified",
      email,
      {},
      { email: "sam@example.com", email_verified: false },
      'It would be allowed if the provider had verified the e-mail "sam@example.com".',
    ],
    [
      "a user who is in no team",
      { user_id_jwt_field: "sub", enforce_team_based_model_access: true },
      { teams: { t1: {} }, users: { u1: {} } },
      { sub: "u1" },
      'It would be allowed if the user "u1" were a member of the team "t1".',
    ],
    [
      "a scope that is neither carried nor given the model",
      { enforce_scope_based_access: true, scope_mappings: [{ scope: "s", models: ["other"] }] },
      { teams: { t1: {} } },
      { client_id: "t1" },
      'It would be allowed if the token carried the scope "s" and scope_mappings listed "gpt-4o" under the scope "s".',
    ],
    [
      "two things at once",
      { enforce_scope_based_access: true, scope_mappings: [{ scope: "s", models: ["gpt-4o"] }] },
      { teams: { t1: { blocked: true } } },
      { client_id: "t1" },
      'It would be allowed if the team "t1" were not blocked and the token carried the scope "s".',
    ],
  ];
  test("the nearest miss names the team that the caller chose and may not use", async () => {
    await put({ state: { teams: { t1: {} } }, token: "master key" });
    await configure({});
    const { code, nearest_miss: miss } = await explain({ ...chat, claims: { client_id: "t1" }, team_id: "nowhere" });
    expect([code, miss.sentence]).toEqual([
      "team_not_in_token",
      'It would be allowed if x-gateway-team-id did not ask for the team "nowhere".',
    ]);
  });

  test("the nearest miss names an organisation of the token that the caller could choose", async () => {
    await put({
      state: { teams: { t1: {} }, organizations: { o1: { blocked: true }, o2: {} } },
      token: "master key",
    });
    await configure({ org_id_jwt_field: "org" });
    const { code, nearest_miss: miss } = await explain({ ...chat, claims: { client_id: "t1", org: ["o1", "o2"] } });
    expect([code, miss.sentence]).toEqual([
      "organization_required",
      'It would be allowed if x-gateway-organization-id asked for the organisation "o2".',
    ]);
  });

  test.each(misses)("an explanation names the nearest miss of %s", async (_what, settings, state, claims, sentence) => {
    await put({ state, token: "master key" });
    await configure(settings);
    const { allow, nearest_miss: miss } = await explain({ ...chat, claims });
    expect(allow).toBe(false);
    // The order of two changes does not matter.
    const parts = (text: string): string[] => text.slice("It would be allowed if ".length, -1).split(" and ").sort();
    expect(parts(miss?.sentence ?? "")).toEqual(parts(sentence));
    expect(miss.changes).toHaveLength(parts(sentence).length);
  });
});
