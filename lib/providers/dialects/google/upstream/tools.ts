import { isObject } from "@/lib/is-object";
import { foreignTool } from "../../../form/parameters";
import type { Tool, ToolChoice } from "../../../form/request";
import type { JsonObject } from "../../../json-value";
import { toGoogleSchema } from "./schema";

/** The `tools` of a request. @throws GatewayError invalid_request for a tool that runs at the client's own provider */
export function writeTools(tools: readonly Tool[]): JsonObject[] {
  return [{ functionDeclarations: tools.map((tool, index) => writeTool(tool, `tools.${index}`)) }];
}

function writeTool(tool: Tool, at: string): JsonObject {
  if (tool.kind === "own") throw foreignTool(tool);
  const { name, description, parameters } = tool;
  const schema = isObject(parameters) ? toGoogleSchema({ type: "object", ...parameters }, at) : {};
  return {
    name,
    ...(description !== undefined && description !== "" && { description }),
    // Google refuses a schema without properties: a function without arguments has none.
    ...((schema["type"] !== "OBJECT" || isObject(schema["properties"])) &&
      isObject(parameters) && { parameters: schema }),
  };
}

export function writeChoice(choice: ToolChoice): JsonObject {
  switch (choice.kind) {
    case "named":
      return { functionCallingConfig: { mode: "ANY", allowedFunctionNames: [choice.name] } };
    case "required":
      return { functionCallingConfig: { mode: "ANY" } };
    case "none":
    case "auto":
      return { functionCallingConfig: { mode: choice.kind.toUpperCase() } };
  }
}
