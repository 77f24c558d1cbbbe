import type { JsonObject } from "../../json-value";

/** A body of `generateContent`, and what an upstream of each dialect gets, without `model`. */
export interface GoogleCase {
  readonly name: string;
  readonly google: JsonObject;
  readonly chat: JsonObject;
  readonly messages: JsonObject;
  readonly responses: JsonObject;
}

const user = (...parts: JsonObject[]): JsonObject => ({ role: "user", parts });
const contents = [user({ text: "Hello" })];
const hello = { messages: [{ role: "user", content: "Hello" }] };
const said = [{ role: "user", content: [{ type: "text", text: "Hello" }] }];
const toClaude = { max_tokens: 32_000, messages: said };
const item = { type: "message", role: "user", content: [{ type: "input_text", text: "Hello" }] };
const toResponses = { input: [item], store: false };

/** As Google's own schema writes it. */
const GOOGLE_SCHEMA = {
  type: "OBJECT",
  properties: {
    city: { type: "STRING", description: "Where", nullable: true },
    days: { type: "ARRAY", items: { type: "INTEGER", format: "int32" }, minItems: "1", max_items: "7" },
    unit: { type: "STRING", enum: ["c", "f"] },
  },
  required: ["city"],
  propertyOrdering: ["city", "days", "unit"],
};
const SCHEMA = {
  type: "object",
  properties: {
    city: { type: ["string", "null"], description: "Where" },
    days: { type: "array", items: { type: "integer", format: "int32" }, minItems: 1, maxItems: 7 },
    unit: { type: "string", enum: ["c", "f"] },
  },
  required: ["city"],
};
const now = { type: "object", properties: { zone: { type: "string" } } };
const tools = [
  {
    functionDeclarations: [
      { name: "get_weather", description: "The weather.", parameters: GOOGLE_SCHEMA },
      { name: "now", parametersJsonSchema: now },
    ],
  },
];
const chatTools = [
  { type: "function", function: { name: "get_weather", description: "The weather.", parameters: SCHEMA } },
  { type: "function", function: { name: "now", parameters: now } },
];
const claudeTools = [
  { name: "get_weather", description: "The weather.", input_schema: SCHEMA },
  { name: "now", input_schema: now },
];
const responsesTools = [
  { type: "function", name: "get_weather", description: "The weather.", parameters: SCHEMA, strict: false },
  { type: "function", name: "now", parameters: now, strict: false },
];
const PIXEL = "iVBORw0KGgo=";

export const GOOGLE_CASES: readonly GoogleCase[] = [
  { name: "a text", google: { contents }, chat: hello, messages: toClaude, responses: toResponses },
  {
    name: "instructions, all sampling and hints",
    google: {
      systemInstruction: { parts: [{ text: "Be brief." }, { text: "Be kind." }] },
      contents,
      generationConfig: {
        maxOutputTokens: 100,
        temperature: 0.5,
        topK: 5,
        stopSequences: ["END"],
        candidateCount: 1,
        responseModalities: ["TEXT"],
        responseMimeType: "text/plain",
        mediaResolution: "MEDIA_RESOLUTION_LOW",
      },
      safetySettings: [{ category: "HARM_CATEGORY_HARASSMENT", threshold: "BLOCK_NONE" }],
      labels: { team: "a" },
    },
    chat: {
      messages: [{ role: "system", content: "Be brief.\n\nBe kind." }, ...hello.messages],
      max_tokens: 100,
      temperature: 0.5,
      stop: ["END"],
    },
    messages: {
      max_tokens: 100,
      system: [
        { type: "text", text: "Be brief." },
        { type: "text", text: "Be kind." },
      ],
      messages: said,
      temperature: 0.5,
      top_k: 5,
      stop_sequences: ["END"],
    },
    responses: {
      input: [
        {
          type: "message",
          role: "developer",
          content: [
            { type: "input_text", text: "Be brief." },
            { type: "input_text", text: "Be kind." },
          ],
        },
        item,
      ],
      store: false,
      max_output_tokens: 100,
      temperature: 0.5,
    },
  },
  {
    name: "the other spelling of everything",
    google: {
      system_instruction: { parts: [{ text: "Be brief." }] },
      contents: [{ parts: [{ inline_data: { mime_type: "image/png", data: PIXEL } }] }],
      generation_config: { max_output_tokens: 7, stop_sequences: ["END"], response_mime_type: "application/json" },
      tools: [{ function_declarations: [{ name: "now", parameters_json_schema: now }] }],
      tool_config: { function_calling_config: { mode: "any", allowed_function_names: ["now"] } },
    },
    chat: {
      messages: [
        { role: "system", content: "Be brief." },
        {
          role: "user",
          content: [{ type: "image_url", image_url: { url: `data:image/png;base64,${PIXEL}` } }],
        },
      ],
      max_tokens: 7,
      stop: ["END"],
      tools: [chatTools[1]],
      tool_choice: { type: "function", function: { name: "now" } },
      response_format: { type: "json_object" },
    },
    messages: {
      max_tokens: 7,
      system: [
        { type: "text", text: "Be brief." },
        {
          type: "text",
          text: "Answer with one valid JSON object and nothing else: no explanation, no code fence.",
        },
      ],
      messages: [
        {
          role: "user",
          content: [{ type: "image", source: { type: "base64", media_type: "image/png", data: PIXEL } }],
        },
      ],
      stop_sequences: ["END"],
      tools: [claudeTools[1]],
      tool_choice: { type: "tool", name: "now" },
    },
    responses: {
      input: [
        { type: "message", role: "developer", content: [{ type: "input_text", text: "Be brief." }] },
        {
          type: "message",
          role: "user",
          content: [{ type: "input_image", image_url: `data:image/png;base64,${PIXEL}`, detail: "auto" }],
        },
      ],
      store: false,
      max_output_tokens: 16,
      tools: [responsesTools[1]],
      tool_choice: { type: "function", name: "now" },
      text: { format: { type: "json_object" } },
    },
  },
  {
    name: "functions in Google's schema and in JSON's, some of them allowed",
    google: {
      contents,
      tools,
      toolConfig: { functionCallingConfig: { mode: "ANY", allowedFunctionNames: ["get_weather", "now"] } },
    },
    chat: { ...hello, tools: chatTools, tool_choice: "required" },
    messages: { ...toClaude, tools: claudeTools, tool_choice: { type: "any" } },
    responses: { ...toResponses, tools: responsesTools, tool_choice: "required" },
  },
  {
    name: "JSON of Google's schema, streamed, with a level of thinking",
    google: {
      stream: true,
      contents,
      generationConfig: {
        responseMimeType: "application/json",
        responseSchema: { type: "OBJECT", title: "city", properties: { city: { type: "STRING" } } },
        thinkingConfig: { includeThoughts: true, thinkingLevel: "LOW" },
      },
    },
    chat: {
      ...hello,
      stream: true,
      reasoning_effort: "low",
      response_format: {
        type: "json_schema",
        json_schema: {
          name: "city",
          strict: true,
          schema: { type: "object", title: "city", properties: { city: { type: "string" } } },
        },
      },
    },
    messages: {
      ...toClaude,
      stream: true,
      thinking: { type: "adaptive", display: "summarized" },
      output_config: {
        effort: "low",
        format: {
          type: "json_schema",
          schema: {
            type: "object",
            title: "city",
            properties: { city: { type: "string" } },
            additionalProperties: false,
          },
        },
      },
    },
    responses: {
      ...toResponses,
      stream: true,
      reasoning: { effort: "low" },
      text: {
        format: {
          type: "json_schema",
          name: "city",
          strict: true,
          schema: { type: "object", title: "city", properties: { city: { type: "string" } } },
        },
      },
    },
  },
];

/** A thinking budget, and the effort that it becomes; undefined: none is asked for. */
export const BUDGETS: readonly (readonly [budget: number, effort: string | undefined])[] = [
  [-1, undefined],
  [0, undefined],
  [1, "low"],
  [4095, "low"],
  [4096, "medium"],
  [16_383, "medium"],
  [16_384, "high"],
];
