import { expect, test } from "vitest";
import { jwtAuth, type JwtAuthSettings } from "@/lib/config/schema";
import { settingsOfCaller, settingsOfIssuer } from "./issuer-settings";
import { NOBODY } from "./nobody";

const OWN = "https://own.test";
const OTHER = "https://other.test";
const common = { team_id_jwt_field: "team", admin_jwt_scope: "boss", enforce_rbac: true, clock_skew_seconds: 60 };
const mapping = { role: "app", internal_role: "team" };

function parse(entry: object, more: object = {}): { readonly jwtAuth: JwtAuthSettings } {
  return {
    jwtAuth: jwtAuth.parse({ ...common, ...more, issuers: [{ issuer: OWN, jwks_url: `${OWN}/keys`, ...entry }] }),
  };
}

/** Each line: what the entry says, and what differs from the common settings for its tokens. */
const CASES: readonly (readonly [title: string, entry: object, difference: Partial<JwtAuthSettings>])[] = [
  ["an entry that says nothing shares the common settings", {}, {}],
  ["an entry's claim replaces the common one", { team_id_jwt_field: "azp" }, { team_id_jwt_field: "azp" }],
  ["null unsets a claim", { team_id_jwt_field: null }, { team_id_jwt_field: undefined }],
  ["null unsets the admin scope", { admin_jwt_scope: null }, { admin_jwt_scope: undefined }],
  ["null gives a setting with a default its default", { clock_skew_seconds: null }, { clock_skew_seconds: 5 }],
  ["false counts as a value", { enforce_rbac: false }, { enforce_rbac: false }],
  [
    "a list replaces the common list",
    { team_allowed_routes: ["/embeddings"] },
    { team_allowed_routes: ["/embeddings"] },
  ],
  ["an entry has role mappings of its own", { role_mappings: [mapping] }, { role_mappings: [mapping as never] }],
];

test.each(CASES)("%s", (_, entry, difference) => {
  const settings = parse(entry);
  const { issuers: _issuers, ...inForce } = settingsOfIssuer(OWN, settings).jwtAuth;
  const { issuers: _common, ...shared } = settings.jwtAuth;
  expect(inForce).toEqual({ ...shared, ...difference });
});

test("the tokens of other issuers are bound by the common settings", () => {
  const settings = parse({ team_id_jwt_field: "azp" });
  expect(settingsOfIssuer(OTHER, settings)).toBe(settings);
  expect(settingsOfIssuer(undefined, settings)).toBe(settings);
});

test("the same settings and issuer always give the same object, also if they are merged already", () => {
  const settings = parse({ team_id_jwt_field: "azp" });
  const merged = settingsOfIssuer(OWN, settings);
  expect(settingsOfIssuer(OWN, { jwtAuth: settings.jwtAuth })).toBe(merged);
  expect(settingsOfIssuer(OWN, merged)).toBe(merged);
});

test("a change of merged settings is not undone by merging again", () => {
  const merged = settingsOfIssuer(OWN, parse({ enforce_rbac: false })).jwtAuth;
  expect(settingsOfIssuer(OWN, { jwtAuth: { ...merged, enforce_rbac: true } }).jwtAuth.enforce_rbac).toBe(true);
});

test("a key is bound by the settings of the issuer whose token made it", () => {
  const settings = parse({ enforce_rbac: false });
  const made = (maker: object) => ({ ...NOBODY, issuer: undefined, key: { maker } as never });
  expect(settingsOfCaller(made({ role: null, scopes: [], issuer: OWN }), settings).jwtAuth.enforce_rbac).toBe(false);
  expect(settingsOfCaller(made({ role: null, scopes: [] }), settings)).toBe(settings);
});
