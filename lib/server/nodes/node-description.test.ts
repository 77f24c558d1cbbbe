import { expect, test } from "vitest";
import { Secret } from "@/lib/config/secret";
import { readTestConfig } from "@/testing/gateway/test-services";
import { describeNode, type NodeDescription } from "./node-description";

function described(config: object, variables: Record<string, string> = {}): NodeDescription {
  const { file, environment } = readTestConfig(config, variables);
  return describeNode({ file, environment, sessionSecret: "s", masterKey: new Secret("k") });
}
const entry = (apiKey: string, name = "a") => ({
  model_list: [{ model_name: name, gateway_params: { model: "openai/a", api_key: apiKey } }],
});

test("configurations that differ in their spelling and their secrets are the same", () => {
  expect(described(entry("sk-one"))).toEqual(described(entry("sk-two")));
  expect(described({ general_settings: { enable_jwt_auth: false } })).toEqual(described({ general_settings: {} }));
});

test("two descriptions show in which sections the configurations differ", () => {
  const [a, b] = [described(entry("sk-one")), described(entry("sk-one", "b"), { JWT_AUDIENCE: "gateway" })];
  const differing = Object.keys(a.configuration).filter((name) => a.configuration[name] !== b.configuration[name]);
  expect(differing).toEqual(["model_list", "JWT_AUDIENCE"]);
});

test("nodes differ if only one of them counts calls in Redis, whatever its address there", () => {
  const [one, other, none] = ["redis://one:6379", "redis://other:6379", ""].map((REDIS_URL) =>
    described({}, REDIS_URL === "" ? {} : { REDIS_URL }),
  );
  expect(one).toEqual(other);
  expect(one?.configuration["REDIS_URL"]).not.toBe(none?.configuration["REDIS_URL"]);
});

test("a description repeats neither a secret nor a setting", () => {
  const text = JSON.stringify(described(entry("sk-one"), { JWT_AUDIENCE: "the-audience" }));
  expect(text).not.toMatch(/sk-one|the-audience|"[sk]"/);
});
