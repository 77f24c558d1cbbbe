import { describe, expect, test } from "vitest";
import { signAws, type AwsKeys } from "./sign";

const KEYS: AwsKeys = { accessKeyId: "AKIDEXAMPLE", secretAccessKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY" };
const AT = Date.UTC(2015, 7, 30, 12, 36, 0);
const SUITE = "https://example.amazonaws.com";
const BEDROCK = "https://bedrock-runtime.us-east-1.amazonaws.com";
const ARN =
  "/model/arn%3Aaws%3Abedrock%3Aus-east-1%3A123456789012%3Aapplication-inference-profile%2Fabc123/converse-stream";

function signature(
  method: "GET" | "POST",
  origin: string,
  path: string,
  { body, keys = KEYS, service = "bedrock" }: { body?: string; keys?: AwsKeys; service?: string } = {},
) {
  const headers: Record<string, string> = service === "bedrock" ? { "content-type": "application/json" } : {};
  const request = {
    method,
    origin,
    path,
    headers: { ...headers, via: "x" },
    body: body === undefined ? undefined : Buffer.from(body),
  };
  return signAws(keys, request, { service, region: "us-east-1" }, AT);
}
const authorization = (service: string, names: string, value: string): string =>
  `AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/${service}/aws4_request, SignedHeaders=${names}, Signature=${value}`;

describe("a signature for AWS", () => {
  // AWS's Signature Version 4 test suite, get-vanilla and post-vanilla (Apache License 2.0).
  test.each<["GET" | "POST", string]>([
    ["GET", "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31"],
    ["POST", "5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b"],
  ])("it is that of AWS's own suite for %s", (method, value) => {
    expect(signature(method, SUITE, "/", { service: "service" })).toEqual({
      "x-amz-date": "20150830T123600Z",
      authorization: authorization("service", "host;x-amz-date", value),
    });
  });
  // As botocore 1.43 signs them.
  test("it is right for a model with a version behind a colon", () => {
    const signed = signature("POST", BEDROCK, "/model/anthropic.claude-3-5-sonnet-20241022-v2%3A0/converse", {
      body: '{"messages":[]}',
    });
    expect(signed["authorization"]).toBe(
      authorization(
        "bedrock",
        "content-type;host;x-amz-date",
        "ee3e967ae4ec1f2a508f8404898701ed432f406a68f3e403e8f509cb32e6fc0b",
      ),
    );
  });
  test("it is right for an ARN, whose slash is encoded, with a session token and a body in UTF-8", () => {
    const signed = signature("POST", BEDROCK, ARN, {
      body: '{"messages":[{"role":"user","content":[{"text":"Grüße"}]}]}',
      keys: { ...KEYS, sessionToken: "a/session+token==" },
    });
    expect(signed).toEqual({
      "x-amz-date": "20150830T123600Z",
      "x-amz-security-token": "a/session+token==",
      authorization: authorization(
        "bedrock",
        "content-type;host;x-amz-date;x-amz-security-token",
        "67da10d4d6dabf359f4f21e8194964dc3fce002ef753b8d2376ed5753b65ddba",
      ),
    });
  });
  test("it is right for an empty body", () => {
    expect(signature("POST", BEDROCK, "/model/us.amazon.nova-pro-v1%3A0/invoke", { body: "" })["authorization"]).toBe(
      authorization(
        "bedrock",
        "content-type;host;x-amz-date",
        "d09da365d59ce54637b713332d4d4591e1e985db8029eb32bf97b72c90d7e190",
      ),
    );
  });
  test.each<[sessionToken: string | undefined, names: string, value: string]>([
    [
      undefined,
      "content-type;host;x-amz-date;x-amz-target",
      "302d619eff592045dd79ce08f8ec51525bc7a3c5c7200280bf65f8c8fcf2bad4",
    ],
    [
      "a/session+token==",
      "content-type;host;x-amz-date;x-amz-security-token;x-amz-target",
      "f861911ff884a8f700fd7cc8384472e258b132cc8ebb5a518112bc082fca5010",
    ],
  ])("it is right for a secret of Secrets Manager, with session token %s", (sessionToken, names, value) => {
    const request = {
      method: "POST",
      origin: "https://secretsmanager.us-east-1.amazonaws.com",
      path: "/",
      headers: { "content-type": "application/x-amz-json-1.1", "x-amz-target": "secretsmanager.GetSecretValue" },
      body: Buffer.from('{"SecretId":"prod/gateway"}'),
    } as const;
    const scope = { service: "secretsmanager", region: "us-east-1" };
    expect(signAws({ ...KEYS, sessionToken }, request, scope, AT)["authorization"]).toBe(
      authorization("secretsmanager", names, value),
    );
  });
});
