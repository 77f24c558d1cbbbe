import { forge, type AttackStage } from "@/testing/auth/forge";
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
export const GENUINE: readonly { readonly name: string; readonly make: (stage: AttackStage) => string }[] = [
  { name: "the provider's own token", make: ({ token }) => token },
  { name: "made again by the forge", make: (stage) => forge(stage, {}) },
  { name: "typ JWT", make: (stage) => forge(stage, { header: { typ: "JWT" } }) },
  { name: "no typ", make: (stage) => forge(stage, { header: { typ: undefined } }) },
  {
    name: "typ with its whole media type, in other case",
    make: (stage) => forge(stage, { header: { typ: "Application/AT+JWT" } }),
  },
  { name: "no kid", make: (stage) => forge(stage, { header: { kid: undefined } }) },
  {
    name: "ES256",
    make: (stage) => forge(stage, { header: { alg: "ES256", kid: stage.keys.ec["kid"] }, key: stage.keys.ec }),
  },
  {
    name: "ES256 without a kid",
    make: (stage) => forge(stage, { header: { alg: "ES256", kid: undefined }, key: stage.keys.ec }),
  },
  {
    name: "EdDSA",
    make: (stage) => forge(stage, { header: { alg: "EdDSA", kid: stage.keys.ed["kid"] }, key: stage.keys.ed }),
  },
  {
    name: "Ed25519 by its new name",
    make: (stage) => forge(stage, { header: { alg: "Ed25519", kid: stage.keys.ed["kid"] }, key: stage.keys.ed }),
  },
  {
    name: "key headers that are not followed",
    make: (stage) =>
      forge(stage, {
        header: { jwk: { kty: "oct", k: "AA" }, jku: "http://127.0.0.1:9/", x5u: "http://127.0.0.1:9/", x5c: ["AA"] },
      }),
  },
  { name: "several audiences", make: (stage) => forge(stage, { claims: { aud: ["another", stage.claims["aud"]] } }) },
  { name: "scopes as a list", make: (stage) => forge(stage, { claims: { scope: ["a", "b"] } }) },
  {
    name: "a nonce in what Keycloak marks as an access token",
    make: (stage) => forge(stage, { header: { typ: "JWT" }, claims: { typ: "Bearer", nonce: "n-0S6_WzA2Mj" } }),
  },
  {
    name: "Cognito's access token",
    make: (stage) => forge(stage, { header: { typ: undefined }, claims: { token_use: "access" } }),
  },
  {
    name: "a claim called constructor",
    make: (stage) => forge(stage, { claims: { constructor: { prototype: { scope: "x" } } } }),
  },
  {
    name: "not valid for another moment, within the clock skew",
    make: (stage) => forge(stage, { claims: { nbf: stage.now + 3 } }),
  },
];
