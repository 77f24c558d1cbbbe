import { describe, expect, test } from "vitest";
import { modelEntry } from "@/lib/config/schema";
import { adapterFor } from "../../dialect";
import { ExactNumbers } from "../../exact-numbers";
import { translateRequest } from "../../form/translated";
import type { JsonObject } from "../../json-value";
import { readModelBody } from "../../model-body";
import { deploymentOf } from "../../resolve-deployment";
import { signedId } from "../../form/call-id";
import { CLIENTS, UPSTREAMS } from "../halves";
import { TO_GOOGLE, type ToGoogleCase } from "./to-google.cases";
import { REFUSED_BY_GOOGLE, TURNS_TO_GOOGLE } from "./to-google-turns.cases";

function sent(
  {
    from,
    body,
    model = "gemini-2.5-flash",
    provider = "gemini",
  }: Pick<ToGoogleCase, "from" | "body" | "model" | "provider">,
  dropped = new Set<string>(),
): JsonObject {
  return translateRequest(CLIENTS[from], UPSTREAMS.google, { model: "x", ...body }, { model, provider }, { dropped });
}

describe("a request goes to Google's upstreams", () => {
  test.each([...TO_GOOGLE, ...TURNS_TO_GOOGLE])("of $from, with $name", (one) => {
    const dropped = new Set<string>();
    expect(sent(one, dropped)).toEqual(one.google);
    expect([...dropped]).toEqual(one.dropped ?? []);
  });

  test.each(REFUSED_BY_GOOGLE)("of %s, but not with %j", (from, body, param) => {
    expect(() => sent({ from, body })).toThrow(
      expect.objectContaining({ code: "invalid_request", options: { param } }),
    );
  });

  test("a long number in a call's arguments stays as it is", () => {
    const exact = new ExactNumbers();
    const calls = [{ id: "a", type: "function", function: { name: "f", arguments: '{"n":12345678901234567890}' } }];
    const body = { model: "x", messages: [{ role: "assistant", tool_calls: calls }] };
    const target = { model: "gemini-2.5-flash", provider: "gemini" };
    const written = translateRequest(CLIENTS.chat, UPSTREAMS.google, body, target, { exact });
    expect(exact.restore(JSON.stringify(written))).toContain('"args":{"n":12345678901234567890}');
  });
});

test.each(["chat", "messages", "responses"] as const)(
  "an id that carries a signature of Google's is shortened for an upstream of %s",
  (to) => {
    const id = signedId("call_1", "c2lnbmVk".repeat(100));
    const calls = [{ id, type: "function", function: { name: "now", arguments: "{}" } }];
    const messages = [
      { role: "user", content: "?" },
      { role: "assistant", tool_calls: calls },
      { role: "tool", tool_call_id: id, content: "noon" },
    ];
    const written = translateRequest(
      CLIENTS.chat,
      UPSTREAMS[to],
      { model: "x", messages },
      { model: "m", provider: "p" },
    );
    expect(JSON.stringify(written).match(/"call_1[^"]*"/g)).toEqual(['"call_1"', '"call_1"']);
  },
);

test.each([
  ["/chat/completions", "openai/m", "tool_call_id"],
  ["/messages", "anthropic/m", "tool_use_id"],
] as const)("it is shortened as well where %s passes as bytes", (route, model, answered) => {
  const id = signedId("call_1", "c2lnbmVk".repeat(100));
  const entry = modelEntry.parse({ model_name: "m", gateway_params: { model } });
  const deployment = deploymentOf({ entry, index: 0, upstreamModel: model });
  const text = `{"model":"m","tools":[{}],"messages":[{"id":"${id}"},{"${answered}": "${id}","content":"${id}"}]}`;
  const call = { route, body: readModelBody(Buffer.from(text)), deployment, startedAt: 0 };
  expect(String(adapterFor(route, deployment).request(call).body)).toBe(
    `{"model":"m","tools":[{}],"messages":[{"id":"call_1"},{"${answered}": "call_1","content":"${id}"}]}`,
  );
});
