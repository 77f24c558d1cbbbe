import { expect, test } from "vitest";
import { modelEntry } from "@/lib/config/schema";
import { ownAddressFaults, upstreamFaults } from "./upstream-checks";

const entry = (params: object) =>
  modelEntry.parse({ model_name: "m", gateway_params: { model: "openai/gpt-4o", ...params } });
const found = (params: object) =>
  upstreamFaults(entry(params), []).map(({ number, path, message }) => `${number} ${path.at(-1)}: ${message}`);

test.each([
  ["https://api.example/v1", []],
  ["https://api.example/v1/", []],
  ["https://api.example", []],
  ["https://api.example/models-of-mine/v1", []],
  ["https://api.openai.com/v1", []],
  ["https://api.example/v1/chat/completions", ["ends in /chat/completions"]],
  ["https://api.example/v1/embeddings/", ["ends in /embeddings"]],
  ["https://api.example/v1/messages", ["ends in /messages"]],
  [
    "https://x.openai.azure.com/openai/deployments/d/chat/completions?api-version=2024-10-21",
    ["ends in /chat/completions"],
  ],
  ["https://x.openai.azure.com/?api-version=2024-10-21", ["has a query"]],
  ["https://api.example/v1#top", ["has a query or a fragment"]],
  ["https://api.example/v1/v1", ["has /v1 twice"]],
  ["https://api.openai.com", ["lacks the path of the provider's API, which is at https://api.openai.com/v1"]],
])("the base address %s has the findings %j", (apiBase, messages) => {
  expect(found({ api_base: apiBase })).toEqual(
    messages.map((message) => expect.stringContaining(`C192 api_base: ${message}`)),
  );
});

test.each([
  ["sk-abc", 0],
  ["sk-ä", 0],
  ["sk-abc\ndef", 1],
  ["“sk-abc”", 1],
  ["sk-abc\u0000", 1],
])("the key %j of an upstream has %i findings, which do not repeat it", (key, findings) => {
  const faults = found({ api_key: key });
  expect(faults).toHaveLength(findings);
  expect(faults.join("")).not.toContain("abc");
});

test.each(["Bearer sk-abc", "bearer\tsk-abc"])(
  "the key %j of an upstream has the word Bearer, and is not repeated",
  (key) => {
    expect(found({ api_key: key })).toEqual([expect.stringMatching(/^C198 api_key: begins with the word Bearer/)]);
    expect(found({ api_key: key }).join("")).not.toContain("abc");
  },
);

test("a token of Entra ID that no header can carry is found like a key", () => {
  expect(found({ azure_ad_token: "a\nb" })).toEqual([expect.stringContaining("C191 azure_ad_token")]);
});

const environment = { host: "0.0.0.0", port: 4000, nextAuthUrl: "https://gateway.example/console" };
test.each([
  ["http://127.0.0.1:4000/v1", environment, 1],
  ["http://localhost:4000", environment, 1],
  ["http://[::1]:4000/v1", environment, 1],
  ["https://gateway.example/v1", environment, 1],
  ["http://10.0.0.5:4000/v1", { ...environment, host: "10.0.0.5" }, 1],
  ["http://10.0.0.5:4000/v1", environment, 0],
  ["http://127.0.0.1:8000/v1", environment, 0],
  ["https://other.example/v1", environment, 0],
] as const)("an upstream at %s is the gateway itself or not", (apiBase, known, findings) => {
  expect(ownAddressFaults([entry({ api_base: apiBase })], known, ["model_list"])).toHaveLength(findings);
});
