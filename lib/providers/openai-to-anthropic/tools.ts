import { listAt, textAt, type JsonObject } from "../json-value";
import { isObject } from "@/lib/is-object";
import { toAnswerSchema } from "./answer-schema";
import { cacheControl } from "./content";
import { invalid } from "./parameters";

/** Translates `tools`, `tool_choice` and `parallel_tool_calls` to Anthropic's. @throws GatewayError invalid_request */
export function toTools(body: JsonObject): { tools?: JsonObject[]; tool_choice?: JsonObject } {
  const tools = listAt(body, "tools").map((tool, index) => toTool(tool, `tools.${index}`));
  if (tools.length === 0) return {};
  const choice = toChoice(body["tool_choice"]);
  const isSingle = body["parallel_tool_calls"] === false && choice?.["type"] !== "none";
  return {
    tools,
    ...(isSingle
      ? { tool_choice: { type: "auto", ...choice, disable_parallel_tool_use: true } }
      : choice && { tool_choice: choice }),
  };
}

/** The schema for a function without parameters: Anthropic requires one. */
const NO_PARAMETERS = { type: "object", properties: {} };

function toTool(tool: unknown, path: string): JsonObject {
  const described = isObject(tool) ? tool["function"] : undefined;
  if (!isObject(tool) || tool["type"] !== "function" || !isObject(described)) {
    throw invalid(`${path}.type`, `${path}: only tools of type "function" can be used with this model.`);
  }
  const name = textAt(described, "name");
  if (name === undefined)
    throw invalid(`${path}.function.name`, `${path}.function.name must be the name of a function.`);
  const description = textAt(described, "description");
  const isStrict = described["strict"] === true;
  const schema = isObject(described["parameters"]) ? { type: "object", ...described["parameters"] } : NO_PARAMETERS;
  return {
    name,
    ...(description !== undefined && { description }),
    input_schema: isStrict ? toAnswerSchema(schema) : schema,
    ...(isStrict && { strict: true }),
    ...cacheControl(tool),
  };
}

function toChoice(choice: unknown): JsonObject | undefined {
  switch (choice) {
    case undefined:
    case null:
      return undefined;
    case "auto":
    case "none":
      return { type: choice };
    case "required":
      return { type: "any" };
  }
  const named = isObject(choice) ? choice["function"] : undefined;
  const name = isObject(named) ? textAt(named, "name") : undefined;
  if (name === undefined)
    throw invalid(
      "tool_choice",
      'tool_choice must be "auto", "none", "required" or {"type":"function","function":{"name":…}}.',
    );
  return { type: "tool", name };
}
