import type Anthropic from "@anthropic-ai/sdk";
import OpenAI from "openai";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SPEAKS, startDialectStage, type DialectStage } from "@/testing/gateway/dialect-stage";

const UPSTREAMS = ["openai", "anthropic", "azure"] as const;
const DOORS = [1, 2] as const;
const COMBINATIONS = DOORS.flatMap((door) => UPSTREAMS.map((speaks) => ({ door, speaks })));

const question = "How is the weather? Ask get_weather and get_time.";
const parameters = { type: "object" as const, properties: { place: { type: "string" }, days: { type: "integer" } } };
const WEATHER = { place: 'a "place", Grüße 👋', days: 7 };
const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

let stage: DialectStage;
beforeAll(async () => {
  stage = await startDialectStage();
});
afterAll(() => stage?.stop());

describe.each(COMBINATIONS)("OpenAI's client, door $door, an upstream that speaks $speaks", ({ door, speaks }) => {
  const model = (name: string): string => SPEAKS[speaks] + name;
  const tools: OpenAI.ChatCompletionTool[] = [
    { type: "function", function: { name: "get_weather", parameters } },
    { type: "function", function: { name: "get_time" } },
  ];

  test("a plain answer arrives and is booked", async () => {
    const { data, response } = await stage
      .openai(door)
      .chat.completions.create({
        model: model("tokens-5"),
        messages: [
          { role: "system", content: "Be brief." },
          { role: "user", content: "Say something." },
        ],
      })
      .withResponse();
    expect(data.choices[0]).toMatchObject({
      message: { role: "assistant", content: "token-1 token-2 token-3 token-4 token-5" },
      finish_reason: "stop",
    });
    expect(data.object).toBe("chat.completion");
    expect(data.created).toBeGreaterThan(1_600_000_000);
    expect(data.usage).toMatchObject({ prompt_tokens: 12, completion_tokens: 5, total_tokens: 17 });
    expect(await stage.booked(response.headers.get("x-gateway-call-id"))).toMatchObject({
      status: "success",
      prompt_tokens: 12,
      completion_tokens: 5,
      usage_source: "upstream",
      spend: 0.022,
      route: "/chat/completions",
    });
  });

  test("a streamed answer arrives, with usage only for callers who ask for it", async () => {
    const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: "user", content: "Say something." }];
    const silent = await stage
      .openai(door)
      .chat.completions.create({ model: model("tokens-5"), messages, stream: true });
    let text = "";
    for await (const chunk of silent) {
      expect(chunk.choices).toHaveLength(1);
      expect(chunk.usage).toBeFalsy();
      text += chunk.choices[0]?.delta.content ?? "";
    }
    expect(text).toBe("token-1 token-2 token-3 token-4 token-5");
    const { data: asked, response } = await stage
      .openai(door)
      .chat.completions.create({
        model: model("tokens-5"),
        messages,
        stream: true,
        stream_options: { include_usage: true },
      })
      .withResponse();
    const chunks: OpenAI.ChatCompletionChunk[] = [];
    for await (const chunk of asked) chunks.push(chunk);
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { prompt_tokens: 6, completion_tokens: 5 } });
    expect(chunks.at(-2)?.choices[0]?.finish_reason).toBe("stop");
    expect(await stage.booked(response.headers.get("x-gateway-call-id"))).toMatchObject({
      status: "success",
      prompt_tokens: 6,
      completion_tokens: 5,
      usage_source: "upstream",
    });
  });

  test.each(["plain", "streamed"])(
    "%s: parallel tool calls arrive, and so do their results and the answer to them",
    async (form) => {
      const client = stage.openai(door);
      const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: "user", content: question }];
      const ask = async (): Promise<OpenAI.ChatCompletionMessage> => {
        const body = { model: model("tokens-3"), messages, tools };
        if (form === "streamed")
          return (await client.chat.completions.stream(body).finalChatCompletion()).choices[0]!.message;
        return (await client.chat.completions.create(body)).choices[0]!.message;
      };
      const calling = await ask();
      const calls = calling.tool_calls!.filter((call) => call.type === "function");
      expect(calls.map((call) => [call.function.name, JSON.parse(call.function.arguments)])).toEqual([
        ["get_weather", WEATHER],
        ["get_time", {}],
      ]);
      messages.push(
        calling,
        ...calls.map(({ id, function: { name } }) => ({
          role: "tool" as const,
          tool_call_id: id,
          content: `result of ${name}`,
        })),
      );
      const answer = await ask();
      expect(answer.content).toBe("token-1 token-2 token-3");
      expect(answer.tool_calls ?? []).toEqual([]);
    },
  );

  test("a choice of tools goes upstream, and so does the wish for one call at a time", async () => {
    const body = { model: model("tokens-1"), messages: [{ role: "user" as const, content: "Hi." }], tools };
    const named = await stage
      .openai(door)
      .chat.completions.create({ ...body, tool_choice: { type: "function", function: { name: "get_time" } } });
    expect(named.choices[0]?.message.tool_calls?.map((call) => call.type === "function" && call.function.name)).toEqual(
      ["get_time"],
    );
    const none = await stage
      .openai(door)
      .chat.completions.create({ ...body, messages: [{ role: "user", content: question }], tool_choice: "none" });
    expect(none.choices[0]?.message.tool_calls ?? []).toEqual([]);
    const single = await stage.openai(door).chat.completions.create({
      ...body,
      messages: [{ role: "user", content: question }],
      parallel_tool_calls: false,
    });
    expect(single.choices[0]?.message.tool_calls).toHaveLength(1);
  });

  test("an image goes upstream", async () => {
    await stage.openai(door).chat.completions.create({
      model: model("tokens-1"),
      messages: [
        {
          role: "user",
          content: [
            { type: "text", text: "What is this?" },
            { type: "image_url", image_url: { url: `data:image/png;base64,${PIXEL}` } },
          ],
        },
      ],
    });
    expect(JSON.stringify(stage.lastRequest().body)).toContain(PIXEL);
  });

  test("an answer that ends at its token limit says so", async () => {
    const answer = await stage.openai(door).chat.completions.create({
      model: model("tokens-9"),
      messages: [{ role: "user", content: "Hi." }],
      max_tokens: 4,
    });
    expect(answer.choices[0]).toMatchObject({
      finish_reason: "length",
      message: { content: "token-1 token-2 token-3 token-4" },
    });
  });

  test("an upstream's refusal arrives with its status", async () => {
    const refused = stage
      .openai(door)
      .chat.completions.create({ model: model("status-422"), messages: [{ role: "user", content: "Hi." }] });
    await expect(refused).rejects.toMatchObject({
      status: 422,
      error: { message: "The local upstream was asked for 422", type: "local_upstream_error" },
    });
  });

  test("a stream that its upstream breaks ends with an error", async () => {
    const stream = await stage.openai(door).chat.completions.create({
      model: model("tokens-9,reset-3"),
      messages: [{ role: "user", content: "Hi." }],
      stream: true,
    });
    let text = "";
    await expect(async () => {
      for await (const chunk of stream) {
        expect(chunk.choices[0]?.finish_reason).toBeNull();
        text += chunk.choices[0]?.delta.content ?? "";
      }
    }).rejects.toThrow(OpenAI.APIError);
    expect(text).toBe("token-1 token-2 token-3");
  });
});

describe.each(COMBINATIONS)("Anthropic's client, door $door, an upstream that speaks $speaks", ({ door, speaks }) => {
  const model = (name: string): string => SPEAKS[speaks] + name;
  const tools: Anthropic.Tool[] = [
    { name: "get_weather", input_schema: parameters },
    { name: "get_time", input_schema: { type: "object" } },
  ];
  const hi: Anthropic.MessageParam[] = [{ role: "user", content: "Say something." }];

  test("a plain answer arrives and is booked", async () => {
    const { data, response } = await stage
      .anthropic(door)
      .messages.create({ model: model("tokens-5"), max_tokens: 100, system: "Be brief.", messages: hi })
      .withResponse();
    expect(data).toMatchObject({
      type: "message",
      role: "assistant",
      content: [{ type: "text", text: "token-1 token-2 token-3 token-4 token-5" }],
      stop_reason: "end_turn",
      usage: { input_tokens: 12, output_tokens: 5 },
    });
    expect(await stage.booked(response.headers.get("x-gateway-call-id"))).toMatchObject({
      status: "success",
      prompt_tokens: 12,
      completion_tokens: 5,
      usage_source: "upstream",
      spend: 0.022,
      route: "/messages",
    });
  });

  test("a streamed answer arrives and is booked", async () => {
    const stream = stage.anthropic(door).messages.stream({ model: model("tokens-5"), max_tokens: 100, messages: hi });
    const events: string[] = [];
    stream.on("streamEvent", ({ type }) => events.push(type));
    const message = await stream.finalMessage();
    expect(message).toMatchObject({
      content: [{ type: "text", text: "token-1 token-2 token-3 token-4 token-5" }],
      stop_reason: "end_turn",
      usage: { input_tokens: 6, output_tokens: 5 },
    });
    expect(events.filter((type) => type !== "content_block_delta")).toEqual([
      "message_start",
      "content_block_start",
      "content_block_stop",
      "message_delta",
      "message_stop",
    ]);
    expect(await stage.booked(stream.response!.headers.get("x-gateway-call-id"))).toMatchObject({
      status: "success",
      prompt_tokens: 6,
      completion_tokens: 5,
      usage_source: "upstream",
    });
  });

  test.each(["plain", "streamed"])(
    "%s: parallel tool calls arrive, and so do their results and the answer to them",
    async (form) => {
      const messages: Anthropic.MessageParam[] = [{ role: "user", content: question }];
      const ask = (): Promise<Anthropic.Message> => {
        const body = { model: model("tokens-3"), max_tokens: 100, messages, tools };
        return form === "streamed"
          ? stage.anthropic(door).messages.stream(body).finalMessage()
          : stage.anthropic(door).messages.create(body);
      };
      const calling = await ask();
      expect(calling.stop_reason).toBe("tool_use");
      const calls = calling.content.filter((block) => block.type === "tool_use");
      expect(calls.map(({ name, input }) => [name, input])).toEqual([
        ["get_weather", WEATHER],
        ["get_time", {}],
      ]);
      messages.push(
        { role: "assistant", content: calling.content },
        {
          role: "user",
          content: calls.map(({ id, name }) => ({
            type: "tool_result",
            tool_use_id: id,
            content: `result of ${name}`,
          })),
        },
      );
      const answer = await ask();
      expect(answer).toMatchObject({
        content: [{ type: "text", text: "token-1 token-2 token-3" }],
        stop_reason: "end_turn",
      });
    },
  );

  test("a choice of tools goes upstream, and so does the wish for one call at a time", async () => {
    const body = { model: model("tokens-1"), max_tokens: 100, messages: hi, tools };
    const names = ({ content }: Anthropic.Message): string[] =>
      content.flatMap((block) => (block.type === "tool_use" ? [block.name] : []));
    expect(
      names(await stage.anthropic(door).messages.create({ ...body, tool_choice: { type: "tool", name: "get_time" } })),
    ).toEqual(["get_time"]);
    expect(names(await stage.anthropic(door).messages.create({ ...body, tool_choice: { type: "any" } }))).toEqual([
      "get_weather",
    ]);
    const asking: Anthropic.MessageParam[] = [{ role: "user", content: question }];
    expect(
      names(await stage.anthropic(door).messages.create({ ...body, messages: asking, tool_choice: { type: "none" } })),
    ).toEqual([]);
    expect(
      names(
        await stage.anthropic(door).messages.create({
          ...body,
          messages: asking,
          tool_choice: { type: "auto", disable_parallel_tool_use: true },
        }),
      ),
    ).toEqual(["get_weather"]);
  });

  test("an image goes upstream", async () => {
    await stage.anthropic(door).messages.create({
      model: model("tokens-1"),
      max_tokens: 100,
      messages: [
        {
          role: "user",
          content: [
            { type: "image", source: { type: "base64", media_type: "image/png", data: PIXEL } },
            { type: "text", text: "What is this?" },
          ],
        },
      ],
    });
    expect(JSON.stringify(stage.lastRequest().body)).toContain(PIXEL);
  });

  test("an answer that ends at its token limit says so", async () => {
    const answer = await stage
      .anthropic(door)
      .messages.create({ model: model("tokens-9"), max_tokens: 4, messages: hi });
    expect(answer).toMatchObject({ stop_reason: "max_tokens", content: [{ text: "token-1 token-2 token-3 token-4" }] });
  });

  test("an upstream's refusal arrives with its status", async () => {
    const refused = stage
      .anthropic(door)
      .messages.create({ model: model("status-422"), max_tokens: 100, messages: hi });
    await expect(refused).rejects.toMatchObject({ status: 422, apiMessage: "The local upstream was asked for 422" });
  });

  test("a stream that its upstream breaks ends with an error", async () => {
    const stream = await stage
      .anthropic(door)
      .messages.create({ model: model("tokens-9,reset-3"), max_tokens: 100, messages: hi, stream: true });
    const types: string[] = [];
    const broken = (async () => {
      for await (const event of stream) types.push(event.type);
    })();
    await expect(broken).rejects.toMatchObject({ type: "api_error" });
    expect(types.filter((type) => type === "content_block_delta")).toHaveLength(3);
    expect(types).not.toContain("message_stop");
  });
});
