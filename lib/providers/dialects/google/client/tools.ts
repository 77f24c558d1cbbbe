import { isObject } from "@/lib/is-object";
import { invalid } from "../../../form/parameters";
import type { Tool, ToolChoice, WebSearch } from "../../../form/request";
import { readDomains } from "../../../form/web-search";
import type { JsonObject } from "../../../json-value";
import { camelCase, listOf, member, textOf } from "../spelling";
import { toJsonSchema } from "./schema";

/** The tools of `tools`, each function one. @throws GatewayError invalid_request */
export function readTools(tools: unknown): Tool[] {
  if (tools === undefined) return [];
  if (!Array.isArray(tools)) throw invalid("tools", '"tools" must be a list of tools.');
  return tools.flatMap((tool: unknown, index) => {
    const at = `tools.${index}`;
    if (!isObject(tool)) throw invalid(at, `${at} must be a tool.`);
    return Object.entries(tool).flatMap(([written, value]): Tool[] => {
      const name = camelCase(written);
      if (value === null || value === undefined) return [];
      if (name !== "functionDeclarations")
        return [
          {
            kind: "own",
            dialect: "google",
            value: { type: name, [name]: value },
            at,
            param: `${at}.${name}`,
            ...(name === "googleSearch" && { search: readSearch(value) }),
          },
        ];
      return listOf(tool, name).map((declared, at_) => readFunction(declared, `${at}.${name}.${at_}`));
    });
  });
}

function readSearch(value: unknown): WebSearch {
  const blocked = isObject(value) ? readDomains(member(value, "excludeDomains")) : [];
  return { contextSize: undefined, location: undefined, allowed: [], blocked, maxUses: undefined };
}

function readFunction(declared: unknown, at: string): Tool {
  const name = isObject(declared) ? textOf(declared, "name") : undefined;
  if (!isObject(declared) || !name) throw invalid(`${at}.name`, `${at}.name must be the name of a function.`);
  return {
    kind: "function",
    name,
    description: textOf(declared, "description"),
    parameters: parametersOf(declared),
    isStrict: false,
  };
}

function parametersOf(declared: JsonObject): JsonObject | undefined {
  const json = member(declared, "parametersJsonSchema");
  if (isObject(json)) return json;
  const own = member(declared, "parameters");
  return isObject(own) ? toJsonSchema(own) : undefined;
}

/** The tools that the model may call, and whether it must. @throws GatewayError invalid_request for an unknown mode */
export function readChoice(
  config: JsonObject,
  tools: readonly Tool[],
): { readonly choice: ToolChoice | undefined; readonly tools: readonly Tool[] } {
  const mode = textOf(config, "mode")?.toUpperCase();
  const names = listOf(config, "allowedFunctionNames").filter((name) => typeof name === "string");
  const allowed =
    names.length === 0 ? tools : tools.filter((tool) => tool.kind !== "function" || names.includes(tool.name));
  const [only] = names;
  switch (tools.length === 0 ? undefined : mode) {
    case undefined:
    case "MODE_UNSPECIFIED":
      return { choice: undefined, tools };
    case "AUTO":
    case "VALIDATED":
      return { choice: { kind: "auto" }, tools: allowed };
    case "NONE":
      return { choice: { kind: "none" }, tools };
    case "ANY":
      return only !== undefined && names.length === 1
        ? { choice: { kind: "named", name: only }, tools }
        : { choice: { kind: "required" }, tools: allowed };
    default:
      throw invalid(
        "toolConfig.functionCallingConfig.mode",
        "toolConfig.functionCallingConfig.mode must be AUTO, ANY, VALIDATED or NONE.",
      );
  }
}
