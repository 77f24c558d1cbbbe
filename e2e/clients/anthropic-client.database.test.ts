import type Anthropic from "@anthropic-ai/sdk";
import { betaTool } from "@anthropic-ai/sdk/helpers/beta/json-schema";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PIXEL, TOOL_PARAMETERS, TOOL_QUESTION, UPSTREAMS, WEATHER } from "@/testing/gateway/dialect-samples";
import { SPEAKS, startDialectFixture, type DialectFixture } from "@/testing/gateway/dialect-fixture";

let fixture: DialectFixture;
beforeAll(async () => {
  fixture = await startDialectFixture();
});
afterAll(() => fixture?.stop());

describe.each(UPSTREAMS)("Anthropic's client, an upstream that speaks %s", (speaks) => {
  const model = (name: string): string => SPEAKS[speaks] + name;
  const tools: Anthropic.Tool[] = [
    { name: "get_weather", input_schema: TOOL_PARAMETERS },
    { name: "get_time", input_schema: { type: "object" } },
  ];
  const hi: Anthropic.MessageParam[] = [{ role: "user", content: "Say something." }];

  test("a plain answer arrives and is booked", async () => {
    const { data, response } = await fixture
      .anthropic()
      .messages.create({ model: model("tokens-5"), max_tokens: 100, system: "Be brief.", messages: hi })
      .withResponse();
    expect(data).toMatchObject({
      type: "message",
      role: "assistant",
      content: [{ type: "text", text: "token-1 token-2 token-3 token-4 token-5" }],
      stop_reason: "end_turn",
      usage: { input_tokens: 12, output_tokens: 5 },
    });
    expect(await fixture.booked(response.headers.get("x-gateway-call-id"))).toMatchObject({
      status: "success",
      prompt_tokens: 12,
      completion_tokens: 5,
      usage_source: "upstream",
      spend: 0.022,
      route: "/messages",
    });
  });

  test("a streamed answer arrives and is booked", async () => {
    const stream = fixture.anthropic().messages.stream({ model: model("tokens-5"), max_tokens: 100, messages: hi });
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
    expect(await fixture.booked(stream.response!.headers.get("x-gateway-call-id"))).toMatchObject({
      status: "success",
      prompt_tokens: 6,
      completion_tokens: 5,
      usage_source: "upstream",
    });
  });

  test.each(["plain", "streamed"])(
    "parallel tool calls, their results and the answer to them arrive: %s",
    async (form) => {
      const messages: Anthropic.MessageParam[] = [{ role: "user", content: TOOL_QUESTION }];
      const ask = (): Promise<Anthropic.Message> => {
        const body = { model: model("tokens-3"), max_tokens: 100, messages, tools };
        return form === "streamed"
          ? fixture.anthropic().messages.stream(body).finalMessage()
          : fixture.anthropic().messages.create(body);
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

  test("its tool runner, which continues threads, gets every turn", async () => {
    const asked: string[] = [];
    const tool = (name: string) =>
      betaTool({
        name,
        description: name,
        inputSchema: { type: "object", properties: {} },
        run: () => `result of ${asked[asked.push(name) - 1]}`,
      });
    const answer = await fixture.anthropic().beta.messages.toolRunner({
      model: model("tokens-3"),
      max_tokens: 100,
      messages: [{ role: "user", content: TOOL_QUESTION }],
      tools: [tool("get_weather"), tool("get_time")],
    });
    expect(asked).toEqual(["get_weather", "get_time"]);
    expect(answer).toMatchObject({
      content: [{ type: "text", text: "token-1 token-2 token-3" }],
      stop_reason: "end_turn",
    });
    expect(JSON.stringify(fixture.lastRequest().body)).toContain("result of get_weather");
  });

  test("the choice of a tool goes upstream, and so does the wish for one call at a time", async () => {
    const body = { model: model("tokens-1"), max_tokens: 100, messages: hi, tools };
    const names = ({ content }: Anthropic.Message): string[] =>
      content.flatMap((block) => (block.type === "tool_use" ? [block.name] : []));
    expect(
      names(await fixture.anthropic().messages.create({ ...body, tool_choice: { type: "tool", name: "get_time" } })),
    ).toEqual(["get_time"]);
    expect(names(await fixture.anthropic().messages.create({ ...body, tool_choice: { type: "any" } }))).toEqual([
      "get_weather",
    ]);
    const asking: Anthropic.MessageParam[] = [{ role: "user", content: TOOL_QUESTION }];
    expect(
      names(await fixture.anthropic().messages.create({ ...body, messages: asking, tool_choice: { type: "none" } })),
    ).toEqual([]);
    expect(
      names(
        await fixture.anthropic().messages.create({
          ...body,
          messages: asking,
          tool_choice: { type: "auto", disable_parallel_tool_use: true },
        }),
      ),
    ).toEqual(["get_weather"]);
  });

  test("an image goes upstream", async () => {
    await fixture.anthropic().messages.create({
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
    expect(JSON.stringify(fixture.lastRequest().body)).toContain(PIXEL);
  });

  test("an answer that ends at its token limit says so", async () => {
    const answer = await fixture.anthropic().messages.create({ model: model("tokens-9"), max_tokens: 4, messages: hi });
    expect(answer).toMatchObject({ stop_reason: "max_tokens", content: [{ text: "token-1 token-2 token-3 token-4" }] });
  });

  test("an upstream's refusal arrives with its status", async () => {
    const refused = fixture.anthropic().messages.create({ model: model("status-422"), max_tokens: 100, messages: hi });
    await expect(refused).rejects.toMatchObject({ status: 422, apiMessage: "The local upstream was asked for 422" });
  });

  test("a stream that its upstream breaks ends with an error", async () => {
    const stream = await fixture
      .anthropic()
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
