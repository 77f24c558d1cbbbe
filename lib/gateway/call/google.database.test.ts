import { beforeEach, describe, expect, test } from "vitest";
import { useGoogle } from "@/testing/google/google-fixture";
import { googleError } from "@/testing/google/local-google";

const fixture = useGoogle();
const { gemini, vertex, configure, call, chat, messages, rowOf } = fixture;

/** 20 tokens of the prompt, 80 from the cache, 3 of the answer and 2 of thoughts. */
const COST = 20 * 0.001 + 80 * 0.0001 + 5 * 0.01;
const WEATHER = {
  type: "function",
  function: {
    name: "weather",
    parameters: {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      type: "object",
      properties: { city: { type: ["string", "null"], format: "city" }, days: { $ref: "#/$defs/days" } },
      required: ["city"],
      additionalProperties: false,
      $defs: { days: { type: "integer", exclusiveMinimum: 0 } },
    },
  },
};

describe("the Gemini API", () => {
  beforeEach(() => configure(gemini()));

  test("a chat is answered, and what it costs is booked", async () => {
    const response = await chat({ max_tokens: 7, temperature: 0.5 });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({
      choices: [{ message: { role: "assistant", content: "Hello." }, finish_reason: "stop" }],
      usage: { prompt_tokens: 100, completion_tokens: 5, prompt_tokens_details: { cached_tokens: 80 } },
    });
    const row = await rowOf(response);
    expect(row).toMatchObject({
      status: "success",
      prompt_tokens: 100,
      cached_tokens: 80,
      completion_tokens: 5,
      reasoning_tokens: 2,
      usage_source: "upstream",
    });
    expect(row?.["spend"]).toBeCloseTo(COST, 9);
  });

  test("a streamed one costs the same", async () => {
    const response = await chat({ stream: true });
    const text = await response.text();
    expect(text).toContain('"content":"Hel"');
    expect(text).toContain("[DONE]");
    const row = await rowOf(response);
    expect(row).toMatchObject({ status: "success", completion_tokens: 5 });
    expect(row?.["spend"]).toBeCloseTo(COST, 9);
  });

  test("Google's own clients pass, plain and streamed", async () => {
    const body = { contents: [{ role: "user", parts: [{ text: "Hi." }] }] };
    const plain = await call("/v1beta/models/m:generateContent", body);
    expect(await plain.json()).toMatchObject({ candidates: [{ content: { parts: [{ text: "Hello." }] } }] });
    expect((await rowOf(plain))?.["spend"]).toBeCloseTo(COST, 9);
    const streamed = await call("/v1beta/models/m:streamGenerateContent?alt=sse", body);
    expect(await streamed.text()).toContain('"finishReason":"STOP"');
    expect((await rowOf(streamed))?.["spend"]).toBeCloseTo(COST, 9);
    expect(fixture.google.requests.map((request) => request.body)).toEqual([body, body]);
  });

  test.each(["gemini-2.5-flash", "gemini-3-flash-preview"])(
    "%s calls a tool whose client keeps only id, type and function, and gets the result",
    async (model) => {
      await configure(gemini({}, model));
      const question = { role: "user", content: "Weather?" };
      const asked = await chat({ messages: [question], tools: [WEATHER], reasoning_effort: "low" });
      const { choices } = (await asked.json()) as {
        choices: { message: { tool_calls: { id: string; function: { name: string; arguments: string } }[] } }[];
      };
      const [made] = choices[0]?.message.tool_calls ?? [];
      expect(made?.function).toEqual({ name: "weather", arguments: '{"city":"Oslo"}' });
      const kept = { id: made?.id, type: "function", function: made?.function };
      const answered = await chat({
        messages: [
          question,
          { role: "assistant", content: null, tool_calls: [kept] },
          { role: "tool", tool_call_id: made?.id, content: "Sunny." },
        ],
        tools: [WEATHER],
      });
      expect([answered.status, await answered.json()]).toMatchObject([
        200,
        { choices: [{ message: { content: "Hello." } }] },
      ]);
    },
  );

  test("Anthropic's clients are answered and count, OpenAI's embed", async () => {
    expect(await (await messages()).json()).toMatchObject({ content: [{ type: "text", text: "Hello." }] });
    const counted = await call("/v1/messages/count_tokens", {
      model: "m",
      messages: [{ role: "user", content: "Hi." }],
    });
    expect(await counted.json()).toEqual({ input_tokens: 7 });
    const embedded = await call("/v1/embeddings", { model: "m", input: ["a", "b"], encoding_format: "base64" });
    const floats = Buffer.from(new Float32Array([0.5, -1]).buffer).toString("base64");
    expect(await embedded.json()).toMatchObject({ data: [{ embedding: floats }, { embedding: floats }] });
    expect(await rowOf(embedded)).toMatchObject({ status: "success", usage_source: "estimated" });
  });

  test("a prompt that was blocked says so, and an answer that nobody can use is an error that costs", async () => {
    fixture.google.answer = () => ({ json: { promptFeedback: { blockReason: "SAFETY" } } });
    expect(await (await chat()).json()).toMatchObject({ choices: [{ finish_reason: "content_filter" }] });
    fixture.google.answer = () => ({ json: { candidates: [{ finishReason: "MALFORMED_FUNCTION_CALL" }] } });
    const response = await chat();
    expect([response.status, await response.json()]).toMatchObject([
      502,
      { error: { code: "upstream_invalid_response" } },
    ]);
  });

  test("an entry is tried before it is saved", async () => {
    const { model_name, gateway_params } = gemini();
    const response = await call("/model/test", { model_name, gateway_params, chat: true });
    expect(await response.json()).toMatchObject({
      list: { outcome: "ok", models: 1, has_model: true },
      chat: { status: 200 },
    });
  });

  test("a model that is gone is the gateway's fault and says so", async () => {
    await configure(gemini({ num_retries: 0 }, "gemini-gone"));
    const response = await chat();
    expect([response.status, await response.json()]).toMatchObject([
      502,
      { error: { code: "upstream_access_refused", message: expect.stringContaining("no longer serves this model") } },
    ]);
  });

  test("a key that Google does not know blames the gateway, and another deployment takes over", async () => {
    const wrong = { api_key: "AIzaWrong", weight: 1_000_000 };
    await configure(gemini(wrong));
    const alone = await chat();
    expect([alone.status, await alone.json()]).toMatchObject([502, { error: { code: "upstream_access_refused" } }]);
    await configure(gemini(wrong), gemini());
    const response = await chat();
    expect(response.status).toBe(200);
    expect(await rowOf(response)).toMatchObject({ tried: [{ failure: "400" }] });
  });

  test.each([
    ["a status", { status: 429 }],
    ["the first event of a stream", {}],
  ])("a pause in %s is the caller's Retry-After", async (_what, { status }: { status?: number }) => {
    const retry = { "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "34.07s" };
    const error = googleError(429, "RESOURCE_EXHAUSTED", "Quota.", retry);
    fixture.google.answer = () => (status === undefined ? { pieces: [error] } : { status, json: error });
    await configure(gemini({ num_retries: 0 }));
    for (const send of [chat, messages]) {
      await configure(gemini({ num_retries: 0 }));
      const response = await send({ stream: true });
      expect([response.status, response.headers.get("retry-after")]).toEqual([429, "35"]);
      expect(await response.text()).toContain("Quota.");
    }
  });
});

describe("Vertex AI", () => {
  test("a service account signs for one token, which many calls share", async () => {
    await configure(vertex());
    const statuses = await Promise.all([chat(), chat(), chat({ stream: true })].map(async (one) => (await one).status));
    expect([...statuses, fixture.google.tokens.asked]).toEqual([200, 200, 200, 1]);
    expect(fixture.google.requests[0]?.path).toBe(
      "/v1/projects/local/locations/europe-west4/publishers/google/models/gemini-2.5-flash:generateContent",
    );
  });

  test("a token that Google no longer takes is renewed once, and the call is sent again", async () => {
    await configure(vertex());
    expect((await chat()).status).toBe(200);
    fixture.google.tokens.revoke();
    const response = await chat();
    expect([response.status, response.headers.get("x-gateway-attempts")]).toEqual([200, "1"]);
    expect(fixture.google.tokens.asked).toBe(2);
  });

  test("a token endpoint that refuses is asked once for many calls, and named to administrators", async () => {
    fixture.google.tokens.isDown = true;
    await configure(vertex({ cooldown_seconds: 60, num_retries: 0 }));
    for (let nth = 0; nth < 3; nth++) {
      const response = await chat();
      expect([response.status, await response.json()]).toMatchObject([
        502,
        { error: { code: "upstream_access_refused" } },
      ]);
    }
    expect([fixture.google.tokens.asked, fixture.google.requests.length]).toEqual([1, 0]);
    const { gateway } = fixture;
    const info = await gateway.send("/model/info", { headers: { authorization: `Bearer ${gateway.masterKey}` } });
    const { data } = (await info.json()) as { data: { credential_failure: string }[] };
    expect(data[0]?.credential_failure).toMatch(/^vertex_credentials cannot be fetched: 127\.0\.0\.1:\d+ answers 503/);
    expect(JSON.stringify(data)).not.toContain("PRIVATE KEY");
  });

  test("embeddings are predicted, and what they used is booked", async () => {
    await configure(vertex({}, "text-embedding-005"));
    const response = await call("/v1/embeddings", { model: "m", input: ["a", "b"] });
    expect(await response.json()).toMatchObject({ data: [{ embedding: [0.5, -1] }, {}], usage: { prompt_tokens: 4 } });
    expect(await rowOf(response)).toMatchObject({ prompt_tokens: 4, usage_source: "upstream" });
  });

  test("a list for a model of one text a request is one call, in order, with its tokens added up", async () => {
    await configure(vertex({}, "gemini-embedding-001"));
    fixture.google.answer = ({ path, body }) => {
      if (!path.endsWith(":predict")) return undefined;
      const [{ content }] = body["instances"] as [{ content: string }];
      return { json: { predictions: [{ embeddings: { values: [Number(content)], statistics: { token_count: 3 } } }] } };
    };
    const response = await call("/v1/embeddings", { model: "m", input: ["1", "2", "3"] });
    expect(await response.json()).toMatchObject({
      data: [{ embedding: [1] }, { embedding: [2] }, { embedding: [3] }],
      usage: { prompt_tokens: 9 },
    });
    expect(fixture.google.requests.filter(({ path }) => path.endsWith(":predict"))).toHaveLength(3);
    expect(await rowOf(response)).toMatchObject({ prompt_tokens: 9, usage_source: "upstream" });
  });

  test("Claude answers, with the betas that its door takes", async () => {
    await configure(vertex({}, "claude-sonnet-4-5@20250929"));
    const response = await messages({}, { "anthropic-beta": "context-1m-2025-08-07,claude-code-20250219" });
    expect(await response.json()).toMatchObject({ content: [{ text: "Hello." }] });
    expect(response.headers.get("x-gateway-dropped")).toBe("anthropic-beta.claude-code-20250219");
    const [asked] = fixture.google.requests;
    expect(asked?.headers["anthropic-beta"]).toBe("context-1m-2025-08-07");
    expect(asked?.path).toMatch(/\/publishers\/anthropic\/models\/claude-sonnet-4-5%4020250929:rawPredict$/);
    expect((await rowOf(response))?.["spend"]).toBeCloseTo(10 * 0.001 + 5 * 0.01, 9);
    const plain = await chat();
    expect(await plain.json()).toMatchObject({ choices: [{ message: { content: "Hello." } }] });
  });
});
