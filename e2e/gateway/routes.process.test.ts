import { createHash } from "node:crypto";
import OpenAI, { toFile } from "openai";
import { beforeAll, describe, expect, test } from "vitest";
import { MODEL_ROUTES } from "@/lib/providers/model-routes";
import { openDatabase } from "@/lib/store/database";
import { findSpendDiscrepancies } from "@/lib/store/spend/spend-audit";
import { useRouteGateway } from "@/testing/gateway/route-gateway";

const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: "user", content: "Say something." }];
const tools: OpenAI.ChatCompletionTool[] = [
  {
    type: "function",
    function: { name: "weather", parameters: { type: "object", properties: { city: { type: "string" } } } },
  },
];
const input = "five words are spoken here";

describe("the official client", () => {
  const fixture = useRouteGateway();
  const { row } = fixture;
  let client: OpenAI;
  beforeAll(() => {
    client = new OpenAI({ apiKey: fixture.gateway.masterKey, baseURL: `${fixture.gateway.url}/v1`, maxRetries: 0 });
  });

  test("the official client makes chat completions with tools, plain and streamed", async () => {
    const { data, response } = await client.chat.completions
      .create({ model: "local/m", messages, tools })
      .withResponse();
    expect(data.choices[0]).toMatchObject({
      finish_reason: "tool_calls",
      message: { tool_calls: [{ function: { name: "weather", arguments: '{"city":"Oslo"}' } }] },
    });
    expect(await row(response, "/chat/completions")).toMatchObject({ completion_tokens: 2, usage_source: "upstream" });

    const runner = client.chat.completions.stream({ model: "local/m", messages, tools });
    const final = await runner.finalChatCompletion();
    expect(final.choices[0]?.message.tool_calls?.[0]).toMatchObject({
      function: { name: "weather", arguments: '{"city":"Oslo"}' },
    });

    const answered = [
      ...messages,
      data.choices[0]!.message,
      { role: "tool" as const, tool_call_id: "call_local", content: "rain" },
    ];
    expect(
      (await client.chat.completions.create({ model: "local/tokens-3", messages: answered, tools })).usage
        ?.completion_tokens,
    ).toBe(3);
  });

  test("the official client makes completions, plain and streamed", async () => {
    const { data, response } = await client.completions
      .create({ model: "local/tokens-4", prompt: "Once upon a time" })
      .withResponse();
    expect(data.choices[0]?.text).toContain("token-4");
    expect(await row(response, "/completions")).toMatchObject({
      prompt_tokens: 4,
      completion_tokens: 4,
      usage_source: "upstream",
    });

    const streamed = await client.completions
      .create({ model: "local/tokens-4", prompt: "Once upon a time", stream: true })
      .withResponse();
    let text = "";
    for await (const chunk of streamed.data) text += chunk.choices[0]?.text;
    expect(text).toBe(data.choices[0]?.text);
    expect(await row(streamed.response, "/completions")).toMatchObject({
      prompt_tokens: 4,
      completion_tokens: 4,
      usage_source: "upstream",
    });
  });

  test("the official client makes embeddings, with and without a usage", async () => {
    const { data, response } = await client.embeddings
      .create({ model: "local/e", input: ["a b", "c"], encoding_format: "float" })
      .withResponse();
    expect(data.data).toHaveLength(2);
    expect(await row(response, "/embeddings")).toMatchObject({
      prompt_tokens: 3,
      completion_tokens: 0,
      usage_source: "upstream",
      spend: 0.003,
    });
    const silent = await client.embeddings
      .create({ model: "local/no-usage", input: "a b", encoding_format: "float" })
      .withResponse();
    expect(await row(silent.response, "/embeddings")).toMatchObject({
      completion_tokens: 0,
      usage_source: "estimated",
    });
  });

  test("the official client makes responses, plain and streamed, with tools", async () => {
    const { data, response } = await client.responses
      .create({ model: "local/tokens-5", input: "two words" })
      .withResponse();
    expect(data.output_text.trim().split(/\s+/)).toHaveLength(5);
    expect(await row(response, "/responses")).toMatchObject({
      prompt_tokens: 2,
      completion_tokens: 5,
      usage_source: "upstream",
    });

    const streamed = await client.responses
      .create({ model: "local/tokens-5", input: "two words", stream: true })
      .withResponse();
    const types: string[] = [];
    let text = "";
    for await (const event of streamed.data) {
      types.push(event.type);
      if (event.type === "response.output_text.delta") text += event.delta;
    }
    expect(text).toBe(data.output_text);
    expect([types[0], types.at(-1)]).toEqual(["response.created", "response.completed"]);
    expect(await row(streamed.response, "/responses")).toMatchObject({
      prompt_tokens: 2,
      completion_tokens: 5,
      usage_source: "upstream",
    });

    const weather: OpenAI.Responses.FunctionTool = { type: "function", name: "weather", parameters: {}, strict: false };
    const called = await client.responses
      .stream({ model: "local/m", input: "two words", tools: [weather] })
      .finalResponse();
    expect(called.output[0]).toMatchObject({ type: "function_call", name: "weather", arguments: '{"city":"Oslo"}' });
  });

  test("the official client makes moderations, also without a model", async () => {
    const { data, response } = await client.moderations.create({ model: "local/m", input }).withResponse();
    expect(data.results[0]?.flagged).toBe(false);
    expect(await row(response, "/moderations")).toMatchObject({ completion_tokens: 0, usage_source: "estimated" });
    await expect(client.moderations.create({ input })).rejects.toMatchObject({
      status: 404,
      code: "model_not_found",
      message: expect.stringContaining("omni-moderation-latest"),
    });
  });

  test("the official client makes images, plain and streamed", async () => {
    const { data, response } = await client.images
      .generate({ model: "local/m", prompt: "a red cat", n: 2 })
      .withResponse();
    expect(data.data).toHaveLength(2);
    expect(await row(response, "/images/generations")).toMatchObject({
      prompt_tokens: 3,
      completion_tokens: 200,
      images: 2,
      usage_source: "upstream",
    });

    const streamed = await client.images
      .generate({ model: "local/m", prompt: "a red cat", stream: true, partial_images: 1 })
      .withResponse();
    const types: string[] = [];
    for await (const event of streamed.data) types.push(event.type);
    expect(types).toEqual(["image_generation.partial_image", "image_generation.completed"]);
    expect(await row(streamed.response, "/images/generations")).toMatchObject({
      prompt_tokens: 3,
      completion_tokens: 100,
      images: 1,
      usage_source: "upstream",
    });
  });

  test("the official client edits images, however large, and translates a recording", async () => {
    const image = await toFile(Buffer.alloc(1_500_000, "png"), "a.png", { type: "image/png" });
    const edited = await client.images.edit({ model: "local/m", image, prompt: "a red cat", n: 2 }).withResponse();
    expect(edited.data.data).toHaveLength(2);
    expect(await row(edited.response, "/images/edits")).toMatchObject({ images: 2, usage_source: "upstream" });

    const file = await toFile(Buffer.from("sound"), "a.mp3", { type: "audio/mpeg" });
    const translated = await client.audio.translations.create({ model: "local/m", file }).withResponse();
    expect(translated.data.text).toContain("what the local upstream hears");
    expect(await row(translated.response, "/audio/translations")).toMatchObject({
      prompt_tokens: 5,
      completion_tokens: 7,
      usage_source: "upstream",
    });
  });

  test("speech arrives with the upstream's bytes and content type, and is booked by its characters", async () => {
    const { data, response } = await client.audio.speech
      .create({ model: "local/m", voice: "alloy", input })
      .withResponse();
    const audio = Buffer.from(await data.arrayBuffer());
    expect(response.headers.get("content-type")).toBe("audio/mpeg");
    expect(audio).toHaveLength(4 * input.length);
    expect(audio.filter((_, at) => at % 4 === 2).toString()).toBe(input);
    expect(await row(response, "/audio/speech")).toMatchObject({
      characters: input.length,
      completion_tokens: 0,
      usage_source: "estimated",
    });

    const events = await client.audio.speech
      .create({ model: "local/m", voice: "alloy", input, stream_format: "sse" })
      .withResponse();
    expect((await events.data.text()).trim().split("\n\n").at(-1)).toContain("speech.audio.done");
    expect(await row(events.response, "/audio/speech")).toMatchObject({
      prompt_tokens: 5,
      completion_tokens: input.length,
      characters: 0,
      usage_source: "upstream",
    });
  });

  test("the form of a transcription reaches the upstream part by part, in any order of its parts", async () => {
    const sound = Buffer.alloc(3_000_000, "sound of the sea ");
    const sha256 = createHash("sha256").update(sound).digest("hex");
    const file = await toFile(sound, "sea.mp3", { type: "audio/mpeg" });
    for (const call of [
      { model: "local/m", language: "no", file },
      { file, language: "no", model: "local/m" },
    ]) {
      const { data, response } = await client.audio.transcriptions.create(call).withResponse();
      const seen = (data as unknown as { seen: object[] }).seen;
      expect(seen).toHaveLength(3);
      expect(seen).toEqual(
        expect.arrayContaining([
          { name: "model", value: "m" },
          { name: "language", value: "no" },
          { name: "file", filename: "sea.mp3", type: "audio/mpeg", size: sound.length, sha256 },
        ]),
      );
      expect(await row(response, "/audio/transcriptions")).toMatchObject({
        prompt_tokens: sound.length,
        completion_tokens: 7,
        usage_source: "upstream",
      });
    }
  });

  test("the official client makes transcriptions in other forms, and streamed", async () => {
    const file = await toFile(Buffer.from("sound"), "a.mp3", { type: "audio/mpeg" });
    for (const format of ["text", "srt", "vtt"] as const) {
      const { data, response } = await client.audio.transcriptions
        .create({ model: "local/m", file, response_format: format })
        .withResponse();
      expect(String(data)).toContain("what the local upstream hears");
      expect(await row(response, "/audio/transcriptions")).toMatchObject({
        prompt_tokens: 0,
        usage_source: "estimated",
      });
    }
    const verbose = await client.audio.transcriptions
      .create({ model: "local/m", file, response_format: "verbose_json" })
      .withResponse();
    expect(await row(verbose.response, "/audio/transcriptions")).toMatchObject({
      audio_seconds: 3,
      usage_source: "upstream",
    });

    const streamed = await client.audio.transcriptions.create({ model: "local/m", file, stream: true }).withResponse();
    let text = "";
    for await (const event of streamed.data) if (event.type === "transcript.text.delta") text += event.delta;
    expect(text).toBe("this is what the local upstream hears");
    expect(await row(streamed.response, "/audio/transcriptions")).toMatchObject({
      prompt_tokens: 5,
      completion_tokens: 7,
      usage_source: "upstream",
    });
  });

  test.each([
    ["Jina's shape", "local/m"],
    ["Cohere's shape", "local/cohere"],
  ])("the official client reranks in %s", async (_what, model) => {
    const body = { model, query: "red cat", documents: ["a cat", "the red dog"] };
    const { data, response } = await client.post<{ results: unknown[] }>("/rerank", { body }).withResponse();
    expect(data.results).toHaveLength(2);
    expect(await row(response, "/rerank")).toMatchObject({
      prompt_tokens: 7,
      completion_tokens: 0,
      usage_source: "upstream",
    });
  });

  test("each model route answers with and without /v1, and names the missing member", async () => {
    for (const { path, body } of MODEL_ROUTES) {
      for (const prefix of ["", "/v1"]) {
        const form = new FormData();
        form.set("model", "local/m");
        const response = await fetch(fixture.gateway.url + prefix + path, {
          method: "POST",
          headers: {
            authorization: `Bearer ${fixture.gateway.masterKey}`,
            ...(body === "json" && { "content-type": "application/json" }),
          },
          body: body === "json" ? '{"model":"local/m"}' : form,
        });
        expect(response.status, path).toBe(400);
        expect(await response.json()).toMatchObject({ error: { code: "invalid_request", param: expect.any(String) } });
      }
    }
  });

  test("every model route has been tried, and every total is the sum of its calls", async () => {
    expect([...fixture.tried].sort()).toEqual(MODEL_ROUTES.map(({ path }) => path).sort());
    const store = openDatabase(fixture.databaseUrl);
    try {
      expect(await findSpendDiscrepancies(store)).toEqual([]);
    } finally {
      await store.close();
    }
  });
});
