import { expect, test } from "vitest";
import type { ProviderKey } from "@/lib/wire/contracts/provider-keys";
import { differKeys, typeOf } from "./key-difference";

const key = (kid: string | null, more: Partial<ProviderKey> = {}): ProviderKey => ({
  kid,
  kty: "RSA",
  alg: "RS256",
  crv: null,
  age_seconds: 0,
  tokens_seen: 0,
  ...more,
});

test("a rotation adds one key, removes one, and keeps the others, whatever their age", () => {
  const difference = differKeys([key("a"), key("b")], [key("b", { age_seconds: 60, tokens_seen: 3 }), key("c")]);
  expect([difference.added, difference.removed, difference.kept].map((keys) => keys.map(({ kid }) => kid))).toEqual([
    ["c"],
    ["a"],
    ["b"],
  ]);
});

test("keys without an id are told apart by their type", () => {
  expect(differKeys([key(null)], [key(null)])).toMatchObject({ added: [], removed: [] });
  expect(differKeys([key(null)], [key(null, { kty: "EC", alg: null, crv: "P-256" })])).toMatchObject({
    added: [{ kty: "EC" }],
    removed: [{ kty: "RSA" }],
  });
});

test("the type of a key shows only what the key contains", () => {
  expect(typeOf(key("a"))).toBe("RS256 · RSA");
  expect(typeOf(key("a", { alg: null, kty: "EC", crv: "P-256" }))).toBe("EC · P-256");
});
