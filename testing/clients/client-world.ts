import { startUpstream, type LocalUpstream } from "@/local/upstream/upstream";
import { converseStream, event, exception, startBedrock, USAGE } from "@/testing/aws/local-bedrock";
import type { BedrockAnswer, BedrockRequest, LocalBedrock } from "@/testing/aws/local-bedrock";
import { IDENTITY_HEADER, LocalEntra } from "@/testing/azure/local-entra";
import { startTestDatabase } from "@/testing/database/test-database";
import { startInProcessGateway } from "@/testing/gateway/in-process-gateway";
import {
  API_KEY,
  googleError,
  LocalGoogle,
  type GoogleAnswer,
  type GoogleRequest,
} from "@/testing/google/local-google";
import { SHOWN, UPSTREAMS, type Upstream } from "./expected";

/** A picture of one dot and an empty page, in base64. The local services say which they were shown. */
const PICTURE = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const PAGE = Buffer.from(
  "%PDF-1.1\n1 0 obj<</Pages 2 0 R>>endobj\n2 0 obj<</Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Parent 2 0 R>>endobj\ntrailer<</Root 1 0 R>>\n",
).toString("base64");

/** What the local services answer to whoever asks for a place. */
const PLACE = '{"city":"Oslo"}';
const STRUCTURED = /"json_schema"|"json_object"|"responseSchema"|"responseJsonSchema"/;

const OWN_KEY = { id: "AKIAOWN", secret: "own-secret" };

/** The gateway in front of a local service for each dialect that upstreams speak. */
export interface ClientWorld {
  /** What a program needs to know to ask it, as one line of JSON. */
  readonly described: string;
  /** What the clouds' own clients must know to ask the local services, and what Bedrock was sent, in one line. */
  describeClouds(): string;
  /** The environment of an app that Azure hosts, and what the programs show the models. */
  readonly environment: Readonly<Record<string, string>>;
  /** How many requests with the client's name in the model reached an upstream, and how many of these it has left. */
  askedBy(client: string): { readonly all: number; readonly left: number };
  /** How many of the calls that the client has left are booked as such. */
  bookedAsLeft(client: string): Promise<number>;
  stop(): Promise<void>;
}

/** What callers write before a model's name. LiteLLM's client takes the word `responses` for its own. */
const prefixOf = (upstream: Upstream): string => (upstream === "responses" ? "by-responses" : upstream);

/** Starts it. Failed calls are retried by the gateway once. */
export async function startClientWorld(): Promise<ClientWorld> {
  const [database, upstream, google, bedrock, entra] = await Promise.all([
    startTestDatabase(),
    startUpstream(),
    new LocalGoogle().start(),
    startBedrock(),
    new LocalEntra().start(),
  ]);
  answerUpstream(upstream);
  google.answer = answerGoogle;
  bedrock.answer = answerBedrock;
  const all = entries(upstream, google, bedrock);
  const gateway = await startInProcessGateway(database.url, {
    config: {
      general_settings: { num_retries: 1 },
      model_list: UPSTREAMS.map((name) => ({
        model_name: `${prefixOf(name)}/*`,
        gateway_params: all[name],
      })),
    },
  });
  return {
    described: JSON.stringify({
      url: gateway.origin,
      key: gateway.masterKey,
      upstreams: Object.fromEntries(UPSTREAMS.map((name) => [name, modelsOf(name)])),
    }),
    describeClouds: () =>
      JSON.stringify({
        bedrock: { url: bedrock.url, ...OWN_KEY },
        google: { url: google.url, key: API_KEY, account: google.serviceAccount() },
        upstream: upstream.url,
        entra: { url: entra.url },
        sent: bedrock.requests.map(({ path, headers, body }) => ({ path, headers, body: JSON.stringify(body) })),
      }),
    environment: { IDENTITY_ENDPOINT: `${entra.url}/MSI/token`, IDENTITY_HEADER, PICTURE, PAGE },
    askedBy(client) {
      const named = [`,by-${client}"`, `,by-${client}:`, `,by-${client}/`];
      const asked = [...upstream.requests, ...google.requests, ...bedrock.requests].filter(({ path, body }) => {
        const text = decodeURIComponent(path) + JSON.stringify(body);
        return named.some((name) => text.includes(name));
      });
      return { all: asked.length, left: asked.filter(({ aborted }) => aborted).length };
    },
    async bookedAsLeft(client) {
      const asked = new URLSearchParams({ model: `*,by-leaving-${client}`, status: "cancelled", size: "1", page: "1" });
      const headers = { authorization: `Bearer ${gateway.masterKey}` };
      const answer = await gateway.send(`/spend/logs?${asked.toString()}`, { headers });
      return ((await answer.json()) as { total: number }).total;
    },
    async stop() {
      await gateway.stop();
      entra.stop();
      await Promise.all([upstream.stop(), google.stop(), bedrock.stop(), database.stop()]);
    },
  };
}

function entries(upstream: LocalUpstream, google: LocalGoogle, bedrock: LocalBedrock): Record<Upstream, object> {
  return {
    chat: { model: "openai/*", api_base: upstream.apiBase, api_key: "sk-upstream" },
    messages: { model: "anthropic/*", api_base: upstream.url, api_key: "sk-ant-upstream" },
    responses: { model: "openai/responses/*", api_base: upstream.apiBase, api_key: "sk-upstream" },
    gemini: { model: "gemini/*", api_base: google.url, api_key: API_KEY },
    converse: {
      model: "bedrock/*",
      aws_bedrock_runtime_endpoint: bedrock.url,
      aws_access_key_id: OWN_KEY.id,
      aws_secret_access_key: OWN_KEY.secret,
      aws_region_name: "us-east-1",
    },
    cohere: { model: "cohere/*", api_base: upstream.url, api_key: "co-upstream" },
  };
}

/** The models of an upstream by the flow; `text`: that of every other flow. */
function modelsOf(upstream: Upstream): Record<string, string> {
  const claude = "anthropic.claude-sonnet-4-5-20250929-v1:0";
  const more: Partial<Record<Upstream, Record<string, string>>> = {
    // Its calls must come back with their signatures.
    gemini: {
      tools: "gemini-3-pro-preview",
      streamedTools: "gemini-3-pro-preview",
      embeddings: "gemini-embedding-001",
      thoughts: "gemini-2.5-pro",
      thoughtsBeforeCalls: "gemini-3-pro-preview",
    },
    converse: {
      embeddings: "amazon.titan-embed-text-v2:0",
      rerank: "cohere.rerank-v3-5:0",
      thoughts: `converse/${claude}`,
      thoughtsBeforeCalls: `converse/${claude}`,
    },
    cohere: { embeddings: "embed-v4.0" },
  };
  const models = { text: "tokens-3", error: "status-400", retries: "status-503", leave: "stall-2", ...more[upstream] };
  return Object.fromEntries(Object.entries(models).map(([flow, model]) => [flow, `${prefixOf(upstream)}/${model}`]));
}

function answerUpstream(upstream: LocalUpstream): void {
  upstream.behave = ({ body }) => {
    const said = JSON.stringify(body) ?? "";
    const text = STRUCTURED.test(said) && !said.includes('"get_weather"') ? PLACE : shownIn(said);
    return text === undefined ? undefined : { text };
  };
}

/** What the local services say of a picture or a page; undefined: they were shown neither. */
function shownIn(said: string): string | undefined {
  // Google's clients may write bytes in base64url, and Google reads both.
  const plain = said.replaceAll("-", "+").replaceAll("_", "/");
  if (plain.includes(PICTURE)) return SHOWN.picture;
  return plain.includes(PAGE) ? SHOWN.page : undefined;
}

/** The status that a model's name asks for. */
function statusIn(path: string): number | undefined {
  const digits = /status-(\d+)/.exec(path)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

const told = (status: number): string => `The local upstream was asked for ${status}`;

function answerGoogle({ path, body }: GoogleRequest): GoogleAnswer | undefined {
  const status = statusIn(path);
  if (status !== undefined) {
    const word = status === 400 ? "INVALID_ARGUMENT" : "UNAVAILABLE";
    return { status, json: googleError(status, word, told(status)) };
  }
  const said = JSON.stringify(body);
  const text = STRUCTURED.test(said) ? PLACE : shownIn(said);
  const stalls = path.includes("stall-");
  if (text === undefined && !stalls) return undefined;
  const content = { role: "model", parts: [{ text: text ?? "Hel" }] };
  const generated = (more: object) => ({ candidates: [{ content, index: 0, ...more }], modelVersion: "local" });
  if (stalls) return { pieces: [generated({})], stalls };
  if (!path.includes(":generateContent")) return undefined;
  return { json: { ...generated({ finishReason: "STOP" }), usageMetadata: {} } };
}

function answerBedrock({ path, body }: BedrockRequest): BedrockAnswer | undefined {
  const status = statusIn(path);
  if (status !== undefined) {
    const type = status === 400 ? "ValidationException" : "ServiceUnavailableException";
    return { status, type, json: { message: told(status) } };
  }
  if (body["messages"] !== undefined && !path.includes("/converse")) return undefined;
  if (path.endsWith("/invoke"))
    return { json: body["query"] === undefined ? { embedding: [0.5, -1], inputTextTokenCount: 2 } : ranking() };
  const isStream = path.endsWith("/converse-stream");
  const fault = /exception-(\w+)/.exec(path)?.[1];
  if (fault !== undefined) return { frames: [event("messageStart", { role: "assistant" }), exception(fault, "No.")] };
  const name = calledTool(body);
  if (name !== undefined) return isStream ? { frames: streamedCall(name) } : { json: converse("tool_use", call(name)) };
  const said = JSON.stringify(body);
  const text = STRUCTURED.test(said) ? PLACE : (shownIn(said) ?? "Hello.");
  if (isStream && path.includes("stall-")) return { frames: twoPieces().slice(0, 2), stalls: true };
  if (isStream) return text === PLACE ? { frames: converseStream(PLACE) } : { frames: twoPieces() };
  return { json: converse("end_turn", { text }) };
}

const ranking = () => ({ results: [0, 1].map((index) => ({ index, relevance_score: 1 / (index + 1) })) });
const call = (name: string) => ({ toolUse: { toolUseId: "tooluse_1", name, input: JSON.parse(PLACE) as object } });

function converse(stopReason: string, ...content: readonly object[]) {
  return { output: { message: { role: "assistant", content } }, stopReason, usage: USAGE, metrics: { latencyMs: 1 } };
}

/** The tool that the model calls: the first, unless the last turn has its result. */
function calledTool({ toolConfig, messages }: BedrockRequest["body"]): string | undefined {
  const last = JSON.stringify(Array.isArray(messages) ? messages.at(-1) : "");
  return last.includes('"toolResult"') ? undefined : /"name":"(\w+)"/.exec(JSON.stringify(toolConfig) ?? "")?.[1];
}

function streamedCall(name: string): Buffer[] {
  const start = { toolUse: { toolUseId: "tooluse_1", name } };
  return [
    event("messageStart", { role: "assistant" }),
    event("contentBlockStart", { contentBlockIndex: 0, start }),
    ...[PLACE.slice(0, 5), PLACE.slice(5)].map((input) =>
      event("contentBlockDelta", { contentBlockIndex: 0, delta: { toolUse: { input } } }),
    ),
    event("contentBlockStop", { contentBlockIndex: 0 }),
    event("messageStop", { stopReason: "tool_use" }),
    event("metadata", { usage: USAGE, metrics: { latencyMs: 1 } }),
  ];
}

function twoPieces(): Buffer[] {
  return [
    event("messageStart", { role: "assistant" }),
    ...["Hel", "lo."].map((text) => event("contentBlockDelta", { contentBlockIndex: 0, delta: { text } })),
    event("contentBlockStop", { contentBlockIndex: 0 }),
    event("messageStop", { stopReason: "end_turn" }),
    event("metadata", { usage: USAGE, metrics: { latencyMs: 1 } }),
  ];
}
