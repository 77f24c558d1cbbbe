import { expect, test } from "vitest";
import { modelEntry } from "@/lib/config/schema";
import { bedrockFaults } from "./faults";

const ARN = "arn:aws:bedrock:eu-west-3:123456789012:application-inference-profile/abc";

test.each<[params: object, info: object, variables: Record<string, string>, faults: string[]]>([
  [{ model: "bedrock/amazon.nova-pro-v1:0" }, {}, {}, ["C220 model"]],
  [{ model: "bedrock/amazon.nova-pro-v1:0" }, {}, { AWS_REGION: "eu-west-1" }, []],
  [{ model: "bedrock/amazon.nova-pro-v1:0", aws_region_name: "eu-west-1" }, {}, {}, []],
  [{ model: "bedrock/x", aws_bedrock_runtime_endpoint: "https://vpce.example" }, {}, {}, ["C220 model"]],
  [{ model: "bedrock/x", aws_bedrock_runtime_endpoint: "https://vpce.example", api_key: "k" }, {}, {}, []],
  [{ model: `bedrock/${ARN}` }, {}, {}, ["C222 model"]],
  [{ model: `bedrock/converse/${ARN}` }, {}, {}, ["C222 model"]],
  [{ model: `bedrock/${ARN}` }, { base_model: "anthropic.claude-sonnet-4-5-20250929-v1:0" }, {}, []],
  [{ model: "bedrock/arn:aws:bedrock:us-east-1::foundation-model/amazon.nova-pro-v1:0" }, {}, {}, []],
  [{ model: "bedrock/x", aws_access_key_id: "a" }, {}, { AWS_REGION: "eu-west-1" }, ["C221 aws_access_key_id"]],
  [{ model: "bedrock/x", aws_secret_access_key: "a" }, {}, { AWS_REGION: "eu-west-1" }, ["C221 aws_secret_access_key"]],
  [
    { model: "bedrock/x", aws_web_identity_token: "/t" },
    {},
    { AWS_REGION: "eu-west-1" },
    ["C221 aws_web_identity_token"],
  ],
])("an entry of %j with %j and %j has the faults %j", (params, info, variables, faults) => {
  const entry = modelEntry.parse({ model_name: "m", gateway_params: params, model_info: info });
  const found = bedrockFaults(entry, (name) => variables[name]);
  expect(found.map(({ number, path }) => `${number} ${path.join(".")}`)).toEqual(faults);
});

test("where the environment is not known, nothing is said about the region", () => {
  const entry = modelEntry.parse({ model_name: "m", gateway_params: { model: "bedrock/amazon.nova-pro-v1:0" } });
  expect(bedrockFaults(entry)).toEqual([]);
});
