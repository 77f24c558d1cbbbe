import { isObject } from "@/lib/is-object";
import { memberTexts } from "@/lib/json/member-texts";
import { objectAt, type JsonObject } from "@/lib/providers/json-value";
import type { MessageId } from "./message";
import { CACHEABLE, META, MODERN_VERSION, type Era } from "./protocol";

/** Who asks a server: the gateway, on behalf of a caller whose capabilities it passes on. */
export interface AskingClient {
  readonly clientInfo: JsonObject;
  readonly capabilities: JsonObject;
}

/** The members of `_meta` that only the modern era has. */
const MODERN_META: readonly string[] = [META.version, META.clientInfo, META.capabilities, META.logLevel];

/**
 * The parameters of a request for a server of an era. Everything else in them stays: a server may know what the gateway
 * does not.
 */
export function paramsFor(era: Era, params: JsonObject, client: AskingClient): JsonObject {
  const given = params["_meta"];
  if (given === undefined && era === "legacy") return params;
  const kept = isObject(given)
    ? Object.entries(given).filter(([name]) => isKept(name) || (name === META.logLevel && era === "modern"))
    : [];
  if (era === "legacy") {
    const { _meta: _, ...rest } = params;
    return kept.length === 0 ? rest : { ...rest, _meta: Object.fromEntries(kept) };
  }
  const own = ownMeta(client);
  return { ...params, _meta: kept.length === 0 ? own : { ...Object.fromEntries(kept), ...own } };
}

/**
 * A request as JSON for a server of an era. Where the caller says nothing of itself, what the gateway says is put
 * behind the caller's parameters: to build them again takes a call microseconds.
 */
export function requestText(
  era: Era,
  { id, method, params }: { readonly id: MessageId; readonly method: string; readonly params: JsonObject },
  client: AskingClient,
): string {
  if (era === "legacy" || params["_meta"] !== undefined)
    return JSON.stringify({ jsonrpc: "2.0", id, method, params: paramsFor(era, params, client) });
  const given = JSON.stringify(params);
  const before = given === "{}" ? "{" : `${given.slice(0, -1)},`;
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"method":${JSON.stringify(method)},"params":${before}"_meta":${metaText(client)}}}`;
}

/** By client info, which is the same object from call to call: what is said where no capabilities are passed on. */
const plainMeta = new WeakMap<JsonObject, string>();

/** What the gateway says of itself in `_meta`, as JSON. */
function metaText({ clientInfo, capabilities }: AskingClient): string {
  if (Object.keys(capabilities).length > 0) return JSON.stringify(ownMeta({ clientInfo, capabilities }));
  let text = plainMeta.get(clientInfo);
  if (text === undefined) plainMeta.set(clientInfo, (text = JSON.stringify(ownMeta({ clientInfo, capabilities }))));
  return text;
}

function ownMeta({ clientInfo, capabilities }: AskingClient): JsonObject {
  return { [META.version]: MODERN_VERSION, [META.clientInfo]: clientInfo, [META.capabilities]: capabilities };
}

function isKept(name: string): boolean {
  return !MODERN_META.includes(name);
}

/**
 * A server's result for a caller of an era. What the gateway answers is one caller's alone and may be refused to them
 * the next moment, so nobody may keep it.
 */
export function resultFor(era: Era, method: string, result: JsonObject, serverInfo: JsonObject): JsonObject {
  if (era === "legacy") {
    const { resultType, ttlMs: _ttl, cacheScope: _scope, ...rest } = result;
    return resultType === undefined || resultType === "complete" ? rest : { ...rest, resultType };
  }
  const meta = objectAt(result, "_meta");
  return {
    resultType: "complete",
    ...result,
    ...(CACHEABLE.has(method) && { ttlMs: 0, cacheScope: "private" }),
    _meta: { [META.serverInfo]: serverInfo, ...meta },
  };
}

/** A message with a result, as it was read. */
export interface ReadResult {
  readonly id: MessageId;
  readonly result: JsonObject;
  readonly value: JsonObject;
  readonly text: string;
}

/**
 * What `resultFor` gives, as JSON that is cut out of the server's own text: what is passed on keeps its bytes, and
 * writing it again takes a call microseconds. Undefined: the result has to be written again.
 */
export function resultText(era: Era, method: string, read: ReadResult, serverInfo: JsonObject): string | undefined {
  const { result } = read;
  const text = ownText(read);
  if (text === undefined) return undefined;
  if (era === "legacy") return withoutModern(result, text);
  const meta = result["_meta"];
  const namesServer = isObject(meta) && meta[META.serverInfo] !== undefined;
  if (CACHEABLE.has(method) || (meta !== undefined && !namesServer)) return undefined;
  const members = text.slice(text.indexOf("{") + 1, text.lastIndexOf("}"));
  if (members.trim() === "") return undefined;
  const type = result["resultType"] === undefined ? '"resultType":"complete",' : "";
  const own = namesServer ? "" : `,"_meta":{"${META.serverInfo}":${JSON.stringify(serverInfo)}}`;
  return `{${type}${members}${own}}`;
}

/** The text of a result within that of its message; undefined: the name of the member has escapes. */
function ownText({ id, value, text }: ReadResult): string | undefined {
  // Where it is the last of the three members, as most servers write it, it need not be looked for.
  const before = `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":`;
  if (text.startsWith(before) && Object.keys(value).length === 3)
    return text.slice(before.length, text.lastIndexOf("}"));
  const member = memberTexts(text, 0).find(({ name }) => name === "result");
  return member && text.slice(member.value, member.end);
}

/** The text of a result without the members that only the modern era has; undefined: a name in it has escapes. */
function withoutModern({ resultType, ttlMs, cacheScope }: JsonObject, text: string): string | undefined {
  const isComplete = resultType === "complete";
  if (!isComplete && ttlMs === undefined && cacheScope === undefined) return text;
  let kept = "";
  for (const { name, start, end } of memberTexts(text, 0)) {
    if (name.includes("\\")) return undefined;
    if (name === "ttlMs" || name === "cacheScope" || (name === "resultType" && isComplete)) continue;
    kept += `${kept === "" ? "" : ","}${text.slice(start, end)}`;
  }
  return `{${kept}}`;
}
