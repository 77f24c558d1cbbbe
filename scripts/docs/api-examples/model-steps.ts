import type { Step } from "./step";

const ASK = "What is the capital of France?";
const CHAT = { model: "gpt-4o-mini", messages: [{ role: "user", content: ASK }] };
const CLAUDE = { model: "gpt-4o-mini", max_tokens: 256, messages: [{ role: "user", content: ASK }] };
const GEMINI = { contents: [{ role: "user", parts: [{ text: ASK }] }] };
const MCP = { jsonrpc: "2.0", id: 1 };

/** Calls of models and tools, with the key of a team. */
export const MODEL_STEPS: readonly Step[] = [
  { operation: "POST /chat/completions", as: "key", body: CHAT },
  { operation: "POST /completions", as: "key", body: { model: "gpt-4o-mini", prompt: "Paris is" } },
  { operation: "POST /embeddings", as: "key", body: { model: "embed-small", input: "Paris", dimensions: 4 } },
  {
    operation: "POST /responses",
    as: "key",
    body: { model: "gpt-4o-mini", input: ASK },
    keep: { response: ({ body }) => body["id"] },
  },
  {
    operation: "GET /responses/{response_id}",
    as: "key",
    path: (seen) => ({ response_id: seen.get("response") ?? "" }),
  },
  {
    operation: "GET /responses/{response_id}/input_items",
    as: "key",
    path: (seen) => ({ response_id: seen.get("response") ?? "" }),
  },
  {
    operation: "DELETE /responses/{response_id}",
    as: "key",
    path: (seen) => ({ response_id: seen.get("response") ?? "" }),
  },
  { operation: "POST /moderations", as: "key", body: { input: ASK } },
  { operation: "POST /images/generations", as: "key", body: { model: "picture", prompt: "A lighthouse", n: 1 } },
  {
    operation: "POST /images/edits",
    as: "key",
    form: { model: "picture", prompt: "Add a boat", image: { file: "lighthouse.png" } },
  },
  { operation: "POST /audio/speech", as: "key", body: { model: "speech", voice: "alloy", input: "Good morning" } },
  { operation: "POST /audio/transcriptions", as: "key", form: { model: "hear", file: { file: "morning.mp3" } } },
  { operation: "POST /audio/translations", as: "key", form: { model: "hear", file: { file: "matin.mp3" } } },
  {
    operation: "POST /rerank",
    as: "key",
    body: { model: "rank", query: "capital of France", documents: ["Paris", "Lyon"], top_n: 1 },
  },
  { operation: "GET /models", as: "key" },
  { operation: "GET /models/{model}", as: "key", path: { model: "gpt-4o-mini" } },
  { operation: "GET /model_group/info", as: "key", query: { model_group: "gpt-4o-mini" } },
  { operation: "POST /messages", as: "key", body: CLAUDE },
  { operation: "POST /messages/count_tokens", as: "key", body: { model: CLAUDE.model, messages: CLAUDE.messages } },
  { operation: "GET /v1beta/models", as: "key", query: { pageSize: "1" } },
  { operation: "GET /v1beta/models/{model}", as: "key", path: { model: "gpt-4o-mini" } },
  { operation: "POST /v1beta/models/{model}:generateContent", as: "key", path: { model: "gpt-4o-mini" }, body: GEMINI },
  {
    operation: "POST /v1beta/models/{model}:streamGenerateContent",
    as: "key",
    path: { model: "gpt-4o-mini" },
    query: { alt: "sse" },
    body: GEMINI,
  },
  { operation: "POST /v1beta/models/{model}:countTokens", as: "key", path: { model: "gpt-4o-mini" }, body: GEMINI },
  {
    operation: "POST /v1beta/models/{model}:embedContent",
    as: "key",
    path: { model: "embed-small" },
    body: { content: { parts: [{ text: "Paris" }] }, outputDimensionality: 4 },
  },
  {
    operation: "POST /v1beta/models/{model}:batchEmbedContents",
    as: "key",
    path: { model: "embed-small" },
    body: {
      requests: [{ model: "models/embed-small", content: { parts: [{ text: "Paris" }] }, outputDimensionality: 4 }],
    },
  },
  { operation: "POST /mcp", as: "key", body: { ...MCP, method: "tools/list" } },
  { operation: "POST /{servers}/mcp", as: "key", path: { servers: "sums" }, body: { ...MCP, method: "tools/list" } },
  {
    operation: "POST /mcp/server",
    body: { server_id: "tickets", url: "https://tickets.example/mcp", transport: "http", access_groups: ["support"] },
  },
  { operation: "GET /.well-known/oauth-protected-resource" },
  { operation: "GET /.well-known/jwks.json" },
  { operation: "POST /mcp/signing_keys/rotate" },
  { operation: "GET /mcp/signing_keys" },
  { operation: "GET /.well-known/oauth-protected-resource/{address}", path: { address: "mcp" } },
  { operation: "GET /mcp/server" },
  { operation: "GET /mcp/server/{server_id}", path: { server_id: "tickets" } },
  { operation: "GET /mcp/server/health" },
  { operation: "GET /mcp/server/grants", query: { server_id: "sums" } },
  { operation: "POST /mcp/server/test", body: (seen) => ({ url: seen.get("tools"), transport: "http" }) },
  { operation: "PUT /mcp/server", body: { server_id: "tickets", allowed_tools: ["search_*"] } },
  { operation: "DELETE /mcp/server/{server_id}", path: { server_id: "tickets" } },
  {
    operation: "GET /mcp/server/tools",
    query: { server_id: "sums" },
    keep: { hash: ({ body }) => firstOf(body["data"])["hash"], tool: ({ body }) => firstOf(body["data"])["tool"] },
  },
  {
    operation: "POST /mcp/server/tools/approve",
    body: (seen) => ({ server_id: "sums", tool: seen.get("tool"), hash: seen.get("hash") }),
  },
  {
    operation: "POST /connection/begin",
    as: "session",
    body: { server_id: "notes" },
    keep: { state: ({ body }) => new URL(String(body["url"])).searchParams.get("state") },
  },
  {
    operation: "POST /connection/finish",
    as: "session",
    body: (seen) => ({ state: seen.get("state"), code: "the-code-of-the-page" }),
  },
  { operation: "GET /connection/list", as: "session" },
  { operation: "GET /mcp/server/connections", query: { server_id: "notes" } },
  { operation: "POST /connection/end", as: "session", body: { server_id: "notes" } },
  { operation: "POST /mcp/server/connections/end", body: { server_id: "notes", user_id: "ada" } },
  {
    operation: "POST /mcp/{servers}",
    as: "key",
    path: { servers: "sums" },
    body: { ...MCP, method: "tools/call", params: { name: "add", arguments: { a: 2, b: 3 } } },
  },
];

function firstOf(list: unknown): Readonly<Record<string, unknown>> {
  const [first]: unknown[] = Array.isArray(list) ? list : [];
  return typeof first === "object" && first !== null ? { ...first } : {};
}
