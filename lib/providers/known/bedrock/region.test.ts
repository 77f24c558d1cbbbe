import { AWS_CONFIG_TEXT } from "@/lib/config/environment-variables";
import { describe, expect, test } from "vitest";
import { bedrockAddress, bedrockRegion, foundationModel, modelBehind } from "./region";

const ARN = "arn:aws:bedrock:eu-west-3:123456789012";

describe("the region of an entry", () => {
  test.each<[params: { model: string; aws_region_name?: string }, variables: object, region: string | undefined]>([
    [{ model: "bedrock/x", aws_region_name: "eu-central-1" }, { AWS_REGION: "us-east-1" }, "eu-central-1"],
    [{ model: `bedrock/${ARN}:application-inference-profile/a` }, { AWS_REGION: "us-east-1" }, "eu-west-3"],
    [{ model: `bedrock/converse/${ARN}:provisioned-model/a` }, {}, "eu-west-3"],
    [{ model: "bedrock/arn:aws:bedrock:::foundation-model/x" }, { AWS_REGION: "us-east-1" }, "us-east-1"],
    [{ model: "bedrock/arn:aws:bedrock:evil.example/:1:custom-model/x" }, {}, undefined],
    [{ model: "bedrock/x" }, { AWS_REGION: "us-east-1", AWS_DEFAULT_REGION: "us-west-2" }, "us-east-1"],
    [{ model: "bedrock/x" }, { AWS_DEFAULT_REGION: "us-west-2" }, "us-west-2"],
    [{ model: "bedrock/x" }, { AWS_REGION: "us-gov-west-1" }, "us-gov-west-1"],
    [{ model: "bedrock/x" }, { AWS_REGION: "evil.example/" }, undefined],
    [{ model: "bedrock/x" }, {}, undefined],
  ])("%j with %j is asked in %s", (params, variables, region) => {
    const given = new Map<string, string>(Object.entries(variables));
    expect(bedrockRegion(params, (name) => given.get(name))).toBe(region);
  });
  test("China has a domain of its own", () => {
    expect(["eu-central-1", "cn-north-1"].map(bedrockAddress)).toEqual([
      "https://bedrock-runtime.eu-central-1.amazonaws.com",
      "https://bedrock-runtime.cn-north-1.amazonaws.com.cn",
    ]);
  });
});

describe("the region of a profile", () => {
  const text =
    "[default]\nregion = eu-west-1\n[profile data]\nregion=eu-north-1 # ours\n[profile odd]\nregion = evil.example/\n";
  test.each<
    [params: { aws_profile_name?: string; aws_region_name?: string }, variables: object, region: string | undefined]
  >([
    [{ aws_profile_name: "data" }, {}, "eu-north-1"],
    [{}, {}, "eu-west-1"],
    [{}, { AWS_PROFILE: "data" }, "eu-north-1"],
    [{ aws_profile_name: "data" }, { AWS_REGION: "us-east-1" }, "us-east-1"],
    [{ aws_profile_name: "data", aws_region_name: "us-west-2" }, {}, "us-west-2"],
    [{ aws_profile_name: "odd" }, {}, undefined],
    [{ aws_profile_name: "unknown" }, {}, undefined],
  ])("%j with %j is %s", (params, variables, region) => {
    const given = new Map<string, string>(Object.entries({ ...variables, [AWS_CONFIG_TEXT]: text }));
    expect(bedrockRegion({ model: "bedrock/x", ...params }, (name) => given.get(name))).toBe(region);
  });
});

describe("the model behind a name", () => {
  test.each([
    ["anthropic.claude-3-5-haiku-20241022-v1:0", "anthropic.claude-3-5-haiku-20241022-v1:0"],
    ["us.anthropic.claude-sonnet-4-5-20250929-v1:0", "anthropic.claude-sonnet-4-5-20250929-v1:0"],
    ["global.anthropic.claude-opus-4-6-v1", "anthropic.claude-opus-4-6-v1"],
    ["us-gov.anthropic.claude-3-7-sonnet-20250219-v1:0", "anthropic.claude-3-7-sonnet-20250219-v1:0"],
    ["jp.amazon.nova-lite-v1:0", "amazon.nova-lite-v1:0"],
    ["arn:aws:bedrock:us-east-1::foundation-model/amazon.nova-pro-v1:0", "amazon.nova-pro-v1:0"],
    [`${ARN}:inference-profile/eu.amazon.nova-pro-v1:0`, "amazon.nova-pro-v1:0"],
    [`${ARN}:application-inference-profile/abc123`, undefined],
    [`${ARN}:provisioned-model/abc123`, undefined],
    [`${ARN}:imported-model/abc123`, undefined],
  ])("%s is %s", (name, model) => {
    expect(modelBehind(name)).toBe(model);
  });
  test("the name of who makes a model stays", () => {
    expect(["amazon.titan-embed-text-v2:0", "openai.gpt-oss-120b-1:0", "x"].map(foundationModel)).toEqual([
      "amazon.titan-embed-text-v2:0",
      "openai.gpt-oss-120b-1:0",
      "x",
    ]);
  });
});
