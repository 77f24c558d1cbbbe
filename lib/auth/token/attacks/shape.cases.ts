import { encode, forge, openClaims, type AttackFixture } from "@/testing/auth/forge";
import type { Attack } from "@/testing/auth/attack";

/** Tokens that do not have three parts, or whose encoding or JSON is malformed. */
export const SHAPE_ATTACKS: readonly Attack[] = [
  {
    name: "the signature cut off with its dot",
    source: "RFC 7515 §7.1",
    code: "invalid_token",
    make: (fixture) => parts(fixture).slice(0, 2).join("."),
  },
  {
    name: "an empty signature",
    source: "RFC 8725 §2.1",
    code: "invalid_token",
    make: (fixture) => `${parts(fixture).slice(0, 2).join(".")}.`,
  },
  {
    name: "an empty payload",
    source: "RFC 7515 §5.2",
    code: "invalid_token",
    make: (fixture) => `${parts(fixture)[0]}..${parts(fixture)[2]}`,
  },
  { name: "a fourth part", source: "RFC 7515 §7.1", code: "invalid_token", make: (fixture) => `${fixture.token}.AAAA` },
  { name: "a dot at the end", source: "RFC 7515 §7.1", code: "invalid_token", make: (fixture) => `${fixture.token}.` },
  {
    name: "an encrypted token (JWE)",
    source: "RFC 7516 §3.1",
    code: "invalid_token",
    make: () => jwe({ alg: "RSA-OAEP-256", enc: "A256GCM" }),
  },
  {
    name: "an encrypted token with compression",
    source: "RFC 8725 §3.6",
    code: "invalid_token",
    make: () => jwe({ alg: "dir", enc: "A256GCM", zip: "DEF" }),
  },
  {
    name: "an encrypted token by a password that costs a million rounds",
    source: "CVE-2023-50967, RFC 7518 §4.8",
    code: "invalid_token",
    make: () => jwe({ alg: "PBES2-HS256+A128KW", enc: "A128GCM", p2c: 1_000_000_000 }),
  },

  {
    name: "padding after the header",
    source: "RFC 7515 §2",
    code: "invalid_token",
    make: respelt((header, claims) => [`${header}=`, claims]),
  },
  {
    name: "padding after the payload",
    source: "RFC 7515 §2",
    code: "invalid_token",
    make: respelt((header, claims) => [header, `${claims}==`]),
  },
  {
    name: "padding after the signature",
    source: "RFC 7515 §2",
    code: "invalid_token",
    make: (fixture) => `${fixture.token}==`,
  },
  {
    name: "a foreign character inside the payload",
    source: "RFC 4648 §3.3",
    code: "invalid_token",
    make: respelt((header, claims) => [header, `${claims.slice(0, 9)}!${claims.slice(9)}`]),
  },
  {
    name: "the other alphabet in the signature",
    source: "RFC 4648 §5",
    code: "invalid_token",
    make: (fixture) => `${parts(fixture).slice(0, 2).join(".")}.${"+/".repeat(171)}`,
  },
  {
    name: "stray bits at the end of the signature",
    source: "RFC 4648 §3.5",
    code: "invalid_token",
    make: (fixture) => strayBits(fixture.token),
  },
  { name: "stray bits at the end of the payload", source: "RFC 4648 §3.5", code: "invalid_token", make: strayPayload },

  {
    name: "a tampered signature",
    source: "RFC 7515 §5.2",
    code: "invalid_signature",
    make: (fixture) => replacePart(fixture, 2, flip),
  },
  {
    name: "a signature cut short",
    source: "RFC 7515 §5.2",
    code: "invalid_signature",
    make: (fixture) => replacePart(fixture, 2, (bytes) => bytes.subarray(0, -3)),
  },
  {
    name: "a signature with bytes after it",
    source: "RFC 7515 §5.2",
    code: "invalid_signature",
    make: (fixture) => replacePart(fixture, 2, (bytes) => Buffer.concat([bytes, Buffer.alloc(3)])),
  },
  {
    name: "another token's signature",
    source: "RFC 7515 §5.2",
    code: "invalid_signature",
    make: (fixture) =>
      [...parts(fixture).slice(0, 2), forge(fixture, { claims: { jti: "another" } }).split(".")[2]].join("."),
  },
  {
    name: "a payload exchanged under its signature",
    source: "RFC 7515 §5.2",
    code: "invalid_signature",
    make: (fixture) =>
      replacePart(fixture, 1, (bytes) =>
        Buffer.from(bytes.toString().replace(/"client_id":"[^"]*"/, '"client_id":"victim"')),
      ),
  },
  {
    name: "a scope added under the signature",
    source: "RFC 7515 §5.2",
    code: "invalid_signature",
    make: (fixture) =>
      replacePart(fixture, 1, () => Buffer.from(JSON.stringify({ ...fixture.claims, scope: "gateway_proxy_admin" }))),
  },
  {
    name: "a header exchanged under its signature",
    source: "RFC 7515 §5.2",
    code: "invalid_signature",
    make: (fixture) => replacePart(fixture, 0, () => Buffer.from(JSON.stringify({ ...fixture.header, x: 1 }))),
  },

  {
    name: "a header that is a list",
    source: "RFC 7515 §4",
    code: "invalid_key",
    make: (fixture) => forge(fixture, { header: '["RS256"]' }),
  },
  { name: "a payload that is a list", source: "RFC 7519 §7.2", code: "invalid_token", make: signed("[]") },
  {
    name: "a payload that is a list of one set of claims",
    source: "RFC 7519 §7.2",
    code: "invalid_token",
    make: (fixture) => forge(fixture, { claims: `[${JSON.stringify(fixture.claims)}]` }),
  },
  { name: "a payload that is a string", source: "RFC 7519 §7.2", code: "invalid_token", make: signed('"claims"') },
  { name: "a payload that is a number", source: "RFC 7519 §7.2", code: "invalid_token", make: signed("42") },
  { name: "a payload that is null", source: "RFC 7519 §7.2", code: "invalid_token", make: signed("null") },
  { name: "a payload that is not JSON", source: "RFC 7519 §7.2", code: "invalid_token", make: signed("{exp:1}") },
  {
    name: "a signed token inside the token",
    source: "RFC 7519 §5.2",
    code: "invalid_token",
    make: (fixture) => forge(fixture, { header: { cty: "JWT" }, claims: fixture.token }),
  },
  {
    name: "bytes after the payload's JSON",
    source: "RFC 8259 §2",
    code: "invalid_token",
    make: (fixture) => forge(fixture, { claims: `${JSON.stringify(fixture.claims)}x` }),
  },
  {
    name: "a second object after the payload's",
    source: "RFC 8259 §2",
    code: "invalid_token",
    make: (fixture) => forge(fixture, { claims: JSON.stringify(fixture.claims).repeat(2) }),
  },
  {
    name: "a NUL after the payload's JSON",
    source: "RFC 8259 §2",
    code: "invalid_token",
    make: (fixture) => forge(fixture, { claims: `${JSON.stringify(fixture.claims)}\0` }),
  },
  {
    name: "a byte order mark before the payload's JSON",
    source: "RFC 8259 §8.1",
    code: "invalid_token",
    make: (fixture) => forge(fixture, { claims: `\uFEFF${JSON.stringify(fixture.claims)}` }),
  },
  {
    name: "a payload in UTF-16",
    source: "RFC 8725 §3.7",
    code: "invalid_token",
    make: (fixture) => forge(fixture, { claims: Buffer.from(JSON.stringify(fixture.claims), "utf16le") }),
  },
  {
    name: "a payload with bytes that are not UTF-8",
    source: "RFC 8725 §3.7",
    code: "invalid_token",
    make: (fixture) => forge(fixture, { claims: Buffer.from(`${openClaims(fixture)},"x":"\xc0\xaf"}`, "latin1") }),
  },

  {
    name: "a claim that stands twice",
    source: "RFC 7519 §4",
    code: "invalid_token",
    make: (fixture) => forge(fixture, { claims: `${openClaims(fixture)},"client_id":"victim"}` }),
  },
  {
    name: "a claim that stands twice, once escaped",
    source: "RFC 7519 §4",
    code: "invalid_token",
    make: (fixture) => forge(fixture, { claims: `${openClaims(fixture)},"client\\u005fid":"victim"}` }),
  },
  {
    name: "an expiry that stands twice",
    source: "RFC 7519 §4",
    code: "invalid_token",
    make: (fixture) => forge(fixture, { claims: `{"exp":1,${JSON.stringify(fixture.claims).slice(1)}` }),
  },
  {
    name: "a member that stands twice deep inside",
    source: "RFC 7519 §4",
    code: "invalid_token",
    make: (fixture) =>
      forge(fixture, { claims: `${openClaims(fixture)},"realm_access":[{"roles":["user"],"roles":["admin"]}]}` }),
  },
  {
    name: "an algorithm that stands twice",
    source: "RFC 7515 §4",
    code: "invalid_token",
    make: (fixture) => forge(fixture, { header: `{"alg":"none",${JSON.stringify(fixture.header).slice(1)}` }),
  },
  {
    name: "a payload nested thousands deep",
    source: "CWE-674",
    code: "invalid_token",
    make: (fixture) =>
      forge(fixture, { claims: `${openClaims(fixture)},"x":${"[".repeat(4_000)}${"]".repeat(4_000)}}` }),
  },
  {
    name: "a payload of objects nested too deep",
    source: "CWE-674",
    code: "invalid_token",
    make: (fixture) =>
      forge(fixture, { claims: `${openClaims(fixture)},"x":${'{"a":'.repeat(40)}1${"}".repeat(40)}}` }),
  },
  {
    name: "a header nested thousands deep",
    source: "CWE-674",
    code: "invalid_token",
    make: (fixture) =>
      forge(fixture, {
        header: `${JSON.stringify(fixture.header).slice(0, -1)},"x":${"[".repeat(3_000)}${"]".repeat(3_000)}}`,
      }),
  },
  {
    name: "a token longer than any that is read",
    source: "CWE-400",
    code: "invalid_token",
    make: (fixture) => forge(fixture, { claims: { x: "x".repeat(12_500) } }),
  },
  {
    name: "claims for the prototype",
    source: "CWE-1321",
    code: "invalid_token",
    make: (fixture) =>
      forge(fixture, { claims: `${openClaims(fixture)},"__proto__":{"scope":"gateway_proxy_admin"}}` }),
  },
  {
    name: "claims for the prototype, escaped and deep inside",
    source: "CWE-1321",
    code: "invalid_token",
    make: (fixture) =>
      forge(fixture, { claims: `${openClaims(fixture)},"realm_access":{"\\u005f_proto__":{"roles":["admin"]}}}` }),
  },
  {
    name: "a header for the prototype",
    source: "CWE-1321",
    code: "invalid_token",
    make: (fixture) =>
      forge(fixture, { header: `{"__proto__":{"kid":"x"},${JSON.stringify(fixture.header).slice(1)}` }),
  },
];

function parts(fixture: AttackFixture): string[] {
  return fixture.token.split(".");
}

function signed(claims: string): Attack["make"] {
  return (fixture) => forge(fixture, { claims });
}

function respelt(respell: (header: string, claims: string) => readonly [string, string]): Attack["make"] {
  return (fixture) => forge(fixture, { respell });
}

function jwe(header: Readonly<Record<string, unknown>>): string {
  return [JSON.stringify(header), "encrypted key", "twelve bytes", "ciphertext", "sixteen bytes tag"]
    .map(encode)
    .join(".");
}

function replacePart(fixture: AttackFixture, index: number, change: (bytes: Buffer) => Buffer): string {
  return parts(fixture)
    .map((part, at) => (at === index ? encode(change(Buffer.from(part, "base64url"))) : part))
    .join(".");
}

function flip(bytes: Buffer): Buffer {
  return Buffer.from(bytes.map((byte, at) => (at === 100 ? byte ^ 1 : byte)));
}

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** Another spelling of the same bytes: unless the length is a multiple of three, the last character has spare bits. */
function strayBits(text: string): string {
  return text.slice(0, -1) + ALPHABET.charAt(ALPHABET.indexOf(text.slice(-1)) | 1);
}

function strayPayload(fixture: AttackFixture): string {
  const json = JSON.stringify(fixture.claims);
  return forge(fixture, {
    claims: json + " ".repeat(3 - (Buffer.byteLength(json) % 3 || 3) + 1),
    respell: (header, claims) => [header, strayBits(claims)],
  });
}
