import { isObject } from "@/lib/is-object";
import { toAnswerSchema } from "../../../families/claude/answer-schema";
import { defaultMaxTokens } from "../../../families/claude/limit";
import type { Target, Writing } from "../../../form/halves";
import { foreignTool } from "../../../form/parameters";
import type { AnswerFormat, NeutralRequest, Tool, ToolChoice } from "../../../form/request";
import type { JsonObject } from "../../../json-value";
import { BlockWriter, calledTool } from "./content";
import { writeConversation, type ConverseMessage } from "./conversation";
import { bedrockFamily, modelFields, takenContent, type BedrockFamily } from "./fields";

/** Instructs the model if any JSON is asked for: Converse's own form needs a schema. */
const ANSWER_IN_JSON = "Answer with one valid JSON object and nothing else: no explanation, no code fence.";

/** Writes a body of Converse. @throws GatewayError invalid_request that names what Bedrock does not take */
export function writeConverseRequest(request: NeutralRequest, target: Target, writing: Writing): JsonObject {
  const { baseModel: model = target.model } = target;
  const family = bedrockFamily(model);
  const writer = new BlockWriter(writing, takenContent(family, model));
  const { system, messages } = writeConversation(request.turns, writer);
  const { format, choice, cache } = request;
  if (cache) messages.at(-1)?.content.push(...writer.mark({ cache }));
  const instructions = format?.kind === "json" ? [...system, { text: ANSWER_IN_JSON }] : system;
  const tools = choice?.kind === "none" ? [] : request.tools.flatMap((tool) => writeTool(tool, family, writer));
  const isForced = tools.length > 0 && (choice?.kind === "required" || choice?.kind === "named");
  const limit = request.limit ?? (family === "claude" ? defaultMaxTokens(model) : undefined);
  const asked = { family, model, limit: limit ?? Infinity, isForced };
  const { temperature, topP, more } = modelFields(request, asked, writing.drop);
  const fields = { ...more, ...(request.isSingle && tools.length > 0 && singleCall(asked, writing.drop)) };
  const stop = request.stop.filter((sequence) => sequence.trim() !== "");
  const inference = {
    ...(limit !== undefined && { maxTokens: limit }),
    ...(temperature !== undefined && { temperature }),
    ...(topP !== undefined && { topP }),
    ...(stop.length > 0 && { stopSequences: stop }),
  };
  const toolConfig = writeToolConfig(tools, choice, messages);
  return {
    messages,
    ...(instructions.length > 0 && { system: instructions }),
    ...(Object.keys(inference).length > 0 && { inferenceConfig: inference }),
    ...(toolConfig && { toolConfig }),
    ...(format?.kind === "schema" && { outputConfig: { textFormat: writeFormat(format, family) } }),
    ...(Object.keys(fields).length > 0 && { additionalModelRequestFields: fields }),
  };
}

const NO_PARAMETERS = { type: "object", properties: {} };

function writeTool(tool: Tool, family: BedrockFamily, writer: BlockWriter): JsonObject[] {
  if (tool.kind === "own") throw foreignTool(tool);
  const { name, description, parameters, isStrict } = tool;
  const schema = isObject(parameters) ? { type: "object", ...parameters } : NO_PARAMETERS;
  const isOfClaude = isStrict && family === "claude";
  if (isStrict && !isOfClaude) writer.writing.drop("strict");
  const toolSpec = {
    name,
    // Bedrock refuses an empty one.
    ...(description !== undefined && description !== "" && { description }),
    inputSchema: { json: isOfClaude ? toAnswerSchema(schema) : schema },
    ...(isOfClaude && { strict: true }),
  };
  return [{ toolSpec }, ...writer.toolMark(tool)];
}

/** Undefined: there are no tools. Bedrock refuses a conversation with calls in it without them. */
function writeToolConfig(
  tools: readonly JsonObject[],
  choice: ToolChoice | undefined,
  messages: readonly ConverseMessage[],
): JsonObject | undefined {
  if (tools.length > 0) {
    const written = choice && writeChoice(choice);
    return { tools, ...(written && { toolChoice: written }) };
  }
  const called = messages.flatMap(({ content }) => content.flatMap((block) => calledTool(block) ?? []));
  if (called.length === 0) return undefined;
  const known = [...new Set(called)];
  return { tools: known.map((name) => ({ toolSpec: { name, inputSchema: { json: NO_PARAMETERS } } })) };
}

/** Undefined: the model decides, as it does unasked. Some models refuse even that to be said. */
function writeChoice(choice: ToolChoice): JsonObject | undefined {
  if (choice.kind === "named") return { tool: { name: choice.name } };
  return choice.kind === "required" ? { any: {} } : undefined;
}

/**
 * At most one call in an answer, which only Claude takes, from version 4 on (docs.aws.amazon.com/bedrock, "Tool use").
 * Bedrock refuses a `type` where the request has a choice of its own, and its absence where it has none.
 */
function singleCall(
  { family, model, isForced }: { readonly family: BedrockFamily; readonly model: string; readonly isForced: boolean },
  drop: Writing["drop"],
): JsonObject {
  if (family !== "claude" || /claude-(?:3|v2|instant)/.test(model)) {
    drop("isSingle");
    return {};
  }
  return { tool_choice: { ...(!isForced && { type: "auto" }), disable_parallel_tool_use: true } };
}

function writeFormat({ schema, name }: Extract<AnswerFormat, { kind: "schema" }>, family: BedrockFamily): JsonObject {
  const taken = family === "claude" ? toAnswerSchema(schema) : schema;
  const jsonSchema = { schema: JSON.stringify(taken), ...(name !== undefined && { name }) };
  return { type: "json_schema", structure: { jsonSchema } };
}
