import { describe, expect, test } from "vitest";
import { modelEntry } from "@/lib/config/schema";
import { readAll } from "@/testing/gateway/split-everywhere";
import type { AdapterCall } from "../../adapter";
import { adapterFor } from "../../dialect";
import { readModelBody } from "../../model-body";
import { deploymentOf } from "../../resolve-deployment";

// Google says neither here, as its earlier services do.
const ANSWER = { candidates: [{ content: { role: "model", parts: [{ text: "Hi." }] }, finishReason: "STOP" }] };

const ROUTES = {
  "/chat/completions": { messages: [{ role: "user", content: "Hi." }] },
  "/messages": { max_tokens: 100, messages: [{ role: "user", content: "Hi." }] },
  "/responses": { input: "Hi." },
} as const;

function callOf(route: keyof typeof ROUTES, stream: boolean): AdapterCall {
  const entry = modelEntry.parse({ model_name: "m", gateway_params: { model: "gemini/g" } });
  const text = JSON.stringify({ model: "m", stream, ...ROUTES[route] });
  const deployment = deploymentOf({ entry, index: 0, upstreamModel: "gemini/g" });
  return { route, body: readModelBody(Buffer.from(text)), deployment, startedAt: 36 };
}

describe.each(Object.keys(ROUTES) as (keyof typeof ROUTES)[])("an answer without an id and a model on %s", (route) => {
  const id = expect.stringMatching(/^(resp_)?gen-10[0-9a-f]{8}$/);

  test("gets both when it is whole", () => {
    const call = callOf(route, false);
    const { body } = adapterFor(route, call.deployment).answer(call, Buffer.from(JSON.stringify(ANSWER)));
    expect(JSON.parse(body.toString())).toMatchObject({ id, model: "m" });
  });

  test("gets both when it is streamed", () => {
    const call = callOf(route, true);
    const reader = adapterFor(route, call.deployment).stream(call);
    const { text } = readAll(reader, [Buffer.from(`data: ${JSON.stringify(ANSWER)}\n\n`)]);
    const first = JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? "") as Record<string, unknown>;
    expect(first["message"] ?? first["response"] ?? first).toMatchObject({ id, model: "m" });
  });
});
