import { isObject } from "@/lib/is-object";
import { readCacheMark, readThinking } from "../../../form/anthropic-members";
import { invalid } from "../../../form/parameters";
import {
  SHARED_MEMBERS,
  type AnswerFormat,
  type NeutralRequest,
  type Tool,
  type ToolChoice,
} from "../../../form/request";
import { readLocation } from "../../../form/web-search";
import { listAt, numberAt, objectAt, textAt, type JsonObject } from "../../../json-value";
import { ownPart } from "./content";
import { readTurns } from "./conversation";

/** Reads a body of `/chat/completions`. @throws GatewayError invalid_request that names the parameter at fault */
export function readChatRequest(body: JsonObject): NeutralRequest {
  const user = body["safety_identifier"] ?? body["user"];
  const tools = listAt(body, "tools").map((tool, index) => readTool(tool, `tools.${index}`));
  const { choice, allowed } = readChoice(tools.length > 0 ? body["tool_choice"] : undefined);
  const { reasoning_effort: effort, stop } = body;
  if (effort !== undefined && effort !== null && typeof effort !== "string")
    throw invalid("reasoning_effort", "reasoning_effort must be a text.");
  return {
    turns: readTurns(body["messages"]),
    tools: [
      ...(allowed ? tools.filter((tool) => tool.kind !== "function" || allowed.has(tool.name)) : tools),
      ...readSearch(body["web_search_options"]),
    ],
    choice,
    isSingle: body["parallel_tool_calls"] === false,
    format: readFormat(body["response_format"]),
    limit: numberAt(body, "max_completion_tokens") ?? numberAt(body, "max_tokens"),
    count: numberAt(body, "n"),
    stop: (Array.isArray(stop) ? stop : [stop]).filter((sequence) => typeof sequence === "string"),
    sampling: {
      temperature: numberAt(body, "temperature"),
      topP: numberAt(body, "top_p"),
      topK: numberAt(body, "top_k"),
      seed: numberAt(body, "seed"),
      frequencyPenalty: numberAt(body, "frequency_penalty"),
      presencePenalty: numberAt(body, "presence_penalty"),
    },
    effort: effort ?? undefined,
    thinking: readThinking(body["thinking"]),
    user: typeof user === "string" ? user : undefined,
    shared: Object.fromEntries(
      SHARED_MEMBERS.filter((name) => body[name] !== undefined && body[name] !== null).map((name) => [
        name,
        body[name],
      ]),
    ),
    cache: readCacheMark(body).cache,
    isStreamed: body["stream"] === true,
  };
}

function readSearch(options: unknown): Tool[] {
  if (!isObject(options)) return [];
  const search = {
    contextSize: textAt(options, "search_context_size"),
    location: readLocation(options["user_location"]),
    allowed: [],
    blocked: [],
    maxUses: undefined,
  };
  const at = "web_search_options";
  return [{ ...ownPart({ ...options, type: at }, at), param: at, search }];
}

function readTool(tool: unknown, path: string): Tool {
  if (!isObject(tool)) throw invalid(`${path}.type`, `${path} must be a tool with a type.`);
  const described = tool["function"];
  if (tool["type"] !== "function" || !isObject(described)) return ownPart(tool, path);
  const name = textAt(described, "name");
  if (name === undefined)
    throw invalid(`${path}.function.name`, `${path}.function.name must be the name of a function.`);
  return {
    kind: "function",
    name,
    description: textAt(described, "description"),
    parameters: isObject(described["parameters"]) ? described["parameters"] : undefined,
    isStrict: described["strict"] === true,
    ...readCacheMark(tool),
  };
}

/** `allowed`: the names of the functions that the model may call; undefined: all. */
function readChoice(choice: unknown): {
  readonly choice: ToolChoice | undefined;
  readonly allowed?: ReadonlySet<unknown>;
} {
  switch (choice) {
    case undefined:
    case null:
      return { choice: undefined };
    case "auto":
    case "none":
    case "required":
      return { choice: { kind: choice } };
  }
  const { mode, tools } = isObject(choice) ? objectAt(choice, "allowed_tools") : {};
  if ((mode === "auto" || mode === "required") && Array.isArray(tools))
    return {
      choice: { kind: mode },
      allowed: new Set(tools.filter(isObject).map((tool) => objectAt(tool, "function")["name"])),
    };
  const named = isObject(choice) ? choice["function"] : undefined;
  const name = isObject(named) ? textAt(named, "name") : undefined;
  if (name === undefined)
    throw invalid(
      "tool_choice",
      'tool_choice must be "auto", "none", "required", {"type":"function","function":{"name":…}} or {"type":"allowed_tools","allowed_tools":{"mode":…,"tools":[…]}}.',
    );
  return { choice: { kind: "named", name } };
}

function readFormat(format: unknown): AnswerFormat | undefined {
  if (format === undefined || format === null) return undefined;
  const type = isObject(format) ? format["type"] : undefined;
  if (type === "text") return undefined;
  if (type === "json_object") return { kind: "json" };
  const described = isObject(format) && type === "json_schema" ? format["json_schema"] : undefined;
  const schema = isObject(described) ? described["schema"] : undefined;
  if (!isObject(described) || !isObject(schema))
    throw invalid(
      "response_format",
      'response_format must be of type "text", "json_object", or "json_schema" with a schema.',
    );
  return { kind: "schema", schema, name: textAt(described, "name") };
}
