import type { RequestCase } from "./chat-to-messages.cases";

const hello = [{ role: "user", content: "Hello" }];
const said = [{ role: "user", content: [{ type: "text", text: "Hello" }] }];
const schema = {
  type: "object",
  properties: { name: { type: "string" } },
  required: ["name"],
  additionalProperties: false,
};

/** All other parameters of a chat. */
export const PARAMETER_CASES: readonly RequestCase[] = [
  {
    name: "an answer in a form",
    chat: {
      messages: hello,
      response_format: { type: "json_schema", json_schema: { name: "person", strict: true, schema } },
    },
    messages: { max_tokens: 32_000, messages: said, output_config: { format: { type: "json_schema", schema } } },
  },
  {
    name: "an answer in some JSON",
    chat: { messages: hello, response_format: { type: "json_object" } },
    messages: {
      max_tokens: 32_000,
      messages: said,
      system: [
        { type: "text", text: "Answer with one valid JSON object and nothing else: no explanation, no code fence." },
      ],
    },
  },
  {
    name: "an answer in text",
    chat: { messages: hello, response_format: { type: "text" } },
    messages: { max_tokens: 32_000, messages: said },
  },
  {
    name: "sampling of an older model, capped at Anthropic's maximum",
    model: "claude-opus-4-20250514",
    chat: { messages: hello, temperature: 1.5, top_p: 0.9, top_k: 40 },
    messages: { max_tokens: 32_000, messages: said, temperature: 1, top_p: 0.9, top_k: 40 },
  },
  ...(
    [
      ["a top_p that changes nothing is left out", { temperature: 0.3, top_p: 1 }, { temperature: 0.3 }],
      [
        "of temperature and top_p, which newer models refuse together, the first stays",
        { temperature: 0.3, top_p: 0.9 },
        { temperature: 0.3 },
      ],
      [
        "top_p stays beside a temperature that is the default",
        { temperature: 1, top_p: 0.9, top_k: 4 },
        { top_p: 0.9, top_k: 4 },
      ],
      ["top_p alone", { top_p: 0.5 }, { top_p: 0.5 }],
      ["temperature alone", { temperature: 1 }, { temperature: 1 }],
    ] as const
  ).map(([name, chat, messages]) => ({
    name,
    model: "claude-sonnet-4-5-20250929",
    chat: { messages: hello, ...chat },
    messages: { max_tokens: 32_000, messages: said, ...messages },
  })),
  {
    name: "beside thinking, sampling that Anthropic refuses there is left out",
    model: "claude-sonnet-4-5-20250929",
    chat: { messages: hello, reasoning_effort: "medium", temperature: 0.2, top_k: 3, top_p: 0.9 },
    messages: { max_tokens: 32_000, messages: said, thinking: { type: "enabled", budget_tokens: 4096 } },
  },
  {
    name: "beside the caller's own thinking, only a top_p that Anthropic takes there stays",
    chat: { messages: hello, thinking: { type: "adaptive" }, temperature: 0.2, top_p: 0.96 },
    messages: { max_tokens: 32_000, messages: said, thinking: { type: "adaptive" }, top_p: 0.96 },
  },
  {
    name: "thinking that is turned off leaves sampling alone",
    chat: { messages: hello, reasoning_effort: "none", temperature: 0.2 },
    messages: { max_tokens: 32_000, messages: said, thinking: { type: "disabled" }, temperature: 0.2 },
  },
  ...(
    [
      ["claude-sonnet-4-5-20250929", {}],
      ["claude-opus-4-6", { output_config: { effort: "medium" } }],
    ] as const
  ).map(([model, effort]) => ({
    name: `a call that is required leaves no room for thinking, ${model}`,
    model,
    chat: {
      messages: hello,
      tools: [{ type: "function", function: { name: "now" } }],
      tool_choice: "required",
      reasoning_effort: "medium",
      temperature: 0.2,
    },
    messages: {
      max_tokens: 32_000,
      messages: said,
      tools: [{ name: "now", input_schema: { type: "object", properties: {} } }],
      tool_choice: { type: "any" },
      temperature: 0.2,
      ...effort,
    },
  })),
  {
    name: "what Anthropic refuses in a schema becomes a part of the description",
    chat: {
      messages: hello,
      response_format: {
        type: "json_schema",
        json_schema: {
          name: "person",
          schema: {
            type: "object",
            properties: {
              minimum: { type: "string", description: "A name.", minLength: 2, format: "uuid" },
              age: { type: ["integer", "null"], minimum: 0, maximum: 150 },
              tags: { type: "array", minItems: 1, maxItems: 3, items: { $ref: "#/$defs/tag" } },
              home: {
                oneOf: [
                  { type: "object", properties: {} },
                  { type: "string", format: "phone" },
                ],
              },
            },
            $defs: { tag: { type: "string", enum: ["maximum"] } },
          },
        },
      },
    },
    messages: {
      max_tokens: 32_000,
      messages: said,
      output_config: {
        format: {
          type: "json_schema",
          schema: {
            type: "object",
            properties: {
              minimum: { type: "string", description: "A name.\n\n{minLength: 2}", format: "uuid" },
              age: { type: ["integer", "null"], description: "{minimum: 0, maximum: 150}" },
              tags: { type: "array", minItems: 1, items: { $ref: "#/$defs/tag" }, description: "{maxItems: 3}" },
              home: {
                anyOf: [
                  { type: "object", properties: {}, additionalProperties: false },
                  { type: "string", description: '{format: "phone"}' },
                ],
              },
            },
            $defs: { tag: { type: "string", enum: ["maximum"] } },
            additionalProperties: false,
          },
        },
      },
    },
  },
  {
    name: "stop sequences, without those of white space only",
    chat: { messages: hello, stop: ["END", "\n"] },
    messages: { max_tokens: 32_000, messages: said, stop_sequences: ["END"] },
  },
  {
    name: "one stop sequence, streamed",
    chat: { messages: hello, stop: "END", stream: true, stream_options: { include_usage: true } },
    messages: { max_tokens: 32_000, messages: said, stop_sequences: ["END"], stream: true },
  },
  {
    name: "effort for a model that decides itself how long to think",
    model: "claude-opus-4-6",
    chat: { messages: hello, reasoning_effort: "high" },
    messages: {
      max_tokens: 32_000,
      messages: said,
      thinking: { type: "adaptive", display: "summarized" },
      output_config: { effort: "high" },
    },
  },
  {
    name: "effort for a model without a version in its name",
    model: "claude-mythos-preview",
    chat: { messages: hello, reasoning_effort: "minimal" },
    messages: {
      max_tokens: 32_000,
      messages: said,
      thinking: { type: "adaptive", display: "summarized" },
      output_config: { effort: "low" },
    },
  },
  {
    name: "effort for a model with a thinking budget",
    model: "claude-sonnet-4-5-20250929",
    chat: { messages: hello, reasoning_effort: "medium" },
    messages: { max_tokens: 32_000, messages: said, thinking: { type: "enabled", budget_tokens: 4096 } },
  },
  {
    name: "effort within the limit",
    model: "claude-3-7-sonnet-20250219",
    chat: { messages: hello, reasoning_effort: "high", max_tokens: 2000 },
    messages: { max_tokens: 2000, messages: said, thinking: { type: "enabled", budget_tokens: 1999 } },
  },
  {
    name: "effort with too few tokens left to think",
    model: "claude-sonnet-4-20250514",
    chat: { messages: hello, reasoning_effort: "high", max_tokens: 1024 },
    messages: { max_tokens: 1024, messages: said },
  },
  {
    name: "no effort",
    chat: { messages: hello, reasoning_effort: "none" },
    messages: { max_tokens: 32_000, messages: said, thinking: { type: "disabled" } },
  },
  {
    name: "Anthropic's own thinking takes precedence over effort",
    chat: { messages: hello, reasoning_effort: "low", thinking: { type: "enabled", budget_tokens: 2048 } },
    messages: { max_tokens: 32_000, messages: said, thinking: { type: "enabled", budget_tokens: 2048 } },
  },
  {
    name: "the user who asks",
    chat: { messages: hello, user: "u1" },
    messages: { max_tokens: 32_000, messages: said, metadata: { user_id: "u1" } },
  },
  {
    name: "hints without an equivalent",
    chat: {
      messages: hello,
      seed: 1,
      frequency_penalty: 0.5,
      presence_penalty: 1,
      store: true,
      metadata: { a: "b" },
      service_tier: "auto",
      verbosity: "low",
    },
    messages: { max_tokens: 32_000, messages: said },
  },
  {
    name: "refused parameters whose values ask for nothing",
    chat: {
      messages: hello,
      n: 1,
      logprobs: false,
      top_logprobs: null,
      logit_bias: {},
      modalities: ["text"],
      audio: null,
    },
    messages: { max_tokens: 32_000, messages: said },
  },
];
