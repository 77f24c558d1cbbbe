import { expect, test } from "vitest";
import { changedCredential, credentialDraftOf, keptCredential, newCredential } from "./credential-draft";

const STORED = {
  credential_name: "aws-eu",
  credential_values: { aws_region_name: "eu-west-1", aws_secret_access_key: "…", api_base: "https://vpce.example" },
  credential_info: { description: "For the data team", owner: "a" },
};

test("an untouched credential changes nothing, and its secrets are never sent back", () => {
  const draft = credentialDraftOf(STORED);
  expect(draft).toMatchObject({ name: "aws-eu", kind: "bedrock", note: "For the data team" });
  expect(Object.keys(draft.settings).toSorted()).toEqual(["api_base", "aws_region_name"]);
  expect(changedCredential(STORED, draft)).toEqual({ credential_name: "aws-eu" });
});

test("a change sends what is new, null for what is cleared, and keeps facts that the form does not show", () => {
  const draft = credentialDraftOf(STORED);
  const settings = { ...draft.settings, api_base: "", aws_secret_access_key: "typed" };
  expect(changedCredential(STORED, { ...draft, settings, note: "" })).toEqual({
    credential_name: "aws-eu",
    credential_values: { api_base: null, aws_secret_access_key: "typed" },
    credential_info: { owner: "a" },
  });
});

test("a new credential has what its kind has, and no leftovers of another kind", () => {
  const draft = credentialDraftOf();
  const settings = { api_key: " sk-new ", aws_region_name: "eu-west-1" };
  expect(newCredential({ ...draft, name: " shared ", settings })).toEqual({
    credential_name: "shared",
    credential_values: { api_key: "sk-new" },
  });
  expect(newCredential({ ...draft, name: "aws", kind: "bedrock", settings, note: "n" })).toEqual({
    credential_name: "aws",
    credential_values: { api_key: "sk-new", aws_region_name: "eu-west-1" },
    credential_info: { description: "n" },
  });
});

test("the browser keeps no secret", () => {
  const draft = { ...credentialDraftOf(STORED), settings: { api_key: "sk-typed", aws_region_name: "eu-west-1" } };
  expect(keptCredential(draft).settings).toEqual({ aws_region_name: "eu-west-1" });
});
