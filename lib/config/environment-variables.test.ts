import { expect, test } from "vitest";
import { readEnvironment } from "./io/environment";
import { EnvironmentError } from "./environment-variables";

test("an encryption key that could be guessed from a dump of the database is refused, and the message does not repeat it", () => {
  const read = () => readEnvironment({ GATEWAY_ENCRYPTION_KEY: "too-short" });
  expect(read).toThrow(EnvironmentError);
  expect(read).toThrow("the environment variable GATEWAY_ENCRYPTION_KEY must have 32 characters or more");
  expect(read).not.toThrow("too-short");
});

test("a long encryption key is accepted, and none is required", () => {
  expect(readEnvironment({ GATEWAY_ENCRYPTION_KEY: "x".repeat(32) }).encryptionKey).toBe("x".repeat(32));
  expect(readEnvironment({ GATEWAY_ENCRYPTION_KEY: " " }).encryptionKey).toBeUndefined();
});

test("OIDC_SCOPES is taken as it is, and refused without the scope that a log-in needs", () => {
  const read = (scopes: string) =>
    readEnvironment({ OIDC_ISSUER: "https://id.example", OIDC_CLIENT_ID: "console", OIDC_SCOPES: scopes }).oidc?.scopes;
  expect(read("openid  email gateway")).toEqual(["openid", "email", "gateway"]);
  expect(read(" ")).toBeUndefined();
  expect(() => read("profile email")).toThrow('OIDC_SCOPES must contain the scope "openid"');
});

test("GATEWAY_TRUSTED_PROXIES lists addresses and ranges, and nothing else", () => {
  const read = (proxies: string) => readEnvironment({ GATEWAY_TRUSTED_PROXIES: proxies }).trustedProxies.length;
  expect(read("10.0.0.0/8, ::1,")).toBe(2);
  expect(read("")).toBe(0);
  expect(() => read("10.0.0.0/8, proxy.example")).toThrow("GATEWAY_TRUSTED_PROXIES must list IP addresses and ranges");
});
