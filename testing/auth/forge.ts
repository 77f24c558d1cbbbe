import { constants, createHmac, createPrivateKey, sign, type JsonWebKey } from "node:crypto";

/** A private key as a JWK. */
export type PrivateKey = JsonWebKey;

/** What attacks are made from: a token that is accepted, and the keys of both sides. */
export interface AttackFixture {
  /** As the provider issued it. */
  readonly token: string;
  readonly header: Readonly<Record<string, unknown>>;
  readonly claims: Readonly<Record<string, unknown>>;
  /** The provider's own keys, so that nothing but the attack is wrong with a token. */
  readonly keys: { readonly rsa: PrivateKey; readonly ec: PrivateKey; readonly ed: PrivateKey };
  /** Keys that an attacker makes, of no provider. */
  readonly stranger: { readonly rsa: PrivateKey; readonly ec: PrivateKey };
  /** The provider's RSA key as public strings, for algorithm confusion. */
  readonly published: { readonly pem: string; readonly der: Buffer; readonly jwk: string };
  /** Seconds since the epoch. */
  readonly now: number;
}

export interface Forgery {
  /** Members to add or replace; undefined removes one. A string is the whole JSON text. */
  readonly header?: Readonly<Record<string, unknown>> | string;
  readonly claims?: Readonly<Record<string, unknown>> | string | Buffer;
  /** Signs instead of the provider's RSA key. */
  readonly key?: PrivateKey;
  /** What to sign as, when the header lies about it. */
  readonly algorithm?: string;
  /** Instead of a signature by a key. */
  readonly signature?: Buffer | ((input: string) => Buffer);
  /** Respells the encoded parts before they are signed. */
  readonly respell?: (encodedHeader: string, encodedClaims: string) => readonly [string, string];
}

/** Makes a token like the fixture's own, signed by the provider, but for what the forgery says. */
export function forge(
  fixture: AttackFixture,
  { header = {}, claims = {}, key = fixture.keys.rsa, algorithm, signature, respell }: Forgery,
): string {
  const headerText = textOf(header, fixture.header);
  const parts = [
    encode(headerText),
    encode(Buffer.isBuffer(claims) ? claims : textOf(claims, fixture.claims)),
  ] as const;
  const input = (respell ? respell(...parts) : parts).join(".");
  const signed =
    typeof signature === "function"
      ? signature(input)
      : (signature ?? signWith(key, algorithm ?? algorithmIn(headerText), input));
  return `${input}.${encode(signed)}`;
}

/** The fixture's claims as JSON without the last brace, for strings that no serialiser writes. */
export function openClaims(fixture: AttackFixture): string {
  return JSON.stringify(fixture.claims).slice(0, -1);
}

export function encode(value: string | Buffer): string {
  return Buffer.from(value).toString("base64url");
}

/** Signs as JWA says (RFC 7518 §3), with keys that may not fit the algorithm's name. */
function signWith(jwk: PrivateKey, algorithm: string, input: string): Buffer {
  const key = createPrivateKey({ key: jwk, format: "jwk" });
  const digest = `sha${/\d{3}$/.exec(algorithm)?.[0] ?? "256"}`;
  const data = Buffer.from(input);
  switch (jwk.kty) {
    case "EC":
      return sign(digest, data, { key, dsaEncoding: "ieee-p1363" });
    case "OKP":
      return sign(null, data, key);
    default:
      if (!algorithm.startsWith("PS")) return sign(digest, data, key);
      return sign(digest, data, {
        key,
        padding: constants.RSA_PKCS1_PSS_PADDING,
        saltLength: constants.RSA_PSS_SALTLEN_DIGEST,
      });
  }
}

/** Algorithm confusion: a public text as the secret of an HMAC. */
export function hmac(secret: string | Buffer, digest = "sha256"): (input: string) => Buffer {
  return (input) => createHmac(digest, secret).update(input).digest();
}

function textOf(value: Readonly<Record<string, unknown>> | string, base: Readonly<Record<string, unknown>>): string {
  return typeof value === "string" ? value : JSON.stringify({ ...base, ...value });
}

function algorithmIn(headerText: string): string {
  return /"alg"\s*:\s*"([^"]*)"/.exec(headerText)?.[1] ?? "RS256";
}
