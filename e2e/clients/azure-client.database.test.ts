import { AzureOpenAI, toFile } from "openai";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SPEAKS, startDialectFixture, type DialectFixture } from "@/testing/gateway/dialect-fixture";

let fixture: DialectFixture;
beforeAll(async () => {
  fixture = await startDialectFixture();
});
afterAll(() => fixture?.stop());

const messages = [{ role: "user" as const, content: "Say something." }];

describe("the client of Azure OpenAI", () => {
  const client = (options: { deployment?: string; apiKey?: string } = {}): AzureOpenAI =>
    new AzureOpenAI({
      endpoint: "http://gateway",
      apiVersion: "2024-10-21",
      apiKey: options.apiKey ?? fixture.masterKey,
      deployment: options.deployment,
      maxRetries: 0,
      fetch: (address, init) => {
        const { pathname, search } = new URL(address instanceof Request ? address.url : address);
        return fixture.send(pathname + search, init);
      },
    });

  test.each(Object.entries(SPEAKS))(
    "a chat is answered whole and streamed by an upstream that speaks %s",
    async (_, prefix) => {
      const model = `${prefix}tokens-3`;
      const answer = await client().chat.completions.create({ model, messages });
      expect(answer.choices[0]?.message.content).toBe("token-1 token-2 token-3");
      const stream = await client().chat.completions.create({ model, messages, stream: true });
      let text = "";
      for await (const chunk of stream) text += chunk.choices[0]?.delta.content ?? "";
      expect(text).toBe("token-1 token-2 token-3");
    },
  );

  test("the deployment in the path is the model, whatever the body says, and is booked as such", async () => {
    const { data, response } = await client({ deployment: "there/tokens-2" })
      .chat.completions.create({ model: "nobody-knows-it", messages })
      .withResponse();
    expect(data.choices[0]?.message.content).toBe("token-1 token-2");
    expect(fixture.lastRequest().body).toMatchObject({ model: "tokens-2" });
    expect(await fixture.booked(response.headers.get("x-gateway-call-id"))).toMatchObject({
      requested_model: "there/tokens-2",
      route: "/chat/completions",
    });
  });

  test("embeddings, forms, responses and the list of models are served", async () => {
    const { data } = await client().embeddings.create({ model: "there/local", input: "One." });
    expect(data).toHaveLength(1);
    const file = await toFile(Buffer.from("RIFF"), "a.wav");
    const heard = await client().audio.transcriptions.create({ model: "there/local", file });
    expect(heard.text).not.toBe("");
    const response = await client().responses.create({ model: "there/tokens-2", input: "Hi." });
    expect(response.output_text).toBe("token-1 token-2");
    expect((await client().models.list()).data).toBeInstanceOf(Array);
  });

  test("the form of a recording goes to the deployment in its path", async () => {
    const file = await toFile(Buffer.from("RIFF"), "a.wav");
    const { response } = await client({ deployment: "there/local" })
      .audio.transcriptions.create({ model: "nobody-knows-it", file })
      .withResponse();
    expect(await fixture.booked(response.headers.get("x-gateway-call-id"))).toMatchObject({
      requested_model: "there/local",
    });
  });

  test("a wrong key and an unknown path are refused in JSON", async () => {
    await expect(client({ apiKey: "sk-wrong" }).models.list()).rejects.toMatchObject({
      status: 401,
      code: "invalid_key",
    });
    for (const path of [
      "/openai/deployments/m/team/new",
      "/openai/team/list",
      "/openai/deployments",
      "/v1beta/files",
    ]) {
      const response = await fixture.send(path, { headers: { "api-key": fixture.masterKey } });
      expect([path, response.status, response.headers.get("content-type")]).toEqual([path, 404, "application/json"]);
    }
  });
});
