import { expect, test } from "vitest";
import { isVaultReference, parseVaultReference } from "./vault-reference";

test.each([
  ["vault/secret/app#key", { kind: "vault", path: "secret/app", field: "key" }],
  ["vault/secret/data/team/app#api-key", { kind: "vault", path: "secret/data/team/app", field: "api-key" }],
  ["aws_secret/prod/gateway#openai", { kind: "aws_secret", name: "prod/gateway", field: "openai" }],
  ["aws_secret/openai", { kind: "aws_secret", name: "openai", field: undefined }],
])("%s is a reference to a vault", (text, reference) => {
  expect(isVaultReference(text)).toBe(true);
  expect(parseVaultReference(text)).toEqual(reference);
});

test.each([
  "vault/#key",
  "vault/a#",
  "vault/a/../b#key",
  "vault//a#key",
  "vault/a b#key",
  "aws_secret/",
  "aws_secret/a#b#c",
])("%s is meant as a reference, and is not rightly written", (text) => {
  expect(isVaultReference(text)).toBe(true);
  expect(parseVaultReference(text)).toBeUndefined();
});

test.each(["vault/model", "my-vault/secret#key", "os.environ/KEY", "sk-1"])(
  "%s is not a reference to a vault",
  (text) => {
    expect(isVaultReference(text)).toBe(false);
  },
);
