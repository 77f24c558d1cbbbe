import { forge, openClaims, type AttackFixture } from "@/testing/auth/forge";
import type { Attack } from "@/testing/auth/attack";

const claiming =
  (claims: (fixture: AttackFixture) => Record<string, unknown>): Attack["make"] =>
  (fixture) =>
    forge(fixture, { claims: claims(fixture) });
const typed =
  (typ: unknown): Attack["make"] =>
  (fixture) =>
    forge(fixture, { header: { typ } });
/** An ID token as providers issue it: a plain JWT that only its claims give away. */
const idToken =
  (claims: Record<string, unknown>): Attack["make"] =>
  (fixture) =>
    forge(fixture, { header: { typ: "JWT" }, claims });

const WRONG_TYPE = "RFC 7519 §4.1";
const KIND = "RFC 8725 §2.8, §3.12";
const LOGOUT_EVENT = { "http://schemas.openid.net/event/backchannel-logout": {} };

/** Tokens signed by the provider that are not valid, not meant for this gateway, or not access tokens. */
export const CLAIM_ATTACKS: readonly Attack[] = [
  {
    name: "expired",
    source: "RFC 7519 §4.1.4",
    code: "token_expired",
    make: claiming(({ now }) => ({ iat: now - 7_200, exp: now - 3_600 })),
  },
  {
    name: "expired before time began",
    source: "RFC 7519 §4.1.4",
    code: "token_expired",
    make: claiming(() => ({ exp: -1 })),
  },
  {
    name: "without an end",
    source: "RFC 8725 §3.8",
    code: "invalid_token",
    make: claiming(() => ({ exp: undefined })),
  },
  {
    name: "an end that is a string",
    source: WRONG_TYPE,
    code: "invalid_token",
    make: claiming(({ now }) => ({ exp: String(now + 3_600) })),
  },
  { name: "an end that is null", source: WRONG_TYPE, code: "invalid_token", make: claiming(() => ({ exp: null })) },
  { name: "an end that is true", source: WRONG_TYPE, code: "invalid_token", make: claiming(() => ({ exp: true })) },
  {
    name: "an end that is a list",
    source: WRONG_TYPE,
    code: "invalid_token",
    make: claiming(({ now }) => ({ exp: [now + 3_600] })),
  },
  {
    name: "an end beyond all numbers",
    source: WRONG_TYPE,
    code: "invalid_token",
    make: (fixture) =>
      forge(fixture, {
        claims: `${openClaims({ ...fixture, claims: { ...fixture.claims, exp: undefined } })},"exp":1e999}`,
      }),
  },
  {
    name: "not yet valid",
    source: "RFC 7519 §4.1.5",
    code: "token_not_yet_valid",
    make: claiming(({ now }) => ({ nbf: now + 600 })),
  },
  {
    name: "a beginning that is a string",
    source: WRONG_TYPE,
    code: "invalid_token",
    make: claiming(() => ({ nbf: "yesterday" })),
  },
  {
    name: "issued in the future",
    source: "RFC 7519 §4.1.6",
    code: "token_not_yet_valid",
    make: claiming(({ now }) => ({ iat: now + 600 })),
  },
  {
    name: "an issue time that is a string",
    source: WRONG_TYPE,
    code: "invalid_token",
    make: claiming(({ now }) => ({ iat: String(now) })),
  },

  {
    name: "another audience",
    source: "RFC 8725 §3.9",
    code: "invalid_audience",
    make: claiming(() => ({ aud: "another-service" })),
  },
  {
    name: "an audience that begins like the right one",
    source: "RFC 7519 §4.1.3",
    code: "invalid_audience",
    make: claiming(({ claims }) => ({ aud: `${String(claims["aud"])}-evil` })),
  },
  {
    name: "the audience in other case",
    source: "RFC 7519 §4.1.3",
    code: "invalid_audience",
    make: claiming(({ claims }) => ({ aud: String(claims["aud"]).toUpperCase() })),
  },
  {
    name: "several audiences, none the right one",
    source: "RFC 8725 §3.9",
    code: "invalid_audience",
    make: claiming(() => ({ aud: ["a", "b"] })),
  },
  {
    name: "an empty list of audiences",
    source: "RFC 8725 §3.9",
    code: "invalid_audience",
    make: claiming(() => ({ aud: [] })),
  },
  {
    name: "no audience",
    source: "RFC 8725 §3.9",
    code: "invalid_audience",
    make: claiming(() => ({ aud: undefined })),
  },
  {
    name: "an audience that is an object",
    source: WRONG_TYPE,
    code: "invalid_token",
    make: claiming(({ claims }) => ({ aud: { [String(claims["aud"])]: true } })),
  },
  {
    name: "a number among the right audiences",
    source: WRONG_TYPE,
    code: "invalid_token",
    make: claiming(({ claims }) => ({ aud: [claims["aud"], 1] })),
  },

  {
    name: "another issuer",
    source: "RFC 8725 §3.8",
    code: "invalid_issuer",
    make: claiming(() => ({ iss: "https://login.example.com" })),
  },
  {
    name: "the issuer with a slash behind it",
    source: "OpenID Connect Core §2",
    code: "invalid_issuer",
    make: claiming(({ claims }) => ({ iss: `${String(claims["iss"])}/` })),
  },
  { name: "no issuer", source: "RFC 8725 §3.8", code: "invalid_issuer", make: claiming(() => ({ iss: undefined })) },
  {
    name: "a list of issuers",
    source: WRONG_TYPE,
    code: "invalid_token",
    make: claiming(({ claims }) => ({ iss: [claims["iss"]] })),
  },
  {
    name: "an issuer that is an object",
    source: WRONG_TYPE,
    code: "invalid_token",
    make: claiming(() => ({ iss: {} })),
  },
  {
    name: "a subject that is a list",
    source: WRONG_TYPE,
    code: "invalid_token",
    make: claiming(() => ({ sub: ["admin"] })),
  },
  {
    name: "a scope that is an object",
    source: "RFC 8693 §4.2",
    code: "invalid_token",
    make: claiming(() => ({ scope: { gateway_proxy_admin: true } })),
  },
  {
    name: "a scope that is a number",
    source: "RFC 8693 §4.2",
    code: "invalid_token",
    make: claiming(() => ({ scope: 7 })),
  },
  {
    name: "scopes in lists within a list",
    source: "RFC 8693 §4.2",
    code: "invalid_token",
    make: claiming(() => ({ scope: [["gateway_proxy_admin"]] })),
  },
  {
    name: "a team id that is an object",
    source: "CWE-843",
    code: "invalid_token",
    make: claiming(() => ({ client_id: { $ne: null } })),
  },
  {
    name: "a team id that is a list",
    source: "CWE-843",
    code: "invalid_token",
    make: claiming(({ claims }) => ({ client_id: [claims["client_id"]] })),
  },
  {
    name: "a team id with a NUL",
    source: "CWE-158",
    code: "invalid_token",
    make: claiming(({ claims }) => ({ client_id: `${String(claims["client_id"])}\0` })),
  },
  {
    name: "a team id with half a character",
    source: "CWE-176",
    code: "invalid_token",
    make: claiming(() => ({ client_id: "\ud800" })),
  },

  {
    name: "an ID token, by its hash of the access token",
    source: KIND,
    code: "invalid_token",
    make: idToken({ at_hash: "77QmUPtjPfzWtF2AnpK9RQ" }),
  },
  {
    name: "an ID token, by its hash of the code",
    source: KIND,
    code: "invalid_token",
    make: idToken({ c_hash: "LDktKdoQak3Pk0cnXxCltA" }),
  },
  { name: "an ID token, by its nonce", source: KIND, code: "invalid_token", make: idToken({ nonce: "n-0S6_WzA2Mj" }) },
  {
    name: "an ID token without a type, by its nonce",
    source: KIND,
    code: "invalid_token",
    make: (fixture) => forge(fixture, { header: { typ: undefined }, claims: { nonce: "n-0S6_WzA2Mj" } }),
  },
  { name: "an ID token as Keycloak marks it", source: KIND, code: "invalid_token", make: idToken({ typ: "ID" }) },
  { name: "an ID token as Cognito marks it", source: KIND, code: "invalid_token", make: idToken({ token_use: "id" }) },
  {
    name: "an ID token that calls itself an access token in its header",
    source: KIND,
    code: "invalid_token",
    make: claiming(() => ({ typ: "ID" })),
  },
  {
    name: "a refresh token as Keycloak marks it",
    source: KIND,
    code: "invalid_token",
    make: idToken({ typ: "Refresh" }),
  },
  {
    name: "an offline token as Keycloak marks it",
    source: KIND,
    code: "invalid_token",
    make: idToken({ typ: "Offline" }),
  },
  {
    name: "a refresh token by its token_type",
    source: KIND,
    code: "invalid_token",
    make: idToken({ token_type: "refresh_token" }),
  },
  {
    name: "a logout token by its type",
    source: "OpenID Connect Back-Channel Logout §2.4",
    code: "invalid_token",
    make: typed("logout+jwt"),
  },
  {
    name: "a logout token by its event",
    source: "OpenID Connect Back-Channel Logout §2.4",
    code: "invalid_token",
    make: idToken({ events: LOGOUT_EVENT }),
  },
  {
    name: "a logout token by its event, called an access token",
    source: "OpenID Connect Back-Channel Logout §2.4",
    code: "invalid_token",
    make: claiming(() => ({ events: LOGOUT_EVENT })),
  },
  {
    name: "a logout token as Keycloak marks it",
    source: KIND,
    code: "invalid_token",
    make: idToken({ typ: "Logout" }),
  },
  { name: "a security event token", source: "RFC 8417 §2.3", code: "invalid_token", make: typed("secevent+jwt") },
  {
    name: "a security event token with its whole media type",
    source: "RFC 8417 §2.3",
    code: "invalid_token",
    make: typed("application/secevent+jwt"),
  },
  { name: "a proof of possession", source: "RFC 9449 §4.2", code: "invalid_token", make: typed("dpop+jwt") },
  {
    name: "a signed introspection answer",
    source: "RFC 9701 §5",
    code: "invalid_token",
    make: typed("token-introspection+jwt"),
  },
  {
    name: "a signed introspection answer by its claim",
    source: "RFC 9701 §5",
    code: "invalid_token",
    make: idToken({ token_introspection: { active: true } }),
  },
  { name: "a request object", source: "RFC 9101 §10.8", code: "invalid_token", make: typed("oauth-authz-req+jwt") },
  {
    name: "a client assertion",
    source: "RFC 8725 §3.11",
    code: "invalid_token",
    make: typed("client-authentication+jwt"),
  },
  { name: "a type that is a list", source: "RFC 7515 §4.1.9", code: "invalid_token", make: typed(["at+jwt"]) },
  { name: "an empty type", source: "RFC 7515 §4.1.9", code: "invalid_token", make: typed("") },
];
