import { expect, test } from "vitest";
import type { DecisionRecord, RecordedIdentity } from "@/lib/auth/decision-record";
import { refusalColumns } from "./refusal-columns";

const record = (identity: Partial<RecordedIdentity> | undefined, more: Partial<DecisionRecord> = {}) =>
  ({
    outcome: "team_blocked",
    identity: identity && { kind: "jwt", groups: [], ...identity },
    route: "/chat/completions",
    model: "m",
    ...more,
  }) as DecisionRecord;

test("a refusal is listed by its group, by who pays and by what its answer names", () => {
  const identity = { issuer: "https://idp", teamId: "t", userId: "u", organizationId: "o", endUserId: "e" };
  expect(refusalColumns(record({ ...identity, keyId: "k" }, { requestId: "mine" }))).toEqual({
    code: "team_blocked",
    kind: "key",
    principal: "k",
    route: "/chat/completions",
    model: "m",
    teamId: "t",
    isTeamProven: true,
    userId: "u",
    keyId: "k",
    organizationId: "o",
    endUserId: "e",
    issuer: "https://idp",
    requestId: "mine",
  });
});

test.each([
  ["the token's", record({ teamId: "t" }), "t", true],
  ["the one asked for, which is in the token", record({ groups: ["a", "b"] }, { requestedTeam: "b" }), "b", true],
  ["the one asked for, which is not in the token", record({ groups: ["a"] }, { requestedTeam: "x" }), "x", false],
  ["the token's, whatever is asked for", record({ teamId: "t" }, { requestedTeam: "x" }), "t", true],
  ["the token's first group", record({ groups: ["a", "b"] }), "a", true],
  ["one that only the request names", record(undefined, { requestedTeam: "x" }), "x", false],
  ["none", record({ userId: "u" }), null, false],
])("the team of a refusal is %s", (_what, refusal, teamId, isTeamProven) => {
  expect(refusalColumns(refusal)).toMatchObject({ teamId, isTeamProven });
});

test("texts that no id could be are left out, so that an index can hold what is stored", () => {
  const strange = record({ userId: "nul\0", teamId: "x".repeat(257) }, { model: "half \ud800", endUser: "" });
  expect(refusalColumns(strange)).toMatchObject({ userId: null, teamId: null, model: null, endUserId: null });
});
