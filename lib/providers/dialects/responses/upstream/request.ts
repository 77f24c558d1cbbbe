import { gptEffort } from "../../../families/gpt/effort";
import { gptReasoning } from "../../../families/gpt/reasoning";
import { gptSampling } from "../../../families/gpt/sampling";
import type { Target, Writing } from "../../../form/halves";
import { foreignTool } from "../../../form/parameters";
import type { AnswerFormat, NeutralRequest, Tool, ToolChoice } from "../../../form/request";
import { isSearch, refuseDomains, type SearchTool } from "../../../form/web-search";
import type { JsonObject } from "../../../json-value";
import { writeItems } from "./conversation";

/** The smallest maximum that OpenAI takes here. */
const SMALLEST_LIMIT = 16;

/** Writes a body of `/responses`. @throws GatewayError invalid_request that names what cannot be said */
export function writeResponsesRequest(
  request: NeutralRequest,
  { model, baseModel = model }: Target,
  writing: Writing,
): JsonObject {
  const { tools, choice, format, limit, user, shared = {} } = request;
  const { verbosity, ...others } = shared;
  const effort = gptEffort(request);
  const { temperature, topP } = gptSampling({ ...request, stop: [] }, baseModel, effort, writing.drop);
  const include = [
    // Models that do not think refuse to be asked for it.
    ...(gptReasoning(baseModel) === "never" ? [] : ["reasoning.encrypted_content"]),
    ...(tools.some(isSearch) ? ["web_search_call.action.sources"] : []),
  ];
  return {
    model,
    input: writeItems(request.turns, writing),
    // Whoever speaks another dialect cannot continue a response, so nothing is to be kept.
    store: false,
    ...(limit !== undefined && { max_output_tokens: Math.max(limit, SMALLEST_LIMIT) }),
    ...(request.isStreamed && { stream: true }),
    ...(temperature !== undefined && { temperature }),
    ...(topP !== undefined && { top_p: topP }),
    ...(tools.length > 0 && {
      tools: tools.map(writeTool),
      ...(choice && { tool_choice: writeChoice(choice) }),
      ...(request.isSingle && { parallel_tool_calls: false }),
    }),
    ...((format || verbosity !== undefined) && {
      text: { ...(format && { format: writeFormat(format) }), ...(verbosity !== undefined && { verbosity }) },
    }),
    ...(include.length > 0 && { include }),
    ...others,
    ...(effort !== undefined && { reasoning: { effort } }),
    ...(user !== undefined && { user }),
  };
}

function writeTool(tool: Tool): JsonObject {
  if (tool.kind === "own") {
    if (tool.dialect === "responses") return tool.value;
    if (isSearch(tool)) return writeSearch(tool);
    throw foreignTool(tool);
  }
  const { name, description, parameters, isStrict } = tool;
  return {
    type: "function",
    name,
    ...(description !== undefined && { description }),
    parameters: parameters ?? { type: "object", properties: {} },
    // OpenAI takes a tool here for strict unless it says otherwise.
    strict: isStrict,
  };
}

function writeSearch(tool: SearchTool): JsonObject {
  refuseDomains(tool, ["blocked"]);
  const { contextSize, location, allowed } = tool.search;
  return {
    type: "web_search",
    ...(contextSize !== undefined && { search_context_size: contextSize }),
    ...(location && { user_location: { type: "approximate", ...location } }),
    ...(allowed.length > 0 && { filters: { allowed_domains: allowed } }),
  };
}

function writeChoice(choice: ToolChoice): unknown {
  return choice.kind === "named" ? { type: "function", name: choice.name } : choice.kind;
}

function writeFormat(format: AnswerFormat): JsonObject {
  if (format.kind === "json") return { type: "json_object" };
  return { type: "json_schema", name: format.name ?? "answer", strict: true, schema: format.schema };
}
