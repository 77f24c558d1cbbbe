import type { JsonObject } from "../../json-value";
import type { CLIENTS } from "../halves";

/** A body without `model` of one of the clients' dialects, and what Google's upstreams get of it. */
export interface ToGoogleCase {
  readonly name: string;
  readonly from: Exclude<keyof typeof CLIENTS, "google">;
  readonly body: JsonObject;
  readonly google: JsonObject;
  /** Absent: `gemini-2.5-flash`. */
  readonly model?: string;
  readonly provider?: string;
  readonly dropped?: readonly string[];
}

const hello = [{ role: "user", content: "Hello" }];
const said = { role: "user", parts: [{ text: "Hello" }] };
const schema = { type: "object", properties: { city: { type: "string" } }, additionalProperties: false };
const googleSchema = { type: "OBJECT", properties: { city: { type: "STRING" } } };
const weather = {
  type: "function",
  function: { name: "get_weather", description: "The weather.", parameters: schema },
};
const declared = { name: "get_weather", description: "The weather.", parameters: googleSchema };
const tools = [{ functionDeclarations: [declared] }];

/** Parameters. */
export const TO_GOOGLE: readonly ToGoogleCase[] = [
  { name: "a question", from: "chat", body: { messages: hello }, google: { contents: [said] } },
  {
    name: "every parameter that Google has",
    from: "chat",
    body: {
      messages: hello,
      max_tokens: 7,
      stop: ["x", "y"],
      temperature: 0.5,
      top_p: 0.9,
      top_k: 3,
      seed: 1,
      frequency_penalty: 0.1,
      presence_penalty: 0.2,
      stream: true,
      user: "u",
      parallel_tool_calls: false,
    },
    google: {
      contents: [said],
      generationConfig: {
        maxOutputTokens: 7,
        stopSequences: ["x", "y"],
        temperature: 0.5,
        topP: 0.9,
        topK: 3,
        seed: 1,
        frequencyPenalty: 0.1,
        presencePenalty: 0.2,
      },
    },
    dropped: ["user", "parallel_tool_calls"],
  },
  {
    name: "system and developer messages, wherever they are",
    from: "chat",
    body: {
      messages: [{ role: "system", content: "Be brief." }, ...hello, { role: "developer", content: "Be kind." }],
    },
    google: { systemInstruction: { parts: [{ text: "Be brief." }, { text: "Be kind." }] }, contents: [said] },
  },
  {
    name: "a system message alone",
    from: "chat",
    body: { messages: [{ role: "system", content: "Greet." }] },
    google: {
      systemInstruction: { parts: [{ text: "Greet." }] },
      contents: [{ role: "user", parts: [{ text: "." }] }],
    },
  },
  {
    name: "Anthropic's parameters",
    from: "messages",
    body: {
      system: "Be brief.",
      messages: hello,
      max_tokens: 9000,
      stop_sequences: ["x"],
      thinking: { type: "enabled", budget_tokens: 2048 },
      metadata: { user_id: "u" },
    },
    google: {
      systemInstruction: { parts: [{ text: "Be brief." }] },
      contents: [said],
      generationConfig: {
        maxOutputTokens: 9000,
        stopSequences: ["x"],
        thinkingConfig: { thinkingBudget: 2048, includeThoughts: true },
      },
    },
    dropped: ["metadata"],
  },
  {
    name: "a response's parameters",
    from: "responses",
    body: { instructions: "Be brief.", input: "Hello", max_output_tokens: 99, reasoning: { effort: "low" } },
    model: "gemini-3-flash-preview",
    google: {
      systemInstruction: { parts: [{ text: "Be brief." }] },
      contents: [said],
      generationConfig: { maxOutputTokens: 99, thinkingConfig: { thinkingLevel: "low", includeThoughts: true } },
    },
  },
  {
    name: "an effort of a model that does not think",
    from: "chat",
    model: "gemini-2.0-flash",
    body: { messages: hello, reasoning_effort: "high" },
    google: { contents: [said] },
    dropped: ["reasoning_effort"],
  },
  {
    name: "any JSON",
    from: "chat",
    body: { messages: hello, response_format: { type: "json_object" } },
    google: { contents: [said], generationConfig: { responseMimeType: "application/json" } },
  },
  {
    name: "JSON by a schema",
    from: "chat",
    body: { messages: hello, response_format: { type: "json_schema", json_schema: { name: "a", schema } } },
    google: {
      contents: [said],
      generationConfig: { responseMimeType: "application/json", responseSchema: googleSchema },
    },
  },
  {
    name: "JSON by a schema beside tools, which models before Gemini 3 refuse",
    from: "chat",
    body: {
      messages: hello,
      tools: [weather],
      response_format: { type: "json_schema", json_schema: { name: "a", schema } },
    },
    google: {
      systemInstruction: {
        parts: [
          {
            text: `When you answer without calling a function, answer with one valid JSON object and nothing else: no explanation, no code fence. It must fit this JSON schema: ${JSON.stringify(schema)}`,
          },
        ],
      },
      contents: [said],
      tools,
    },
  },
  {
    name: "JSON beside tools from Gemini 3 on",
    from: "chat",
    model: "gemini-3-flash-preview",
    body: { messages: hello, tools: [weather], response_format: { type: "json_object" } },
    google: { contents: [said], tools, generationConfig: { responseMimeType: "application/json" } },
  },
  ...(["auto", "none", "required"] as const).map((choice) => ({
    name: `tools, of which the model may choose: ${choice}`,
    from: "chat" as const,
    body: { messages: hello, tools: [weather], tool_choice: choice },
    google: {
      contents: [said],
      tools,
      toolConfig: { functionCallingConfig: { mode: { auto: "AUTO", none: "NONE", required: "ANY" }[choice] } },
    },
  })),
  {
    name: "a tool that must be called, and tools without arguments",
    from: "messages",
    body: {
      messages: hello,
      max_tokens: 5,
      tools: [
        { name: "now", input_schema: { type: "object", properties: {} } },
        { name: "get_weather", description: "The weather.", input_schema: schema },
      ],
      tool_choice: { type: "tool", name: "now" },
    },
    google: {
      contents: [said],
      tools: [{ functionDeclarations: [{ name: "now" }, declared] }],
      toolConfig: { functionCallingConfig: { mode: "ANY", allowedFunctionNames: ["now"] } },
      generationConfig: { maxOutputTokens: 5 },
    },
  },
];
