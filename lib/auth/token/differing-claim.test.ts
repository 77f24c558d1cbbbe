import { expect, test } from "vitest";
import { describeDifference } from "./differing-claim";

const issuer = "https://id.example";

test.each<[found: unknown, accepted: (string | number | boolean)[], sentence: string]>([
  [
    "https://other.example",
    [issuer],
    'The token has the "iss" "https://other.example"; accepted: "https://id.example".',
  ],
  [
    "https://id.example/",
    [issuer],
    'The token has the "iss" "https://id.example/"; accepted: "https://id.example". They differ only by a slash at the end.',
  ],
  [
    "https://ID.example",
    ["https://a.example", "https://id.example/"],
    'The token has the "iss" "https://ID.example"; accepted: "https://a.example", "https://id.example/". They differ only by details such as case or a slash at the end.',
  ],
  [
    "https://ID.example",
    [issuer],
    'The token has the "iss" "https://ID.example"; accepted: "https://id.example". They differ only by case.',
  ],
  [
    "http://id.example",
    [issuer],
    'The token has the "iss" "http://id.example"; accepted: "https://id.example". They differ only by http and https.',
  ],
  [
    "http://localhost:8080/realms/a",
    ["http://127.0.0.1:8080/realms/a"],
    'The token has the "iss" "http://localhost:8080/realms/a"; accepted: "http://127.0.0.1:8080/realms/a". They differ only by localhost and 127.0.0.1.',
  ],
  [
    "api://1b2c",
    ["1b2c"],
    'The token has the "iss" "api://1b2c"; accepted: "1b2c". They differ only by api:// at the beginning.',
  ],
  [
    "https://sts.windows.net/t-1/",
    ["https://login.microsoftonline.com/t-1/v2.0"],
    'The token has the "iss" "https://sts.windows.net/t-1/"; accepted: "https://login.microsoftonline.com/t-1/v2.0". They are the issuers of v1 and v2 tokens of one Microsoft Entra tenant.',
  ],
  [
    "1234",
    [1234],
    'The token has the "iss" "1234"; accepted: 1234. They differ only by type: one is a text, the other a number.',
  ],
  [
    [true, "x"],
    ["true"],
    'The token has the "iss" true, "x"; accepted: "true". They differ only by type: one is a text, the other a boolean.',
  ],
  [7, [8], 'The token has the "iss" 7; accepted: 8.'],
  [undefined, [issuer], 'The token has no "iss"; accepted: "https://id.example".'],
  [["a", {}, "b"], [], 'The token has the "iss" "a", "b"; none is accepted.'],
  [
    ["a", "b", "c", "d", "e", "f", "g"],
    ["x"],
    'The token has the "iss" "a", "b", "c", "d", "e" and 2 more; accepted: "x".',
  ],
])("a token with %j where %j is accepted is described for administrators", (found, accepted, sentence) => {
  expect(describeDifference("iss", found, accepted)).toBe(sentence);
});

test("a long value is cut and control characters are escaped", () => {
  const sentence = describeDifference("aud", `a\n${"b".repeat(10_000)}`, ["x"]);
  expect(sentence.length).toBeLessThan(300);
  expect(sentence).toContain("a\\nbbb");
});
