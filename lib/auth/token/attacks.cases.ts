import { forge, type AttackFixture } from "@/testing/auth/forge";
import type { Attack } from "@/testing/auth/attack";
import { BINDING_ATTACKS } from "./attacks/binding.cases";
import { CLAIM_ATTACKS } from "./attacks/claim.cases";
import { HEADER_ATTACKS } from "./attacks/header.cases";
import { SHAPE_ATTACKS } from "./attacks/shape.cases";
import { SIGNATURE_ATTACKS } from "./attacks/signature.cases";

/** Every attack that must be refused, both by the verifier and through both doors. */
export const ATTACKS: readonly Attack[] = [
  ...SHAPE_ATTACKS,
  ...SIGNATURE_ATTACKS,
  ...HEADER_ATTACKS,
  ...CLAIM_ATTACKS,
  ...BINDING_ATTACKS,
];

/** Tokens made in the same way that must be accepted. They show that an attack is refused for what it changes. */
export const GENUINE: readonly { readonly name: string; readonly make: (fixture: AttackFixture) => string }[] = [
  { name: "the provider's own token", make: ({ token }) => token },
  { name: "made again by the forge", make: (fixture) => forge(fixture, {}) },
  { name: "typ JWT", make: (fixture) => forge(fixture, { header: { typ: "JWT" } }) },
  { name: "no typ", make: (fixture) => forge(fixture, { header: { typ: undefined } }) },
  {
    name: "typ with its whole media type, in other case",
    make: (fixture) => forge(fixture, { header: { typ: "Application/AT+JWT" } }),
  },
  { name: "no kid", make: (fixture) => forge(fixture, { header: { kid: undefined } }) },
  {
    name: "ES256",
    make: (fixture) => forge(fixture, { header: { alg: "ES256", kid: fixture.keys.ec["kid"] }, key: fixture.keys.ec }),
  },
  {
    name: "ES256 without a kid",
    make: (fixture) => forge(fixture, { header: { alg: "ES256", kid: undefined }, key: fixture.keys.ec }),
  },
  {
    name: "EdDSA",
    make: (fixture) => forge(fixture, { header: { alg: "EdDSA", kid: fixture.keys.ed["kid"] }, key: fixture.keys.ed }),
  },
  {
    name: "Ed25519 by its new name",
    make: (fixture) =>
      forge(fixture, { header: { alg: "Ed25519", kid: fixture.keys.ed["kid"] }, key: fixture.keys.ed }),
  },
  {
    name: "key headers that are not followed",
    make: (fixture) =>
      forge(fixture, {
        header: { jwk: { kty: "oct", k: "AA" }, jku: "http://127.0.0.1:9/", x5u: "http://127.0.0.1:9/", x5c: ["AA"] },
      }),
  },
  {
    name: "several audiences",
    make: (fixture) => forge(fixture, { claims: { aud: ["another", fixture.claims["aud"]] } }),
  },
  { name: "scopes as a list", make: (fixture) => forge(fixture, { claims: { scope: ["a", "b"] } }) },
  {
    name: "a nonce in what Keycloak marks as an access token",
    make: (fixture) => forge(fixture, { header: { typ: "JWT" }, claims: { typ: "Bearer", nonce: "n-0S6_WzA2Mj" } }),
  },
  {
    name: "Cognito's access token",
    make: (fixture) => forge(fixture, { header: { typ: undefined }, claims: { token_use: "access" } }),
  },
  {
    name: "a claim called constructor",
    make: (fixture) => forge(fixture, { claims: { constructor: { prototype: { scope: "x" } } } }),
  },
  {
    name: "not valid for another moment, within the clock skew",
    make: (fixture) => forge(fixture, { claims: { nbf: fixture.now + 3 } }),
  },
];
