import { commandSampling } from "../../../families/command/sampling";
import { commandThinking } from "../../../families/command/thinking";
import type { Target, Writing } from "../../../form/halves";
import { foreignTool, invalid } from "../../../form/parameters";
import type { AnswerFormat, FunctionTool, NeutralRequest, Tool } from "../../../form/request";
import { listAt, type JsonObject } from "../../../json-value";
import { isObject } from "@/lib/is-object";
import { writeMessages } from "./conversation";

/** Writes a body of `/v2/chat`. @throws GatewayError invalid_request that names what cannot be said */
export function writeCohereRequest(
  request: NeutralRequest,
  { model, baseModel = model }: Target,
  writing: Writing,
): JsonObject {
  const { choice, format, limit, stop } = request;
  const tools = toolsOf(request);
  const isStrict = tools.length > 0 && tools.every(isStrictAtCohere);
  if (!isStrict && tools.some((tool) => tool.isStrict)) writing.drop("strict");
  const thinking = commandThinking(request, baseModel, writing.drop);
  if (format && tools.length > 0)
    throw invalid(
      "tools",
      "An answer of a given format cannot be combined with tools at this model: leave one of them out.",
    );
  return {
    model,
    messages: writeMessages(request.turns, writing),
    ...(limit !== undefined && { max_tokens: limit }),
    ...(request.isStreamed && { stream: true }),
    ...(stop.length > 0 && { stop_sequences: stop }),
    ...commandSampling(request.sampling, writing.drop),
    ...(tools.length > 0 && {
      tools: tools.map(writeTool),
      ...(isStrict && { strict_tools: true }),
    }),
    ...(choice && choice.kind !== "auto" && { tool_choice: choice.kind === "none" ? "NONE" : "REQUIRED" }),
    ...(thinking && { thinking }),
    ...(format && { response_format: writeFormat(format) }),
  };
}

/** Cohere cannot be told which tool to call, so the named one is the only one that it gets. */
function toolsOf({ tools, choice }: NeutralRequest): FunctionTool[] {
  const own = tools.map(functionTool);
  return choice?.kind === "named" ? own.filter(({ name }) => name === choice.name) : own;
}

function functionTool(tool: Tool): FunctionTool {
  if (tool.kind === "function") return tool;
  throw foreignTool(tool);
}

/** Cohere refuses `strict_tools` beside a tool that requires no argument (docs.cohere.com/docs/structured-outputs). */
function isStrictAtCohere({ isStrict, parameters }: FunctionTool): boolean {
  return isStrict && isObject(parameters) && listAt(parameters, "required").length > 0;
}

function writeTool({ name, description, parameters }: FunctionTool): JsonObject {
  return {
    type: "function",
    function: {
      name,
      ...(description !== undefined && { description }),
      parameters: parameters ?? { type: "object", properties: {} },
    },
  };
}

function writeFormat(format: AnswerFormat): JsonObject {
  return { type: "json_object", ...(format.kind === "schema" && { json_schema: format.schema }) };
}
