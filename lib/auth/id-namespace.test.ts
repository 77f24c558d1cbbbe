import fc from "fast-check";
import { expect, test } from "vitest";
import { PARTNER, asCase, questionArbitrary } from "@/testing/auth/decision-arbitrary";
import { runCase } from "@/testing/auth/decision-case";
import { jwtAuth } from "@/lib/config/schema";
import { chat, ISSUER } from "./cases/case";
import { identify, isFault } from "./identify";

/** Which of two issuers have a prefix; at least one has. */
const prefixes = fc.constantFrom(["a:", "b:"], ["a:", undefined], [undefined, "b:"]);

/** Teams of both issuers and of nobody, with aliases that tokens and mappings name. */
const teamIds = ["t1", "t2", "a:t1", "a:t3", "b:t1", "b:t2"];
const teams = fc.dictionary(
  fc.constantFrom(...teamIds),
  fc.record({ alias: fc.constantFrom("alias one", "alias two") }, { requiredKeys: [] }),
  { noNullPrototype: true },
);
const groupMappings = fc.array(
  fc.oneof(
    fc.record({ group: fc.constantFrom("t1", "t*", "/*", "a:t1"), team_id: fc.constantFrom(...teamIds, "*", "b:*") }),
    fc.record({ group: fc.constantFrom("t2", "*"), team_alias: fc.constantFrom("alias one", "alias two") }),
  ),
  { maxLength: 3 },
);
/** What a token may name to be taken for somebody of the other issuer. */
const claimed = fc.record(
  {
    groups: fc.subarray(["t1", "t2", "a:t1", "b:t1", "/a", "alias one"]),
    team_name: fc.constantFrom("alias one", "alias two"),
    client_id: fc.constantFrom("t1", "t2", "a:t1"),
  },
  { requiredKeys: [] },
);
/** Settings under which groups and aliases name the team, and nothing else is in their way. */
const BY_GROUPS = { team_ids_jwt_field: "groups", team_alias_jwt_field: "team_name" };
const world = fc.record({
  byGroups: fc.boolean(),
  question: questionArbitrary,
  prefixes,
  teams,
  group_mappings: groupMappings,
  team_id_default: fc.option(fc.constantFrom(...teamIds), { nil: undefined, freq: 1 }),
  claimed,
  user: fc.constantFrom(undefined, "eve", "a:eve", "b:eve"),
  partner: fc.constantFrom(
    { issuer: PARTNER },
    // The same issuer as one of the tenants of an entry.
    { issuer: "https://{tid}.test", required_claims: { tid: ["other", "partner"] } },
  ),
});

test("no token of one issuer ever acts as an identity of another, by ids, mappings, aliases, defaults or the body", () =>
  fc.assert(
    fc.asyncProperty(
      world,
      async ({ question, prefixes: [ours, partners], teams, claimed, user, byGroups, partner, ...mapping }) => {
        const { token, request, file, access } = question;
        if (typeof token !== "object" || !("claims" in token)) return;
        const { iss } = token.claims;
        const claims: Record<string, unknown> = byGroups
          ? { ...(iss !== undefined && { iss }), ...claimed }
          : { ...token.claims, ...claimed };
        const jwks_url = `${ISSUER}/jwks`;
        const upserts = { user_id_upsert: true, team_id_upsert: true };
        const issuers = [
          { issuer: ISSUER, jwks_url, id_prefix: ours, ...upserts },
          { ...partner, jwks_url, id_prefix: partners, ...upserts },
        ];
        // Members of a team are whoever an administrator added, so nobody is one here.
        const decision = await runCase(
          asCase({
            token: { claims },
            state: { teams },
            file: byGroups ? { ...BY_GROUPS, issuers } : { ...file, issuers },
            access: byGroups ? mapping : { ...access, ...mapping },
            request: byGroups ? chat(undefined, { user }) : request,
          }),
        );
        if (!decision.allow) return;
        const [own, other] = claims["iss"] === PARTNER ? [partners, ours] : [ours, partners];
        const { teamId, userId, organizationId, endUserId, teamIsDefault } = decision.principal;
        // The default team is whatever the operator says.
        const ids = [teamIsDefault ? undefined : teamId, userId, organizationId, endUserId];
        for (const id of ids.filter((one) => one !== undefined)) {
          if (own !== undefined) expect(id.startsWith(own), id).toBe(true);
          if (other !== undefined) expect(id.startsWith(other), id).toBe(false);
        }
        for (const obligation of decision.obligations)
          if (own !== undefined && "id" in obligation) expect(obligation.id.startsWith(own)).toBe(true);
      },
    ),
    { numRuns: 500 },
  ));

const settings = jwtAuth.parse({
  user_id_jwt_field: "sub",
  team_ids_jwt_field: "groups",
  user_email_jwt_field: "email",
  issuers: [{ issuer: "https://a.test", id_prefix: "a:" }, { issuer: "https://b.test" }],
});

function read(issuer: string | undefined, claims: object) {
  return identify({ kind: "jwt", via: "bearer", issuer, claims: { ...claims } }, settings);
}

test("an issuer's prefix stands before users, teams and groups, and not before the e-mail", () => {
  const claims = { sub: "u", client_id: "t", groups: ["g"], email: "e@x.test" };
  expect(read("https://a.test", claims)).toMatchObject({
    userId: "a:u",
    teamId: "a:t",
    groups: ["a:g"],
    email: "e@x.test",
    idPrefix: "a:",
  });
});

test.each(["https://b.test", undefined])("a token of %s cannot name an id behind another issuer's prefix", (issuer) => {
  const user = read(issuer, { sub: "a:u" });
  expect(isFault(user) && user.claim).toBe("sub");
  const mail = read(issuer, { email: "a:u@x.test" });
  expect(isFault(mail) && mail.claim).toBe("email");
  expect(read(issuer, { groups: ["a:g", "g"] })).toMatchObject({ groups: ["g"] });
});
