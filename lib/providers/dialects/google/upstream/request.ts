import { geminiThinking } from "../../../families/gemini/thinking";
import { isGeminiSince } from "../../../families/gemini/version";
import type { Target, Writing } from "../../../form/halves";
import type { AnswerFormat, NeutralRequest, Sampling } from "../../../form/request";
import type { JsonObject } from "../../../json-value";
import { writeConversation } from "./conversation";
import { toGoogleSchema } from "./schema";
import { splitSearch } from "../../../form/web-search";
import { writeChoice, writeSearch, writeTools } from "./tools";

/** Until then, no form of the answer may be asked for beside tools. */
const FORMAT_BESIDE_TOOLS_SINCE = 300;

/** Writes a body of `generateContent`. @throws GatewayError invalid_request that names what Google does not take */
export function writeGoogleRequest(request: NeutralRequest, target: Target, writing: Writing): JsonObject {
  const { format, choice, tools } = request;
  const { search, others } = splitSearch(tools);
  const { system, contents } = writeConversation(request.turns, target, writing);
  const isSaid =
    format && tools.length > 0 && !isGeminiSince(target.baseModel ?? target.model, FORMAT_BESIDE_TOOLS_SINCE);
  const instructions = isSaid ? [...system, { text: inWords(format) }] : system;
  const config = {
    ...(request.limit !== undefined && { maxOutputTokens: request.limit }),
    ...((request.count ?? 1) > 1 && { candidateCount: request.count }),
    ...(request.stop.length > 0 && { stopSequences: request.stop }),
    ...writeSampling(request.sampling),
    ...(format && !isSaid && writeFormat(format)),
    ...writeThinking(request, target, writing),
  };
  return {
    ...(instructions.length > 0 && { systemInstruction: { parts: instructions } }),
    contents: contents.length > 0 || instructions.length === 0 ? contents : NOTHING_ASKED,
    ...(search && { tools: [writeSearch(search, others, target)] }),
    ...(others.length > 0 && { tools: writeTools(others), ...(choice && { toolConfig: writeChoice(choice) }) }),
    ...(Object.keys(config).length > 0 && { generationConfig: config }),
  };
}

/** Google refuses conversations of a system message alone. */
const NOTHING_ASKED = [{ role: "user", parts: [{ text: "." }] }];

function writeThinking(request: NeutralRequest, { model, baseModel = model }: Target, { drop }: Writing): JsonObject {
  const thinkingConfig = geminiThinking(request, baseModel, drop);
  return thinkingConfig ? { thinkingConfig } : {};
}

function writeSampling({ temperature, topP, topK, seed, frequencyPenalty, presencePenalty }: Sampling): JsonObject {
  return {
    ...(temperature !== undefined && { temperature }),
    ...(topP !== undefined && { topP }),
    ...(topK !== undefined && { topK }),
    ...(seed !== undefined && { seed }),
    ...(frequencyPenalty !== undefined && { frequencyPenalty }),
    ...(presencePenalty !== undefined && { presencePenalty }),
  };
}

function writeFormat(format: AnswerFormat): JsonObject {
  if (format.kind === "json") return { responseMimeType: "application/json" };
  const schema = toGoogleSchema(format.schema, "response_format");
  return { responseMimeType: "application/json", responseSchema: schema };
}

/** Instructs the model where the request cannot say it. */
function inWords(format: AnswerFormat): string {
  const wanted = "one valid JSON object and nothing else: no explanation, no code fence";
  if (format.kind === "json") return `When you answer without calling a function, answer with ${wanted}.`;
  return `When you answer without calling a function, answer with ${wanted}. It must fit this JSON schema: ${JSON.stringify(format.schema)}`;
}
