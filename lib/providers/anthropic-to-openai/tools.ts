import { listAt, textAt, type JsonObject } from "../json-value";
import { isObject } from "@/lib/is-object";
import { invalid } from "./parameters";

/**
 * Translates `tools` and `tool_choice` to OpenAI's. @throws GatewayError invalid_request for tools that only Anthropic
 * runs
 */
export function toFunctions(body: JsonObject): JsonObject {
  const tools = listAt(body, "tools").map((tool, index) => toFunction(tool, `tools.${index}`));
  if (tools.length === 0) return {};
  const choice = isObject(body["tool_choice"]) ? body["tool_choice"] : undefined;
  return {
    tools,
    ...(choice && { tool_choice: toChoice(choice) }),
    ...(choice?.["disable_parallel_tool_use"] === true && { parallel_tool_calls: false }),
  };
}

function toFunction(tool: unknown, path: string): JsonObject {
  const type = isObject(tool) ? (tool["type"] ?? "custom") : undefined;
  if (!isObject(tool) || type !== "custom") {
    throw invalid(
      `${path}.type`,
      `${path}: only your own tools can be used with this model, not ${JSON.stringify(String(type).slice(0, 60))}.`,
    );
  }
  const name = textAt(tool, "name");
  if (name === undefined) throw invalid(`${path}.name`, `${path}.name must be the name of a tool.`);
  const description = textAt(tool, "description");
  return {
    type: "function",
    function: {
      name,
      ...(description !== undefined && { description }),
      parameters: tool["input_schema"],
      ...(tool["strict"] === true && { strict: true }),
    },
  };
}

function toChoice(choice: JsonObject): unknown {
  switch (choice["type"]) {
    case "auto":
    case "none":
      return choice["type"];
    case "any":
      return "required";
    case "tool":
      return { type: "function", function: { name: choice["name"] } };
    default:
      throw invalid("tool_choice.type", "tool_choice.type must be auto, any, tool or none.");
  }
}
