import Anthropic from "@anthropic-ai/sdk";
import type OpenAI from "openai";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PIXEL, TOOL_PARAMETERS, TOOL_QUESTION, WEATHER } from "@/testing/gateway/dialect-samples";
import { startDialectFixture, type DialectFixture } from "@/testing/gateway/dialect-fixture";

let fixture: DialectFixture;
beforeAll(async () => {
  fixture = await startDialectFixture();
});
afterAll(() => fixture?.stop());

const tools: OpenAI.Responses.FunctionTool[] = [
  { type: "function", name: "get_weather", parameters: TOOL_PARAMETERS, strict: false },
  { type: "function", name: "get_time", parameters: { type: "object", properties: {} }, strict: false },
];

describe.each(["claude/", "chat-only/"])("OpenAI's client asks %s for responses, which it does not have", (prefix) => {
  test("a plain response arrives and is booked", async () => {
    const { data, response } = await fixture
      .openai()
      .responses.create({ model: `${prefix}tokens-5`, instructions: "Be brief.", input: "Say something." })
      .withResponse();
    expect(data).toMatchObject({ object: "response", status: "completed", instructions: "Be brief." });
    expect(data.output_text).toBe("token-1 token-2 token-3 token-4 token-5");
    expect(data.usage).toMatchObject({ input_tokens: 12, output_tokens: 5, total_tokens: 17 });
    expect(await fixture.booked(response.headers.get("x-gateway-call-id"))).toMatchObject({
      status: "success",
      prompt_tokens: 12,
      completion_tokens: 5,
      usage_source: "upstream",
      spend: 0.022,
      route: "/responses",
    });
  });

  test.each(["plain", "streamed"])("calls, their results and the answer to them arrive: %s", async (form) => {
    const input: OpenAI.Responses.ResponseInputItem[] = [{ role: "user", content: TOOL_QUESTION }];
    const ask = async (): Promise<OpenAI.Responses.Response> => {
      const body = { model: `${prefix}tokens-3`, input, tools };
      return form === "streamed"
        ? fixture.openai().responses.stream(body).finalResponse()
        : fixture.openai().responses.create(body);
    };
    const { output } = await ask();
    const calls = output.filter((item) => item.type === "function_call");
    expect(calls.map(({ name, arguments: given }) => [name, JSON.parse(given)])).toEqual([
      ["get_weather", WEATHER],
      ["get_time", {}],
    ]);
    input.push(
      ...output.filter((item) => item.type === "reasoning" || item.type === "function_call"),
      ...calls.map(({ call_id, name }) => ({
        type: "function_call_output" as const,
        call_id,
        output: `result of ${name}`,
      })),
    );
    const answer = await ask();
    expect(answer.output_text).toBe("token-1 token-2 token-3");
    expect(answer.output.map(({ type }) => type)).toEqual(["message"]);
  });

  test("a stream has its events in order, the last with the usage", async () => {
    const { data: stream, response } = await fixture
      .openai()
      .responses.create({ model: `${prefix}tokens-2`, input: "Hi.", stream: true })
      .withResponse();
    const events: OpenAI.Responses.ResponseStreamEvent[] = [];
    for await (const event of stream) events.push(event);
    const kinds = events.map(({ type }) => type).filter((type) => type !== "response.output_text.delta");
    expect(kinds).toEqual([
      "response.created",
      "response.in_progress",
      "response.output_item.added",
      "response.content_part.added",
      "response.output_text.done",
      "response.content_part.done",
      "response.output_item.done",
      "response.completed",
    ]);
    expect(events.at(-1)).toMatchObject({ response: { status: "completed", usage: { output_tokens: 2 } } });
    expect(await fixture.booked(response.headers.get("x-gateway-call-id"))).toMatchObject({
      completion_tokens: 2,
      usage_source: "upstream",
    });
  });

  test("an image goes upstream, and an answer at its limit is incomplete", async () => {
    const answer = await fixture.openai().responses.create({
      model: `${prefix}tokens-9`,
      max_output_tokens: 4,
      input: [
        {
          role: "user",
          content: [
            { type: "input_text", text: "What is this?" },
            { type: "input_image", image_url: `data:image/png;base64,${PIXEL}`, detail: "auto" },
          ],
        },
      ],
    });
    expect(JSON.stringify(fixture.lastRequest().body)).toContain(PIXEL);
    expect(answer).toMatchObject({ status: "incomplete", incomplete_details: { reason: "max_output_tokens" } });
    expect(answer.output_text).toBe("token-1 token-2 token-3 token-4");
  });

  test("refusals of the upstream and of the gateway arrive with their status", async () => {
    await expect(
      fixture.openai().responses.create({ model: `${prefix}status-422`, input: "Hi." }),
    ).rejects.toMatchObject({
      status: 422,
      error: { message: "The local upstream was asked for 422" },
    });
    await expect(
      fixture.openai().responses.create({ model: `${prefix}tokens-1`, input: "Hi.", previous_response_id: "resp_1" }),
    ).rejects.toMatchObject({ status: 400, param: "previous_response_id" });
  });

  test("a stream that its upstream breaks ends with an error", async () => {
    const stream = await fixture
      .openai()
      .responses.create({ model: `${prefix}tokens-9,reset-3`, input: "Hi.", stream: true });
    const kinds: string[] = [];
    await expect(async () => {
      for await (const { type } of stream) {
        kinds.push(type);
        if (type === "error") throw new Error("the stream ended with an error");
      }
    }).rejects.toThrow();
    expect(kinds).not.toContain("response.completed");
  });
});

describe("a model that is asked by Responses, whatever its callers speak", () => {
  test("OpenAI's client asks it for a chat, plain and streamed", async () => {
    const body = { model: "by-responses/tokens-3", messages: [{ role: "user" as const, content: "Hi." }] };
    const { data, response } = await fixture.openai().chat.completions.create(body).withResponse();
    expect(fixture.lastRequest().path).toBe("/v1/responses");
    expect(fixture.lastRequest().body).toMatchObject({ model: "tokens-3", store: false });
    expect(data.choices[0]).toMatchObject({ message: { content: "token-1 token-2 token-3" }, finish_reason: "stop" });
    expect(await fixture.booked(response.headers.get("x-gateway-call-id"))).toMatchObject({
      completion_tokens: 3,
      usage_source: "upstream",
      route: "/chat/completions",
    });
    const streamed = await fixture.openai().chat.completions.stream(body).finalChatCompletion();
    expect(streamed.choices[0]?.message.content).toBe("token-1 token-2 token-3");
  });
  test("Anthropic's client asks it for a message", async () => {
    const message = await new Anthropic({
      apiKey: fixture.masterKey,
      baseURL: "http://gateway",
      fetch: (address, init) => fixture.send(new URL(String(address)).pathname, init),
    }).messages.create({
      model: "by-responses/tokens-3",
      max_tokens: 100,
      messages: [{ role: "user", content: "Hi." }],
    });
    expect(message).toMatchObject({
      content: [{ type: "text", text: "token-1 token-2 token-3" }],
      stop_reason: "end_turn",
    });
  });
  test("a caller of Responses reaches it as it is", async () => {
    const answer = await fixture.openai().responses.create({ model: "by-responses/tokens-3", input: "Hi." });
    expect(answer.output_text).toBe("token-1 token-2 token-3");
    expect(fixture.lastRequest().body).toMatchObject({ model: "tokens-3", input: "Hi." });
  });
});
