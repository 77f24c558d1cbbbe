import { beforeEach, describe, expect, test } from "vitest";
import { KEYS, useBedrock } from "@/testing/aws/bedrock-fixture";
import { chunk, converseStream, event, exception, USAGE } from "@/testing/aws/local-bedrock";

const bedrock = useBedrock();
const { entry, configure, call, chat, messages, rowOf, last } = bedrock;

const CLAUDE = "us.anthropic.claude-sonnet-4-5-20250929-v1:0";
/** 10 plain tokens, 80 read from the cache, 20 written to it, and 5 of the answer. */
const COST = 10 * 0.001 + 80 * 0.0001 + 20 * 0.002 + 5 * 0.01;

describe("Converse, for callers of chat completions", () => {
  beforeEach(() => configure(entry("bedrock/amazon.nova-pro-v1:0")));

  test("the call is signed, and its answer and cost are the caller's", async () => {
    const response = await chat({ max_tokens: 7, temperature: 0.5 });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({
      id: expect.stringMatching(/^gen-/),
      model: "m",
      choices: [{ message: { role: "assistant", content: "Hello." }, finish_reason: "stop" }],
      usage: { prompt_tokens: 110, completion_tokens: 5, prompt_tokens_details: { cached_tokens: 80 } },
    });
    expect(last()).toMatchObject({
      path: "/model/amazon.nova-pro-v1%3A0/converse",
      body: {
        messages: [{ role: "user", content: [{ text: "Hi." }] }],
        inferenceConfig: { maxTokens: 7, temperature: 0.5 },
      },
    });
    const row = await rowOf(response);
    expect(row).toMatchObject({
      status: "success",
      prompt_tokens: 110,
      cached_tokens: 80,
      cache_write_tokens: 20,
      cache_write_hour_tokens: 8,
      completion_tokens: 5,
    });
    expect(row?.["spend"]).toBeCloseTo(COST, 9);
  });
  test("an ARN is one part of the path, signed and asked in its own region", async () => {
    const arn = "arn:aws:bedrock:eu-west-3:123456789012:application-inference-profile/abc123";
    const { aws_region_name: _region, ...keys } = KEYS;
    await configure(entry(`bedrock/${arn}`, keys));
    expect((await chat()).status).toBe(200);
    expect(last()?.path).toBe(`/model/${encodeURIComponent(arn)}/converse`);
    expect(last()?.headers["authorization"]).toContain("/eu-west-3/bedrock/aws4_request");
  });
  test("a stream of frames is one of events, and costs the same", async () => {
    const response = await chat({ stream: true, stream_options: { include_usage: true } });
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/event-stream"]);
    const text = await response.text();
    expect(text).toContain('"content":"Hello."');
    expect(text).toContain("[DONE]");
    expect(last()?.path).toBe("/model/amazon.nova-pro-v1%3A0/converse-stream");
    const row = await rowOf(response);
    expect(row).toMatchObject({ status: "success", prompt_tokens: 110, completion_tokens: 5 });
    expect(row?.["spend"]).toBeCloseTo(COST, 9);
  });
  test("tools are called and answered, whatever ids other providers gave", async () => {
    bedrock.aws.answer = () => ({
      json: {
        output: {
          message: {
            role: "assistant",
            content: [{ toolUse: { toolUseId: "tooluse_1", name: "weather", input: { city: "Oslo" } } }],
          },
        },
        stopReason: "tool_use",
        usage: USAGE,
      },
    });
    const tools = [{ type: "function", function: { name: "weather", parameters: { type: "object" } } }];
    const asked = await chat({ tools, tool_choice: "required" });
    expect(await asked.json()).toMatchObject({
      choices: [
        {
          finish_reason: "tool_calls",
          message: { tool_calls: [{ id: "tooluse_1", function: { name: "weather", arguments: '{"city":"Oslo"}' } }] },
        },
      ],
    });
    expect(last()?.body["toolConfig"]).toEqual({
      tools: [{ toolSpec: { name: "weather", inputSchema: { json: { type: "object" } } } }],
      toolChoice: { any: {} },
    });
    bedrock.aws.answer = undefined;
    const id = `call/${"x".repeat(80)}`;
    const answered = await chat({
      messages: [
        { role: "user", content: "Weather?" },
        {
          role: "assistant",
          content: null,
          tool_calls: [{ id, type: "function", function: { name: "weather", arguments: "{}" } }],
        },
        { role: "tool", tool_call_id: id, content: "Sunny." },
      ],
    });
    expect(answered.status).toBe(200);
  });
  test.each<[what: string, frames: Buffer[], status: number, code: string]>([
    ["a throttling", [exception("throttlingException", "Too many requests.")], 429, "rate_limit_error"],
    ["a refusal", [exception("validationException", "Bad input.")], 400, "invalid_request_error"],
    ["a model that broke", [exception("modelStreamErrorException", "Broke.")], 502, "api_error"],
  ])("%s before the first event has its status", async (_what, frames, status, code) => {
    bedrock.aws.answer = () => ({ frames });
    await configure(entry("bedrock/amazon.nova-pro-v1:0", { ...KEYS, num_retries: 0 }));
    const response = await chat({ stream: true });
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ error: { type: code } });
    expect(await rowOf(response)).toMatchObject({ status: "error", http_status: status });
  });
  test("another deployment takes over after an exception that came first", async () => {
    await configure(
      entry("bedrock/amazon.nova-pro-v1:0", { ...KEYS, weight: 1_000_000 }),
      entry("bedrock/amazon.nova-lite-v1:0"),
    );
    bedrock.aws.answer = ({ path }) =>
      path.includes("pro") ? { frames: [exception("throttlingException", "Too many requests.")] } : undefined;
    const response = await chat({ stream: true });
    expect(await response.text()).toContain("Hello.");
    expect(await rowOf(response)).toMatchObject({ status: "success", tried: [{ failure: "429" }] });
  });
  test("an exception after the first event ends the caller's stream with an error", async () => {
    const frames = [...converseStream("Half").slice(0, 2), exception("modelStreamErrorException", "It broke.")];
    bedrock.aws.answer = () => ({ frames });
    const response = await chat({ stream: true });
    const text = await response.text();
    expect(text).toContain("Half");
    expect(text).toContain("It broke.");
    expect(text).not.toContain("[DONE]");
    expect(await rowOf(response)).toMatchObject({ status: "error" });
  });
  test("a damaged frame ends the stream, and its answer is not whole", async () => {
    const frames = converseStream("Hello.");
    const damaged = Buffer.from(frames[3] ?? Buffer.of());
    damaged[20] = (damaged[20] ?? 0) ^ 1;
    bedrock.aws.answer = () => ({ frames: [...frames.slice(0, 3), damaged] });
    const text = await (await chat({ stream: true })).text();
    expect(text).toContain("upstream_invalid_response");
    expect(text).not.toContain("[DONE]");
  });
});

describe("Claude on Bedrock, for callers of Messages", () => {
  beforeEach(() => configure(entry(`bedrock/${CLAUDE}`)));

  test("the body is Anthropic's own, and only betas that Bedrock takes go along", async () => {
    bedrock.aws.answer = () => ({
      json: {
        id: "msg_1",
        type: "message",
        role: "assistant",
        content: [{ type: "text", text: "Hello." }],
        stop_reason: "end_turn",
        usage: { input_tokens: 10, cache_read_input_tokens: 80, cache_creation_input_tokens: 20, output_tokens: 5 },
      },
    });
    const response = await messages(
      { service_tier: "auto" },
      { "anthropic-beta": "context-1m-2025-08-07, claude-code-20250219" },
    );
    expect(response.status).toBe(200);
    expect(response.headers.get("x-gateway-dropped")).toBe("service_tier, anthropic-beta.claude-code-20250219");
    expect(await response.json()).toMatchObject({ id: "msg_1", content: [{ text: "Hello." }] });
    expect(last()).toMatchObject({ path: `/model/${encodeURIComponent(CLAUDE)}/invoke` });
    expect(last()?.body).toEqual({
      anthropic_version: "bedrock-2023-05-31",
      anthropic_beta: ["context-1m-2025-08-07"],
      max_tokens: 9,
      messages: [{ role: "user", content: "Hi." }],
    });
    expect((await rowOf(response))?.["spend"]).toBeCloseTo(COST, 9);
  });
  const STREAM = [
    {
      type: "message_start",
      message: {
        id: "msg_1",
        role: "assistant",
        usage: { input_tokens: 10, cache_read_input_tokens: 80, cache_creation_input_tokens: 20, output_tokens: 1 },
      },
    },
    { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
    { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Hello." } },
    { type: "content_block_stop", index: 0 },
    { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 5 } },
    { type: "message_stop" },
  ];
  test("its stream is Anthropic's, without the frames around it", async () => {
    bedrock.aws.answer = () => ({ frames: STREAM.map(chunk) });
    const response = await messages({ stream: true });
    expect(await response.text()).toBe(
      STREAM.map((value) => `event: ${value.type}\ndata: ${JSON.stringify(value)}\n\n`).join(""),
    );
    expect(last()?.path).toBe(`/model/${encodeURIComponent(CLAUDE)}/invoke-with-response-stream`);
    expect((await rowOf(response))?.["spend"]).toBeCloseTo(COST, 9);
  });
  test("an exception before its first event has its status, in Anthropic's words", async () => {
    bedrock.aws.answer = () => ({ frames: [exception("throttlingException", "Too many requests.")] });
    const response = await messages({ stream: true });
    expect(response.status).toBe(429);
    expect(await response.json()).toMatchObject({
      type: "error",
      error: { type: "rate_limit_error", message: "Too many requests." },
    });
  });
  test("tokens are counted, of the model without its region", async () => {
    bedrock.aws.answer = () => ({ json: { inputTokens: 42 } });
    const response = await call("/v1/messages/count_tokens", {
      messages: [{ role: "user", content: "Hi." }],
    });
    expect(await response.json()).toEqual({ input_tokens: 42 });
    expect(last()?.path).toBe("/model/anthropic.claude-sonnet-4-5-20250929-v1%3A0/count-tokens");
    const { input } = last()?.body as { input: { invokeModel: { body: string } } };
    expect(JSON.parse(Buffer.from(input.invokeModel.body, "base64").toString())).toEqual({
      max_tokens: 1,
      anthropic_version: "bedrock-2023-05-31",
      messages: [{ role: "user", content: "Hi." }],
    });
  });
  test("bedrock/converse/ asks by Converse, and bedrock/invoke/ serves other callers by InvokeModel", async () => {
    await configure(entry(`bedrock/converse/${CLAUDE}`));
    expect(await (await messages()).json()).toMatchObject({ type: "message", content: [{ text: "Hello." }] });
    expect(last()?.path).toBe(`/model/${encodeURIComponent(CLAUDE)}/converse`);
    await configure(entry(`bedrock/invoke/${CLAUDE}`));
    bedrock.aws.answer = () => ({ frames: STREAM.map(chunk) });
    expect(await (await chat({ stream: true })).text()).toContain('"content":"Hello."');
    expect(last()?.body).toMatchObject({ anthropic_version: "bedrock-2023-05-31", max_tokens: 32_000 });
  });
});

test("an event that nobody knows says nothing", async () => {
  await configure(entry("bedrock/amazon.nova-pro-v1:0"));
  bedrock.aws.answer = () => ({ frames: [event("somethingNew", { a: 1 }), ...converseStream("Hello.")] });
  expect(await (await chat({ stream: true })).text()).toContain("Hello.");
});
