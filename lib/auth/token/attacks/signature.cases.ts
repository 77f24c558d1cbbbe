import { forge, hmac, type AttackFixture } from "@/testing/auth/forge";
import type { Attack } from "@/testing/auth/attack";

/** Order of P-256 (FIPS 186-5). */
const P256_ORDER = Buffer.from("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551", "hex");
const ZERO = Buffer.alloc(32);
const ONE = Buffer.concat([Buffer.alloc(31), Buffer.from([1])]);

const unsigned =
  (alg: unknown): Attack["make"] =>
  (fixture) =>
    forge(fixture, { header: { alg }, signature: Buffer.from("x") });
const confused =
  (alg: string, secret: (fixture: AttackFixture) => string | Buffer, digest = "sha256"): Attack["make"] =>
  (fixture) =>
    forge(fixture, { header: { alg }, signature: hmac(secret(fixture), digest) });
/** Signed correctly by the provider, except for what the header says about it. */
const named =
  (alg: unknown): Attack["make"] =>
  (fixture) =>
    forge(fixture, { header: { alg }, algorithm: "RS256" });
const forEc =
  (signature: Buffer): Attack["make"] =>
  (fixture) =>
    forge(fixture, { header: { alg: "ES256", kid: fixture.keys.ec["kid"] }, signature });
const forEd =
  (signature: Buffer): Attack["make"] =>
  (fixture) =>
    forge(fixture, { header: { alg: "EdDSA", kid: fixture.keys.ed["kid"] }, signature });

/** Tokens whose algorithm is not the one in the header, or whose signature is forged. */
export const SIGNATURE_ATTACKS: readonly Attack[] = [
  {
    name: "unsigned, alg none, no signature",
    source: "RFC 8725 §2.1, CVE-2015-9235",
    code: "invalid_token",
    make: (fixture) => forge(fixture, { header: { alg: "none" }, signature: Buffer.alloc(0) }),
  },
  { name: "alg none with some signature", source: "RFC 8725 §2.1", code: "invalid_token", make: unsigned("none") },
  { name: "alg None", source: "CVE-2020-28042", code: "invalid_token", make: unsigned("None") },
  { name: "alg nOnE", source: "CVE-2020-28042", code: "invalid_token", make: unsigned("nOnE") },
  {
    name: "alg NONE with the provider's signature",
    source: "CVE-2022-23540",
    code: "invalid_token",
    make: named("NONE"),
  },
  { name: "alg in other case", source: "RFC 7515 §4.1.1", code: "invalid_token", make: named("rs256") },
  { name: "alg with a space behind it", source: "RFC 7515 §4.1.1", code: "invalid_token", make: named("RS256 ") },
  { name: "alg with a NUL behind it", source: "RFC 7515 §4.1.1", code: "invalid_token", make: named("RS256\0") },
  { name: "no alg", source: "RFC 7515 §4.1.1", code: "invalid_key", make: named(undefined) },
  { name: "alg empty", source: "RFC 7515 §4.1.1", code: "invalid_token", make: named("") },
  { name: "alg null", source: "RFC 7515 §4.1.1", code: "invalid_token", make: named(null) },
  { name: "alg a list", source: "RFC 7515 §4.1.1", code: "invalid_token", make: named(["RS256"]) },
  { name: "alg a number", source: "RFC 7515 §4.1.1", code: "invalid_token", make: named(256) },
  { name: "alg of an object's own method", source: "CWE-1321", code: "invalid_token", make: named("constructor") },
  { name: "alg of a key encryption", source: "RFC 8725 §3.2", code: "invalid_token", make: named("RSA-OAEP") },
  { name: "alg on a curve not accepted", source: "RFC 8812 §3.2", code: "invalid_token", make: named("ES256K") },
  { name: "alg with SHA-1", source: "RFC 8725 §3.2", code: "invalid_token", make: named("RS1") },

  {
    name: "HS256 with the provider's public key (PEM) as secret",
    source: "RFC 8725 §2.1, CVE-2016-10555",
    code: "invalid_token",
    make: confused("HS256", ({ published }) => published.pem),
  },
  {
    name: "HS256 with that PEM without its last line break",
    source: "CVE-2016-10555",
    code: "invalid_token",
    make: confused("HS256", ({ published }) => published.pem.trimEnd()),
  },
  {
    name: "HS256 with the public key (DER) as secret",
    source: "CVE-2016-10555",
    code: "invalid_token",
    make: confused("HS256", ({ published }) => published.der),
  },
  {
    name: "HS256 with the public JWK as secret",
    source: "CVE-2016-10555",
    code: "invalid_token",
    make: confused("HS256", ({ published }) => published.jwk),
  },
  {
    name: "HS384 with the public key (PEM) as secret",
    source: "CVE-2016-10555",
    code: "invalid_token",
    make: confused("HS384", ({ published }) => published.pem, "sha384"),
  },
  {
    name: "HS512 with the public key (PEM) as secret",
    source: "CVE-2016-10555",
    code: "invalid_token",
    make: confused("HS512", ({ published }) => published.pem, "sha512"),
  },
  {
    name: "HS256 with an empty secret",
    source: "CVE-2019-20933",
    code: "invalid_token",
    make: confused("HS256", () => ""),
  },
  {
    name: "HS256 with a guessable secret",
    source: "RFC 8725 §2.2",
    code: "invalid_token",
    make: confused("HS256", () => "secret"),
  },
  {
    name: "an HMAC called RS256",
    source: "RFC 8725 §2.1",
    code: "invalid_signature",
    make: confused("RS256", ({ published }) => published.pem),
  },

  {
    name: "PS256 by a key whose alg says RS256",
    source: "RFC 8725 §3.1",
    code: "unknown_key",
    make: (fixture) => forge(fixture, { header: { alg: "PS256" } }),
  },
  {
    name: "RS512 by a key whose alg says RS256",
    source: "RFC 8725 §3.1",
    code: "unknown_key",
    make: (fixture) => forge(fixture, { header: { alg: "RS512" } }),
  },
  {
    name: "RS256 said, PS256 signed",
    source: "RFC 8725 §3.1",
    code: "invalid_signature",
    make: (fixture) => forge(fixture, { algorithm: "PS256" }),
  },
  {
    name: "ES256 under the kid of the RSA key",
    source: "RFC 8725 §3.1",
    code: "unknown_key",
    make: (fixture) => forge(fixture, { header: { alg: "ES256" }, key: fixture.stranger.ec }),
  },
  {
    name: "RS256 under the kid of the EC key",
    source: "RFC 8725 §3.1",
    code: "unknown_key",
    make: (fixture) => forge(fixture, { header: { kid: fixture.keys.ec["kid"] } }),
  },
  {
    name: "ES384 by the P-256 key",
    source: "RFC 8725 §3.4",
    code: "unknown_key",
    make: (fixture) => forge(fixture, { header: { alg: "ES384", kid: fixture.keys.ec["kid"] }, key: fixture.keys.ec }),
  },

  {
    name: "ES256 with r = 0 and s = 0",
    source: "CVE-2022-21449",
    code: "invalid_signature",
    make: forEc(Buffer.concat([ZERO, ZERO])),
  },
  {
    name: "ES256 with r = 0",
    source: "CVE-2022-21449",
    code: "invalid_signature",
    make: forEc(Buffer.concat([ZERO, ONE])),
  },
  {
    name: "ES256 with s = 0",
    source: "CVE-2022-21449",
    code: "invalid_signature",
    make: forEc(Buffer.concat([ONE, ZERO])),
  },
  {
    name: "ES256 with r and s the order of the curve",
    source: "CVE-2022-21449",
    code: "invalid_signature",
    make: forEc(Buffer.concat([P256_ORDER, P256_ORDER])),
  },
  {
    name: "ES256 with an all-zero signature of the wrong length",
    source: "RFC 7518 §3.4",
    code: "invalid_signature",
    make: forEc(Buffer.alloc(48)),
  },
  {
    name: "ES256 with zero values in DER",
    source: "CVE-2022-21449",
    code: "invalid_signature",
    make: forEc(Buffer.from("3006020100020100", "hex")),
  },
  {
    name: "EdDSA with an all-zero signature",
    source: "RFC 8032 §5.1.7",
    code: "invalid_signature",
    make: forEd(Buffer.alloc(64)),
  },
  {
    name: "EdDSA with the neutral point and s = 0",
    source: "RFC 8032 §8.4",
    code: "invalid_signature",
    make: forEd(Buffer.concat([Buffer.from([1]), Buffer.alloc(63)])),
  },
  {
    name: "RS256 with an all-zero signature",
    source: "RFC 8017 §8.2.2",
    code: "invalid_signature",
    make: (fixture) => forge(fixture, { signature: Buffer.alloc(256) }),
  },
  {
    name: "RS256 with a signature of 1",
    source: "RFC 8017 §8.2.2, CVE-2006-4339",
    code: "invalid_signature",
    make: (fixture) => forge(fixture, { signature: Buffer.concat([Buffer.alloc(255), Buffer.from([1])]) }),
  },
];
