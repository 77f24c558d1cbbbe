import OpenAI from "openai";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startGateway, type GatewayProcess } from "../local/gateway-process";
import { startProvider, type LocalProvider } from "../local/provider";
import { startUpstream, type LocalUpstream } from "../local/upstream";

let provider: LocalProvider;
let upstream: LocalUpstream;
beforeAll(async () => {
  [provider, upstream] = await Promise.all([startProvider(), startUpstream()]);
});
afterAll(() => Promise.all([provider.stop(), upstream.stop()]));

const prices = { input_cost_per_token: 0.000_001, output_cost_per_token: 0.000_002 };
const config = () => ({
  general_settings: { enable_jwt_auth: true, gateway_jwtauth: { admin_jwt_scope: "gateway_proxy_admin", team_id_upsert: true } },
  model_list: [{ model_name: "openai/*", gateway_params: { model: "openai/*", api_base: upstream.apiBase, api_key: "upstream-key", ...prices } }],
});

const processes = [
  { name: "door 1 (next start)", door: 1, environment: {} },
  { name: "door 2", door: 2, environment: {} },
  { name: "door 2 without the console", door: 2, environment: { GATEWAY_CONSOLE: "off" } },
] as const;

describe.each(processes)("a gateway through $name", ({ door, environment }) => {
  let gateway: GatewayProcess;
  beforeAll(async () => {
    gateway = await startGateway({
      door,
      config: config(),
      environment: { JWT_PUBLIC_KEY_URL: provider.jwksUrl, JWT_AUDIENCE: provider.audience, ...environment },
    });
  });
  afterAll(async () => {
    await gateway.stop();
  });

  const client = async (apiKey?: string) => new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: apiKey ?? (await provider.projectToken()), maxRetries: 0 });
  const messages = [{ role: "user" as const, content: "one two" }];

  async function manage(path: string, body?: unknown) {
    const response = await fetch(gateway.url + path, {
      method: body ? "POST" : "GET",
      headers: { authorization: `Bearer ${gateway.masterKey}`, "content-type": "application/json" },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    expect(response.status).toBe(200);
    return (await response.json()) as Record<string, unknown>;
  }

  test("serves the official client with a provider's token, plain and streamed", async () => {
    const openai = await client();
    const plain = await openai.chat.completions.create({ model: "openai/tokens-5", messages });
    expect(plain.choices[0]?.message.content).toBe("token-1 token-2 token-3 token-4 token-5");
    const pieces: string[] = [];
    for await (const chunk of await openai.chat.completions.create({ model: "openai/tokens-5", messages, stream: true })) {
      pieces.push(chunk.choices[0]?.delta.content ?? "");
      expect(chunk.usage ?? null).toBeNull(); // asked for upstream, and kept from a caller who did not ask
    }
    expect(pieces.join("")).toBe(plain.choices[0]?.message.content);
    expect(upstream.requests.at(-1)?.headers.authorization).toBe("Bearer upstream-key");
  });

  test("serves a virtual key, and refuses it once it is deleted", async () => {
    const { key } = await manage("/key/generate", {});
    const openai = await client(String(key));
    expect((await openai.chat.completions.create({ model: "openai/tokens-2", messages })).usage?.completion_tokens).toBe(2);
    await manage("/key/delete", { keys: [key] });
    await expect(openai.chat.completions.create({ model: "openai/tokens-2", messages })).rejects.toMatchObject({ status: 401 });
  });

  test("hands on an upstream's error with its status and body", async () => {
    await expect((await client()).chat.completions.create({ model: "openai/status-418", messages })).rejects.toMatchObject({
      status: 418,
      error: { message: "The local upstream was asked for 418" },
    });
  });

  test("hangs up upstream when its caller hangs up", async () => {
    const abort = new AbortController();
    const call = (await client()).chat.completions.create({ model: "openai/hang", messages }, { signal: abort.signal });
    const request = await upstream.next(({ body, aborted }) => !aborted && (body as { model?: string } | undefined)?.model === "hang");
    abort.abort();
    await expect(call).rejects.toThrow();
    await request.ended;
    expect(request.aborted).toBe(true);
  });

  test("stops at SIGTERM with exit code 0", async () => {
    const other = await startGateway({ door, config: config(), environment: { ...environment } });
    expect(await other.stop()).toBe(0);
  });
});
