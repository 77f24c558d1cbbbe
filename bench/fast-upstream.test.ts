import OpenAI from "openai";
import { expect, test } from "vitest";
import { startFastUpstream } from "./fast-upstream";

test("the upstream of the bench gives complete answers repeatedly on one connection", async () => {
  const { url, server } = await startFastUpstream();
  const client = new OpenAI({ baseURL: `${url}/v1`, apiKey: "local" });
  const messages = [{ role: "user", content: "x".repeat(300_000) }] as const;
  try {
    for (let call = 0; call < 3; call++) {
      expect(
        (await client.chat.completions.create({ model: "m", messages: [...messages] })).usage?.completion_tokens,
      ).toBe(20);
      let streamed: number | undefined;
      for await (const { usage } of await client.chat.completions.create({
        model: "m",
        messages: [...messages],
        stream: true,
      }))
        streamed = usage?.completion_tokens ?? streamed;
      expect(streamed).toBe(20);
    }
  } finally {
    server.close();
  }
});

test("at an address of tools it answers each message by its id", async () => {
  const { url, server } = await startFastUpstream();
  try {
    const ask = async (message: object) =>
      (await fetch(`${url}/tools/1`, { method: "POST", body: JSON.stringify(message) })).json();
    expect(await ask({ jsonrpc: "2.0", id: "a", method: "tools/list" })).toMatchObject({
      id: "a",
      result: { tools: expect.arrayContaining([expect.objectContaining({ name: "tool_49" })]) },
    });
    expect(await ask({ jsonrpc: "2.0", id: 7, method: "tools/call" })).toMatchObject({
      id: 7,
      result: { content: [{ type: "text" }] },
    });
  } finally {
    server.close();
  }
});

test.each([
  ["/model/amazon.nova-pro-v1%3A0/converse", "output"],
  ["/model/anthropic.claude/invoke", "content"],
  ["/v1beta/models/gemini-2.5-flash:generateContent", "candidates"],
  ["/token", "access_token"],
  ["/openai/deployments/bench/chat/completions?api-version=2024-10-21", "choices"],
])("at %s it answers as that door does", async (path, member) => {
  const { url, server } = await startFastUpstream();
  try {
    const answer = await fetch(url + path, { method: "POST", body: "{}" });
    expect(await answer.json()).toHaveProperty(member);
  } finally {
    server.close();
  }
});
