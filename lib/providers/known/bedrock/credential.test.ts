import { expect, test } from "vitest";
import { Secret } from "@/lib/config/secret";
import { bedrockCredential } from "./credential";

const KEY = new Secret("a key of Bedrock's own");
const OWN = { aws_access_key_id: new Secret("AKIA1"), aws_secret_access_key: new Secret("secret") };

test.each([
  ["the entry's key is sent as it is", { api_key: KEY }, KEY, false],
  ["the entry's key is sent as it is, beside keys of AWS", { api_key: KEY, ...OWN }, KEY, false],
  ["AWS_BEARER_TOKEN_BEDROCK is sent for an entry that says nothing about AWS", {}, KEY, false],
  ["an entry's keys of AWS sign, whatever the environment has", OWN, KEY, true],
  ["so does its role", { aws_role_name: "arn:aws:iam::1:role/a" }, KEY, true],
  ["so does its profile", { aws_profile_name: "data" }, KEY, true],
  ["so does its token of another provider", { aws_web_identity_token: "/token" }, KEY, true],
  ["without any, the usual chain signs", {}, undefined, true],
])("%s", (_, params, key, signs) => {
  const found = bedrockCredential(
    { model: "bedrock/x", aws_region_name: "eu-west-1", ...params },
    () => undefined,
    key,
  );
  expect(found !== undefined).toBe(signs);
});
