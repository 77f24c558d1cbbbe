import { GatewayError } from "@/lib/errors";
import { isObject } from "@/lib/is-object";
import { readCacheMark, readThinking } from "../../../form/anthropic-members";
import { invalid } from "../../../form/parameters";
import type { AnswerFormat, NeutralRequest, Part, Tool, ToolChoice, Turn } from "../../../form/request";
import { listAt, numberAt, objectAt, textAt, type JsonObject } from "../../../json-value";
import { readSearchTool } from "../search";
import { ownPart, readBlocks } from "./content";

/** Reads a body of `/messages`. @throws GatewayError invalid_request that names the parameter at fault */
export function readMessagesRequest(body: JsonObject): NeutralRequest {
  checkThread(body);
  const limit = numberAt(body, "max_tokens");
  // Anthropic's API requires a limit, so its callers expect a refusal without one.
  if (limit === undefined) throw invalid("max_tokens", "max_tokens must be a number.");
  const tools = listAt(body, "tools").map((tool, index) => readTool(tool, `tools.${index}`));
  const choice = objectAt(body, "tool_choice");
  return {
    turns: readTurns(body),
    tools,
    choice: tools.length > 0 && isObject(body["tool_choice"]) ? readChoice(choice) : undefined,
    isSingle: choice["disable_parallel_tool_use"] === true,
    format: readFormat(body),
    limit,
    stop: listAt(body, "stop_sequences").filter((sequence) => typeof sequence === "string"),
    sampling: {
      temperature: numberAt(body, "temperature"),
      topP: numberAt(body, "top_p"),
      topK: numberAt(body, "top_k"),
      seed: undefined,
      frequencyPenalty: undefined,
      presencePenalty: undefined,
    },
    effort: textAt(objectAt(body, "output_config"), "effort"),
    thinking: readThinking(body["thinking"]),
    user: undefined,
    cache: readCacheMark(body).cache,
    isStreamed: body["stream"] === true,
  };
}

/**
 * Callers who continue a thread send only what is new, and only Anthropic keeps the rest. Its clients replay the whole
 * conversation upon this `error_code`. @throws GatewayError not_found
 */
export function checkThread(body: JsonObject): void {
  if (objectAt(body, "thread")["type"] !== "continue") return;
  throw new GatewayError(
    "not_found",
    'This model keeps no threads: send the whole conversation with "thread": {"type": "create"}, or without "thread".',
    { param: "thread", details: { error_code: "thread_not_found" } },
  );
}

function readTurns({ system, messages }: JsonObject): Turn[] {
  if (!Array.isArray(messages)) throw invalid("messages", '"messages" must be a list of messages.');
  return [
    ...(system === undefined || system === null ? [] : [systemTurn(system, "system")]),
    ...messages.map((message: unknown, index): Turn => {
      const path = `messages.${index}`;
      if (!isObject(message)) throw invalid(path, `${path} must be a message.`);
      const { role, content } = message;
      if (role === "system") return systemTurn(content, `${path}.content`);
      if (role !== "user" && role !== "assistant")
        throw invalid(`${path}.role`, `${path}.role must be user, assistant or system.`);
      return { role, parts: readBlocks(content, `${path}.content`) };
    }),
  ];
}

function systemTurn(content: unknown, path: string): Turn {
  const parts: Part[] = readBlocks(content, path);
  const other = parts.findIndex(({ kind }) => kind !== "text");
  if (other !== -1) throw invalid(`${path}.${other}`, `${path}.${other}: a system prompt may only contain text.`);
  return { role: "system", parts };
}

function readTool(tool: unknown, path: string): Tool {
  if (!isObject(tool)) throw invalid(`${path}.type`, `${path} must be a tool.`);
  if ((tool["type"] ?? "custom") !== "custom") {
    const search = readSearchTool(tool);
    return { ...ownPart(tool, path), ...(search && { search }) };
  }
  const name = textAt(tool, "name");
  if (name === undefined) throw invalid(`${path}.name`, `${path}.name must be the name of a tool.`);
  return {
    kind: "function",
    name,
    description: textAt(tool, "description"),
    parameters: tool["input_schema"],
    isStrict: tool["strict"] === true,
    ...readCacheMark(tool),
  };
}

function readChoice(choice: JsonObject): ToolChoice {
  switch (choice["type"]) {
    case "auto":
    case "none":
      return { kind: choice["type"] };
    case "any":
      return { kind: "required" };
    case "tool":
      return { kind: "named", name: textAt(choice, "name") ?? "" };
    default:
      throw invalid("tool_choice.type", "tool_choice.type must be auto, any, tool or none.");
  }
}

/** The beta called it `output_format`. */
function readFormat(body: JsonObject): AnswerFormat | undefined {
  const format = objectAt(body, "output_config")["format"] ?? body["output_format"];
  if (format === undefined || format === null) return undefined;
  if (!isObject(format) || format["type"] !== "json_schema" || !isObject(format["schema"]))
    throw invalid("output_config.format", 'output_config.format must be of type "json_schema", with a schema.');
  return { kind: "schema", schema: format["schema"], name: undefined };
}
