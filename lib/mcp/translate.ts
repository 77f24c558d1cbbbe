import { isObject } from "@/lib/is-object";
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
export function paramsFor(era: Era, params: JsonObject, { clientInfo, capabilities }: AskingClient): JsonObject {
  const given = params["_meta"];
  if (given === undefined && era === "legacy") return params;
  const kept = isObject(given)
    ? Object.entries(given).filter(([name]) => isKept(name) || (name === META.logLevel && era === "modern"))
    : [];
  if (era === "legacy") {
    const { _meta: _, ...rest } = params;
    return kept.length === 0 ? rest : { ...rest, _meta: Object.fromEntries(kept) };
  }
  const own = { [META.version]: MODERN_VERSION, [META.clientInfo]: clientInfo, [META.capabilities]: capabilities };
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
  const { clientInfo, capabilities } = client;
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"method":${JSON.stringify(method)},"params":${before}"_meta":{"${META.version}":"${MODERN_VERSION}","${META.clientInfo}":${JSON.stringify(clientInfo)},"${META.capabilities}":${JSON.stringify(capabilities)}}}}`;
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
