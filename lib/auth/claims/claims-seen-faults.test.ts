import { expect, test } from "vitest";
import { countClaimsSeen } from "@/lib/auth/claims/claims-seen";
import type { Claims } from "@/lib/auth/decision";
import { formatFinding, toFinding } from "@/lib/config/finding";
import { jwtAuth } from "@/lib/config/schema";
import { claimsSeenFaults } from "./claims-seen-faults";

const A = "https://a.test";
const B = "https://b.test";

/** The findings after this many tokens with these claims. */
function findingsAfter(settings: object, tokens: readonly [count: number, claims: Claims][]): string[] {
  const parsed = jwtAuth.parse(settings);
  const seen = countClaimsSeen();
  for (const [count, claims] of tokens)
    for (let number = 0; number < count; number++)
      seen.add({ claims, issuer: typeof claims["iss"] === "string" ? claims["iss"] : undefined }, parsed);
  return claimsSeenFaults(parsed, seen, ["gateway_jwtauth"]).map((fault) => formatFinding(toFinding(fault)));
}

const NO_ROLES =
  'warning C100 gateway_jwtauth.roles_jwt_field: none of the 20 tokens seen has a claim at "roles" (fix: compare the path with the claims of a token, which /auth/explain takes)';

test("a path that reads nothing is a finding once 20 tokens have been seen", () => {
  expect(findingsAfter({ roles_jwt_field: "roles" }, [[19, {}]])).toEqual([]);
  expect(findingsAfter({ roles_jwt_field: "roles" }, [[20, {}]])).toEqual([NO_ROLES]);
});
test("a path that reads something in one token of many is not a finding", () => {
  expect(
    findingsAfter({ roles_jwt_field: "roles" }, [
      [1, { roles: [] }],
      [200, {}],
    ]),
  ).toEqual([]);
});
test("each path of a list is judged by itself", () => {
  expect(findingsAfter({ roles_jwt_field: ["groups", "roles"] }, [[20, { groups: ["a"] }]])).toEqual([NO_ROLES]);
});
test("a common path is judged by the tokens of all issuers, and an issuer's own by its tokens", () => {
  const settings = {
    user_id_jwt_field: ["appid", "azp"],
    issuers: [{ issuer: B, jwks_url: `${B}/jwks`, team_id_jwt_field: "team" }],
  };
  const tokens: [number, Claims][] = [
    [20, { iss: A, appid: "x" }],
    [20, { iss: B, azp: "x" }],
  ];
  expect(findingsAfter(settings, tokens)).toEqual([
    expect.stringContaining("C100 gateway_jwtauth.issuers.0.team_id_jwt_field: none of the 20 tokens"),
  ]);
});
test("a common path that an issuer overrides is not judged by the tokens of that issuer", () => {
  const settings = {
    user_id_jwt_field: "sub",
    issuers: [{ issuer: B, jwks_url: `${B}/jwks`, user_id_jwt_field: "oid" }],
  };
  expect(findingsAfter(settings, [[30, { iss: B, oid: "x" }]])).toEqual([]);
});
test("a path that could mean two claims is a finding with the first token", () => {
  const claims = { access: { "my.app": { roles: [] }, my: { app: { roles: [] } } } };
  expect(findingsAfter({ roles_jwt_field: "access.my.app.roles" }, [[1, claims]])).toEqual([
    'warning C101 gateway_jwtauth.roles_jwt_field: 1 of the 1 tokens seen have several claims that "access.my.app.roles" can mean; docs/reference/claims.md says which one is read (fix: write `\\.`, `\\[` and `\\]` for what belongs to a name, or rename one of the claims)',
  ]);
});
test("tokens of very many issuers and settings take a bounded part of memory", () => {
  const seen = countClaimsSeen();
  for (let number = 0; number < 300; number++) {
    const settings = jwtAuth.parse({ roles_jwt_field: `claim${number}` });
    seen.add({ claims: {}, issuer: `https://${number}.test` }, settings);
    seen.add({ claims: {}, issuer: A }, settings);
  }
  expect(seen.issuers()).toHaveLength(100);
  expect(seen.find(A, "claim299")?.tokens).toBe(1);
  expect(seen.find(A, "claim1")).toBeUndefined();
});
