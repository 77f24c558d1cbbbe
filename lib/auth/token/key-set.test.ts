import { generateKeyPairSync, type JsonWebKey } from "node:crypto";
import { describe, expect, test } from "vitest";
import { fittingKeys, readKeyDocument } from "./key-set";
import { type PublicJwk } from "./jwk";

const jwkOf = ({ publicKey }: { publicKey: { export(options: { format: "jwk" }): JsonWebKey } }): JsonWebKey =>
  publicKey.export({ format: "jwk" });
const rsa = jwkOf(generateKeyPairSync("rsa", { modulusLength: 2048 }));
const weakRsa = jwkOf(generateKeyPairSync("rsa", { modulusLength: 1024 }));
const p256 = jwkOf(generateKeyPairSync("ec", { namedCurve: "P-256" }));
const p384 = jwkOf(generateKeyPairSync("ec", { namedCurve: "P-384" }));
const p521 = jwkOf(generateKeyPairSync("ec", { namedCurve: "P-521" }));
const secp256k1 = jwkOf(generateKeyPairSync("ec", { namedCurve: "secp256k1" }));
const ed25519 = jwkOf(generateKeyPairSync("ed25519"));
const x25519 = jwkOf(generateKeyPairSync("x25519"));

const read = (...keys: unknown[]): readonly PublicJwk[] => {
  const document = readKeyDocument(Buffer.from(JSON.stringify({ keys })));
  return document.kind === "keys" ? document.keys : [];
};
const bytes = (...values: number[]): string => Buffer.from(values).toString("base64url");
const change = (text: string | undefined, edit: (value: Buffer) => Buffer): string =>
  edit(Buffer.from(text ?? "", "base64url")).toString("base64url");

describe("keys that are taken", () => {
  const good: [name: string, key: JsonWebKey][] = [
    ["RSA of 2048 bits", rsa],
    ["RSA for signatures", { ...rsa, use: "sig", key_ops: ["verify"] }],
    ["P-256", p256],
    ["P-384", p384],
    ["P-521", p521],
    ["Ed25519", ed25519],
  ];
  test.each(good)("a usable key is taken: %s", (_name, key) => {
    expect(read(key)).toHaveLength(1);
  });

  test("only the public members of a key are kept", () => {
    const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const [key] = read({ ...privateKey.export({ format: "jwk" }), kid: "a", x5c: ["AA"], other: 1 });
    expect(Object.keys(key ?? {}).sort()).toEqual(["crv", "kid", "kty", "x", "y"]);
  });

  test("usable keys are taken although others in the set cannot be used", () => {
    expect(read({ kty: "oct", k: "AA" }, null, "key", weakRsa, rsa)).toHaveLength(1);
  });
});

describe("keys that prove nothing are dropped", () => {
  const bad: [name: string, key: unknown][] = [
    ["RSA of 1024 bits (RFC 7518 §3.3)", weakRsa],
    ["RSA of 2047 bits", { ...rsa, n: change(rsa.n, (n) => Buffer.from([(n[0] ?? 0) & 0x7f, ...n.subarray(1)])) }],
    [
      "RSA of 2048 bits, the first eight of them zero",
      { ...rsa, n: change(rsa.n, (n) => Buffer.concat([Buffer.alloc(1), n.subarray(1)])) },
    ],
    [
      "RSA of 16384 bits, which costs too much",
      { ...rsa, n: change(rsa.n, (n) => Buffer.concat(Array.from({ length: 8 }, () => n))) },
    ],
    ["RSA with an even modulus", { ...rsa, n: change(rsa.n, (n) => Buffer.from([...n.subarray(0, -1), 2])) }],
    ["RSA with exponent 1: every message is its own signature", { ...rsa, e: bytes(1) }],
    ["RSA with exponent 3 (CVE-2006-4339)", { ...rsa, e: bytes(3) }],
    ["RSA with an even exponent", { ...rsa, e: bytes(1, 0, 2) }],
    ["RSA with an exponent of 72 bits", { ...rsa, e: bytes(1, 0, 0, 0, 0, 0, 0, 0, 1) }],
    ["RSA without an exponent", { ...rsa, e: undefined }],
    ["RSA with a number as modulus", { ...rsa, n: 7 }],
    [
      "EC, a point that is not on the curve",
      { ...p256, y: change(p256.y, (y) => Buffer.from([...y.subarray(0, -1), (y.at(-1) ?? 0) ^ 1])) },
    ],
    [
      "EC, the point 0, 0",
      { ...p256, x: Buffer.alloc(32).toString("base64url"), y: Buffer.alloc(32).toString("base64url") },
    ],
    ["EC, the coordinates of another curve", { ...p384, crv: "P-256" }],
    ["EC without y", { ...p256, y: undefined }],
    ["EC on a curve not accepted", secp256k1],
    ["EC on a curve of an object's own member", { ...p256, crv: "constructor" }],
    ["Ed25519 of small order: the neutral point", { ...ed25519, x: bytes(1, ...Array<number>(31).fill(0)) }],
    ["Ed25519 of small order: zero", { ...ed25519, x: bytes(...Array<number>(32).fill(0)) }],
    ["Ed25519 of small order, with the sign bit", { ...ed25519, x: bytes(1, ...Array<number>(30).fill(0), 0x80) }],
    ["Ed25519 too short", { ...ed25519, x: bytes(1, 2, 3) }],
    ["X25519, which signs nothing", x25519],
    ["a symmetric key", { kty: "oct", k: "c2VjcmV0", alg: "HS256" }],
    ["an encryption key", { ...rsa, use: "enc" }],
    ["a key that may only sign", { ...rsa, key_ops: ["sign"] }],
    ["operations that are not a list", { ...rsa, key_ops: "verify" }],
    ["a type that is not a string", { ...rsa, kty: ["RSA"] }],
  ];
  test.each(bad)("a key that proves nothing is dropped: %s", (_name, key) => {
    expect(() => read(key)).toThrow("no usable public signature key");
  });
});

describe("which keys a token's header fits", () => {
  const key = (members: Partial<PublicJwk>): PublicJwk => ({ kty: "RSA", ...members });
  const ec = key({ kty: "EC", crv: "P-256", kid: "ec" });
  const ed = key({ kty: "OKP", crv: "Ed25519", kid: "ed", alg: "EdDSA" });
  const cases: [
    name: string,
    keys: PublicJwk[],
    header: Parameters<typeof fittingKeys>[1],
    kid: string | undefined,
    fitting: number[],
  ][] = [
    ["its kid's", [key({ kid: "a" }), key({ kid: "b" })], "RS256", "b", [1]],
    ["each of that kid", [key({ kid: "a" }), key({ kid: "a" })], "RS256", "a", [0, 1]],
    ["all of its type, without a kid", [key({ kid: "a" }), ec, key({ kid: "b" })], "PS256", undefined, [0, 2]],
    ["none of a kid that is not there", [key({ kid: "a" })], "RS256", "b", []],
    ["those without a kid, where no key has the token's", [key({}), key({ kid: "a" })], "RS256", "b", [0]],
    ["not those without a kid, where one has it", [key({}), key({ kid: "a" })], "RS256", "a", [1]],
    ["none whose alg is another", [key({ kid: "a", alg: "RS256" })], "PS256", "a", []],
    ["EC by its curve", [ec], "ES256", "ec", [0]],
    ["no other curve", [ec], "ES384", "ec", []],
    ["no EC key for RSA", [ec], "RS256", "ec", []],
    ["Ed25519 by either name", [ed], "Ed25519", "ed", [0]],
  ];
  test.each(cases)("the keys that fit a token's header are %s", (_name, keys, algorithm, kid, fitting) => {
    expect(fittingKeys(keys, algorithm, kid)).toEqual(fitting.map((at) => keys[at]));
  });
});
