import { expect, test } from "vitest";
import { claimShape, isValueLike } from "./claim-shape";
import { listClaims } from "./token-claims";

test.each<[value: unknown, shape: string]>([
  ["f81d4fae-7dec-11d0-a765-00a0c91e6bf6", "uuid"],
  ["https://acme.example/roles", "url"],
  ["alice@acme.example", "email @acme.example"],
  ["Alice@ACME.example", "email @acme.example"],
  ["alice@other.example", "email"],
  ["openid models:chat", "2 words"],
  ["secret-of-somebody", "string(18)"],
  ["", "empty string"],
  ["x".repeat(257), "long string"],
  [1_764_000_000, "time"],
  [42, "integer"],
  [4.2, "number"],
  [true, "boolean"],
  [null, "null"],
  [{ member: "value" }, "object"],
  [[], "empty list"],
  [["alice@acme.example", 7], "list of email"],
  [["ml"], "list of string"],
  [[7], "list of number"],
  [[{}], "list of object"],
  [[[]], "list of list"],
  [[null], "list of null"],
])("the claim %j looks like %s", (value, shape) => {
  const [claim] = listClaims({ claim: value });
  expect(claim && claimShape(claim, "acme.example")).toBe(shape);
});

test.each([
  ["alice@acme.example", true],
  ["f81d4fae-7dec-11d0-a765-00a0c91e6bf6", true],
  ["user-1234567", true],
  ["https://acme.example/roles", false],
  ["realm_access", false],
  ["my.app", false],
])("a member called %s is taken for a value: %s", (name, expected) => expect(isValueLike(name)).toBe(expected));
