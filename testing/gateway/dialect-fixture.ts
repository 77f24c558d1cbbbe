import Anthropic from "@anthropic-ai/sdk";
import { GoogleGenAI } from "@google/genai";
import OpenAI from "openai";
import { startInProcessGateway } from "./in-process-gateway";
import { startTestDatabase } from "../database/test-database";
import { type LocalUpstream, startUpstream } from "../../local/upstream/upstream";
import { type UpstreamRequest } from "../../local/upstream/behaviour";

/** A gateway in front of the local upstream in each of its dialects, and the official clients before it. */
export interface DialectFixture {
  readonly masterKey: string;
  readonly upstreamUrl: string;
  openai(): OpenAI;
  anthropic(apiKey?: string): Anthropic;
  google(apiKey?: string): GoogleGenAI;
  send(path: string, init?: RequestInit): Promise<Response>;
  /** The last request that the upstream got. */
  lastRequest(): UpstreamRequest;
  /** The one row of a call in the spend log. */
  booked(callId: string | null): Promise<Record<string, unknown>>;
  stop(): Promise<void>;
}

/** By the dialect of the upstream: the prefix of the models that callers ask for. */
export const SPEAKS = { openai: "there/", anthropic: "claude/", azure: "azure/" } as const;

const PRICE = { input_cost_per_token: 0.001, output_cost_per_token: 0.002 };

/** A model group for each way in which the upstream is asked. */
function modelsOf(upstream: LocalUpstream): readonly object[] {
  return [
    {
      model_name: "there/*",
      gateway_params: { model: "openai/*", api_base: upstream.apiBase, api_key: "sk-upstream", ...PRICE },
    },
    {
      model_name: "claude/*",
      gateway_params: { model: "anthropic/*", api_base: upstream.url, api_key: "sk-ant-upstream", ...PRICE },
    },
    {
      model_name: "azure/*",
      gateway_params: {
        model: "azure/*",
        api_base: upstream.url,
        api_version: "2024-10-21",
        api_key: "azure-upstream",
        ...PRICE,
      },
    },
    {
      model_name: "chat-only/*",
      gateway_params: { model: "deepseek/*", api_base: upstream.apiBase, api_key: "sk-upstream", ...PRICE },
    },
    {
      model_name: "cohere/*",
      gateway_params: { model: "cohere/*", api_base: upstream.url, api_key: "co-upstream", ...PRICE },
    },
    {
      model_name: "by-responses/*",
      gateway_params: { model: "openai/responses/*", api_base: upstream.apiBase, api_key: "sk-upstream", ...PRICE },
    },
    {
      model_name: "entra",
      gateway_params: {
        model: "azure/entra",
        api_base: `${upstream.url}/openai/v1`,
        azure_ad_token: "entra-token",
        ...PRICE,
      },
    },
  ];
}

export async function startDialectFixture(): Promise<DialectFixture> {
  const [database, upstream] = await Promise.all([startTestDatabase(), startUpstream()]);
  const gateway = await startInProcessGateway(database.url, { config: { model_list: modelsOf(upstream) } });
  const through = (): typeof fetch => (address, init) => {
    const { pathname, search } = new URL(address instanceof Request ? address.url : address);
    return gateway.send(pathname + search, init);
  };
  return {
    masterKey: gateway.masterKey,
    upstreamUrl: upstream.url,
    openai: () =>
      new OpenAI({ apiKey: gateway.masterKey, baseURL: "http://gateway/v1", maxRetries: 0, fetch: through() }),
    anthropic: (apiKey = gateway.masterKey) =>
      new Anthropic({ apiKey, baseURL: "http://gateway", maxRetries: 0, fetch: through() }),
    google: (apiKey = gateway.masterKey) => new GoogleGenAI({ apiKey, httpOptions: { baseUrl: gateway.origin } }),
    send: (path, init) => gateway.send(path, init),
    lastRequest() {
      const last = upstream.requests.at(-1);
      if (!last) throw new Error("the upstream has not been asked");
      return last;
    },
    async booked(callId) {
      await gateway.services.spend.drained();
      const response = await gateway.send(`/spend/logs?call_id=${callId}`, {
        headers: { authorization: `Bearer ${gateway.masterKey}` },
      });
      const { data } = (await response.json()) as { data: Record<string, unknown>[] };
      const [row] = data;
      if (!row || data.length > 1) throw new Error(`${data.length} rows of ${callId}`);
      return row;
    },
    async stop() {
      await gateway.stop();
      await Promise.all([upstream.stop(), database.stop()]);
    },
  };
}
