import { forge, type AttackFixture, type PrivateKey } from "@/testing/auth/forge";
import type { Attack } from "@/testing/auth/attack";

const embedded = ({ stranger }: AttackFixture): PrivateKey => ({
  kty: "RSA",
  n: stranger.rsa["n"],
  e: stranger.rsa["e"],
  kid: "own",
});
/** Signed by the attacker's key, with a header that points to that key. */
const recommending =
  (header: (fixture: AttackFixture) => Record<string, unknown>): Attack["make"] =>
  (fixture) =>
    forge(fixture, { header: header(fixture), key: fixture.stranger.rsa });
/** Signed by the provider's own key, with a header that must not be ignored. */
const demanding =
  (header: Record<string, unknown>): Attack["make"] =>
  (fixture) =>
    forge(fixture, { header });
const naming = (kid: unknown): Attack["make"] => recommending(() => ({ kid }));

/** Tokens whose header says with which key, or how, to verify them. */
export const HEADER_ATTACKS: readonly Attack[] = [
  {
    name: "the attacker's key under the provider's kid",
    source: "RFC 8725 §3.8",
    code: "invalid_signature",
    make: recommending(() => ({})),
  },
  {
    name: "the attacker's key without a kid",
    source: "RFC 8725 §3.8",
    code: "invalid_signature",
    make: recommending(() => ({ kid: undefined })),
  },
  {
    name: "the attacker's EC key without a kid",
    source: "RFC 8725 §3.8",
    code: "invalid_signature",
    make: (fixture) => forge(fixture, { header: { alg: "ES256", kid: undefined }, key: fixture.stranger.ec }),
  },
  { name: "the attacker's key under its own kid", source: "RFC 8725 §3.8", code: "unknown_key", make: naming("own") },
  {
    name: "the attacker's key embedded (jwk)",
    source: "RFC 8725 §3.10, CVE-2018-0114",
    code: "invalid_signature",
    make: recommending((fixture) => ({ jwk: embedded(fixture) })),
  },
  {
    name: "the attacker's key embedded, under its own kid",
    source: "CVE-2018-0114",
    code: "unknown_key",
    make: recommending((fixture) => ({ jwk: embedded(fixture), kid: "own" })),
  },
  {
    name: "a key set of the attacker's (jku)",
    source: "RFC 8725 §3.10",
    code: "unknown_key",
    make: recommending(() => ({ jku: "http://127.0.0.1:9/keys", kid: "own" })),
  },
  {
    name: "a key set of the attacker's, by the user part of the provider's address",
    source: "RFC 8725 §3.10, CWE-918",
    code: "invalid_signature",
    make: recommending(({ claims }) => ({ jku: `${String(claims["iss"])}@127.0.0.1:9/keys` })),
  },
  {
    name: "a certificate of the attacker's (x5u)",
    source: "RFC 8725 §3.10",
    code: "unknown_key",
    make: recommending(() => ({ x5u: "http://127.0.0.1:9/certificate", kid: "own" })),
  },
  {
    name: "a certificate chain of the attacker's (x5c)",
    source: "RFC 8725 §3.10",
    code: "unknown_key",
    make: recommending(({ published }) => ({ x5c: [published.der.toString("base64")], kid: "own" })),
  },
  {
    name: "a thumbprint of the attacker's certificate (x5t)",
    source: "RFC 8725 §3.10",
    code: "unknown_key",
    make: recommending(() => ({ x5t: "AAAAAAAAAAAAAAAAAAAAAAAAAAA", kid: "own" })),
  },

  {
    name: "a kid that is a path",
    source: "RFC 8725 §3.10, CWE-22",
    code: "unknown_key",
    make: naming("../../../../../../dev/null"),
  },
  {
    name: "a kid that is an address",
    source: "CWE-918",
    code: "unknown_key",
    make: naming("http://169.254.169.254/latest/meta-data"),
  },
  {
    name: "a kid that is SQL",
    source: "RFC 8725 §3.10, CWE-89",
    code: "unknown_key",
    make: naming("x' UNION SELECT 'key';--"),
  },
  {
    name: "a kid that is a command",
    source: "CVE-2017-17405, CWE-78",
    code: "unknown_key",
    make: naming("|/usr/bin/id"),
  },
  {
    name: "a kid with a NUL and line breaks",
    source: "CWE-117",
    code: "unknown_key",
    make: naming('own\0\r\n{"level":"error"}'),
  },
  { name: "a kid of an object's own member", source: "CWE-1321", code: "unknown_key", make: naming("__proto__") },
  { name: "an empty kid", source: "RFC 7515 §4.1.4", code: "unknown_key", make: naming("") },
  { name: "a kid of thousands of characters", source: "CWE-400", code: "unknown_key", make: naming("k".repeat(6_000)) },
  { name: "a kid that is an object", source: "RFC 7515 §4.1.4", code: "invalid_token", make: naming({ $ne: null }) },
  {
    name: "a kid that is a list",
    source: "RFC 7515 §4.1.4",
    code: "invalid_token",
    make: (fixture) => forge(fixture, { header: { kid: [fixture.header["kid"]] } }),
  },

  {
    name: "an unknown critical extension",
    source: "RFC 7515 §4.1.11",
    code: "invalid_token",
    make: demanding({ crit: ["only-at-night"], "only-at-night": true }),
  },
  {
    name: "an empty list of critical extensions",
    source: "RFC 7515 §4.1.11",
    code: "invalid_token",
    make: demanding({ crit: [] }),
  },
  {
    name: "a critical member that is none of an extension",
    source: "RFC 7515 §4.1.11",
    code: "invalid_token",
    make: demanding({ crit: ["alg"] }),
  },
  {
    name: "an unencoded payload (b64)",
    source: "RFC 7797 §7",
    code: "invalid_token",
    make: demanding({ b64: false, crit: ["b64"] }),
  },
  {
    name: "an unencoded payload that is not said to be critical",
    source: "RFC 7797 §6",
    code: "invalid_token",
    make: demanding({ b64: false }),
  },
  {
    name: "compression of a signed token",
    source: "RFC 8725 §3.6",
    code: "invalid_token",
    make: demanding({ zip: "DEF" }),
  },
  {
    name: "encryption said of a signed token",
    source: "RFC 7516 §9",
    code: "invalid_token",
    make: demanding({ enc: "A256GCM" }),
  },
];
