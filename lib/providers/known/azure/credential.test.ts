import { describe, expect, test } from "vitest";
import { modelEntry } from "@/lib/config/schema";
import { Secret } from "@/lib/config/secret";
import { upstreamFaults } from "@/lib/settings/upstreams/upstream-checks";
import { readModelBody } from "../../model-body";
import { adapterFor } from "../../dialect";
import { deploymentOf } from "../../resolve-deployment";

const OURS = "https://ours.openai.azure.com";
const FOUNDRY = "https://ours.services.ai.azure.com";

function entryOf(params: object, model = "azure/gpt") {
  return modelEntry.parse({ model_name: "m", gateway_params: { model, api_base: OURS, ...params } });
}
function placed(params: object, model?: string) {
  const entry = entryOf(params, model);
  return deploymentOf({ entry, index: 0, upstreamModel: entry.gateway_params.model });
}
const app = { tenant_id: "t", client_id: "c", client_secret: "s" };

describe("what an entry proves itself to Azure with", () => {
  test.each([
    ["a key", { api_key: "k" }, undefined],
    ["a fixed token, before everything else", { azure_ad_token: "x", ...app }, undefined],
    ["its application's tokens, before a key", { ...app, api_key: "k" }, "the token of the application c"],
    ["the machine's identity, without a key", {}, "the token of Azure's identity of this machine"],
    ["an identity that is assigned by hand", { client_id: "mi" }, "the token of Azure's mi"],
    ["nothing at an address that is not Azure's", { api_base: "https://x.example" }, undefined],
    ["nothing over plain http", { api_base: "http://ours.openai.azure.com" }, undefined],
    ["nothing at a name that only ends alike", { api_base: "https://openai.azure.com.example" }, undefined],
    ["nothing at a proxy on this machine", { api_base: "http://127.0.0.1:1" }, undefined],
    [
      "an identity, at a proxy on this machine that is given one",
      { api_base: "http://127.0.0.1:1", client_id: "mi" },
      "the token of Azure's mi",
    ],
    [
      "its application's tokens, at any address",
      { ...app, api_base: "https://x.example" },
      "the token of the application c",
    ],
  ])("%s", (_what, params, label) => {
    const { credential, apiKey } = placed(params);
    expect(credential?.label).toBe(label);
    if (credential) expect(apiKey).toBeUndefined();
  });
  test("a usual key counts before the machine's identity", () => {
    const entry = entryOf({});
    const environment = {
      credentials: new Map(),
      providerKeys: new Map([["azure", new Secret("usual")]]),
      providerVariables: new Map(),
    };
    const { credential, apiKey } = deploymentOf({ entry, index: 0, upstreamModel: "azure/gpt" }, environment);
    expect([credential, apiKey?.reveal()]).toEqual([undefined, "usual"]);
  });
});

test.each([
  [{ ...app, azure_authority_host: "http://login.example" }, "azure_authority_host"],
  [{ client_secret: "s" }, "client_secret"],
  [{ ...app, azure_ad_token: "x" }, "azure_ad_token"],
])("%j is a fault of %s", (params, name) => {
  expect(upstreamFaults(entryOf(params), [])).toMatchObject([{ number: "C212", path: ["gateway_params", name] }]);
});
test.each(["..", ".", "a/b", "a?b"])("%j is not a tenant", (tenant) => {
  expect(() => entryOf({ ...app, tenant_id: tenant })).toThrow("must be an id or a domain");
});

describe("azure_ai/ takes api_base as it stands", () => {
  const asked = (route: string, params: object, model = "azure_ai/Llama-4") => {
    const deployment = placed({ api_base: FOUNDRY, api_key: "k", ...params }, model);
    const body = readModelBody(Buffer.from('{"model":"m","max_tokens":5,"messages":[{"role":"user","content":"Hi"}]}'));
    return adapterFor(route, deployment).request({ route, body, deployment, startedAt: 0 });
  };
  test.each([
    [
      { api_base: `${FOUNDRY}/models`, api_version: "2024-05-01-preview" },
      "/models/chat/completions?api-version=2024-05-01-preview",
      { "api-key": "k" },
    ],
    [{ api_base: `${FOUNDRY}/openai/v1/` }, "/openai/v1/chat/completions", { "api-key": "k" }],
    [{ api_base: "https://m.eastus2.models.ai.azure.com/v1" }, "/v1/chat/completions", { authorization: "Bearer k" }],
    [{ api_base: `${FOUNDRY}/models`, azure_ad_token: "t" }, "/models/chat/completions", { authorization: "Bearer t" }],
  ])("%j", (params, path, headers) => {
    const sent = asked("/chat/completions", params);
    expect(sent.path).toBe(path);
    expect(sent.headers).toEqual({ "content-type": "application/json", ...headers });
  });
  test.each([
    [{ api_base: FOUNDRY }, "/messages", "/anthropic/v1/messages"],
    [{ api_base: `${FOUNDRY}/anthropic` }, "/messages", "/anthropic/v1/messages"],
    [{ api_base: `${FOUNDRY}/anthropic/v1` }, "/chat/completions", "/anthropic/v1/messages"],
    [{ api_base: `${FOUNDRY}/anthropic` }, "/messages/count_tokens", "/anthropic/v1/messages/count_tokens"],
  ])("Claude is asked by Messages: %j %s", (params, route, path) => {
    const sent = asked(route, params, "azure_ai/claude-opus-4-5");
    expect([sent.path, sent.headers["x-api-key"]]).toEqual([path, "k"]);
    const withToken = asked(route, { ...params, api_key: undefined, azure_ad_token: "t" }, "azure_ai/claude-opus-4-5");
    expect(withToken.headers["authorization"]).toBe("Bearer t");
  });
  test("a deployment of Claude under a name of one's own is known by its base_model", () => {
    const entry = modelEntry.parse({
      model_name: "m",
      gateway_params: { model: "azure_ai/ours", api_base: FOUNDRY, api_key: "k" },
      model_info: { base_model: "claude-opus-4-5" },
    });
    const deployment = deploymentOf({ entry, index: 0, upstreamModel: "azure_ai/ours" });
    const body = readModelBody(Buffer.from('{"model":"m","max_tokens":5,"messages":[]}'));
    const { path } = adapterFor("/messages", deployment).request({
      route: "/messages",
      body,
      deployment,
      startedAt: 0,
    });
    expect(path).toBe("/anthropic/v1/messages");
  });
});
