import { expect, test } from "vitest";
import { PROVIDER_SETTINGS } from "@/lib/config/provider-settings/table";
import { modelEntry } from "@/lib/config/schema";
import { PROVIDERS } from "@/lib/providers/table";
import { changedSettings, givenSettings, keptSettings, settingsDraftOf } from "./settings-draft";
import { CREDENTIAL_KINDS, fieldsOfKind, fieldsOfModel, kindOf } from "./setting-fields";

const AWS = fieldsOfModel("bedrock/amazon.nova-pro-v1:0");
/** Of settings that are more than a text. */
const SAMPLES: Readonly<Record<string, string>> = {
  aws_region_name: "eu-central-1",
  aws_sts_endpoint: "https://sts.example",
  aws_bedrock_runtime_endpoint: "https://bedrock.example",
  azure_authority_host: "https://login.example",
};
const STORED = { model: "bedrock/x", aws_region_name: "eu-west-1", aws_access_key_id: "…", aws_role_name: "arn" };

test("a provider's fields are its settings, with what is secret and what has several lines", () => {
  const names = (model: string): string[] => fieldsOfModel(model).map(({ name }) => name);
  expect(names("bedrock/converse/x")).toContain("aws_role_name");
  expect(names("vertex_ai/gemini-2.5-pro")).toEqual(["vertex_project", "vertex_location", "vertex_credentials"]);
  expect(names("azure_ai/x")).toEqual(names("azure/x"));
  expect([names("openai/gpt-5"), names("gpt-5"), names("")]).toEqual([[], [], []]);
  expect(AWS.filter(({ isSecret }) => isSecret).map(({ name }) => name)).toEqual([
    "aws_access_key_id",
    "aws_secret_access_key",
    "aws_session_token",
    "aws_external_id",
  ]);
  expect(
    fieldsOfModel("vertex_ai/x")
      .filter(({ isLong }) => isLong)
      .map(({ name }) => name),
  ).toEqual(["vertex_credentials"]);
  expect(AWS.map(({ hint }) => hint).join(" ")).not.toMatch(/`|os\.environ/);
});

test("every setting of a provider has a field, in the form of its entries and in that of a credential", () => {
  const ofCredentials = new Set(CREDENTIAL_KINDS.flatMap(({ value }) => fieldsOfKind(value).map(({ name }) => name)));
  const ofEntries = new Set(PROVIDERS.flatMap(({ name }) => fieldsOfModel(`${name}/x`).map((field) => field.name)));
  for (const name of Object.keys(PROVIDER_SETTINGS))
    expect([name, ofEntries.has(name), ofCredentials.has(name)]).toEqual([name, true, true]);
});

test.each(PROVIDERS.map(({ name }) => name))("the form makes an entry of %s that the gateway takes", (provider) => {
  const fields = fieldsOfModel(`${provider}/x`);
  const typed = new Map(fields.map(({ name }) => [name, SAMPLES[name] ?? `a-${name.replaceAll("_", "-")}`]));
  const settings = givenSettings(fields, { settings: Object.fromEntries(typed), removed: [] });
  expect(Object.keys(settings)).toEqual(fields.map(({ name }) => name));
  const entry = { model_name: "m", gateway_params: { model: `${provider}/x`, ...settings } };
  expect(modelEntry.safeParse(entry).error?.issues ?? []).toEqual([]);
});

test.each([
  [{ api_key: "sk-…abcd" }, "key", "API key"],
  [{}, "key", "API key"],
  [{ api_key: "…", aws_region_name: "eu-west-1" }, "bedrock", "AWS"],
  [{ tenant_id: "t", client_secret: "…" }, "azure", "Azure, Entra ID"],
  [{ vertex_credentials: "…" }, "vertex_ai", "Google Vertex AI"],
  [{ ssl_certificate: "…", ssl_key: "…" }, "certificate", "Client certificate"],
])("a credential with %j is of the kind %s", (values, kind, label) => {
  expect(kindOf(values)).toMatchObject({ value: kind, label });
});

test("untouched settings change nothing, and no secret is read back", () => {
  const draft = settingsDraftOf(AWS, STORED);
  expect(draft.settings).toEqual({ aws_region_name: "eu-west-1", aws_role_name: "arn" });
  expect(changedSettings(AWS, STORED, draft)).toEqual({});
});

test("what is typed is sent, what is cleared is null, and a secret goes only if it is removed", () => {
  const draft = {
    settings: { aws_region_name: " us-east-1 ", aws_role_name: " ", aws_secret_access_key: "typed" },
    removed: ["aws_access_key_id"],
  };
  expect(changedSettings(AWS, STORED, draft)).toEqual({
    aws_region_name: "us-east-1",
    aws_role_name: null,
    aws_secret_access_key: "typed",
    aws_access_key_id: null,
  });
  expect(
    givenSettings(fieldsOfKind("key"), { settings: { api_key: "sk", aws_region_name: "x" }, removed: [] }),
  ).toEqual({
    api_key: "sk",
  });
});

test("the browser keeps no secret and no password in an address", () => {
  const settings = {
    aws_region_name: "eu-west-1",
    aws_secret_access_key: "typed",
    aws_sts_endpoint: "https://user:password@sts.example",
  };
  expect(keptSettings(AWS, { settings, removed: [] }).settings).toEqual({ aws_region_name: "eu-west-1" });
});
