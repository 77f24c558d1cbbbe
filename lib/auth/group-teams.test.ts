import { expect, test } from "vitest";
import { jwtAuth } from "@/lib/config/schema";
import { groupTeams, missingGroupTeams, teamOfAlias } from "./group-teams";
import { idNamespace } from "./id-namespace";

const OURS = "https://id.example";
const PARTNER = "https://partner.example";
const settings = {
  jwtAuth: jwtAuth.parse({
    group_mappings: [{ group: "/teams/*", team_id: "*" }],
    issuers: [
      { issuer: OURS, jwks_url: `${OURS}/keys` },
      { issuer: PARTNER, jwks_url: `${PARTNER}/keys`, id_prefix: "partner:" },
    ],
  }),
};
const team = (id: string, alias: string | null = null) => ({
  id,
  alias,
  organizationId: null,
  models: [],
  blocked: false,
  limits: null,
});
const facts = {
  teams: new Map([team("ml", "ML"), team("partner:ml", "Partner ML")].map((each) => [each.id, each])),
  aliases: new Map([
    ["ML", ["ml"]],
    ["Partner ML", ["partner:ml"]],
  ]),
};
const teamsOf = (issuer: string, group: string): string[] => {
  const idPrefix = idNamespace(issuer, settings.jwtAuth).prefix;
  return groupTeams({ identity: { groups: [idPrefix + group], issuer, idPrefix }, facts, settings }).map(
    ({ id }) => id,
  );
};

test.each([
  [
    "a mapping is compared with the group as the provider names it, and the prefix stands before its team",
    PARTNER,
    "/teams/ml",
    ["partner:ml"],
  ],
  ["a mapping names the plain team for an issuer without a prefix", OURS, "/teams/ml", ["ml"]],
  ["a mapping names no team behind the prefix of another issuer", OURS, "/teams/partner:ml", []],
  ["an alias names a team behind the issuer's own prefix", PARTNER, "Partner ML", ["partner:ml"]],
  ["an alias names no team of another issuer", PARTNER, "ML", []],
  ["an alias names no team behind the prefix of another issuer", OURS, "Partner ML", []],
])("with id_prefix, %s", (_what, issuer, group, expected) => {
  expect(teamsOf(issuer, group)).toEqual(expected);
});

test("with id_prefix, a mapping creates no team of another issuer", () => {
  const missing = (issuer: string, group: string): string[] => {
    const idPrefix = idNamespace(issuer, settings.jwtAuth).prefix;
    return missingGroupTeams({ identity: { groups: [idPrefix + group], issuer, idPrefix }, facts, settings });
  };
  expect(missing(PARTNER, "/teams/new")).toEqual(["partner:new"]);
  expect(missing(OURS, "/teams/partner:new")).toEqual([]);
});

test("with id_prefix, the alias claim names no team of another issuer", () => {
  const named = (issuer: string, alias: string) => teamOfAlias(alias, facts, idNamespace(issuer, settings.jwtAuth));
  expect([named(PARTNER, "ML"), named(OURS, "Partner ML")]).toEqual([undefined, undefined]);
  expect([named(OURS, "ML"), named(PARTNER, "Partner ML")]).toEqual(["ml", "partner:ml"]);
});
