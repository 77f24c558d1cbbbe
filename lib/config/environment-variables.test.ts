import { expect, test } from "vitest";
import { readEnvironment } from "./io/environment";
import { EnvironmentError } from "./environment-error";

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

test.each([
  ["one value", "sk-a", ["sk-a"]],
  ["commas", " sk-a, sk-b,,", ["sk-a", "sk-b"]],
  ["lines, in which a comma is part of the value", "sk-a,1\nsk-b\r\n\n", ["sk-a,1", "sk-b"]],
  ["nothing", " ", []],
])("previous master keys are a list of %s", (_what, given, keys) => {
  expect(readEnvironment({ GATEWAY_MASTER_KEY_PREVIOUS: given }).previousMasterKeys).toEqual(keys);
});

test("a previous encryption key that could be guessed is refused, and the message does not repeat it", () => {
  const read = () => readEnvironment({ GATEWAY_ENCRYPTION_KEY_PREVIOUS: `${"x".repeat(32)},too-short` });
  expect(read).toThrow("the environment variable GATEWAY_ENCRYPTION_KEY_PREVIOUS must have 32 characters or more");
  expect(read).not.toThrow("too-short");
});

test("OIDC_SCOPES is taken as it is, and refused without the scope that a login needs", () => {
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

test("REDIS_URL is the address of a Redis, and no other service's", () => {
  const read = (address: string) => readEnvironment({ REDIS_URL: address }).redisUrl;
  for (const address of ["redis://:secret@cache:6379/1", "redis-sentinel://a,b?sentinelMasterId=main"])
    expect(read(address)).toBe(address);
  expect(() => read("https://secret.upstash.example")).toThrow("REDIS_URL must begin with redis://");
  expect(() => read("https://secret.upstash.example")).not.toThrow("secret");
});

test("METRICS_PORT is a port of its own", () => {
  const read = (variables: Record<string, string | undefined>) => readEnvironment(variables).metricsPort;
  expect(read({})).toBeUndefined();
  expect(read({ METRICS_PORT: "9464" })).toBe(9464);
  for (const port of ["0", "65536", "many"])
    expect(() => read({ METRICS_PORT: port })).toThrow("METRICS_PORT must be a whole number from 1 to 65535");
  for (const variables of [{ METRICS_PORT: "4000" }, { METRICS_PORT: "4100", PORT: "4100" }])
    expect(() => read(variables)).toThrow("METRICS_PORT must be another port than PORT");
});

test("a METRICS_TOKEN that could be guessed, or that no header carries, is refused, and the message does not repeat it", () => {
  const token = "a".repeat(16);
  expect(readEnvironment({ METRICS_TOKEN: token }).metricsToken).toBe(token);
  for (const bad of ["too-short", `${token} b`]) {
    const read = () => readEnvironment({ METRICS_TOKEN: bad });
    expect(read).toThrow("METRICS_TOKEN must have 16 to 4,096 characters without spaces");
    expect(read).not.toThrow(bad);
  }
});

test("ACCESS_LOG is all requests unless it says otherwise", () => {
  const read = (variables: Record<string, string>) => readEnvironment(variables).accessLog;
  expect(read({})).toBe("all");
  expect(read({ ACCESS_LOG: " " })).toBe("all");
  expect(read({ ACCESS_LOG: "Problems" })).toBe("problems");
  expect(read({ ACCESS_LOG: "off" })).toBe("off");
  expect(() => read({ ACCESS_LOG: "some" })).toThrow(
    "the environment variable ACCESS_LOG must be all, problems or off",
  );
});

test("LOG_LEVEL and LOG_FORMAT have usual values, and a wrong one is refused with those that would be right", () => {
  const read = (variables: Record<string, string>) => {
    const { logLevel, logFormat } = readEnvironment(variables);
    return [logLevel, logFormat];
  };
  expect(read({})).toEqual(["info", "json"]);
  expect(read({ LOG_LEVEL: " ", LOG_FORMAT: "" })).toEqual(["info", "json"]);
  expect(read({ LOG_LEVEL: "WARN", LOG_FORMAT: "text" })).toEqual(["warn", "text"]);
  expect(() => read({ LOG_LEVEL: "verbose" })).toThrow(
    "the environment variable LOG_LEVEL must be debug, info, warn or error",
  );
  expect(() => read({ LOG_FORMAT: "xml" })).toThrow("the environment variable LOG_FORMAT must be json or text");
});
