import { isObject } from "@/lib/is-object";
import type { JsonObject } from "../../json-value";
import { invalid } from "../../form/parameters";

const snakes = new Map<string, string>();

/** The other spelling of a member's name that Google's servers accept: `max_output_tokens` for `maxOutputTokens`. */
function snakeCase(name: string): string {
  let snake = snakes.get(name);
  if (snake === undefined) {
    snake = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    snakes.set(name, snake);
  }
  return snake;
}

/** The name in Google's own spelling. */
export function camelCase(name: string): string {
  return name.replaceAll(/(?<=[a-z0-9])_([a-z0-9])/g, (_all, letter: string) => letter.toUpperCase());
}

/** A member in either spelling; null counts as none. `name`: in camel case. */
export function member(value: JsonObject, name: string): unknown {
  const found = value[name] ?? value[snakeCase(name)];
  return found === null ? undefined : found;
}

export function objectOf(value: JsonObject, name: string): JsonObject {
  const found = member(value, name);
  return isObject(found) ? found : {};
}

export function listOf(value: JsonObject, name: string): readonly unknown[] {
  const found = member(value, name);
  return Array.isArray(found) ? found : [];
}

export function textOf(value: JsonObject, name: string): string | undefined {
  const found = member(value, name);
  return typeof found === "string" ? found : undefined;
}

export function numberOf(value: JsonObject, name: string): number | undefined {
  const found = member(value, name);
  return typeof found === "number" ? found : undefined;
}

/** Members whose own members are parameters. */
const GROUPS: ReadonlySet<string> = new Set(["generationConfig", "toolConfig"]);

/**
 * The parameters of a body by their names, those of a group as `generationConfig.temperature`. @throws GatewayError
 * invalid_request for one that is there in both spellings: this gateway might limit the one and the upstream obey the
 * other
 */
export function namedParameters(body: JsonObject): JsonObject {
  const named = new Map<string, unknown>();
  const groups = new Set<string>();
  const refuse = (name: string): never => {
    throw invalid(name, `"${name}" is given in two spellings; send one of them.`);
  };
  const add = (name: string, value: unknown): void => {
    if (named.has(name)) refuse(name);
    named.set(name, value);
  };
  for (const [written, value] of Object.entries(body)) {
    const name = camelCase(written);
    if (groups.has(name)) refuse(name);
    if (!GROUPS.has(name) || !isObject(value)) {
      add(name, value);
      continue;
    }
    groups.add(name);
    for (const [inner, its] of Object.entries(value)) add(`${name}.${camelCase(inner)}`, its);
  }
  return Object.fromEntries(named);
}
