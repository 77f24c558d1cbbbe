import { describe, expect, test } from "vitest";
import { GatewayError } from "@/lib/errors";
import { answerKind } from "./answer-kind";
import { readModelBody } from "./model-body";
import { checkCall, MODEL_ROUTES, modelRoute } from "./model-routes";

const body = (value: object) => readModelBody(Buffer.from(JSON.stringify({ model: "m", ...value })));

function refusal(work: () => unknown): { code: string; param: string | undefined } | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (error instanceof GatewayError) return { code: error.code, param: error.options.param };
    throw error;
  }
}

describe("what a call must say", () => {
  const missing: [path: string, value: object, param: string][] = [
    ["/chat/completions", {}, "messages"],
    ["/chat/completions", { messages: "Hi." }, "messages"],
    ["/completions", {}, "prompt"],
    ["/completions", { prompt: 7 }, "prompt"],
    ["/embeddings", { input: null }, "input"],
    ["/embeddings", { input: "a", stream: true }, "stream"],
    ["/responses", {}, "input"],
    ["/responses", { input: "a", background: true }, "background"],
    ["/moderations", {}, "input"],
    ["/images/generations", { prompt: "" }, "prompt"],
    ["/audio/speech", { input: ["a"] }, "input"],
    ["/rerank", { documents: ["a"] }, "query"],
    ["/rerank", { query: "a", documents: "b" }, "documents"],
    ["/rerank", { query: "a", documents: ["b"], stream: true }, "stream"],
  ];
  test.each(missing)("a call of %s with %o is refused, naming the member", (path, value, param) => {
    expect(refusal(() => checkCall(modelRoute(path)!, body(value)))).toEqual({ code: "invalid_request", param });
  });

  const enough: [path: string, value: object][] = [
    ["/chat/completions", { messages: [], stream: true }],
    ["/completions", { prompt: [1, 2] }],
    ["/completions", { prompt: "" }],
    ["/embeddings", { input: [[1, 2]], stream: false }],
    ["/responses", { previous_response_id: "resp_1" }],
    ["/responses", { input: [], stream: true, background: false }],
    ["/images/generations", { prompt: "a cat", stream: true }],
    ["/audio/speech", { input: "a" }],
    ["/rerank", { query: "a", documents: [] }],
  ];
  test.each(enough)("a call of %s with %o is accepted", (path, value) => {
    expect(() => checkCall(modelRoute(path)!, body(value))).not.toThrow();
  });

  test("the default model of a route is written into the body, and the decision is about it", () => {
    const { defaultModel } = modelRoute("/moderations")!;
    for (const text of ['{"input":"a"}', ' { "input" : "a" }', "{}"]) {
      const read = readModelBody(Buffer.from(text), { defaultModel });
      expect(read.model).toBe("omni-moderation-latest");
      expect(JSON.parse(read.bytes.toString())).toEqual({ ...JSON.parse(text), model: "omni-moderation-latest" });
    }
    expect(readModelBody(Buffer.from('{"model":"own","input":"a"}'), { defaultModel }).model).toBe("own");
    expect(refusal(() => readModelBody(Buffer.from('{"model":null,"input":"a"}'), { defaultModel }))).toMatchObject({
      param: "model",
    });
    expect(MODEL_ROUTES.filter((route) => route.defaultModel !== undefined).map(({ path }) => path)).toEqual([
      "/moderations",
    ]);
  });
});

test.each<[route: string, type: string | undefined, kind: string]>([
  ["/chat/completions", "application/json; charset=utf-8", "whole"],
  ["/chat/completions", "application/vnd.api+json", "whole"],
  ["/chat/completions", undefined, "whole"],
  ["/chat/completions", "text/plain", "whole"],
  ["/chat/completions", "text/event-stream; charset=utf-8", "events"],
  ["/audio/speech", "audio/mpeg", "bytes"],
  ["/audio/speech", "application/octet-stream", "bytes"],
  ["/audio/speech", undefined, "bytes"],
  ["/audio/speech", "text/event-stream", "events"],
  ["/audio/speech", "application/json", "whole"],
  ["/audio/transcriptions", "application/json", "whole"],
  ["/audio/transcriptions", "text/plain; charset=utf-8", "bytes"],
  ["/audio/transcriptions", "text/vtt", "bytes"],
  ["/audio/transcriptions", "application/x-subrip", "bytes"],
  ["/messages", "application/json", "whole"],
])("an answer of %s with %s is read as %s", (route, type, kind) => {
  expect(answerKind(route, type)).toBe(kind);
});

test.each<[route: string, type: string | undefined, kind: string]>([
  ["/chat/completions", undefined, "events or whole"],
  ["/messages", "", "events or whole"],
  ["/responses", "text/plain; charset=utf-8", "events or whole"],
  ["/images/generations", "application/octet-stream", "events or whole"],
  ["/chat/completions", "application/json", "whole"],
  ["/chat/completions", "text/event-stream", "events"],
  ["/audio/speech", "application/octet-stream", "bytes"],
  ["/audio/transcriptions", "text/plain", "bytes"],
])("an answer of %s with %s, of which a stream was asked, is read as %s", (route, type, kind) => {
  expect(answerKind(route, type, true)).toBe(kind);
});

test.each([
  ["/chat/completions", "text/html"],
  ["/embeddings", "audio/mpeg"],
  ["/audio/speech", "text/html; charset=utf-8"],
  ["/audio/transcriptions", "text/html"],
])("an answer of %s with the type %s is invalid", (route, type) => {
  expect(refusal(() => answerKind(route, type))).toMatchObject({ code: "upstream_invalid_response" });
});

test.each([
  '{"model":null,"a":1}',
  '{"a":1,"model":7}',
  '{"model":{"model":"x"},"a":1}',
  '{"a":1}',
  '{"model":"other","a":1}',
])("a model that the path names counts whatever the body says: %s", (text) => {
  const read = readModelBody(Buffer.from(text), { modelOfPath: "m" });
  expect([read.model, JSON.parse(read.bytes.toString())]).toEqual(["m", { model: "m", a: 1 }]);
  expect(refusal(() => readModelBody(Buffer.from(text), { modelOfPath: "" }))).toMatchObject({ param: "model" });
});
