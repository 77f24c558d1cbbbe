import { expect, test } from "vitest";
import type { ServiceAccountMarker } from "@/lib/config/service-account-settings";
import type { Claims } from "./decision";
import { serviceAccountMarker } from "./service-account";

const KEYCLOAK = "https://login.example/realms/main";
const ENTRA = "https://login.microsoftonline.com/72f988bf-86f1-41af-91ab-2d7cd011db47/v2.0";

test.each<[who: string, claims: Claims, issuer: string, marker: string | undefined]>([
  ["an application of Entra ID", { idtyp: "app", oid: "1" }, ENTRA, 'its claim "idtyp" is "app"'],
  ["a user of Entra ID", { idtyp: "user", oid: "1" }, ENTRA, undefined],
  [
    "an application of Auth0",
    { gty: "client-credentials", sub: "abc@clients", azp: "abc" },
    "https://acme.auth0.com/",
    'its claim "gty" is "client-credentials"',
  ],
  ["a user of Auth0", { gty: "password", sub: "auth0|1", azp: "abc" }, "https://acme.auth0.com/", undefined],
  [
    "an application of Okta",
    { sub: "0oa1", cid: "0oa1" },
    "https://acme.okta.com/oauth2/default",
    'its claim "sub" is the same as "cid"',
  ],
  ["a user of Okta", { sub: "ann@acme.com", cid: "0oa1" }, "https://acme.okta.com/oauth2/default", undefined],
  [
    "an application of Cognito",
    { sub: "6abc", client_id: "6abc", token_use: "access" },
    "https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_x",
    'its claim "sub" is the same as "client_id"',
  ],
  [
    "a user of Cognito",
    { sub: "f-1", client_id: "6abc", username: "ann" },
    "https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_x",
    undefined,
  ],
  [
    "a service account of Keycloak",
    { sub: "u-1", azp: "billing", client_id: "billing", preferred_username: "service-account-billing" },
    KEYCLOAK,
    'Keycloak has written the claim "client_id", which people\'s tokens do not have',
  ],
  [
    "a user of Keycloak who is called like a service account",
    { sub: "u-1", azp: "console", preferred_username: "service-account-billing" },
    KEYCLOAK,
    undefined,
  ],
  [
    "a user of another provider that writes client_id",
    { sub: "u-1", client_id: "console" },
    "https://a.test",
    undefined,
  ],
  ["a token without a subject and a client", {}, "https://a.test", undefined],
])("by default, %s is told apart", (_who, claims, issuer, marker) => {
  expect(serviceAccountMarker({ claims, issuer }, undefined)).toBe(marker);
});

test("Keycloak's introspection names the client for everybody, so another claim tells a service account", () => {
  const claims = { sub: "u-1", client_id: "console", username: "ann" };
  const token = { issuer: KEYCLOAK, answeredBy: "introspection" } as const;
  expect(serviceAccountMarker({ ...token, claims }, undefined)).toBeUndefined();
  expect(serviceAccountMarker({ ...token, claims: { ...claims, clientHost: "10.0.0.1" } }, undefined)).toContain(
    "clientHost",
  );
});

test.each<[markers: readonly ServiceAccountMarker[], claims: Claims, isOne: boolean]>([
  [[], { gty: "client-credentials" }, false],
  [[{ claim: "sub", value: "system:serviceaccount:*" }], { sub: "system:serviceaccount:prod:billing" }, true],
  [[{ claim: "sub", value: "system:serviceaccount:*" }], { sub: "ann" }, false],
  [[{ claim: "roles", value: "machine" }], { roles: ["x", "machine"] }, true],
  [[{ claim: "machine" }], { machine: true }, true],
  [[{ claim: "machine" }], { machine: false }, false],
  [[{ claim: "machine" }], {}, false],
  [[{ claim: "sub", same_as: "azp" }], { sub: "a", azp: "a" }, true],
  [[{ claim: "sub", same_as: "azp" }], {}, false],
  [[{ claim: "a" }, { claim: "b" }], { b: "x" }, true],
])("with the markers %j the claims %j are a service account's: %s", (markers, claims, isOne) => {
  expect(serviceAccountMarker({ claims, issuer: undefined }, markers) !== undefined).toBe(isOne);
});
