import { expect, test } from "vitest";
import { upstreamRequestId } from "./request-id";

const cases: [what: string, headers: Record<string, string | string[]>, id: string | null][] = [
  ["OpenAI's", { "x-request-id": "req_1" }, "req_1"],
  ["Anthropic's", { "request-id": "req_011CS" }, "req_011CS"],
  ["Azure's", { "apim-request-id": "0b4d" }, "0b4d"],
  ["AWS Bedrock's", { "x-amzn-requestid": "7a62c49f" }, "7a62c49f"],
  ["a proxy's only where the upstream has none", { "cf-ray": "8f1-FRA" }, "8f1-FRA"],
  ["the upstream's before a proxy's", { "cf-ray": "8f1-FRA", "x-request-id": "req_1" }, "req_1"],
  ["none without a header", { date: "now" }, null],
  ["none that came twice", { "x-request-id": ["a", "b"] }, null],
  ["the next one where the first is unusable", { "x-request-id": "", "request-id": "r" }, "r"],
  ["256 characters", { "x-request-id": "x".repeat(256) }, "x".repeat(256)],
  ["none of more than 256 characters", { "x-request-id": "x".repeat(257) }, null],
  ["none with a space", { "x-request-id": "a b" }, null],
  ["none with a control character", { "x-request-id": "a\u001b[31m" }, null],
  ["none beyond ASCII", { "x-request-id": "caf\u00e9" }, null],
];

test.each(cases)("the request id of an upstream is %s", (_what, headers, id) => {
  expect(upstreamRequestId(headers)).toBe(id);
});
