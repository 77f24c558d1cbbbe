import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { NO_FACTS } from "./nobody";
import { asCase, questionArbitrary } from "@/testing/auth/decision-arbitrary";
import { inputOf } from "@/testing/auth/decision-case";
import type { DecisionCase } from "./cases/case";
import { decide } from "./decide";
import { DECISION_CASES } from "./decide.cases";
import type { Decision, Identity } from "./decision";
import { isFault } from "./identify";
import { NOBODY } from "./nobody";
import {
  claimReading,
  describeIdentity,
  fingerprintOf,
  reduceIdentity,
  replayIdentity,
  reviveIdentity,
} from "./replay-identity";
import { jwtAuth } from "@/lib/config/schema";

/** The identity as it comes back from the database. */
function kept(identity: Identity, settings = jwtAuth.parse({})) {
  const reduced = reduceIdentity(identity, settings);
  return reduced && replayIdentity.parse(JSON.parse(JSON.stringify(reduced)));
}

/** The decision about a token, and the decision about its reduced identity. Both leave out the end user. */
async function bothDecisions(line: DecisionCase): Promise<[token: Decision, kept: Decision] | undefined> {
  const input = await inputOf(line);
  const { identity, settings } = input;
  if (isFault(identity) || identity.kind === "master-key") return undefined;
  const facts = { ...input.facts, endUsers: NO_FACTS.endUsers };
  const request = { ...input.request, endUser: undefined };
  const recorded = kept(identity, settings.jwtAuth);
  const revived = recorded && reviveIdentity(recorded, identity.key, settings.jwtAuth);
  if (!revived) throw new Error("nothing was kept");
  const withoutNames = { ...identity, subject: undefined, endUserId: undefined };
  return [
    decide({ ...input, identity: withoutNames, facts, request }),
    decide({ ...input, identity: revived, facts, request }),
  ];
}

describe("what is kept of an identity decides as the token did", () => {
  test.each(DECISION_CASES.map((line) => ({ ...line })))(
    "the reduced identity gets the same decision as the token: $name",
    async (line) => {
      const both = await bothDecisions(line);
      if (both) expect(both[1]).toEqual(both[0]);
    },
  );

  test("the reduced identity gets the same decision as the token with any settings, token, state and request", async () => {
    let compared = 0;
    await fc.assert(
      fc.asyncProperty(questionArbitrary, async (question) => {
        const both = await bothDecisions(asCase(question));
        if (!both) return;
        compared++;
        expect(both[1]).toEqual(both[0]);
      }),
      { numRuns: 500 },
    );
    expect(compared).toBeGreaterThan(100);
  });
});

const nobody: Identity = { ...NOBODY, issuer: "https://issuer.test", subject: "s1", scopes: ["a"], teamId: "t1" };
const settings = jwtAuth.parse({});
const fingerprint = (changes: Partial<Identity>) => fingerprintOf(reduceIdentity({ ...nobody, ...changes }, settings)!);

describe("the fingerprint", () => {
  const same: [string, Partial<Identity>][] = [
    ["subject", { subject: "s2" }],
    ["end user", { endUserId: "e1" }],
  ];
  test.each(same)("the fingerprint does not depend on the %s, which no draft can affect", (_what, changes) =>
    expect(fingerprint(changes)).toBe(fingerprint({})),
  );

  const different: [string, Partial<Identity>][] = [
    ["issuer", { issuer: "https://other.test" }],
    ["scopes", { scopes: ["a", "b"] }],
    ["roles", { roles: ["r"] }],
    ["grant of a login", { loginGrant: 'its claim "groups" has "admins"' }],
    ["team", { teamId: "t2" }],
    ["softness of the team id", { teamIdIsSoft: true }],
    ["team's alias", { teamAlias: "Team one" }],
    ["groups", { groups: ["g"] }],
    ["order of the groups", { groups: ["h", "g"] }],
    ["user", { userId: "u" }],
    ["e-mail", { email: "sam@example.com" }],
    ["object", { objectId: "o" }],
    ["organisation", { organizationId: "o" }],
  ];
  test("the fingerprint differs for every part that a rule reads", () => {
    const prints = different.map(([, changes]) => fingerprint(changes));
    expect(new Set([fingerprint({}), ...prints]).size).toBe(different.length + 1);
  });
});

test("the master key is not stored, because no setting concerns it", () => {
  expect(reduceIdentity({ ...nobody, kind: "master-key" }, settings)).toBeUndefined();
});

test("only the id of a key is stored, so that a key changed since is replayed as it is now", () => {
  const key = {
    id: "k1",
    alias: null,
    name: "sk-...abcd",
    userId: null,
    teamId: "t1",
    organizationId: null,
    models: [],
    allowedRoutes: [],
    blocked: false,
    expiresAt: null,
    maker: null,
  };
  const recorded = kept({ ...nobody, kind: "virtual-key", key })!;
  expect(recorded).toEqual({ kind: "virtual-key", keyId: "k1" });
  expect(reviveIdentity(recorded, { ...key, teamId: "t2" }, settings)).toMatchObject({
    kind: "virtual-key",
    teamId: "t2",
  });
  expect(reviveIdentity(recorded, undefined, settings)).toBeUndefined();
});

test("scopes that the database cannot store are left out", () => {
  expect(kept({ ...nobody, scopes: ["a\u0000", "b", "\ud800"] })).toMatchObject({ scopes: ["b"] });
});

test.each<Partial<Identity>>([{ issuer: "https://a\0.test" }, { roles: ["app", "a\0"] }, { roles: ["\ud800"] }])(
  "an identity with %j, which the database cannot store, is not kept",
  (changes) => expect(kept({ ...nobody, ...changes })).toBeUndefined(),
);

describe("the reading of claims", () => {
  const issuers = [{ issuer: "https://own.test", jwks_url: "https://own.test/keys", roles_jwt_field: "own.roles" }];
  test("the claim reading changes with the claim that roles are read from, but not for an issuer that has its own", () => {
    const [before, after] = [jwtAuth.parse({ issuers }), jwtAuth.parse({ issuers, roles_jwt_field: "realm.roles" })];
    expect(claimReading("https://else.test", after)).not.toBe(claimReading("https://else.test", before));
    expect(claimReading("https://own.test", after)).toBe(claimReading("https://own.test", before));
  });

  test("the claim reading does not change with what the claims are mapped to", () => {
    expect(
      claimReading(
        undefined,
        jwtAuth.parse({ enforce_rbac: true, role_mappings: [{ role: "r", internal_role: "team" }] }),
      ),
    ).toBe(claimReading(undefined, settings));
  });
});

const described: [Partial<Identity>, string][] = [
  [{ email: "sam@example.com", userId: "u1" }, "sam@example.com"],
  [{ userId: "u1" }, "user u1"],
  [{}, "team t1"],
  [{ teamId: undefined, groups: ["a", "b", "c", "d"] }, "a token with the groups a, b, c and 1 more"],
  [{ teamId: undefined, roles: ["r"] }, "a token with the roles r"],
  [{ teamId: undefined, scopes: [] }, "a token that names nobody"],
];
test.each(described)("the identity %j is described as %s", (changes, words) =>
  expect(describeIdentity({ ...nobody, ...changes })).toBe(words),
);
