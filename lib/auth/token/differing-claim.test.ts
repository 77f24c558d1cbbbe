import { expect, test } from "vitest";
import { describeDifference } from "./differing-claim";

const issuer = "https://id.example";

test.each<[found: unknown, accepted: string[], sentence: string]>([
  [
    "https://other.example",
    [issuer],
    'The token has the "iss" "https://other.example"; accepted: "https://id.example".',
  ],
  [
    "https://id.example/",
    [issuer],
    'The token has the "iss" "https://id.example/"; accepted: "https://id.example". They differ only by a slash at the end or by case.',
  ],
  [
    "https://ID.example",
    ["https://a.example", "https://id.example/"],
    'The token has the "iss" "https://ID.example"; accepted: "https://a.example", "https://id.example/". They differ only by a slash at the end or by case.',
  ],
  [undefined, [issuer], 'The token has no "iss"; accepted: "https://id.example".'],
  [["a", 1, "b"], [], 'The token has the "iss" "a", "b"; none is accepted.'],
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
