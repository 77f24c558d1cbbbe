import { gptEffort } from "../../../families/gpt/effort";
import { gptSampling } from "../../../families/gpt/sampling";
import type { Target, Writing } from "../../../form/halves";
import { foreignTool } from "../../../form/parameters";
import type { AnswerFormat, NeutralRequest, Sampling, Tool, ToolChoice } from "../../../form/request";
import { refuseDomains, splitSearch, type SearchTool } from "../../../form/web-search";
import type { JsonObject } from "../../../json-value";
import { writeMessages } from "./conversation";

/** Writes a body of `/chat/completions`. @throws GatewayError invalid_request that names what cannot be said */
export function writeChatRequest(request: NeutralRequest, target: Target, writing: Writing): JsonObject {
  const { model, baseModel = model, habits } = target;
  const { choice, format, limit, user, count } = request;
  const { search, others: tools } = splitSearch(request.tools);
  const effort = gptEffort(request);
  const { stop, ...sampling } = gptSampling(request, baseModel, effort, writing.drop);
  return {
    model,
    messages: writeMessages(request.turns, writing),
    ...(limit !== undefined && { [habits?.limitsCompletionTokens ? "max_completion_tokens" : "max_tokens"]: limit }),
    ...(request.isStreamed && {
      stream: true,
      ...(!habits?.reportsUsageUnasked && { stream_options: { include_usage: true } }),
    }),
    ...(count !== undefined && count > 1 && { n: count }),
    ...(stop.length > 0 && { stop }),
    ...writeSampling(sampling),
    ...(tools.length > 0 && {
      tools: tools.map(writeTool),
      ...(choice && { tool_choice: writeChoice(choice) }),
      ...(request.isSingle && { parallel_tool_calls: false }),
    }),
    ...(search && { web_search_options: writeSearch(search, target) }),
    ...(effort !== undefined && { reasoning_effort: effort }),
    ...(format && { response_format: writeFormat(format) }),
    ...(user !== undefined && { user }),
  };
}

function writeSampling({ temperature, topP, seed, frequencyPenalty, presencePenalty }: Sampling): JsonObject {
  return {
    ...(temperature !== undefined && { temperature }),
    ...(topP !== undefined && { top_p: topP }),
    ...(seed !== undefined && { seed }),
    ...(frequencyPenalty !== undefined && { frequency_penalty: frequencyPenalty }),
    ...(presencePenalty !== undefined && { presence_penalty: presencePenalty }),
  };
}

function writeTool(tool: Tool): JsonObject {
  if (tool.kind === "own") {
    if (tool.dialect === "chat") return tool.value;
    throw foreignTool(tool);
  }
  const { name, description, parameters, isStrict } = tool;
  return {
    type: "function",
    function: {
      name,
      ...(description !== undefined && { description }),
      parameters,
      ...(isStrict && { strict: true }),
    },
  };
}

/** Where a model of OpenAI's searches by Chat Completions, its name says so. */
export function searchesInChat({ model, baseModel = model, habits }: Target): boolean {
  return habits?.searches === true || /\bsearch\b/.test(baseModel);
}

function writeSearch(tool: SearchTool, target: Target): JsonObject {
  if (!searchesInChat(target)) throw foreignTool(tool);
  refuseDomains(tool, ["allowed", "blocked"]);
  const { contextSize, location } = tool.search;
  return {
    ...(contextSize !== undefined && { search_context_size: contextSize }),
    ...(location && { user_location: { type: "approximate", approximate: location } }),
  };
}

function writeChoice(choice: ToolChoice): unknown {
  return choice.kind === "named" ? { type: "function", function: { name: choice.name } } : choice.kind;
}

function writeFormat(format: AnswerFormat): JsonObject {
  if (format.kind === "json") return { type: "json_object" };
  return { type: "json_schema", json_schema: { name: format.name ?? "answer", strict: true, schema: format.schema } };
}
