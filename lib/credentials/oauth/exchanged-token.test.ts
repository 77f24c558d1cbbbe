import { expect, test } from "vitest";
import { exchangedTokens } from "./exchanged-token";

const client = {
  tokenUrl: "https://id.example/token",
  clientId: "gateway",
  clientSecret: "s3cret",
  scopes: ["read"],
  audience: "https://tickets.example",
};
const keyOf = (changes: Partial<typeof client> = {}, profile: "rfc8693" | "entra_obo" = "rfc8693", subject = "ada") =>
  exchangedTokens({ ...client, ...changes }, profile, subject).key;

test("a token is shared only if the caller's token and every setting are the same", () => {
  expect(keyOf()).toBe(keyOf());
  const others = [
    keyOf({}, "rfc8693", "ben"),
    keyOf({}, "entra_obo"),
    keyOf({ audience: "https://notes.example" }),
    keyOf({ clientSecret: "another" }),
    keyOf({ scopes: [] }),
    keyOf({ tokenUrl: "https://id.example/other" }),
  ];
  expect(new Set([keyOf(), ...others]).size).toBe(others.length + 1);
});

test("neither the key nor the label shows a secret", () => {
  const { key, label } = exchangedTokens(client, "rfc8693", "subject-token-1");
  expect(key + label).not.toMatch(/s3cret|subject-token-1/);
});
