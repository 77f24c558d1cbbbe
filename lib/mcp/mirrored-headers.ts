import { isObject } from "@/lib/is-object";
import type { JsonObject } from "@/lib/providers/json-value";
import { NAMED_BY } from "./protocol";

const BEGIN = "=?base64?";
const END = "?=";
/** Visible characters of ASCII, blanks inside alone. */
const PLAIN = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;

/** A value as a header carries it (2026-07-28, value encoding). */
export function encodeHeaderValue(value: string): string {
  const isMarked = value.startsWith(BEGIN) && value.endsWith(END);
  if (PLAIN.test(value) && !isMarked) return value;
  return `${BEGIN}${Buffer.from(value, "utf8").toString("base64")}${END}`;
}

/** The value that a header carries; undefined: it cannot be decoded. */
export function decodeHeaderValue(header: string): string | undefined {
  if (!header.startsWith(BEGIN) || !header.endsWith(END) || header.length < BEGIN.length + END.length) return header;
  const encoded = header.slice(BEGIN.length, -END.length);
  const bytes = Buffer.from(encoded, "base64");
  // Buffer passes over what is not base64, so that other texts would decode to the same value.
  return bytes.toString("base64") === encoded ? bytes.toString("utf8") : undefined;
}

/** The headers that repeat a modern request, without those of a tool's parameters. */
export function mirroredHeaders(version: string, method: string, params: JsonObject): Record<string, string> {
  const headers: Record<string, string> = { "mcp-protocol-version": version, "mcp-method": method };
  const name = namedIn(method, params);
  if (name !== undefined) headers["mcp-name"] = encodeHeaderValue(name);
  return headers;
}

/** What a request asks for by name; undefined: its method names nothing, or it does not. */
function namedIn(method: string, params: JsonObject): string | undefined {
  const member = Object.hasOwn(NAMED_BY, method) ? NAMED_BY[method] : undefined;
  const name = member && params[member];
  return typeof name === "string" ? name : undefined;
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** Why the headers of a modern request do not repeat its body; undefined: they do. */
export function mirrorFault(
  headers: Headers,
  { method, params, version }: { readonly method: string; readonly params: JsonObject; readonly version: string },
): string | undefined {
  const asked = [
    ["MCP-Protocol-Version", version, false],
    ["Mcp-Method", method, false],
    ["Mcp-Name", namedIn(method, params), true],
  ] as const;
  for (const [header, value, mayBeEncoded] of asked) {
    const given = headers[header.toLowerCase()];
    if (value === undefined) continue;
    if (given === undefined) return `The header ${header} is missing.`;
    if (typeof given !== "string") return `The header ${header} is given twice.`;
    const decoded = mayBeEncoded ? decodeHeaderValue(given) : given;
    if (decoded === undefined) return `The header ${header} is not valid base64.`;
    if (decoded !== value) return `The header ${header} is not what the body says.`;
  }
  return undefined;
}

/** How deep a schema is searched for parameters that headers repeat. */
const DEEPEST = 16;
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,64}$/;

/** The types of parameters that a header can repeat. */
const REPEATABLE: ReadonlySet<unknown> = new Set(["string", "integer", "boolean"]);

/** A parameter of a tool that its schema wants in a header. */
interface MirroredParameter {
  /** The rest of the header's name, as the schema says it. */
  readonly header: unknown;
  readonly type: unknown;
  /** The way to it in the arguments. */
  readonly path: readonly string[];
}

/** The parameters that a tool's schema wants in headers (`x-mcp-header`). */
function wantedParameters(schema: unknown, path: readonly string[] = []): readonly MirroredParameter[] {
  if (!isObject(schema) || !isObject(schema["properties"]) || path.length >= DEEPEST) return [];
  return Object.entries(schema["properties"]).flatMap(([name, property]): readonly MirroredParameter[] => {
    if (!isObject(property)) return [];
    const inner = [...path, name];
    const { "x-mcp-header": header, type } = property;
    return [...(header === undefined ? [] : [{ header, type, path: inner }]), ...wantedParameters(property, inner)];
  });
}

/** A parameter that a header can repeat, by the rest of the header's name in lower case. */
interface RepeatedParameter {
  readonly name: string;
  readonly path: readonly string[];
}

/** By schema: each call asks twice, and most schemas want none. */
const repeated = new WeakMap<object, readonly RepeatedParameter[]>();

function mirroredParameters(schema: unknown): readonly RepeatedParameter[] {
  if (!isObject(schema)) return [];
  let parameters = repeated.get(schema);
  if (!parameters) {
    parameters = wantedParameters(schema).flatMap(({ header, path }) =>
      typeof header === "string" && TOKEN.test(header) ? [{ name: header.toLowerCase(), path }] : [],
    );
    repeated.set(schema, parameters);
  }
  return parameters;
}

/** Why nobody may call a tool of this schema: it wants headers that cannot be; undefined: it does not. */
export function mirrorSchemaFault(schema: unknown): string | undefined {
  const seen = new Set<string>();
  for (const { header, type, path } of wantedParameters(schema)) {
    const where = `The parameter ${JSON.stringify(path.join(".").slice(0, 60))} wants a header (x-mcp-header)`;
    if (typeof header !== "string" || !TOKEN.test(header)) return `${where} that has no valid name.`;
    if (!REPEATABLE.has(type)) return `${where}, which only text, whole numbers and booleans can have.`;
    if (seen.has(header.toLowerCase())) return `${where} that another parameter has.`;
    seen.add(header.toLowerCase());
  }
  return undefined;
}

/** Adds the `mcp-param-*` headers of a call to its others: those of the arguments that have a value. */
export function addParameterHeaders(headers: Record<string, string>, schema: unknown, given: unknown): void {
  for (const { name, path } of mirroredParameters(schema)) {
    const value = textAlong(path, given);
    if (value !== undefined) headers[`mcp-param-${name}`] = encodeHeaderValue(value);
  }
}

/** Why the `mcp-param-*` headers of a caller do not repeat the arguments of its call; undefined: they do. */
export function parameterFault(headers: Headers, schema: unknown, given: unknown): string | undefined {
  for (const { name, path } of mirroredParameters(schema)) {
    const value = textAlong(path, given);
    const header = headers[`mcp-param-${name}`];
    const decoded = typeof header === "string" ? decodeHeaderValue(header) : header;
    if (header !== undefined && typeof decoded !== "string") return `The header Mcp-Param-${name} cannot be read.`;
    if (decoded !== value) return `The header Mcp-Param-${name} is not what the arguments say.`;
  }
  return undefined;
}

/** The argument at the end of a way, as a header says it; undefined: it has no value that one could. */
function textAlong(path: readonly string[], given: unknown): string | undefined {
  const value = path.reduce<unknown>(
    (at, step) => (isObject(at) && Object.hasOwn(at, step) ? at[step] : undefined),
    given,
  );
  if (typeof value === "string") return value;
  const isPlain = typeof value === "boolean" || (typeof value === "number" && Number.isSafeInteger(value));
  return isPlain ? String(value) : undefined;
}
