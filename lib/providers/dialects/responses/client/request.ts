import { isObject } from "@/lib/is-object";
import { invalid } from "../../../form/parameters";
import type { AnswerFormat, NeutralRequest, Tool, ToolChoice, WebSearch } from "../../../form/request";
import { readDomains, readLocation } from "../../../form/web-search";
import { listAt, numberAt, objectAt, textAt, type JsonObject } from "../../../json-value";
import { joinedName } from "../namespaces";
import { ownPart } from "./content";
import { readTurns } from "./conversation";

/** Reads a body of `/responses`. @throws GatewayError invalid_request that names the parameter at fault */
export function readResponsesRequest(body: JsonObject): NeutralRequest {
  const user = body["safety_identifier"] ?? body["user"];
  const tools = listAt(body, "tools").flatMap((tool, index) => readTools(tool, `tools.${index}`));
  const { choice, allowed } = readChoice(tools.length > 0 ? body["tool_choice"] : undefined);
  return {
    turns: readTurns(body["instructions"], body["input"]),
    tools: allowed ? tools.filter((tool) => tool.kind !== "function" || allowed.has(tool.name)) : tools,
    choice,
    isSingle: body["parallel_tool_calls"] === false,
    format: readFormat(objectAt(body, "text")["format"]),
    limit: numberAt(body, "max_output_tokens"),
    stop: [],
    sampling: {
      temperature: numberAt(body, "temperature"),
      topP: numberAt(body, "top_p"),
      topK: undefined,
      seed: undefined,
      frequencyPenalty: undefined,
      presencePenalty: undefined,
    },
    effort: textAt(objectAt(body, "reasoning"), "effort"),
    thinking: undefined,
    user: typeof user === "string" ? user : undefined,
    cache: undefined,
    isStreamed: body["stream"] === true,
  };
}

/** The tools of a group stand by themselves, with its name in theirs. */
function readTools(tool: unknown, path: string): Tool[] {
  if (!isObject(tool) || tool["type"] !== "namespace") return [readTool(tool, path)];
  const namespace = textAt(tool, "name");
  if (namespace === undefined) throw invalid(`${path}.name`, `${path}.name must be the name of a namespace.`);
  return listAt(tool, "tools").map((inner, index) => {
    const read = readTool(inner, `${path}.tools.${index}`);
    return read.kind === "function" ? { ...read, name: joinedName({ name: read.name, namespace }) } : read;
  });
}

function readTool(tool: unknown, path: string): Tool {
  if (!isObject(tool)) throw invalid(path, `${path} must be a tool with a type.`);
  if (tool["type"] !== "function") return { ...ownPart(tool, path), ...readSearch(tool) };
  const name = textAt(tool, "name");
  if (name === undefined) throw invalid(`${path}.name`, `${path}.name must be the name of a function.`);
  return {
    kind: "function",
    name,
    description: textAt(tool, "description"),
    parameters: isObject(tool["parameters"]) ? tool["parameters"] : undefined,
    isStrict: tool["strict"] === true,
  };
}

function readSearch(tool: JsonObject): { search?: WebSearch } {
  if (!/^web_search(?:_preview)?(?:_\d{4}_\d{2}_\d{2})?$/.test(String(tool["type"]))) return {};
  const filters = objectAt(tool, "filters");
  const search = {
    contextSize: textAt(tool, "search_context_size"),
    location: readLocation(tool["user_location"]),
    allowed: readDomains(filters["allowed_domains"]),
    blocked: readDomains(filters["blocked_domains"]),
    maxUses: undefined,
  };
  return { search };
}

/** `allowed`: the names of the tools that the model may call; undefined: all. */
function readChoice(choice: unknown): {
  readonly choice: ToolChoice | undefined;
  readonly allowed?: ReadonlySet<unknown>;
} {
  if (choice === undefined || choice === null) return { choice: undefined };
  if (choice === "auto" || choice === "none" || choice === "required") return { choice: { kind: choice } };
  const { type, name, mode, tools } = isObject(choice) ? choice : {};
  if (type === "function" && typeof name === "string") return { choice: { kind: "named", name } };
  if (type === "allowed_tools" && (mode === "auto" || mode === "required") && Array.isArray(tools)) {
    const names = tools.filter(isObject).map((tool) => calledName(tool));
    return { choice: { kind: mode }, allowed: new Set(names) };
  }
  throw invalid(
    "tool_choice",
    'tool_choice must be "auto", "none", "required", {"type":"function","name":…} or {"type":"allowed_tools","mode":…,"tools":[…]}.',
  );
}

function calledName(tool: JsonObject): string | undefined {
  const [name, namespace] = [textAt(tool, "name"), textAt(tool, "namespace")];
  return name === undefined || namespace === undefined ? name : joinedName({ name, namespace });
}

function readFormat(format: unknown): AnswerFormat | undefined {
  if (format === undefined || format === null) return undefined;
  const { type, schema, name } = isObject(format) ? format : {};
  if (type === "text") return undefined;
  if (type === "json_object") return { kind: "json" };
  if (type === "json_schema" && isObject(schema))
    return { kind: "schema", schema, name: typeof name === "string" ? name : undefined };
  throw invalid("text.format", 'text.format must be of type "text", "json_object", or "json_schema" with a schema.');
}
