import { expect, test } from "vitest";
import { changedEntry, entryDraftOf, entryFaults, keptDraft, newEntry } from "./entry-draft";

const ENTRY = {
  id: "m1",
  model_name: "fast",
  gateway_params: {
    model: "openai/gpt-4o-mini",
    api_base: "https://api.example.com/v1",
    api_key: "sk-…abcd",
    weight: 2,
    timeout: 30,
  },
  model_info: { description: "For drafts" },
};

test("an untouched entry changes nothing, and its key is never sent back", () => {
  expect(changedEntry(ENTRY, entryDraftOf(ENTRY))).toEqual({ id: "m1" });
  expect(entryDraftOf(ENTRY).apiKey).toBe("");
});

test("a removed value is sent as null, and a key is sent if one is typed", () => {
  const draft = { ...entryDraftOf(ENTRY), weight: "", apiKey: "sk-new", rpm: "60", others: "", description: "" };
  expect(changedEntry(ENTRY, draft)).toEqual({
    id: "m1",
    gateway_params: { weight: null, timeout: null, api_key: "sk-new", rpm: 60 },
    model_info: { description: null },
  });
});

test("a new entry sends what was typed and nothing else", () => {
  const draft = { ...entryDraftOf(), modelName: " eu/* ", model: "openai/*", others: '{"num_retries": 1}' };
  expect(newEntry(draft)).toEqual({ model_name: "eu/*", gateway_params: { model: "openai/*", num_retries: 1 } });
});

test.each([
  ["apiBase", "api.example.com"],
  ["weight", "-1"],
  ["rpm", "0"],
  ["tpm", "1.5"],
  ["others", "[1]"],
  ["others", "{"],
] as const)("a value of an entry is refused at its field: %s of %j", (name, text) => {
  expect(Object.keys(entryFaults({ ...entryDraftOf(ENTRY), [name]: text }))).toEqual([name]);
});

test.each([
  ["the key", { apiKey: "sk-typed" }, {}],
  ["the name", { modelName: "slow" }, { modelName: "slow" }],
  ["a plain parameter", { others: '{"timeout": 60}' }, { others: '{"timeout": 60}' }],
  ["a parameter that is a secret", { others: '{"azure_ad_token": "eyJ' }, {}],
  ["headers", { others: '{"extra_headers": {"Authorization": "x"}}' }, {}],
  ["an address", { apiBase: "https://other.example" }, { apiBase: "https://other.example" }],
  ["an address with a password", { apiBase: "https://user:pass@host" }, {}],
] as const)("the browser keeps what is typed into the form of an entry, but no secret: %s", (_, typed, kept) => {
  const opened = entryDraftOf(ENTRY);
  expect(keptDraft({ ...opened, ...typed }, opened)).toEqual({ ...opened, ...kept });
});
