import { expect, test } from "vitest";
import type { DecisionRecord, RecordedIdentity } from "@/lib/auth/decision-record";
import { othersOf } from "@/lib/refusal";
import { groupOf, RefusalCounts } from "./refusal-counts";

const HOUR = 3_600_000;
const nobody: RecordedIdentity = {
  kind: "jwt",
  issuer: undefined,
  subject: undefined,
  scopes: [],
  roles: [],
  teamId: undefined,
  groups: [],
  userId: undefined,
  email: undefined,
  objectId: undefined,
  organizationId: undefined,
  endUserId: undefined,
  keyId: undefined,
};
const refusal = (identity: Partial<RecordedIdentity> | undefined, more: Partial<DecisionRecord> = {}) => ({
  outcome: "team_model_not_allowed" as const,
  identity: identity && { ...nobody, ...identity },
  requestedTeam: undefined,
  route: "/chat/completions",
  model: "m",
  ...more,
});

test.each([
  ["a key, whoever else is named", refusal({ keyId: "k", teamId: "t", userId: "u" }), "key k"],
  ["the team of a token", refusal({ teamId: "t", userId: "u" }), "team t"],
  ["the team that the call chose", refusal({ groups: ["g1", "g2"] }, { requestedTeam: "g2" }), "team g2"],
  ["the first group of a token", refusal({ groups: ["g1", "g2"], userId: "u" }), "team g1"],
  ["a user", refusal({ userId: "u" }), "user u"],
  ["a subject that is not a user", refusal({ subject: "s" }), "user s"],
  ["the issuer of a token without names", refusal({ issuer: "https://idp" }), "issuer https://idp"],
  ["the master key", refusal({ kind: "master-key" }), "master_key "],
  ["nobody, where the credentials prove nothing", refusal(undefined), "unproven "],
  ["others, for a name that nothing can have", refusal({ teamId: "t" }, { model: "a\0b" }), "others "],
])("a refusal is counted under %s", (_, record, expected) => {
  const { kind, principal } = groupOf(record);
  expect(`${kind} ${principal}`).toBe(expected);
});

test.each([
  ["a blocked team", "team_blocked", "", ""],
  ["an expired key", "key_expired", "", ""],
  ["an unknown issuer", "invalid_issuer", "", ""],
  ["a list of routes", "route_not_allowed", "/chat/completions", ""],
  ["a list of models", "role_model_not_allowed", "", "m"],
  ["a limit", "rate_limit_exceeded", "", "m"],
  ["an unknown model", "model_not_found", "/chat/completions", "m"],
  ["a code of another version", "from_elsewhere", "/chat/completions", "m"],
])("a refusal by %s is grouped by what it depends on", (_, outcome, route, model) => {
  const named = { keyId: "k" };
  expect(groupOf({ ...refusal(named), outcome })).toEqual({ code: outcome, kind: "key", principal: "k", route, model });
});

test("a text that nothing can be named does not matter where the refusal does not depend on it", () => {
  const strange = refusal({ teamId: "t" }, { model: "a\0b" });
  expect(groupOf({ ...strange, outcome: "team_blocked" })).toMatchObject({ kind: "team", principal: "t", model: "" });
});

const group = (model: string) => groupOf(refusal({ teamId: "t" }, { model }));

test("refusals are counted by hour and group, with the latest examples first", () => {
  const counts = new RefusalCounts(10);
  for (let index = 0; index < 7; index++) counts.add(group("a"), index, `d${index}`);
  counts.add(group("a"), HOUR, "later");
  counts.add(group("b"), 3, "b");
  expect(counts.take()).toEqual([
    { ...group("a"), hour: 0, count: 7, firstAt: 0, lastAt: 6, examples: ["d6", "d5", "d4", "d3", "d2"] },
    { ...group("a"), hour: HOUR, count: 1, firstAt: HOUR, lastAt: HOUR, examples: ["later"] },
    { ...group("b"), hour: 0, count: 1, firstAt: 3, lastAt: 3, examples: ["b"] },
  ]);
  expect([counts.isEmpty, counts.take()]).toEqual([true, []]);
});

test("what finds no room counts with the others of its code, so that no refusal is missing", () => {
  const counts = new RefusalCounts(2);
  for (const model of ["a", "b", "c", "d", "a"]) counts.add(group(model), 0, model);
  expect(counts.take().map(({ kind, model, count }) => [kind, model, count])).toEqual([
    ["team", "a", 2],
    ["team", "b", 1],
    ["others", "", 2],
  ]);
  expect(othersOf({ code: "team_blocked" })).toMatchObject({ code: "team_blocked", principal: "", route: "" });
});

test("counts that could not be written are added to those that came meanwhile", () => {
  const counts = new RefusalCounts(10);
  counts.add(group("a"), 1, "first");
  const taken = counts.take();
  counts.add(group("a"), 5, "second");
  counts.putBack(taken);
  expect(counts.take()).toEqual([
    { ...group("a"), hour: 0, count: 2, firstAt: 1, lastAt: 5, examples: ["second", "first"] },
  ]);
});
