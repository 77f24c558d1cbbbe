import { expect, test } from "vitest";
import type { ApiReply } from "@/lib/doors/contract";
import { errorDialectOf, identifyReply } from "./identify-reply";

const reply = (headers: Record<string, string> = {}, status = 200, body: ApiReply["body"] = "{}"): ApiReply => ({
  status,
  headers: { ...headers },
  body,
});
const identified = (
  given: ApiReply,
  { path = "/v1/chat/completions", own }: { path?: string; own?: string } = {},
): ApiReply => identifyReply(given, { path, headers: { "x-request-id": own } }, () => "fresh");

const call = { "x-gateway-call-id": "call_1" };
const refusal = { "x-gateway-decision-id": "dec_1" };
const cases: [what: string, headers: Record<string, string>, own: string | undefined, id: string][] = [
  ["the caller's own comes first", { ...call, ...refusal }, "mine-1", "mine-1"],
  ["one of another shape is ignored", call, "mine 1", "call_1"],
  ["the call's comes next", { ...call, ...refusal }, undefined, "call_1"],
  ["the refusal's comes next", refusal, undefined, "dec_1"],
  ["a reply without any gets a fresh one", {}, undefined, "req_fresh"],
];
test.each(cases)("x-request-id of an answer: %s", (_what, headers, own, id) => {
  expect(identified(reply(headers), { own }).headers).toEqual({ ...headers, "x-request-id": id });
});

test.each(["/v1/messages", "/messages", "/v1/messages/count_tokens"])("an answer of %s has request-id too", (path) => {
  expect(identified(reply(call), { path }).headers).toMatchObject({ "x-request-id": "call_1", "request-id": "call_1" });
});

test("the body of an error in Anthropic's dialect has request_id, also where the upstream wrote its own", () => {
  const error = { type: "error", error: { message: "no" } };
  for (const body of [JSON.stringify(error), Buffer.from(JSON.stringify({ ...error, request_id: "req_upstream" }))]) {
    const { body: said } = identified(reply(call, 400, body), { path: "/v1/messages" });
    expect(JSON.parse(String(said))).toEqual({ ...error, request_id: "call_1" });
  }
});

test("a body that is not an error object in Anthropic's dialect stays as it is", () => {
  const stays = (given: ApiReply, path: string) => expect(identified(given, { path }).body).toBe(given.body);
  stays(reply(call, 502, "<html>"), "/v1/messages");
  stays(reply(call, 502, "[1]"), "/v1/messages");
  stays(reply(refusal, 401, '{"error":"Invalid JWT token"}'), "/v1/messages");
  stays(reply(call, 200, '{"type":"message"}'), "/v1/messages");
  stays(reply(call, 400, '{"error":{}}'), "/v1/chat/completions");
});

test.each([
  ["/v1/chat/completions", "openai"],
  ["/team/new", "openai"],
  ["/v1/messages", "anthropic"],
  ["/v1beta/models", "google"],
  ["/v1beta/models/a:generateContent", "google"],
  ["/v1beta", "google"],
  ["/v1betamax", "openai"],
  ["/v1/models/a:generateContent", "google"],
  ["/v1/models/ft:a:b", "openai"],
])("the clients of %s read errors as %s's do", (path, dialect) => {
  expect(errorDialectOf(path)).toBe(dialect);
});
