import { expect, test } from "vitest";
import { signAws } from "@/lib/credentials/aws/sign";
import { signatureFault } from "./verify-signature";

const SECRET = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY";
const secretOf = (id: string): string | undefined => (id === "AKIDEXAMPLE" ? SECRET : undefined);
const suite = (names: string, signature: string, id = "AKIDEXAMPLE"): string =>
  `AWS4-HMAC-SHA256 Credential=${id}/20150830/us-east-1/service/aws4_request, SignedHeaders=${names}, Signature=${signature}`;
const vanilla = {
  method: "GET",
  path: "/",
  headers: {
    host: "example.amazonaws.com",
    "x-amz-date": "20150830T123600Z",
    authorization: suite("host;x-amz-date", "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31"),
  },
  body: Buffer.of(),
};

// AWS's Signature Version 4 test suite, get-vanilla (Apache License 2.0).
test("the signature of AWS's own suite is right, and no other is", () => {
  expect(signatureFault(vanilla, secretOf)).toBeUndefined();
  expect(signatureFault({ ...vanilla, method: "POST" }, secretOf)).toBe("InvalidSignatureException");
  expect(signatureFault({ ...vanilla, body: Buffer.from("x") }, secretOf)).toBe("InvalidSignatureException");
  expect(signatureFault(vanilla, () => undefined)).toBe("UnrecognizedClientException");
  expect(signatureFault({ ...vanilla, headers: {} }, secretOf)).toBe("MissingAuthenticationTokenException");
});

test.each([
  "/model/x/converse",
  "/model/a%3A0/converse",
  "/model/arn%3Aaws%3Abedrock%3A%3A1%3Ax%2Fa%2A%28b%29/invoke",
  "/x?b=2&a=1",
])("what the gateway signs for %s is right", (path) => {
  const origin = "http://127.0.0.1:4567";
  const body = Buffer.from('{"a":"ü"}');
  const headers = { "content-type": "application/json", accept: "x" };
  const keys = { accessKeyId: "AKIDEXAMPLE", secretAccessKey: SECRET, sessionToken: "t" };
  const signed = signAws(
    keys,
    { method: "POST", origin, path, headers, body },
    { service: "bedrock", region: "eu-west-1" },
    0,
  );
  const sent = { method: "POST", path, headers: { ...headers, ...signed, host: "127.0.0.1:4567" }, body };
  expect(signatureFault(sent, secretOf)).toBeUndefined();
  expect(signatureFault({ ...sent, path: `${path}x` }, secretOf)).toBe("InvalidSignatureException");
});
