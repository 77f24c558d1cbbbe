import { toAnswerSchema } from "../../../families/claude/answer-schema";
import { defaultMaxTokens } from "../../../families/claude/limit";
import { claudeSampling } from "../../../families/claude/sampling";
import { claudeThinking, isThinking } from "../../../families/claude/thinking";
import type { Target, Writing } from "../../../form/halves";
import { foreignTool } from "../../../form/parameters";
import type { AnswerFormat, NeutralRequest, Tool, ToolChoice, Turn } from "../../../form/request";
import { isObject } from "@/lib/is-object";
import { textAt, type JsonObject } from "../../../json-value";
import { writeSearchTool } from "../search";
import { cacheControl, writeBlocks } from "./content";

/** Instructs the model if any JSON is asked for: Anthropic's own form needs a schema. */
const ANSWER_IN_JSON = "Answer with one valid JSON object and nothing else: no explanation, no code fence.";

/** Writes a body of `/messages`. @throws GatewayError invalid_request that names what Anthropic does not take */
export function writeMessagesRequest(
  request: NeutralRequest,
  { model, baseModel = model }: Target,
  writing: Writing,
): JsonObject {
  const { format, choice, cache, user } = request;
  const { system, messages } = writeConversation(request.turns, writing);
  const instructions = format?.kind === "json" ? [...system, { type: "text", text: ANSWER_IN_JSON }] : system;
  const maxTokens = request.limit ?? defaultMaxTokens(baseModel);
  const tools = request.tools.map(writeTool);
  const isForced = tools.length > 0 && (choice?.kind === "required" || choice?.kind === "named");
  const { thinking, effort } = claudeThinking(request, baseModel, maxTokens, isForced, writing.drop);
  const output = outputConfig(effort, format);
  const { temperature, topP, topK } = claudeSampling(request.sampling, baseModel, isThinking(thinking), writing.drop);
  // Anthropic refuses sequences of white space only.
  const stop = request.stop.filter((sequence) => sequence.trim() !== "");
  return {
    model,
    max_tokens: maxTokens,
    ...(instructions.length > 0 && { system: instructions }),
    messages,
    ...(request.isStreamed && { stream: true }),
    ...(stop.length > 0 && { stop_sequences: stop }),
    ...(temperature !== undefined && { temperature }),
    ...(topP !== undefined && { top_p: topP }),
    ...(topK !== undefined && { top_k: topK }),
    ...(tools.length > 0 && { tools, ...writeChoice(choice, request.isSingle) }),
    ...(thinking && { thinking }),
    ...(Object.keys(output).length > 0 && { output_config: output }),
    ...(user !== undefined && { metadata: { user_id: user } }),
    ...(cache && { cache_control: cache }),
  };
}

interface Message {
  readonly role: "user" | "assistant";
  readonly content: JsonObject[];
}

/**
 * Older models accept no system messages between the turns, so all come first. All results of one turn's calls must be
 * together in the next turn (platform.claude.com, "Parallel tool use"), so adjacent turns of one role become one.
 */
function writeConversation(
  turns: readonly Turn[],
  writing: Writing,
): { readonly system: readonly JsonObject[]; readonly messages: readonly Message[] } {
  const system: JsonObject[] = [];
  const messages: Message[] = [];
  for (const { role, parts } of turns) {
    const blocks = writeBlocks(parts, writing);
    if (blocks.length === 0) continue;
    const last = messages.at(-1);
    if (role === "system") system.push(...blocks);
    else if (last?.role === role) last.content.push(...blocks);
    else messages.push({ role, content: blocks });
  }
  if (messages.length > 0 || system.length > 0) beginWithUser(messages);
  trimPrefill(messages);
  return { system, messages };
}

/** Anthropic refuses conversations that the user does not begin, and those of a system message alone. */
function beginWithUser(messages: Message[]): void {
  if (messages[0]?.role !== "user") messages.unshift({ role: "user", content: [{ type: "text", text: "." }] });
}

/** Anthropic refuses white space at the end of the answer that the model is to continue. */
function trimPrefill(messages: Message[]): void {
  const last = messages.at(-1);
  if (last?.role !== "assistant") return;
  for (let block = last.content.at(-1); block?.["type"] === "text"; block = last.content.at(-1)) {
    const text = textAt(block, "text")?.trimEnd() ?? "";
    last.content.pop();
    if (text === "") continue;
    last.content.push({ ...block, text });
    return;
  }
  if (last.content.length === 0) messages.pop();
}

/** The schema for a function without parameters: Anthropic requires one. */
const NO_PARAMETERS = { type: "object", properties: {} };

function writeTool(tool: Tool): JsonObject {
  if (tool.kind === "own") {
    if (tool.dialect === "messages") return tool.value;
    if (tool.search) return writeSearchTool(tool.search);
    throw foreignTool(tool);
  }
  const { name, description, parameters, isStrict } = tool;
  const schema = isObject(parameters) ? { type: "object", ...parameters } : NO_PARAMETERS;
  return {
    name,
    ...(description !== undefined && { description }),
    input_schema: isStrict ? toAnswerSchema(schema) : schema,
    ...(isStrict && { strict: true }),
    ...cacheControl(tool),
  };
}

function writeChoice(choice: ToolChoice | undefined, isSingle: boolean): { tool_choice?: JsonObject } {
  const written = choice && choiceOf(choice);
  if (isSingle && choice?.kind !== "none")
    return { tool_choice: { type: "auto", ...written, disable_parallel_tool_use: true } };
  return written ? { tool_choice: written } : {};
}

function choiceOf(choice: ToolChoice): JsonObject {
  if (choice.kind === "named") return { type: "tool", name: choice.name };
  return { type: choice.kind === "required" ? "any" : choice.kind };
}

function outputConfig(effort: string | undefined, format: AnswerFormat | undefined): JsonObject {
  return {
    ...(effort !== undefined && { effort }),
    ...(format?.kind === "schema" && { format: { type: "json_schema", schema: toAnswerSchema(format.schema) } }),
  };
}
