import fc from "fast-check";
import { expect, test } from "vitest";
import { openId, plainId, signedId, withPlainIds } from "./call-id";

const signature = fc.uint8Array({ minLength: 1 }).map((bytes) => Buffer.from(bytes).toString("base64"));
const id = fc.stringMatching(/^[a-zA-Z0-9-]{1,30}$/);

test("a signature comes back out of an id as it went in, in letters that every provider takes", () => {
  fc.assert(
    fc.property(id, signature, (plain, signed) => {
      const carrying = signedId(plain, signed);
      expect(carrying).toMatch(/^[a-zA-Z0-9_-]+$/);
      expect(openId(carrying)).toEqual({ id: plain, signature: signed });
      expect(plainId(carrying)).toBe(plain);
    }),
  );
});

test("an id without a signature stays as it is, and LiteLLM's are read", () => {
  expect(signedId("call_1", undefined)).toBe("call_1");
  expect(openId("call_1")).toEqual({ id: "call_1", signature: undefined });
  expect(openId("call_1__thought__ab+/cQ==")).toEqual({ id: "call_1", signature: "ab+/cQ==" });
  expect(openId("call_1__thought__")).toEqual({ id: "call_1", signature: undefined });
});

test("bytes for another provider lose signatures in ids, and nothing else", () => {
  const before = `{"tool_calls":[{"id":"call_1__thought__AbC-_9","type":"function"}],"x": { "tool_call_id" : "call_1__thought__AbC-_9", "content":"id__thought__x"}}`;
  expect(withPlainIds(Buffer.from(before)).toString()).toBe(
    `{"tool_calls":[{"id":"call_1","type":"function"}],"x": { "tool_call_id" : "call_1", "content":"id__thought__x"}}`,
  );
  const others = Buffer.from('{"id":"call_1"}');
  expect(withPlainIds(others)).toBe(others);
});
