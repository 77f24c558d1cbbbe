import { FunctionCallingConfigMode, ThinkingLevel, Type, type Content, type Part } from "@google/genai";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PIXEL, TOOL_QUESTION, UPSTREAMS, WEATHER } from "@/testing/gateway/dialect-samples";
import { SPEAKS, startDialectFixture, type DialectFixture } from "@/testing/gateway/dialect-fixture";

let fixture: DialectFixture;
beforeAll(async () => {
  fixture = await startDialectFixture();
});
afterAll(() => fixture?.stop());

const said = "token-1 token-2 token-3";
const tools = [
  {
    functionDeclarations: [
      {
        name: "get_weather",
        parameters: {
          type: Type.OBJECT,
          properties: { place: { type: Type.STRING }, days: { type: Type.INTEGER } },
        },
      },
      { name: "get_time" },
    ],
  },
];

const prefixes: [speaks: string, prefix: string][] = [
  ...UPSTREAMS.map((speaks): [string, string] => [speaks, SPEAKS[speaks]]),
  ["openai, asked by Responses", "by-responses/"],
];

describe.each(prefixes)("Google's client, an upstream that speaks %s", (_speaks, prefix) => {
  const model = (name: string): string => prefix + name;
  // The local upstream's responses call one function, and heed no limit.
  const isByResponses = prefix === "by-responses/";

  test("a plain answer arrives and is booked", async () => {
    const answer = await fixture.google().models.generateContent({
      model: model("tokens-3"),
      contents: "Say something.",
      config: { systemInstruction: "Be brief.", maxOutputTokens: 100 },
    });
    expect(answer.text).toBe(said);
    expect(answer.candidates?.[0]?.finishReason).toBe("STOP");
    expect(answer.usageMetadata?.candidatesTokenCount).toBe(3);
    const callId = answer.sdkHttpResponse?.headers?.["x-gateway-call-id"] ?? null;
    expect(await fixture.booked(callId)).toMatchObject({
      status: "success",
      route: "/v1beta/models:generateContent",
      requested_model: model("tokens-3"),
      completion_tokens: 3,
      usage_source: "upstream",
    });
  });

  test("a streamed answer arrives and is booked", async () => {
    const stream = await fixture.google().models.generateContentStream({
      model: model("tokens-3"),
      contents: "Say something.",
    });
    let text = "";
    let last;
    for await (const chunk of stream) {
      text += chunk.text ?? "";
      last = chunk;
    }
    expect(text).toBe(said);
    expect(last?.candidates?.[0]?.finishReason).toBe("STOP");
    expect(last?.usageMetadata?.candidatesTokenCount).toBe(3);
    expect(await fixture.booked(last?.sdkHttpResponse?.headers?.["x-gateway-call-id"] ?? null)).toMatchObject({
      status: "success",
      route: "/v1beta/models:streamGenerateContent",
      completion_tokens: 3,
    });
  });

  test.each(["plain", "streamed"])("parallel calls, their results and the answer to them arrive: %s", async (form) => {
    const contents: Content[] = [{ role: "user", parts: [{ text: TOOL_QUESTION }] }];
    const ask = async (): Promise<Part[]> => {
      const asked = { model: model("tokens-3"), contents, config: { tools } };
      if (form === "plain")
        return (await fixture.google().models.generateContent(asked)).candidates?.[0]?.content?.parts ?? [];
      const parts: Part[] = [];
      for await (const chunk of await fixture.google().models.generateContentStream(asked))
        parts.push(...(chunk.candidates?.[0]?.content?.parts ?? []));
      return parts;
    };
    const parts = await ask();
    const calls = parts.flatMap(({ functionCall }) => functionCall ?? []);
    expect(calls.map(({ name, args }) => [name, args])).toEqual(
      isByResponses
        ? [["get_weather", { city: "Oslo" }]]
        : [
            ["get_weather", WEATHER],
            ["get_time", {}],
          ],
    );
    contents.push(
      { role: "model", parts },
      {
        role: "user",
        parts: calls.map(({ id, name }) => ({ functionResponse: { id, name, response: { output: `of ${name}` } } })),
      },
    );
    const words = (await ask()).map(({ text }) => text ?? "").join("");
    expect(words).toBe(said);
    expect(JSON.stringify(fixture.lastRequest().body)).toContain("of get_weather");
  });

  test("the choice of a function goes upstream", async () => {
    const answer = await fixture.google().models.generateContent({
      model: model("tokens-1"),
      contents: "Say something.",
      config: {
        tools,
        toolConfig: {
          functionCallingConfig: { mode: FunctionCallingConfigMode.ANY, allowedFunctionNames: ["get_time"] },
        },
      },
    });
    expect(answer.functionCalls?.map(({ name }) => name)).toEqual(["get_time"]);
  });

  test("an image goes upstream, and an answer that ends at its limit says so", async () => {
    const answer = await fixture.google().models.generateContent({
      model: model("tokens-99"),
      contents: [{ inlineData: { mimeType: "image/png", data: PIXEL } }, "What is this?"],
      config: { maxOutputTokens: 20 },
    });
    expect(JSON.stringify(fixture.lastRequest().body)).toContain(PIXEL);
    expect(answer.candidates?.[0]?.finishReason).toBe(isByResponses ? "STOP" : "MAX_TOKENS");
  });

  test("its tokens are counted, by the upstream or by estimate", async () => {
    const { totalTokens, sdkHttpResponse } = await fixture
      .google()
      .models.countTokens({ model: model("tokens-1"), contents: "One two three four." });
    expect(totalTokens).toBeGreaterThan(0);
    expect(sdkHttpResponse?.headers?.["x-gateway-estimated"]).toBe(prefix === SPEAKS.anthropic ? undefined : "true");
  });

  test("an upstream's refusal arrives with its status", async () => {
    const refused = fixture.google().models.generateContent({ model: model("status-422"), contents: "Hi." });
    await expect(refused).rejects.toMatchObject({ name: "ApiError", status: 422 });
    await expect(refused).rejects.toThrow("The local upstream was asked for 422");
  });

  test("a stream that its upstream breaks ends with an error", async () => {
    const stream = await fixture.google().models.generateContentStream({
      model: model("tokens-9,reset-3"),
      contents: "Hi.",
    });
    const texts: string[] = [];
    const broken = (async () => {
      for await (const chunk of stream) if (chunk.text) texts.push(chunk.text);
    })();
    await expect(broken).rejects.toMatchObject({ name: "ApiError", status: 502 });
    expect(texts).toHaveLength(3);
  });
});

test("a chat goes on with what Claude has thought, shown or not, plain or streamed", async () => {
  for (const includeThoughts of [true, false])
    for (const form of ["plain", "streamed"]) {
      const chat = fixture.google().chats.create({
        model: "claude/tokens-3",
        config: { thinkingConfig: { includeThoughts, thinkingLevel: ThinkingLevel.LOW } },
      });
      const say = async (message: string): Promise<string> => {
        if (form === "plain") return (await chat.sendMessage({ message })).text ?? "";
        let text = "";
        for await (const chunk of await chat.sendMessageStream({ message })) text += chunk.text ?? "";
        return text;
      };
      expect(await say("Think.")).toBe(said);
      expect(await say("And now?")).toBe(said);
      // The local upstream refuses a thought that is not as it signed it.
      expect(JSON.stringify(fixture.lastRequest().body)).toContain('"type":"thinking"');
      const shown = chat.getHistory().flatMap(({ parts = [] }) => parts.filter(({ thought }) => thought === true));
      expect(shown.length > 0).toBe(includeThoughts);
    }
});

test("texts are embedded, one and several", async () => {
  const embed = (contents: string | string[]) =>
    fixture.google().models.embedContent({ model: "there/local", contents, config: { taskType: "RETRIEVAL_QUERY" } });
  expect((await embed("One.")).embeddings).toEqual([{ values: expect.any(Array) }]);
  const { embeddings } = await embed(["One.", "Two."]);
  expect(embeddings?.map(({ values }) => values?.length)).toEqual([8, 8]);
  await expect(
    fixture.google().models.embedContent({ model: "claude/tokens-1", contents: "One." }),
  ).rejects.toMatchObject({ status: 400 });
});

test("the models that a caller may use are listed and shown", async () => {
  const names: (string | undefined)[] = [];
  for await (const { name } of await fixture.google().models.list({ config: { pageSize: 2 } })) names.push(name);
  expect(names).toContain("models/entra");
  expect(new Set(names).size).toBe(names.length);
  expect(await fixture.google().models.get({ model: "there/tokens-1" })).toMatchObject({
    name: "models/there/tokens-1",
    displayName: "there/tokens-1",
  });
  await expect(fixture.google().models.get({ model: "nothing" })).rejects.toMatchObject({ status: 404 });
});

test("the gateway's own refusals are the client's errors", async () => {
  const ask = (model: string, apiKey?: string) =>
    fixture.google(apiKey).models.generateContent({ model, contents: "Hi." });
  await expect(ask("nothing")).rejects.toMatchObject({ name: "ApiError", status: 404 });
  await expect(ask("there/tokens-1", "sk-wrong")).rejects.toMatchObject({ name: "ApiError", status: 401 });
});
