import { expect, test } from "vitest";
import type { Facts } from "@/lib/auth/decision";
import { callerWith } from "@/testing/gateway/management-nodes";
import { ownsKey, ownTeams, spendScopeOf } from "./ownership";

const FACTS: Facts = {
  teams: new Map(),
  aliases: new Map(),
  users: new Map([["u1", { id: "u1", email: null, blocked: false, models: [], teams: ["t3"] }]]),
  endUsers: { scope: "shared", rows: new Map() },
  organizations: new Map(),
};
const withFacts = (...how: Parameters<typeof callerWith>) => ({ ...callerWith(...how), facts: FACTS });

test("a caller's teams are the one it acts for and those of its token, each once", () => {
  expect(ownTeams(withFacts({ teamId: "t1", groupTeams: ["t1", "t2"] }, { groups: ["g", "t2"] }))).toEqual([
    "t1",
    "t2",
  ]);
});

test("the default team's callers own nothing of it: neither the team nor its keys nor its spend", () => {
  const caller = withFacts({ teamId: "t1", teamIsDefault: true });
  expect(ownTeams(caller)).toEqual([]);
  expect(ownsKey(caller, { id: "k2", userId: null, teamId: "t1" })).toBe(false);
  expect(() => spendScopeOf(caller)).toThrow(expect.objectContaining({ code: "not_granted" }));
  expect(spendScopeOf(callerWith({ teamId: "t1", teamIsDefault: true, userId: "u1" }))).toEqual({
    type: "user",
    id: "u1",
  });
});

test("a caller's teams are those of its user if no claim is configured to name teams", () => {
  expect(ownTeams(withFacts({ userId: "u1" }, { kind: "jwt", groupsClaim: undefined }))).toEqual(["t3"]);
  expect(ownTeams(withFacts({ userId: "u1" }, { kind: "jwt", groupsClaim: "groups" }))).toEqual([]);
});

test("a virtual key's teams are never those of its user", () => {
  expect(ownTeams(withFacts({ keyId: "k1", userId: "u1" }, { kind: "virtual-key", groupsClaim: undefined }))).toEqual(
    [],
  );
});

const TEAM_KEY = callerWith({ keyId: "k1", userId: "u1", teamId: "t1" }, { kind: "virtual-key" });

test.each([
  ["its user's", "u1", null],
  ["its team's", null, "t1"],
])("a virtual key owns itself and none of %s other keys", (_whose, userId, teamId) => {
  expect(ownsKey(TEAM_KEY, { id: "k1", userId, teamId })).toBe(true);
  expect(ownsKey(TEAM_KEY, { id: "k2", userId, teamId })).toBe(false);
});

test("a token owns the keys of its user, and those of its team only if it names no user", () => {
  const keyOfTeam = { id: "k2", userId: null, teamId: "t1" };
  expect(ownsKey(callerWith({ userId: "u1", teamId: "t1" }), { ...keyOfTeam, userId: "u1" })).toBe(true);
  expect(ownsKey(callerWith({ userId: "u1", teamId: "t1" }), keyOfTeam)).toBe(false);
  expect(ownsKey(callerWith({ teamId: "t1" }), keyOfTeam)).toBe(true);
});

test("a team's virtual key sees the spend of its team, although not the team's other keys", () => {
  expect(spendScopeOf(TEAM_KEY)).toEqual({ type: "team", id: "t1" });
});

test.each([
  ["its team before its user", { teamId: "t1", userId: "u1" }, { type: "team", id: "t1" }],
  ["its user before its key", { userId: "u1", keyId: "k1" }, { type: "user", id: "u1" }],
  ["its key if it has neither", { keyId: "k1" }, { type: "key", id: "k1" }],
  ["everybody, for an administrator", { admin: true, teamId: "t1" }, undefined],
])("a caller sees the spend of %s", (_what, principal, scope) => {
  expect(spendScopeOf(callerWith(principal))).toEqual(scope);
});

test("a caller with neither team nor user nor key is refused spend with not_granted", () => {
  expect(() => spendScopeOf(callerWith({}))).toThrow(expect.objectContaining({ code: "not_granted" }));
});
