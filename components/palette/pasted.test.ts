import { describe, expect, test } from "vitest";
import { mayBeSecret, recognise } from "./pasted";

const ID = "0198c1f2-7b1d-7c3e-9f00-1234567890ab";
const JWT = "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhZGEifQ.c2lnbmF0dXJl-_";

describe("A pasted text", () => {
  test.each([
    ["the id of a decision", `dec_${ID}`, { kind: "decision", path: `/console/explain?id=dec_${ID}` }],
    ["the id of a decision with spaces", `  dec_${ID}\n`, { kind: "decision", path: `/console/explain?id=dec_${ID}` }],
    ["the id of a call", `call_${ID}`, { kind: "call", path: `/console/requests?any_id=call_${ID}` }],
    ["a key", "sk-abcdefgh12345678", { kind: "key", secret: "sk-abcdefgh12345678" }],
    ["a key behind Bearer", "Bearer sk-abcdefgh12345678", { kind: "key", secret: "sk-abcdefgh12345678" }],
    ["a JWT", JWT, { kind: "token", secret: JWT }],
    ["a JWT in a whole header", `Authorization: Bearer ${JWT}`, { kind: "token", secret: JWT }],
    ["a JWT in quotes", `"${JWT}"`, { kind: "token", secret: JWT }],
    ["a JWT as a line of JSON", `"access_token": "${JWT}",\n`, { kind: "token", secret: JWT }],
    ["a JWT in a header of curl", `-H "Authorization: Bearer ${JWT}"`, { kind: "token", secret: JWT }],
    ["a JWT in typographic quotes", `\u201c${JWT}\u201d`, { kind: "token", secret: JWT }],
    ["a key with the end of its line", "sk-abcdefgh12345678\r\n", { kind: "key", secret: "sk-abcdefgh12345678" }],
    ["a key in single quotes", "'sk-abcdefgh12345678'", { kind: "key", secret: "sk-abcdefgh12345678" }],
    ["a key in backticks", "`sk-abcdefgh12345678`", { kind: "key", secret: "sk-abcdefgh12345678" }],
    [
      "a key of a variable",
      "export OPENAI_API_KEY='sk-abcdefgh12345678'",
      { kind: "key", secret: "sk-abcdefgh12345678" },
    ],
    ["a key of another header", "x-api-key: sk-abcdefgh12345678", { kind: "key", secret: "sk-abcdefgh12345678" }],
    ["a key behind bearer in quotes", '"bearer sk-abcdefgh12345678"', { kind: "key", secret: "sk-abcdefgh12345678" }],
    [
      "the header with the id of a decision",
      `x-gateway-decision-id: dec_${ID}`,
      { kind: "decision", path: `/console/explain?id=dec_${ID}` },
    ],
    ["words", "search relevance", undefined],
    ["words in quotes", '"search relevance"', undefined],
    ["an id with a colon", "team:sk", undefined],
    ["an id like an assignment", "a=b?c#d", undefined],
    ["a name with dots", "a.b.c", undefined],
    ["half a decision", "dec_0198", undefined],
    ["nothing", "", undefined],
  ])("is recognised as %s", (_, text, found) => {
    expect(recognise(text)).toEqual(found);
  });

  test.each([
    ["sk-", true],
    ["the key sk-abc", true],
    ["Bearer", true],
    [`"${JWT}`, true],
    ["KEY=sk-1", true],
    ["eyJhbGciOi", true],
    [JWT.slice(0, 30), true],
    ["x".repeat(129), true],
    ["task-force", false],
    ["Search relevance", false],
    ["openai/gpt-4o", false],
  ])("%s may be a secret: %s", (text, may) => {
    expect(mayBeSecret(text)).toBe(may);
  });
});
