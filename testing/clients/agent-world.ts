import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { chunk, event, startBedrock, USAGE } from "@/testing/aws/local-bedrock";
import { startTestDatabase } from "@/testing/database/test-database";
import { manage, newKey } from "@/testing/gateway/budget-fixture";
import { startInProcessGateway } from "@/testing/gateway/in-process-gateway";
import { API_KEY, LocalGoogle } from "@/testing/google/local-google";
import { startToolServer, type ToolServer } from "@/testing/tools/tool-server";

type Json = Readonly<Record<string, unknown>>;
interface Asked {
  readonly path: string;
  readonly body: Json;
}

/** The gateway in front of local services that make a coding agent call its tool once. */
export interface AgentWorld {
  readonly url: string;
  readonly key: string;
  /** The tool server `sums` of the gateway. */
  readonly tools: ToolServer;
  /** A key of a user who may use that server. */
  newUserKey(): Promise<{ readonly user: string; readonly key: string }>;
  /** The rows of a user's calls of tools. */
  toolCalls(user: string): Promise<readonly Json[]>;
  /** What an upstream was sent, by the provider's name. */
  requests(provider: string): readonly Asked[];
  stop(): Promise<void>;
}

/** It prints what no request has in it before the tool has run. */
const COMMAND = "printf 'out-of-%s' the-tool";
const ANSWER = "The tool said so.";

/** The tools of coding agents that run a command, with what they want to know. */
const TOOLS: readonly (readonly [name: string, input: Json])[] = [
  ["Bash", { command: COMMAND, description: "Prints a word." }],
  ["bash", { command: COMMAND, description: "Prints a word." }],
  ["exec_command", { cmd: COMMAND }],
];

/** The tool `add` of a tool server, as coding agents call it, and the sum that no request has before it has run. */
const ADD = /"name":"(mcp__\w+__add)"/;
const NUMBERS = { a: 40_000, b: 2 };
export const SUM = "40002";

/** As Codex offers the tools of a server: under their own names, in a namespace of the server's. */
const NAMESPACE = /"type":"namespace","name":"(mcp__\w+)"/;

/** The call that a model makes; undefined: it answers, because the tool has run or is not offered. */
function callIn(body: Json): readonly [name: string, input: Json, namespace?: string] | undefined {
  const text = JSON.stringify(body);
  if (text.includes(SUM)) return undefined;
  const [, namespace] = NAMESPACE.exec(text) ?? [];
  if (namespace !== undefined) return ["add", NUMBERS, namespace];
  const [, add] = ADD.exec(text) ?? [];
  if (add !== undefined) return [add, NUMBERS];
  return text.includes("out-of-the-tool") ? undefined : TOOLS.find(([name]) => text.includes(`"name":"${name}"`));
}

/** Anthropic's events. */
function messageEvents(body: Json): readonly (Json & { readonly type: string })[] {
  const call = callIn(body);
  const [block, delta] = call
    ? [
        { type: "tool_use", id: "toolu_1", name: call[0], input: {} },
        { type: "input_json_delta", partial_json: JSON.stringify(call[1]) },
      ]
    : [
        { type: "text", text: "" },
        { type: "text_delta", text: ANSWER },
      ];
  const head = { id: "msg_1", type: "message", role: "assistant", model: "claude", content: [], stop_reason: null };
  return [
    { type: "message_start", message: { ...head, usage: { input_tokens: 10, output_tokens: 1 } } },
    { type: "content_block_start", index: 0, content_block: block },
    { type: "content_block_delta", index: 0, delta },
    { type: "content_block_stop", index: 0 },
    {
      type: "message_delta",
      delta: { stop_reason: call ? "tool_use" : "end_turn", stop_sequence: null },
      usage: { output_tokens: 5 },
    },
    { type: "message_stop" },
  ];
}

function chunks(body: Json): readonly Json[] {
  const call = callIn(body);
  const called = call && { name: call[0], arguments: JSON.stringify(call[1]) };
  const delta = called
    ? { role: "assistant", tool_calls: [{ index: 0, id: "call_1", type: "function", function: called }] }
    : { role: "assistant", content: ANSWER };
  const chunkOf = (choices: readonly object[], more: object = {}) => ({
    id: "c",
    object: "chat.completion.chunk",
    model: "gpt",
    choices,
    ...more,
  });
  return [
    chunkOf([{ index: 0, delta, finish_reason: null }]),
    chunkOf([{ index: 0, delta: {}, finish_reason: call ? "tool_calls" : "stop" }]),
    chunkOf([], { usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 } }),
  ];
}

function responseEvents(body: Json): readonly (Json & { readonly type: string })[] {
  const call = callIn(body);
  const item = call
    ? {
        type: "function_call",
        id: "fc_1",
        call_id: "call_1",
        name: call[0],
        arguments: JSON.stringify(call[1]),
        ...(call[2] !== undefined && { namespace: call[2] }),
      }
    : {
        type: "message",
        id: "msg_1",
        role: "assistant",
        content: [{ type: "output_text", text: ANSWER, annotations: [] }],
      };
  const response = { id: "resp_1", object: "response", model: "gpt", output: [item] };
  const usage = { input_tokens: 10, output_tokens: 5, total_tokens: 15 };
  return [
    { type: "response.created", response: { ...response, output: [], status: "in_progress" } },
    { type: "response.output_item.added", output_index: 0, item: { ...item, status: "in_progress" } },
    { type: "response.output_item.done", output_index: 0, item: { ...item, status: "completed" } },
    { type: "response.completed", response: { ...response, status: "completed", usage } },
  ];
}

function converseFrames(body: Json): Buffer[] {
  const call = callIn(body);
  const start = call && { start: { toolUse: { toolUseId: "tooluse_1", name: call[0] } } };
  const delta = call ? { toolUse: { input: JSON.stringify(call[1]) } } : { text: ANSWER };
  return [
    event("messageStart", { role: "assistant" }),
    ...(start ? [event("contentBlockStart", { contentBlockIndex: 0, ...start })] : []),
    event("contentBlockDelta", { contentBlockIndex: 0, delta }),
    event("contentBlockStop", { contentBlockIndex: 0 }),
    event("messageStop", { stopReason: call ? "tool_use" : "end_turn" }),
    event("metadata", { usage: USAGE, metrics: { latencyMs: 1 } }),
  ];
}

function geminiPieces(body: Json): Json[] {
  const call = callIn(body);
  const part = call ? { functionCall: { name: call[0], args: call[1] } } : { text: ANSWER };
  return [
    {
      candidates: [{ content: { role: "model", parts: [part] }, finishReason: "STOP", index: 0 }],
      usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 },
      modelVersion: "gemini",
      responseId: "r",
    },
  ];
}

function sendEvents(response: ServerResponse, events: readonly Json[], last = ""): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  const named = events.map((one) => {
    const name = typeof one["type"] === "string" ? `event: ${one["type"]}\n` : "";
    return `${name}data: ${JSON.stringify(one)}\n\n`;
  });
  response.end(named.join("") + last);
}

/** Anthropic, Foundry and OpenAI, as far as coding agents need them. */
async function startServices() {
  const requests: Asked[] = [];
  const server = createServer((request, response) => {
    void json(request).then((value) => {
      const asked = { path: request.url ?? "", body: value as Json };
      requests.push(asked);
      if (asked.path.endsWith("/messages")) sendEvents(response, messageEvents(asked.body));
      else if (asked.path.endsWith("/responses")) sendEvents(response, responseEvents(asked.body));
      else sendEvents(response, chunks(asked.body), "data: [DONE]\n\n");
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

export async function startAgentWorld(): Promise<AgentWorld> {
  const [database, services, tools, google, bedrock] = await Promise.all([
    startTestDatabase(),
    startServices(),
    startToolServer(),
    new LocalGoogle().start(),
    startBedrock(),
  ]);
  bedrock.answer = ({ path, body }) => ({
    frames: path.endsWith("/converse-stream") ? converseFrames(body) : messageEvents(body).map(chunk),
  });
  google.answer = ({ path, body }) => ({
    pieces: path.includes(":streamRawPredict") ? messageEvents(body) : geminiPieces(body),
  });
  const claude = "us.anthropic.claude-sonnet-4-5-20250929-v1:0";
  const aws = {
    aws_bedrock_runtime_endpoint: bedrock.url,
    aws_access_key_id: "AKIAOWN",
    aws_secret_access_key: "own-secret",
    aws_region_name: "us-east-1",
  };
  const entries: Record<string, object> = {
    anthropic: { model: "anthropic/claude-sonnet-4-5", api_base: `${services.url}/of-anthropic`, api_key: "k" },
    foundry: { model: "azure_ai/claude-sonnet-4-5", api_base: `${services.url}/anthropic`, api_key: "k" },
    vertex: {
      model: "vertex_ai/claude-sonnet-4-5@20250929",
      api_base: google.url,
      vertex_location: "europe-west4",
      vertex_credentials: google.serviceAccount(),
    },
    bedrock: { model: `bedrock/${claude}`, ...aws },
    converse: { model: `bedrock/converse/${claude}`, ...aws },
    chat: { model: "openai/gpt-4o", api_base: `${services.url}/of-openai`, api_key: "k" },
    responses: { model: "openai/responses/gpt-5", api_base: `${services.url}/of-openai`, api_key: "k" },
    gemini: { model: "gemini/gemini-2.5-pro", api_base: google.url, api_key: API_KEY },
  };
  const gateway = await startInProcessGateway(database.url, {
    config: {
      model_list: Object.entries(entries).map(([name, gateway_params]) => ({
        model_name: `${name}/claude-sonnet-4-5`,
        gateway_params,
      })),
      mcp_servers: { sums: { url: tools.url, transport: "http", on_tool_change: "allow" } },
    },
  });
  const paths: Record<string, RegExp> = {
    anthropic: /^\/of-anthropic\//,
    foundry: /^\/anthropic\/v1\/messages/,
    vertex: /RawPredict/,
    bedrock: /\/invoke-with-response-stream$/,
    converse: /\/converse-stream$/,
    chat: /\/chat\/completions$/,
    responses: /\/responses$/,
    gemini: /:streamGenerateContent/,
  };
  return {
    url: gateway.origin,
    key: gateway.masterKey,
    tools,
    async newUserKey() {
      const { user_id: user } = await manage<{ user_id: string }>(gateway, "/user/new", {});
      return { user, key: await newKey(gateway, { user_id: user, object_permission: { mcp_servers: ["sums"] } }) };
    },
    async toolCalls(user) {
      await gateway.services.spend.drained();
      const headers = { authorization: `Bearer ${gateway.masterKey}` };
      const logs = await gateway.send(`/spend/logs?mcp_server=sums&user_id=${user}`, { headers });
      return ((await logs.json()) as { data: Json[] }).data;
    },
    requests: (provider) =>
      [...services.requests, ...google.requests, ...bedrock.requests].filter(({ path }) => paths[provider]?.test(path)),
    async stop() {
      await gateway.stop();
      await Promise.all([services.stop(), tools.stop(), google.stop(), bedrock.stop(), database.stop()]);
    },
  };
}
