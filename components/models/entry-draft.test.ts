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

const ON_AWS = {
  ...ENTRY,
  gateway_params: {
    model: "bedrock/amazon.nova-pro-v1:0",
    credential_name: "aws-eu",
    aws_region_name: "eu-west-1",
    aws_secret_access_key: "…",
    ssl_key: "…",
    timeout: 30,
  },
};

test("settings of the provider have fields of their own, and an untouched entry changes nothing", () => {
  const draft = entryDraftOf(ON_AWS);
  expect(draft).toMatchObject({ credentialName: "aws-eu", settings: { aws_region_name: "eu-west-1" } });
  expect(JSON.parse(draft.others)).toEqual({ timeout: 30 });
  expect(changedEntry(ON_AWS, draft)).toEqual({ id: "m1" });
});

test("a typed setting is sent, and one that is cleared or removed is null", () => {
  const draft = {
    ...entryDraftOf(ON_AWS),
    credentialName: "",
    settings: { aws_role_name: "arn:aws:iam::1:role/r" },
    removed: ["aws_secret_access_key"],
  };
  expect(changedEntry(ON_AWS, draft).gateway_params).toEqual({
    credential_name: null,
    aws_region_name: null,
    aws_secret_access_key: null,
    aws_role_name: "arn:aws:iam::1:role/r",
  });
});

test("an entry that moves to another provider leaves the old one's settings, and keeps a certificate", () => {
  const draft = { ...entryDraftOf(ON_AWS), model: "vertex_ai/gemini-2.5-pro" };
  expect(changedEntry(ON_AWS, draft).gateway_params).toEqual({
    model: "vertex_ai/gemini-2.5-pro",
    aws_region_name: null,
    aws_secret_access_key: null,
  });
});

test("a stored key is removed on demand, so that a credential counts", () => {
  const draft = { ...entryDraftOf(ENTRY), credentialName: "shared", removed: ["api_key"] };
  expect(changedEntry(ENTRY, draft).gateway_params).toEqual({ api_key: null, credential_name: "shared" });
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
