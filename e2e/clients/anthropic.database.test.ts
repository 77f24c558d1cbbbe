import Anthropic from "@anthropic-ai/sdk";
import type OpenAI from "openai";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startDialectFixture, type DialectFixture } from "@/testing/gateway/dialect-fixture";

const question = "How is the weather? Ask get_time.";

let fixture: DialectFixture;
beforeAll(async () => {
  fixture = await startDialectFixture();
});
afterAll(() => fixture?.stop());

describe("Anthropic's client", () => {
  const hi: Anthropic.MessageParam[] = [{ role: "user", content: "Hi." }];

  test("a stream in Anthropic's dialect passes byte for byte", async () => {
    const body = JSON.stringify({ model: "claude/tokens-4", max_tokens: 9, messages: hi, stream: true });
    const response = await fixture.send("/v1/messages", {
      method: "POST",
      body,
      headers: { "x-api-key": fixture.masterKey, "content-type": "application/json" },
    });
    const direct = await fetch(`${fixture.upstreamUrl}/v1/messages`, {
      method: "POST",
      body: body.replace("claude/", ""),
      headers: { "anthropic-version": "2023-06-01" },
    });
    const id = /msg_local_\d+/g;
    expect((await response.text()).replaceAll(id, "msg")).toBe((await direct.text()).replaceAll(id, "msg"));
  });
  test("the version and the betas of Anthropic's client go upstream, but not its key", async () => {
    await fixture
      .anthropic()
      .messages.create(
        { model: "claude/tokens-1", max_tokens: 9, messages: hi },
        { headers: { "anthropic-version": "2099-01-01", "anthropic-beta": "some-beta" } },
      );
    const { path, headers } = fixture.lastRequest();
    expect(path).toBe("/v1/messages");
    expect(headers).toMatchObject({
      "x-api-key": "sk-ant-upstream",
      "anthropic-version": "2099-01-01",
      "anthropic-beta": "some-beta",
    });
    expect(headers.authorization).toBeUndefined();
    expect(JSON.stringify(headers)).not.toContain(fixture.masterKey);
  });
  test("Anthropic's client gets the models in its own form", async () => {
    const listed: Anthropic.ModelInfo[] = [];
    for await (const model of fixture.anthropic().models.list()) listed.push(model);
    expect(listed.map(({ id }) => id)).toContain("entra");
    const inForm = {
      type: "model",
      display_name: expect.any(String),
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    };
    for (const model of listed) expect(model).toMatchObject(inForm);
    expect(await fixture.anthropic().models.retrieve("claude/some/model")).toMatchObject({
      id: "claude/some/model",
      ...inForm,
    });
    const others = await fixture.openai().models.retrieve("entra");
    expect(others).toEqual({ id: "entra", object: "model", created: 0, owned_by: "azure" });
  });
  test("tokens are counted for Anthropic's client at no cost", async () => {
    const { data, response } = await fixture
      .anthropic()
      .messages.countTokens({ model: "claude/small", messages: hi })
      .withResponse();
    expect(data).toEqual({ input_tokens: 5 });
    expect(await fixture.booked(response.headers.get("x-gateway-call-id"))).toMatchObject({
      spend: 0,
      prompt_tokens: 0,
      route: "/messages/count_tokens",
    });
    const elsewhere = await fixture
      .anthropic()
      .messages.countTokens({ model: "there/small", messages: hi })
      .withResponse();
    expect(elsewhere.data.input_tokens).toBeGreaterThan(5);
    expect(elsewhere.response.headers.get("x-gateway-estimated")).toBe("true");
  });
  test("tokens written to the cache are counted once", async () => {
    const { data, response } = await fixture
      .anthropic()
      .messages.create({
        model: "claude/tokens-2",
        max_tokens: 9,
        system: [{ type: "text", text: "one two three", cache_control: { type: "ephemeral" } }],
        messages: hi,
      })
      .withResponse();
    expect(data.usage).toMatchObject({ input_tokens: 9, cache_creation_input_tokens: 3 });
    expect(await fixture.booked(response.headers.get("x-gateway-call-id"))).toMatchObject({
      prompt_tokens: 12,
      cached_tokens: 0,
      completion_tokens: 2,
    });
  });

  test.each([
    [
      "a wrong key",
      401,
      () => fixture.anthropic("sk-wrong").messages.create({ model: "claude/x", max_tokens: 9, messages: hi }),
      { type: "authentication_error", code: "invalid_key" },
    ],
    [
      "a model that does not exist",
      404,
      () => fixture.anthropic().messages.create({ model: "unheard-of", max_tokens: 9, messages: hi }),
      { type: "not_found_error", code: "model_not_found", param: "model" },
    ],
    [
      "a fault of its own",
      400,
      () =>
        fixture.anthropic().messages.create({
          model: "there/x",
          max_tokens: 9,
          messages: [{ role: "user", content: [{ type: "container_upload", file_id: "file_1" }] }],
        }),
      { type: "invalid_request_error", code: "invalid_request", param: "messages.0.content.0.type" },
    ],
  ])("%s is refused in Anthropic's envelope", async (_what, status, attempt, error) => {
    const refused = await attempt().then(
      () => undefined,
      (caught: unknown) => caught,
    );
    expect(refused).toBeInstanceOf(Anthropic.APIError);
    expect(refused).toMatchObject({
      status,
      type: error.type,
      error: { type: "error", error: { param: null, ...error, message: expect.any(String) } },
    });
  });
});

describe("thinking through OpenAI's dialect", () => {
  test.each(["plain", "streamed"])(
    "thinking arrives, and goes back with its signature before the calls that it led to: %s",
    async (form) => {
      const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: "user", content: question }];
      const tools: OpenAI.ChatCompletionTool[] = [{ type: "function", function: { name: "get_time" } }];
      const body = { model: "claude/tokens-2", messages, tools, reasoning_effort: "high" as const };
      const message: Record<string, unknown> = {
        role: "assistant",
        tool_calls: [{ id: "toolu_local_0", type: "function", function: { name: "get_time", arguments: "{}" } }],
      };
      if (form === "plain")
        Object.assign(message, (await fixture.openai().chat.completions.create(body)).choices[0]!.message);
      else {
        for await (const chunk of await fixture.openai().chat.completions.create({ ...body, stream: true })) {
          const delta = chunk.choices[0]!.delta as Record<string, unknown>;
          for (const name of ["reasoning_content", "thinking_blocks"])
            if (delta[name] !== undefined) message[name] = delta[name];
        }
      }
      expect(message).toMatchObject({
        reasoning_content: "Let me think about it.",
        thinking_blocks: [{ type: "thinking", signature: "signed-by-the-local-upstream" }],
      });
      messages.push(message as unknown as OpenAI.ChatCompletionMessageParam, {
        role: "tool",
        tool_call_id: "toolu_local_0",
        content: "noon",
      });
      expect((await fixture.openai().chat.completions.create(body)).choices[0]?.message.content).toBe(
        "token-1 token-2",
      );
      const { messages: sent } = fixture.lastRequest().body as Anthropic.MessageCreateParams;
      const blocks = sent[1]!.content as Anthropic.ContentBlockParam[];
      expect(blocks[0]).toMatchObject({ type: "thinking", signature: "signed-by-the-local-upstream" });
      expect(blocks.at(-1)).toMatchObject({ type: "tool_use", id: "toolu_local_0" });
    },
  );
});

describe("Azure", () => {
  const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: "user", content: "Hi." }];
  test("Azure is asked by deployment, version and key", async () => {
    await fixture.openai().chat.completions.create({ model: "azure/tokens-1", messages });
    expect(fixture.lastRequest()).toMatchObject({
      path: "/openai/deployments/tokens-1/chat/completions?api-version=2024-10-21",
      headers: { "api-key": "azure-upstream" },
    });
    expect(fixture.lastRequest().headers.authorization).toBeUndefined();
  });
  test("Azure is asked in its v1 form with a token of Entra ID, in Anthropic's dialect too", async () => {
    await fixture
      .anthropic()
      .messages.create({ model: "entra", max_tokens: 5, messages: [{ role: "user", content: "Hi." }] });
    expect(fixture.lastRequest()).toMatchObject({
      path: "/openai/v1/chat/completions",
      headers: { authorization: "Bearer entra-token" },
      body: { model: "entra", max_completion_tokens: 5 },
    });
    expect(fixture.lastRequest().headers["api-key"]).toBeUndefined();
  });
});
