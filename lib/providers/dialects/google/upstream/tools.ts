import { isObject } from "@/lib/is-object";
import type { Target } from "../../../form/halves";
import { foreignTool, invalid } from "../../../form/parameters";
import type { Tool, ToolChoice } from "../../../form/request";
import { refuseDomains, type SearchTool } from "../../../form/web-search";
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

/** @throws GatewayError invalid_request beside other tools, or for domains that Google's search does not take */
export function writeSearch(tool: SearchTool, others: readonly Tool[], { provider }: Target): JsonObject {
  const { at, param = `${at}.type` } = tool;
  if (others.length > 0)
    throw invalid(param, `${at}: this model searches the web or calls functions, not both in one request.`);
  const excludes = provider === "vertex_ai";
  refuseDomains(tool, excludes ? ["allowed"] : ["allowed", "blocked"]);
  const { blocked } = tool.search;
  return { googleSearch: blocked.length > 0 ? { excludeDomains: blocked } : {} };
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
