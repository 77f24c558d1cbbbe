import { expect, test } from "vitest";
import { jwtAuth } from "@/lib/config/schema";
import { identify, isFault } from "./identify";
import { withIssuerDefaults } from "@/lib/settings/issuer-defaults";
import { mayCreateTeams, mayCreateUsers, mayMakeAdministrators } from "./issuer-trust";

const STAFF = "https://staff.test";
const PARTNER = "https://partner.test";
const entry = (issuer: string, more: object = {}) => ({ issuer, jwks_url: `${issuer}/keys`, ...more });

/** What tokens of an issuer may do, as "bearer administrator, session administrator, teams, users". */
function trust(
  issuer: string | undefined,
  file: object,
  others: { publicKeyUrls?: string[]; consoleIssuer?: string } = {},
): boolean[] {
  const settings = {
    jwtAuth: withIssuerDefaults(jwtAuth.parse(file), {
      publicKeyUrls: others.publicKeyUrls ?? [],
      consoleIssuer: others.consoleIssuer,
    }),
  };
  const bearer = { identity: { issuer, via: "bearer" as const }, settings };
  const session = { identity: { issuer, via: "session" as const }, settings };
  return [
    mayMakeAdministrators(bearer),
    mayMakeAdministrators(session),
    mayCreateTeams(bearer),
    mayCreateUsers(bearer),
  ];
}

const upserts = { team_id_upsert: true, user_id_upsert: true };
const two = [entry(STAFF), entry(PARTNER)];

test("providers of JWT_PUBLIC_KEY_URL may do what the common settings say", () => {
  expect(trust(undefined, {})).toEqual([true, true, false, false]);
  expect(trust(PARTNER, upserts)).toEqual([true, true, true, true]);
  expect(trust(PARTNER, { ...upserts, issuers: [entry(STAFF)] }, { publicKeyUrls: ["https://x.test"] })).toEqual([
    true,
    true,
    true,
    true,
  ]);
});

test("an entry that is the only provider may do what the common settings say", () => {
  expect(trust(STAFF, { ...upserts, issuers: [entry(STAFF)] })).toEqual([true, true, true, true]);
  const publicKeyUrls = [`${STAFF}/keys`];
  expect(trust(STAFF, { issuers: [entry(STAFF)] }, { publicKeyUrls })).toEqual([true, true, false, false]);
});

test("an entry beside other providers may do only what it says itself", () => {
  expect(trust(STAFF, { ...upserts, issuers: two })).toEqual([false, false, false, false]);
  expect(trust(STAFF, { ...upserts, issuers: [entry(STAFF)] }, { publicKeyUrls: ["https://x.test"] })).toEqual([
    false,
    false,
    false,
    false,
  ]);
  const own = entry(STAFF, { allow_admin: true, user_id_upsert: true });
  expect(trust(STAFF, { issuers: [own, entry(PARTNER)] })).toEqual([true, true, false, true]);
});

test("OIDC_ISSUER may make administrators of the console, unless its entry says that it makes none", () => {
  for (const consoleIssuer of [STAFF, `${STAFF}/`]) {
    expect(trust(STAFF, { issuers: two }, { consoleIssuer })).toEqual([false, true, false, false]);
    expect(trust(PARTNER, { issuers: two }, { consoleIssuer })).toEqual([false, false, false, false]);
  }
  const none = [entry(STAFF, { allow_admin: false }), entry(PARTNER)];
  expect(trust(STAFF, { issuers: none }, { consoleIssuer: STAFF })).toEqual([false, false, false, false]);
  expect(trust(STAFF, { issuers: [entry(PARTNER)] }, { consoleIssuer: STAFF })).toEqual([true, true, false, false]);
});

test("an entry may make administrators of the console only", () => {
  const issuers = [entry(STAFF, { allow_admin: "console" }), entry(PARTNER)];
  expect(trust(STAFF, { issuers })).toEqual([false, true, false, false]);
});

test.each([
  [STAFF, true],
  [PARTNER, false],
  [undefined, false],
])("claims of an issuer count as logged in only with a login at that issuer (%s: %s)", (loginIssuer, counts) => {
  const settings = jwtAuth.parse({ issuers: [entry(STAFF, { allow_admin: "console" }), entry(PARTNER)] });
  const claims = { iss: STAFF, sub: "ada" };
  const identity = identify({ kind: "jwt", via: "session", claims, issuer: STAFF, loginIssuer }, settings);
  if (isFault(identity)) throw new Error(identity.message);
  expect(mayMakeAdministrators({ identity, settings: { jwtAuth: settings } })).toBe(counts);
});
