import { expect, test } from "vitest";
import { lacksKeptState } from "./kept-state";

const refusal = (error: object): Buffer => Buffer.from(JSON.stringify({ error }));
const notFound = refusal({ code: "previous_response_not_found", param: "previous_response_id" });
const atParam = (param: string): Buffer => refusal({ code: null, param });
const continued = { previous_response_id: "resp_1" };

test.each<
  [name: string, route: string, value: Record<string, unknown>, status: number, answer: Buffer, lacks: boolean]
>([
  ["a response that is not there", "/responses", continued, 400, notFound, true],
  [
    "a response that is not there, by the name of the member",
    "/responses",
    continued,
    400,
    atParam("previous_response_id"),
    true,
  ],
  ["a conversation that is not there", "/responses", { conversation: "conv_1" }, 404, refusal({}), true],
  [
    "a conversation, as an object, that cannot be continued",
    "/responses",
    { conversation: { id: "c" } },
    400,
    atParam("conversation"),
    true,
  ],
  [
    "an item that is not there",
    "/responses",
    { input: [{ type: "item_reference", id: "rs_1" }] },
    404,
    refusal({}),
    true,
  ],
  ["a thread that is not there", "/messages", { thread: { type: "continue" } }, 404, refusal({}), true],
  [
    "a thought that another account has encrypted",
    "/responses",
    { input: [{ type: "reasoning", encrypted_content: "e" }] },
    400,
    refusal({ code: "invalid_encrypted_content" }),
    true,
  ],
  [
    "an encrypted thought that came by another dialect",
    "/chat/completions",
    {},
    400,
    refusal({ code: "invalid_encrypted_content" }),
    true,
  ],
  ["another fault of a call that continues", "/responses", continued, 400, atParam("input"), false],
  ["an answer that is not JSON", "/responses", continued, 400, Buffer.from("<html>"), false],
  [
    "a refusal that is too long to be read",
    "/responses",
    continued,
    400,
    Buffer.concat([notFound, Buffer.alloc(16 * 1024, 32)]),
    false,
  ],
  ["another status", "/responses", continued, 429, notFound, false],
  ["a call that continues nothing", "/responses", { input: "Hi", previous_response_id: null }, 404, notFound, false],
  ["a new thread", "/messages", { thread: { type: "create" } }, 404, refusal({}), false],
  ["another route", "/chat/completions", continued, 404, notFound, false],
])("an upstream that lacks what a call continues: %s", (_name, route, value, status, answer, lacks) => {
  expect(lacksKeptState({ route, body: { value } }, status, answer)).toBe(lacks);
});
