import type { Behaviour } from "./behaviour";
import type { PlannedReply } from "./upstream-responses";
import { json } from "./upstream-routes";
import { words } from "./upstream-answer";
import { callsFor } from "./upstream-tools";

type Body = Readonly<Record<string, unknown>>;

const EVENTS = "text/event-stream; charset=utf-8";
/** What Cohere's own instructions add to what was read, and are not billed for. */
const INSTRUCTIONS = 60;

/** Whether a path is one of Cohere's second version. */
export function isCoherePath(path: string): boolean {
  return /\/v2\/(?:chat|embed|rerank)$/.test(path);
}

/** Answers a request to one of Cohere's paths, or refuses what Cohere would refuse. */
export function answerCohere(
  path: string,
  body: unknown,
  behaviour: Behaviour,
): { readonly fault: string } | { readonly planned: PlannedReply } {
  const call: Body = typeof body === "object" && body !== null ? { ...body } : {};
  const check = path.endsWith("/chat") ? chatFault : path.endsWith("/embed") ? embedFault : rerankFault;
  const fault = check(call);
  if (fault !== undefined) return { fault };
  if (path.endsWith("/chat")) return { planned: chat(call, behaviour) };
  return { planned: path.endsWith("/embed") ? embeddings(call) : ranking(call) };
}

/** Every member of a chat, and what Cohere takes (docs.cohere.com/reference/chat). */
const CHAT_MEMBERS: Readonly<Record<string, (value: unknown) => boolean>> = {
  model: isText,
  messages: (value) => Array.isArray(value) && value.length > 0,
  stream: (value) => typeof value === "boolean",
  max_tokens: (value) => Number.isInteger(value),
  stop_sequences: (value) => Array.isArray(value) && value.length <= 5 && value.every(isText),
  temperature: between(0, 1),
  p: between(0.01, 0.99),
  k: between(0, 500),
  seed: (value) => Number.isInteger(value),
  frequency_penalty: between(0, 1),
  presence_penalty: between(0, 1),
  tools: Array.isArray,
  strict_tools: (value) => typeof value === "boolean",
  tool_choice: (value) => value === "REQUIRED" || value === "NONE",
  response_format: (value) => isObject(value) && value["type"] === "json_object",
  thinking: (value) => isObject(value) && (value["type"] === "enabled" || value["type"] === "disabled"),
};

function chatFault(call: Body): string | undefined {
  return membersFault(call, CHAT_MEMBERS, ["model", "messages"]) ?? toolsFault(call) ?? messagesFault(call);
}

function toolsFault({ tools = [], response_format: format, tool_choice: choice }: Body): string | undefined {
  const offered = Array.isArray(tools) ? tools : [];
  if (format !== undefined && offered.length > 0) return "response_format is not supported with tools";
  if (choice === "REQUIRED" && offered.length === 0) return "tool_choice requires tools";
  const isTool = (tool: unknown): boolean =>
    isObject(tool) && tool["type"] === "function" && isObject(tool["function"]) && isText(tool["function"]["name"]);
  return offered.every(isTool) ? undefined : "tools: every tool must be a function with a name";
}

function messagesFault({ messages }: Body): string | undefined {
  let open: unknown[] = [];
  for (const [index, message] of (Array.isArray(messages) ? messages : []).entries()) {
    const { role, content, tool_calls: calls, tool_call_id: id } = isObject(message) ? message : {};
    if (role === "tool") {
      if (!open.includes(id)) return `messages[${index}]: tool_call_id not found in previous tool calls`;
      if (typeof content !== "string") return `messages[${index}]: content must be a text`;
      continue;
    }
    if (role !== "system" && role !== "user" && role !== "assistant") return `messages[${index}]: invalid role`;
    if (calls === undefined && !isContent(content)) return `messages[${index}]: must have non-empty content`;
    open = Array.isArray(calls) ? calls.map((call) => (isObject(call) ? call["id"] : undefined)) : open;
  }
  return undefined;
}

function isContent(content: unknown): boolean {
  if (typeof content === "string") return content !== "";
  const isPart = (part: unknown): boolean =>
    isObject(part) &&
    (part["type"] === "text" ? isText(part["text"]) : part["type"] === "image_url" && isObject(part["image_url"]));
  return Array.isArray(content) && content.length > 0 && content.every(isPart);
}

const INPUT_TYPES = ["search_document", "search_query", "classification", "clustering", "image"];

/** docs.cohere.com/reference/embed */
function embedFault(call: Body): string | undefined {
  return membersFault(
    call,
    {
      model: isText,
      texts: (value) => Array.isArray(value) && value.length <= 96 && value.every((one) => typeof one === "string"),
      input_type: (value) => INPUT_TYPES.includes(String(value)),
      embedding_types: (value) => Array.isArray(value) && value.every((one) => one === "float"),
      output_dimension: (value) => [256, 512, 1024, 1536].includes(Number(value)),
      truncate: (value) => ["NONE", "START", "END"].includes(String(value)),
    },
    ["model", "texts", "input_type"],
  );
}

/** docs.cohere.com/reference/rerank */
function rerankFault(call: Body): string | undefined {
  return membersFault(
    call,
    {
      model: isText,
      query: isText,
      documents: (value) => Array.isArray(value) && value.every((one) => typeof one === "string"),
      top_n: (value) => Number.isInteger(value),
      max_tokens_per_doc: (value) => Number.isInteger(value),
    },
    ["model", "query", "documents"],
  );
}

function membersFault(
  call: Body,
  known: Readonly<Record<string, (value: unknown) => boolean>>,
  required: readonly string[],
): string | undefined {
  const missing = required.find((name) => call[name] === undefined);
  if (missing !== undefined) return `invalid request: ${missing} is required`;
  for (const [name, value] of Object.entries(call)) {
    const fits = known[name];
    if (!fits) return `invalid request: unknown field ${name}`;
    if (!fits(value)) return `invalid request: invalid value for ${name}`;
  }
  return undefined;
}

function chat(call: Body, behaviour: Behaviour): PlannedReply {
  const messages = (Array.isArray(call["messages"]) ? call["messages"] : []).filter(isObject);
  const last = messages.at(-1);
  const question = textOf(last?.["content"]);
  const offered = (Array.isArray(call["tools"]) ? call["tools"] : []).filter(isObject).map((tool) => {
    const { name, parameters: schema } = isObject(tool["function"]) ? tool["function"] : {};
    return { name: String(name), schema };
  });
  const isNone = call["tool_choice"] === "NONE" || last?.["role"] === "tool";
  const calls = callsFor(offered, question, { isNone, single: false }).map(({ name, input }, index) => ({
    id: `${name}_local_${index}`,
    type: "function",
    function: { name, arguments: JSON.stringify(input) },
  }));
  const said = behaviour.text ?? `You said: “${question.slice(0, 200)}”. This is Cohere's dialect.`;
  const planned =
    behaviour.tokens === undefined || behaviour.text !== undefined
      ? (said.match(/\s*\S+/g) ?? [])
      : Array.from({ length: behaviour.tokens }, () => " token");
  const tokens = calls.length > 0 ? [] : planned.slice(0, Number(call["max_tokens"] ?? Infinity));
  const read = messages.reduce((sum, { content }) => sum + 4 + words(textOf(content)), 0);
  const made = tokens.length + calls.length * 2;
  const usage = {
    billed_units: { input_tokens: read, output_tokens: made },
    tokens: { input_tokens: read + INSTRUCTIONS, output_tokens: made },
  };
  const finish_reason = calls.length > 0 ? "TOOL_CALL" : tokens.length < planned.length ? "MAX_TOKENS" : "COMPLETE";
  const end = { finish_reason, ...(!behaviour.noUsage && { usage }) };
  if (call["stream"] === true) return { kind: "pieces", type: EVENTS, pieces: [...streamed(tokens, calls, end)] };
  const message = {
    role: "assistant",
    ...(tokens.length > 0 && { content: [{ type: "text", text: tokens.join("") }] }),
    ...(calls.length > 0 && { tool_plan: "I will call.", tool_calls: calls }),
  };
  return json({ id: "cohere-local", message, ...end });
}

function* streamed(
  tokens: readonly string[],
  calls: readonly { readonly id: string; readonly type: string; readonly function: Body }[],
  end: object,
): Generator<{ data: string; token: boolean }> {
  const event = (value: Body, token = false) => ({
    data: `event: ${String(value["type"])}\ndata: ${JSON.stringify(value)}\n\n`,
    token,
  });
  yield event({ type: "message-start", id: "cohere-local", delta: { message: { role: "assistant", content: [] } } });
  if (tokens.length > 0)
    yield event({
      type: "content-start",
      index: 0,
      delta: { message: { content: { type: "text", text: "" } } },
    });
  for (const text of tokens)
    yield event({ type: "content-delta", index: 0, delta: { message: { content: { text } } } }, true);
  if (tokens.length > 0) yield event({ type: "content-end", index: 0 });
  for (const [index, { function: called, ...call }] of calls.entries()) {
    const start = { ...call, function: { name: called["name"], arguments: "" } };
    yield event({ type: "tool-call-start", index, delta: { message: { tool_calls: start } } });
    const text = String(called["arguments"]);
    for (const piece of [text.slice(0, 5), text.slice(5)]) {
      const delta = { message: { tool_calls: { function: { arguments: piece } } } };
      yield event({ type: "tool-call-delta", index, delta });
    }
    yield event({ type: "tool-call-end", index });
  }
  yield event({ type: "message-end", id: "cohere-local", delta: end });
}

function embeddings({ texts, output_dimension: size = 1024 }: Body): PlannedReply {
  const read = (Array.isArray(texts) ? texts : []).map(String);
  return json({
    id: "embed-local",
    embeddings: { float: read.map(({ length }) => Array.from({ length: Number(size) }, (_, at) => (length + at) / 8)) },
    texts: read,
    meta: {
      api_version: { version: "2" },
      billed_units: { input_tokens: read.reduce((sum, text) => sum + words(text), 0) },
    },
  });
}

function ranking({ query, documents }: Body): PlannedReply {
  const read = (Array.isArray(documents) ? documents : []).map(String);
  const total = words(String(query)) + read.reduce((sum, text) => sum + words(text), 0);
  return json({
    id: "rerank-local",
    results: read.map((_, index) => ({ index, relevance_score: 1 / (index + 1) })),
    meta: { api_version: { version: "2" }, billed_units: { search_units: 1 }, tokens: { input_tokens: total } },
  });
}

function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  const parts = Array.isArray(content) ? content.filter(isObject) : [];
  return parts.map(({ text }) => (typeof text === "string" ? text : "")).join(" ");
}

function between(least: number, most: number): (value: unknown) => boolean {
  return (value) => typeof value === "number" && value >= least && value <= most;
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
