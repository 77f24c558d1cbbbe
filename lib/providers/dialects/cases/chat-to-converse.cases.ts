import {
  CACHE_CASES,
  CLAUDE_LIMIT,
  HI,
  LLAMA,
  NOVA,
  SAID,
  spec,
  weather,
  type ConverseCase,
} from "./chat-to-converse-cache.cases";

const calling = (id: string) => ({
  role: "assistant",
  content: null,
  tool_calls: [{ id, type: "function", function: { name: "weather", arguments: '{"city":"Oslo"}' } }],
});

export const CONVERSE_CASES: readonly ConverseCase[] = [
  { name: "a text", chat: { messages: [HI] }, converse: { messages: SAID, ...CLAUDE_LIMIT } },
  { name: "no maximum for other models", model: NOVA, chat: { messages: [HI] }, converse: { messages: SAID } },
  {
    name: "system messages wherever they stand, and turns of one role together",
    model: NOVA,
    chat: {
      messages: [
        { role: "system", content: "A" },
        HI,
        { role: "developer", content: "B" },
        { role: "user", content: "C" },
      ],
    },
    converse: {
      system: [{ text: "A" }, { text: "B" }],
      messages: [{ role: "user", content: [{ text: "Hi." }, { text: "C" }] }],
    },
  },
  {
    name: "a conversation that the user does not begin, with blanks that Bedrock refuses",
    model: NOVA,
    chat: { messages: [{ role: "assistant", content: "Well " }] },
    converse: {
      messages: [
        { role: "user", content: [{ text: "." }] },
        { role: "assistant", content: [{ text: "Well" }] },
      ],
    },
  },
  {
    name: "a text of white space only",
    model: NOVA,
    chat: { messages: [HI, { role: "assistant", content: " \n" }, HI] },
    converse: { messages: [{ role: "user", content: [{ text: "Hi." }, { text: "Hi." }] }] },
  },
  {
    name: "one call at most, where the model may choose",
    chat: { messages: [HI], tools: [weather], parallel_tool_calls: false },
    converse: {
      messages: SAID,
      ...CLAUDE_LIMIT,
      toolConfig: { tools: [spec] },
      additionalModelRequestFields: { tool_choice: { type: "auto", disable_parallel_tool_use: true } },
    },
  },
  {
    name: "one call at most, where it is required, whose type stands in the request's own choice",
    chat: { messages: [HI], tools: [weather], tool_choice: "required", parallel_tool_calls: false },
    converse: {
      messages: SAID,
      ...CLAUDE_LIMIT,
      toolConfig: { tools: [spec], toolChoice: { any: {} } },
      additionalModelRequestFields: { tool_choice: { disable_parallel_tool_use: true } },
    },
  },
  {
    name: "one call at most without tools, which says nothing",
    chat: { messages: [HI], parallel_tool_calls: false },
    converse: { messages: SAID, ...CLAUDE_LIMIT },
  },
  {
    name: "one call at most, which other models do not take",
    model: NOVA,
    chat: { messages: [HI], tools: [weather], parallel_tool_calls: false },
    converse: { messages: SAID, toolConfig: { tools: [spec] } },
    dropped: ["parallel_tool_calls"],
  },
  {
    name: "one call at most, which an old Claude refuses",
    model: "anthropic.claude-3-haiku-20240307-v1:0",
    chat: { messages: [HI], max_tokens: 7, tools: [weather], parallel_tool_calls: false },
    converse: { messages: SAID, inferenceConfig: { maxTokens: 7 }, toolConfig: { tools: [spec] } },
    dropped: ["parallel_tool_calls"],
  },
  {
    name: "sampling and stops",
    model: NOVA,
    chat: { messages: [HI], temperature: 0.3, top_p: 0.9, max_tokens: 7, stop: ["END", " "] },
    converse: {
      messages: SAID,
      inferenceConfig: { maxTokens: 7, temperature: 0.3, topP: 0.9, stopSequences: ["END"] },
    },
  },
  {
    name: "an image",
    model: NOVA,
    chat: {
      messages: [{ role: "user", content: [{ type: "image_url", image_url: { url: "data:image/png;base64,AA==" } }] }],
    },
    converse: { messages: [{ role: "user", content: [{ image: { format: "png", source: { bytes: "AA==" } } }] }] },
  },
  {
    name: "documents, whose names Bedrock takes few letters of, with a text beside them",
    model: NOVA,
    chat: {
      messages: [
        {
          role: "user",
          content: [
            { type: "file", file: { filename: "Q3: report_final.pdf", file_data: "data:application/pdf;base64,AA==" } },
            { type: "file", file: { filename: "Q3: report_final.pdf", file_data: "data:application/pdf;base64,BB==" } },
          ],
        },
      ],
    },
    converse: {
      messages: [
        {
          role: "user",
          content: [
            { document: { format: "pdf", name: "Q3 report final pdf", source: { bytes: "AA==" } } },
            { document: { format: "pdf", name: "Q3 report final pdf 2", source: { bytes: "BB==" } } },
            { text: "." },
          ],
        },
      ],
    },
  },
  {
    name: "tools, a required call and its result",
    chat: {
      messages: [HI, calling("call_1"), { role: "tool", tool_call_id: "call_1", content: "Sun." }],
      tools: [weather],
      tool_choice: "required",
    },
    converse: {
      messages: [
        ...SAID,
        {
          role: "assistant",
          content: [{ toolUse: { toolUseId: "call_1", name: "weather", input: { city: "Oslo" } } }],
        },
        { role: "user", content: [{ toolResult: { toolUseId: "call_1", content: [{ text: "Sun." }] } }] },
      ],
      toolConfig: { tools: [spec], toolChoice: { any: {} } },
      ...CLAUDE_LIMIT,
    },
  },
  {
    name: "a tool by its name, and the usual choice, which some models refuse to hear",
    model: NOVA,
    chat: { messages: [HI], tools: [weather], tool_choice: { type: "function", function: { name: "weather" } } },
    converse: { messages: SAID, toolConfig: { tools: [spec], toolChoice: { tool: { name: "weather" } } } },
  },
  {
    name: "calls of earlier turns without their tools, which Bedrock refuses, and a result without content",
    model: NOVA,
    chat: { messages: [HI, calling("call/1"), { role: "tool", tool_call_id: "call/1", content: "" }] },
    converse: {
      messages: [
        ...SAID,
        {
          role: "assistant",
          content: [{ toolUse: { toolUseId: "call_1", name: "weather", input: { city: "Oslo" } } }],
        },
        { role: "user", content: [{ toolResult: { toolUseId: "call_1", content: [{ text: "(no output)" }] } }] },
      ],
      toolConfig: {
        tools: [{ toolSpec: { name: "weather", inputSchema: { json: { type: "object", properties: {} } } } }],
      },
    },
  },
  {
    name: "no tools if none may be called",
    model: NOVA,
    chat: { messages: [HI], tools: [weather], tool_choice: "none" },
    converse: { messages: SAID },
  },
  {
    name: "an effort of Claude's",
    model: "us.anthropic.claude-sonnet-4-5-20250929-v1:0",
    chat: { messages: [HI], reasoning_effort: "low", max_tokens: 4096, temperature: 0.2 },
    converse: {
      messages: SAID,
      inferenceConfig: { maxTokens: 4096 },
      additionalModelRequestFields: { thinking: { type: "enabled", budget_tokens: 1024 } },
    },
    dropped: ["temperature"],
  },
  {
    name: "an effort of Nova's",
    model: "us.amazon.nova-2-lite-v1:0",
    chat: { messages: [HI], reasoning_effort: "xhigh" },
    converse: {
      messages: SAID,
      additionalModelRequestFields: { reasoningConfig: { type: "enabled", maxReasoningEffort: "high" } },
    },
  },
  {
    name: "Nova's greatest effort without sampling, which it refuses beside it",
    model: "us.amazon.nova-2-lite-v1:0",
    chat: { messages: [HI], reasoning_effort: "high", temperature: 0.2, top_p: 0.9, top_k: 5 },
    converse: {
      messages: SAID,
      additionalModelRequestFields: { reasoningConfig: { type: "enabled", maxReasoningEffort: "high" } },
    },
    dropped: ["temperature", "top_p", "top_k"],
  },
  {
    name: "Nova's effort below the greatest beside a maximum",
    model: "us.amazon.nova-2-lite-v1:0",
    chat: { messages: [HI], reasoning_effort: "high", max_tokens: 500, temperature: 0.2 },
    converse: {
      messages: SAID,
      inferenceConfig: { maxTokens: 500, temperature: 0.2 },
      additionalModelRequestFields: { reasoningConfig: { type: "enabled", maxReasoningEffort: "medium" } },
    },
  },
  {
    name: "no effort for Nova's first generation, which does not think",
    model: NOVA,
    chat: { messages: [HI], reasoning_effort: "low" },
    converse: { messages: SAID },
    dropped: ["reasoning_effort"],
  },
  {
    name: "an effort of gpt-oss",
    model: "openai.gpt-oss-120b-1:0",
    chat: { messages: [HI], reasoning_effort: "low" },
    converse: { messages: SAID, additionalModelRequestFields: { reasoning_effort: "low" } },
  },
  {
    name: "an effort of a model that has none",
    model: LLAMA,
    chat: { messages: [HI], reasoning_effort: "low" },
    converse: { messages: SAID },
    dropped: ["reasoning_effort"],
  },
  {
    name: "an answer of a schema",
    model: "qwen.qwen3-32b-v1:0",
    chat: {
      messages: [HI],
      response_format: { type: "json_schema", json_schema: { name: "city", schema: { type: "object" } } },
    },
    converse: {
      messages: SAID,
      outputConfig: {
        textFormat: { type: "json_schema", structure: { jsonSchema: { schema: '{"type":"object"}', name: "city" } } },
      },
    },
  },
  ...CACHE_CASES,
];
