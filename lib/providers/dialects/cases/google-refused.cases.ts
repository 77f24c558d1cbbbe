import type { JsonObject } from "../../json-value";

const user = (...parts: JsonObject[]): JsonObject => ({ role: "user", parts });
const contents = [user({ text: "Hello" })];
const tools = [{ functionDeclarations: [{ name: "now" }] }];

/** What no other provider's model can do, and the member that the refusal names. */
export const REFUSED_BY_ALL: readonly (readonly [google: JsonObject, param: string])[] = [
  [{ contents, tools: [{ urlContext: {} }] }, "tools.0.urlContext"],
  [{ contents, tools: [{ code_execution: {} }] }, "tools.0.codeExecution"],
  [{ contents, cachedContent: "cachedContents/1" }, "cachedContent"],
  [{ contents, generationConfig: { responseModalities: ["IMAGE"] } }, "generationConfig.responseModalities"],
  [{ contents, generationConfig: { responseLogprobs: true } }, "generationConfig.responseLogprobs"],
  [{ contents, generationConfig: { responseMimeType: "text/x.enum" } }, "generationConfig.responseMimeType"],
  [{ contents, generationConfig: { responseSchema: { type: "OBJECT" } } }, "generationConfig.responseMimeType"],
  [{ contents, generationConfig: { maxTokens: 5 } }, "generationConfig.maxTokens"],
  [
    { contents, generationConfig: { maxOutputTokens: 5, max_output_tokens: 50_000 } },
    "generationConfig.maxOutputTokens",
  ],
  [{ contents, generationConfig: {}, generation_config: {} }, "generationConfig"],
  [{ contents, messages: [] }, "messages"],
  [{ contents: "Hello" }, "contents"],
  [{ contents: [{ role: "assistant", parts: [] }] }, "contents.0.role"],
  [{ contents: [user({ executableCode: { code: "1" } })] }, "contents.0.parts.0.executableCode"],
  [{ contents: [user({ inlineData: { mimeType: "video/mp4", data: "AA==" } })] }, "contents.0.parts.0.inlineData"],
  [{ contents: [user({ inlineData: { data: "AA==" } })] }, "contents.0.parts.0.inlineData.mimeType"],
  [
    { contents: [user({ fileData: { mimeType: "image/png", fileUri: "gs://bucket/a.png" } })] },
    "contents.0.parts.0.fileData",
  ],
  [{ contents: [user({ functionResponse: { name: "f", response: {} } })] }, "contents.0.parts.0.functionResponse.name"],
  [
    { contents, systemInstruction: { parts: [{ inlineData: { mimeType: "image/png", data: "AA==" } }] } },
    "systemInstruction.parts.0",
  ],
  [
    { contents, tools, toolConfig: { functionCallingConfig: { mode: "SOMETIMES" } } },
    "toolConfig.functionCallingConfig.mode",
  ],
];
