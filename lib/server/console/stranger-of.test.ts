import { hash } from "node:crypto";
import { expect, test } from "vitest";
import type { Claims } from "@/lib/auth/decision";
import { strangerOf } from "./stranger-of";

const ID_TOKEN: Claims = { iss: "https://partner.example", sub: "mallory" };
const half = (algorithm: string, token: string): string => {
  const whole = hash(algorithm, token, "buffer");
  return whole.subarray(0, whole.length / 2).toString("base64url");
};
const stranger = (claims: Claims, idToken: Claims = {}): string | undefined =>
  strangerOf({ accessToken: "a.b.c", claims: { ...ID_TOKEN, ...claims }, idToken: { ...ID_TOKEN, ...idToken } });

test.each([
  ["the same person of the same issuer", {}, {}],
  ["a token without a subject", { sub: undefined }, {}],
  ["another sub of the same person at Entra ID", { sub: "x", oid: "o", tid: "t" }, { oid: "o", tid: "t" }],
  ["a token that the ID token names by SHA-256", {}, { at_hash: half("sha256", "a.b.c") }],
  ["a token that the ID token names by SHA-384", {}, { at_hash: half("sha384", "a.b.c") }],
  ["a token that the ID token names by SHA-512", {}, { at_hash: half("sha512", "a.b.c") }],
])("%s is the login's", (_what, claims, idToken) => {
  expect(stranger(claims, idToken)).toBeUndefined();
});

test.each([
  ["a token of another issuer", { iss: "https://staff.example" }, {}, "another issuer"],
  ["a token without an issuer", { iss: undefined }, {}, "another issuer"],
  ["another person's token", { sub: "admin" }, {}, "somebody else"],
  ["an Entra ID token of another tenant", { sub: "x", oid: "o", tid: "u" }, { oid: "o", tid: "t" }, "somebody else"],
  ["another token than the ID token names", {}, { at_hash: half("sha256", "a.b.d") }, "at_hash"],
  ["a token whose hash is not a hash", {}, { at_hash: 7 }, "at_hash"],
  ["a token whose hash is empty", {}, { at_hash: "" }, "at_hash"],
])("%s is a stranger's", (_what, claims, idToken, because) => {
  expect(stranger(claims, idToken)).toContain(because);
});
