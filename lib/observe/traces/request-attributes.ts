import type { Attributes } from "@opentelemetry/api";
import type { SpendRecord } from "@/lib/calls/record";
import type { ApiRequest } from "@/lib/doors/contract";
import { sessionOf } from "@/lib/gateway/call/call-session";
import type { FirstByteSent } from "@/lib/gateway/observer";
import { boundedText } from "./bounded-text";

/** The methods of RFC 9110 and RFC 5789. Others become `_OTHER` (OpenTelemetry's semantic conventions for HTTP). */
const METHODS: ReadonlySet<string> = new Set([
  "CONNECT",
  "DELETE",
  "GET",
  "HEAD",
  "OPTIONS",
  "PATCH",
  "POST",
  "PUT",
  "TRACE",
]);

/** A valid `Host` header: a name or an address of the gateway, and perhaps a port. */
const HOST = /^(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]{1,253})(?::(\d{1,5}))?$/;

/**
 * The name of a request's span, such as `POST /chat/completions`. It does not use the sent path, which could have any
 * value.
 */
export function requestName(method: string, route: string | undefined): string {
  const known = METHODS.has(method) ? method : "HTTP";
  return route === undefined ? known : `${known} ${route}`;
}

/**
 * The attributes that a request itself has. `route` is the template of its path; undefined: no operation has that path,
 * which may then contain anything.
 */
export function requestAttributes(
  { method, path, headers }: Pick<ApiRequest, "method" | "path" | "headers">,
  route: string | undefined,
): Attributes {
  const [, address, port] = HOST.exec(String(headers["host"] ?? "")) ?? [];
  const session = sessionOf({ headers });
  return {
    "http.request.method": METHODS.has(method) ? method : "_OTHER",
    ...(route !== undefined && { "http.route": route, "url.path": boundedText(path) }),
    ...(address !== undefined && { "server.address": address.replace(/^\[|\]$/g, "") }),
    ...(port !== undefined && { "server.port": Number(port) }),
    ...(session !== undefined && { "session.id": boundedText(session) }),
  };
}

/** The caller whom a request acts for. */
export function callerAttributes({
  userId,
  teamId,
}: {
  readonly userId?: string;
  readonly teamId?: string;
}): Attributes {
  return {
    ...(userId !== undefined && { "user.id": boundedText(userId) }),
    ...(teamId !== undefined && { "gateway.team_id": boundedText(teamId) }),
  };
}

/** The attributes of the reply. A refusal is not an error of the gateway, so its code has an attribute of its own. */
export function replyAttributes({ status, code }: Pick<FirstByteSent, "status" | "code">): Attributes {
  return {
    "http.response.status_code": status,
    ...(code !== undefined && { "gateway.error_code": code }),
    ...(status >= 500 && { "error.type": code ?? String(status) }),
  };
}

/** The attributes of the call that a request led to. `gateway.cost` is in dollars, and absent without a price. */
export function callAttributes({
  callId,
  status,
  spendNano,
  priceState,
  sessionId,
}: Pick<SpendRecord, "callId" | "status" | "spendNano" | "priceState" | "sessionId">): Attributes {
  return {
    "gateway.call_id": callId,
    "gateway.status": status,
    // The body may name it, which is read after the span has begun.
    ...(sessionId !== null && { "session.id": boundedText(sessionId) }),
    ...(priceState !== "unpriced" && { "gateway.cost": Number(spendNano) / 1e9 }),
  };
}
