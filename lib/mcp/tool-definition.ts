import { createHash } from "node:crypto";
import { hasHidden } from "@/lib/hidden-text";
import { isObject } from "@/lib/is-object";
import type { JsonObject } from "@/lib/providers/json-value";

/** A tool as its server describes it, with every member that the server gave it. */
export interface ToolDefinition {
  readonly name: string;
  readonly value: JsonObject;
}

/** The tools in a server's list. What is not a tool with a name is left out. */
export function toolsIn(result: JsonObject): readonly ToolDefinition[] {
  const { tools } = result;
  if (!Array.isArray(tools)) return [];
  return tools.flatMap((value: unknown) => {
    const name = isObject(value) ? value["name"] : undefined;
    return isObject(value) && typeof name === "string" && name !== "" ? [{ name, value }] : [];
  });
}

/** The members that tell a model, or a person, what a tool does. Others may change without approval. */
const PINNED = ["name", "title", "description", "inputSchema", "outputSchema", "annotations"] as const;

/** The SHA-256, in hex, of what a definition promises. The order of members does not count. */
export function definitionHash({ value }: ToolDefinition): string {
  const pinned = Object.fromEntries(PINNED.map((member) => [member, value[member]]));
  return createHash("sha256").update(canonicalJson(pinned)).digest("hex");
}

/** JSON with the members of each object in order, as UTF-16 units compare (RFC 8785 §3.2.3). */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (!isObject(value)) return JSON.stringify(value) ?? "null";
  const members = Object.keys(value)
    .filter((name) => value[name] !== undefined)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonicalJson(value[name])}`);
  return `{${members.join(",")}}`;
}

/** Whether a tool only reads. A hint that is absent counts as the worst that it could say. */
export type ToolTier = "read" | "write";

export function tierOf({ value }: ToolDefinition): ToolTier {
  const { annotations } = value;
  return isObject(annotations) && annotations["readOnlyHint"] === true ? "read" : "write";
}

const MOST_BYTES = 64 * 1024;
const NAME = /^[A-Za-z0-9_./-]{1,128}$/;

/** Why a definition may not be shown to anybody before an administrator has looked at it; undefined: it may. */
export function definitionFault(tool: ToolDefinition): string | undefined {
  const text = JSON.stringify(tool.value);
  if (Buffer.byteLength(text) > MOST_BYTES) return "The definition is larger than 64 KiB.";
  if (!NAME.test(tool.name)) return "The name has other characters than letters, digits, `_`, `-`, `.` and `/`.";
  if (hasHiddenText(tool.value)) return "The definition has hidden or control characters.";
  if (hasOuterReference(tool.value["inputSchema"]) || hasOuterReference(tool.value["outputSchema"]))
    return "A schema refers to something outside itself (`$ref`).";
  return undefined;
}

/** The names that look like another one of the list, as `list_files` and `1ist_files` do. */
export function lookalikes(tools: readonly ToolDefinition[]): ReadonlySet<string> {
  const alike = new Map<string, string[]>();
  for (const { name } of tools) {
    const shape = shapeOf(name);
    alike.set(shape, [...(alike.get(shape) ?? []), name]);
  }
  return new Set([...alike.values()].filter(({ length }) => length > 1).flat());
}

function shapeOf(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[1i|]/g, "l")
    .replaceAll("0", "o")
    .replaceAll("5", "s")
    .replaceAll("rn", "m")
    .replaceAll("vv", "w")
    .replaceAll(/[-_.]/g, "");
}

/** The database keeps a replacement character for a NUL, so that one says that something was hidden. */
function isHiding(text: string): boolean {
  return text.includes("\uFFFD") || hasHidden(text);
}

function hasHiddenText(value: unknown): boolean {
  if (typeof value === "string") return isHiding(value);
  if (Array.isArray(value)) return value.some(hasHiddenText);
  return isObject(value) && Object.entries(value).some(([name, member]) => isHiding(name) || hasHiddenText(member));
}

function hasOuterReference(schema: unknown): boolean {
  if (Array.isArray(schema)) return schema.some(hasOuterReference);
  if (!isObject(schema)) return false;
  return Object.entries(schema).some(([name, member]) =>
    (name === "$ref" || name === "$dynamicRef") && typeof member === "string"
      ? !member.startsWith("#")
      : hasOuterReference(member),
  );
}
