import { isObject } from "@/lib/is-object";
import type { JsonObject } from "../json-value";
import { invalid } from "./parameters";
import type { OwnPart, Tool, WebSearch } from "./request";

/** A tool that is a search of the web. */
export type SearchTool = OwnPart & { readonly search: WebSearch };

/** The search among the tools, and the others. */
export function splitSearch(tools: readonly Tool[]): {
  readonly search: SearchTool | undefined;
  readonly others: readonly Tool[];
} {
  return { search: tools.find(isSearch), others: tools.filter((tool) => !isSearch(tool)) };
}

export function isSearch(tool: Tool): tool is SearchTool {
  return tool.kind === "own" && tool.search !== undefined;
}

const LOCATION = ["city", "region", "country", "timezone"] as const;

/** Where the user is, as Anthropic and OpenAI write it; Chat Completions has it below `approximate`. */
export function readLocation(value: unknown): JsonObject | undefined {
  if (!isObject(value)) return undefined;
  const location = isObject(value["approximate"]) ? value["approximate"] : value;
  const known = LOCATION.filter((name) => typeof location[name] === "string").map((name) => [name, location[name]]);
  return known.length === 0 ? undefined : Object.fromEntries(known);
}

export function readDomains(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((domain) => typeof domain === "string") : [];
}

/** A list of domains decides what an answer may rest on, so it is not dropped. @throws GatewayError invalid_request */
export function refuseDomains({ at, param = at, search }: SearchTool, names: readonly ("allowed" | "blocked")[]): void {
  const name = names.find((one) => search[one].length > 0);
  if (name !== undefined)
    throw invalid(param, `${param}: this model's search of the web takes no list of ${name} domains.`);
}
