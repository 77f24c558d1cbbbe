import OpenAI from "openai";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PIXEL, TOOL_PARAMETERS, TOOL_QUESTION, UPSTREAMS, WEATHER } from "@/testing/gateway/dialect-samples";
import { SPEAKS, startDialectFixture, type DialectFixture } from "@/testing/gateway/dialect-fixture";

let fixture: DialectFixture;
beforeAll(async () => {
  fixture = await startDialectFixture();
});
afterAll(() => fixture?.stop());

describe.each(UPSTREAMS)("OpenAI's client, an upstream that speaks %s", (speaks) => {
  const model = (name: string): string => SPEAKS[speaks] + name;
  const tools: OpenAI.ChatCompletionTool[] = [
    { type: "function", function: { name: "get_weather", parameters: TOOL_PARAMETERS } },
    { type: "function", function: { name: "get_time" } },
  ];

  test("a plain answer arrives and is booked", async () => {
    const { data, response } = await fixture
      .openai()
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
    expect(await fixture.booked(response.headers.get("x-gateway-call-id"))).toMatchObject({
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
    const silent = await fixture.openai().chat.completions.create({ model: model("tokens-5"), messages, stream: true });
    let text = "";
    for await (const chunk of silent) {
      expect(chunk.choices).toHaveLength(1);
      expect(chunk.usage).toBeFalsy();
      text += chunk.choices[0]?.delta.content ?? "";
    }
    expect(text).toBe("token-1 token-2 token-3 token-4 token-5");
    const { data: asked, response } = await fixture
      .openai()
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
    expect(await fixture.booked(response.headers.get("x-gateway-call-id"))).toMatchObject({
      status: "success",
      prompt_tokens: 6,
      completion_tokens: 5,
      usage_source: "upstream",
    });
  });

  test.each(["plain", "streamed"])(
    "parallel tool calls, their results and the answer to them arrive: %s",
    async (form) => {
      const client = fixture.openai();
      const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: "user", content: TOOL_QUESTION }];
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

  test("the choice of a tool goes upstream, and so does the wish for one call at a time", async () => {
    const body = { model: model("tokens-1"), messages: [{ role: "user" as const, content: "Hi." }], tools };
    const named = await fixture
      .openai()
      .chat.completions.create({ ...body, tool_choice: { type: "function", function: { name: "get_time" } } });
    expect(named.choices[0]?.message.tool_calls?.map((call) => call.type === "function" && call.function.name)).toEqual(
      ["get_time"],
    );
    const none = await fixture
      .openai()
      .chat.completions.create({ ...body, messages: [{ role: "user", content: TOOL_QUESTION }], tool_choice: "none" });
    expect(none.choices[0]?.message.tool_calls ?? []).toEqual([]);
    const single = await fixture.openai().chat.completions.create({
      ...body,
      messages: [{ role: "user", content: TOOL_QUESTION }],
      parallel_tool_calls: false,
    });
    expect(single.choices[0]?.message.tool_calls).toHaveLength(1);
  });

  test("an image goes upstream", async () => {
    await fixture.openai().chat.completions.create({
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
    expect(JSON.stringify(fixture.lastRequest().body)).toContain(PIXEL);
  });

  test("an answer that ends at its token limit says so", async () => {
    const answer = await fixture.openai().chat.completions.create({
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
    const refused = fixture
      .openai()
      .chat.completions.create({ model: model("status-422"), messages: [{ role: "user", content: "Hi." }] });
    await expect(refused).rejects.toMatchObject({
      status: 422,
      error: { message: "The local upstream was asked for 422", type: "local_upstream_error" },
    });
  });

  test("a stream that its upstream breaks ends with an error", async () => {
    const stream = await fixture.openai().chat.completions.create({
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
