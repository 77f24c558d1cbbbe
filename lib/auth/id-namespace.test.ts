import fc from "fast-check";
import { expect, test } from "vitest";
import { PARTNER, asCase, questionArbitrary } from "@/testing/auth/decision-arbitrary";
import { runCase } from "@/testing/auth/decision-case";
import { jwtAuth } from "@/lib/config/schema";
import { ISSUER } from "./cases/case";
import { identify, isFault } from "./identify";

/** Which of two issuers have a prefix; at least one has. */
const prefixes = fc.constantFrom(["a:", "b:"], ["a:", undefined], [undefined, "b:"]);

test("no token of one issuer ever acts as an identity of another", () =>
  fc.assert(
    fc.asyncProperty(questionArbitrary, prefixes, async (question, [ours, partners]) => {
      const claims =
        typeof question.token === "object" && "claims" in question.token ? question.token.claims : undefined;
      if (!claims) return;
      const jwks_url = `${ISSUER}/jwks`;
      const upserts = { user_id_upsert: true, team_id_upsert: true };
      const issuers = [
        { issuer: ISSUER, jwks_url, id_prefix: ours, ...upserts },
        { issuer: PARTNER, jwks_url, id_prefix: partners, ...upserts },
      ];
      // The teams of the database are ours, and so is whoever is a member of one; our own memberships are no matter.
      const decision = await runCase(asCase({ ...question, state: {}, file: { ...question.file, issuers } }));
      if (!decision.allow) return;
      const isPartners = claims["iss"] === PARTNER;
      const [own, other] = isPartners ? [partners, ours] : [ours, partners];
      const { teamId, userId, organizationId, endUserId } = decision.principal;
      const ids = [teamId, userId, organizationId, endUserId].filter((id) => id !== undefined);
      for (const id of ids) {
        if (own !== undefined) expect(id.startsWith(own), id).toBe(true);
        if (other !== undefined) expect(id.startsWith(other), id).toBe(false);
      }
      for (const obligation of decision.obligations)
        if (own !== undefined && "id" in obligation) expect(obligation.id.startsWith(own)).toBe(true);
    }),
    { numRuns: 1_000 },
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
