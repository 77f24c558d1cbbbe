import type { JsonObject } from "../../json-value";

/** A body of `/chat/completions`, without its model, and what Converse gets of it. */
export interface ConverseCase {
  readonly name: string;
  /** Default: a Claude. */
  readonly model?: string;
  readonly chat: JsonObject;
  readonly converse: JsonObject;
  readonly dropped?: readonly string[];
}

export const HI = { role: "user", content: "Hi." };
export const SAID = [{ role: "user", content: [{ text: "Hi." }] }];
export const CLAUDE_LIMIT = { inferenceConfig: { maxTokens: 32_000 } };
export const NOVA = "amazon.nova-pro-v1:0";
export const LLAMA = "meta.llama3-3-70b-instruct-v1:0";
export const weather = { type: "function", function: { name: "weather", parameters: { type: "object" } } };
export const spec = { toolSpec: { name: "weather", inputSchema: { json: { type: "object" } } } };

/** Marks of the cache. */
export const CACHE_CASES: readonly ConverseCase[] = [
  {
    name: "marks of the cache, and those of models that have none",
    chat: {
      messages: [
        { role: "system", content: [{ type: "text", text: "A", cache_control: { type: "ephemeral", ttl: "1h" } }] },
        HI,
      ],
    },
    converse: {
      system: [{ text: "A" }, { cachePoint: { type: "default", ttl: "1h" } }],
      messages: SAID,
      ...CLAUDE_LIMIT,
    },
  },
  {
    name: "how long a cache lasts, which older models cannot be told",
    model: "anthropic.claude-sonnet-4-20250514-v1:0",
    chat: {
      messages: [
        {
          role: "user",
          content: [
            { type: "text", text: "A", cache_control: { type: "ephemeral", ttl: "5m" } },
            { type: "text", text: "B", cache_control: { type: "ephemeral", ttl: "1h" } },
          ],
        },
      ],
      max_tokens: 9,
    },
    converse: {
      messages: [
        {
          role: "user",
          content: [
            { text: "A" },
            { cachePoint: { type: "default" } },
            { text: "B" },
            { cachePoint: { type: "default" } },
          ],
        },
      ],
      inferenceConfig: { maxTokens: 9 },
    },
    dropped: ["messages.*.content.*.cache_control.ttl"],
  },
  {
    name: "a mark after a tool, which Nova does not take",
    model: NOVA,
    chat: {
      messages: [{ role: "user", content: [{ type: "text", text: "Hi.", cache_control: { type: "ephemeral" } }] }],
      tools: [{ ...weather, cache_control: { type: "ephemeral" } }],
    },
    converse: {
      messages: [{ role: "user", content: [{ text: "Hi." }, { cachePoint: { type: "default" } }] }],
      toolConfig: { tools: [spec] },
    },
    dropped: ["cache_control"],
  },
  {
    name: "whose cache it is, which Bedrock does not know",
    chat: {
      messages: [HI],
      tools: [{ type: "function", function: { name: "f" }, cache_control: { type: "ephemeral", scope: "global" } }],
      cache_control: { type: "ephemeral", scope: "global" },
    },
    converse: {
      messages: [{ role: "user", content: [{ text: "Hi." }, { cachePoint: { type: "default" } }] }],
      toolConfig: {
        tools: [
          { toolSpec: { name: "f", inputSchema: { json: { type: "object", properties: {} } } } },
          { cachePoint: { type: "default" } },
        ],
      },
      ...CLAUDE_LIMIT,
    },
    dropped: ["tools.*.cache_control.scope", "cache_control.scope"],
  },
  {
    name: "a mark of the cache for a model that has none",
    model: LLAMA,
    chat: {
      messages: [{ role: "user", content: [{ type: "text", text: "Hi.", cache_control: { type: "ephemeral" } }] }],
    },
    converse: { messages: SAID },
    dropped: ["cache_control"],
  },
];
