import type { McpServer } from "@/lib/config/mcp/mcp-schema";
import type { MaybePromise } from "@/lib/async/maybe-promise";
import type { ApiReply, ApiRequest } from "@/lib/doors/contract";
import type { CallerEnvelope } from "@/lib/mcp/caller-envelope";
import {
  errorMessage,
  type Message,
  type MessageId,
  type RequestMessage,
  resultMessage,
  type RpcError,
} from "@/lib/mcp/message";
import { MODERN_CODES, RPC } from "@/lib/mcp/protocol";
import { resultFor, resultText } from "@/lib/mcp/translate";
import type { ExactNumbers } from "@/lib/providers/exact-numbers";
import { objectAt, type JsonObject } from "@/lib/providers/json-value";
import { settingsOfIssuer } from "@/lib/auth/issuer-settings";
import { readCredential } from "@/lib/auth/token/credential";
import { bearerHeader } from "../request/authenticate";
import type { Caller } from "../request/caller";
import type { Services } from "../services";
import { type ToolCaller, toolCallerOf } from "./identity/caller-claims";
import { gatewayAddress } from "./protected-resource";
import { isForCallers } from "./server-headers";
import { clientInfoOf, ownAsking, type Asking } from "./server-session";
import type { NamedTool } from "./open-tools";
import type { ServerSession, ServerState } from "./server-state";
import { callerPrint, type CallerSession } from "./session-id";
import type { ToolAddress } from "./tool-address";

/** A message of a caller, and everything that its answer depends on. */
export interface Conversation {
  readonly services: Services;
  readonly request: ApiRequest;
  readonly caller: Caller;
  readonly address: ToolAddress;
  /** The servers of the path, with commas, which `address` leads to by now; undefined: it names none. */
  readonly named: string | undefined;
  readonly envelope: CallerEnvelope;
  /** Of a caller of the legacy era who has begun one. */
  readonly session: CallerSession | undefined;
  readonly numbers: ExactNumbers;
  /** The caller as one who may use a server, or a tool of it. @throws GatewayError with the id of the refusal */
  readonly admit: (named: NamedTool) => MaybePromise<Caller>;
  readonly listen: Listen;
}

/** Answers a caller who wants to hear of changes (`subscriptions/listen`). @throws GatewayError */
export type Listen = (conversation: Conversation, asked: RequestMessage) => Promise<ApiReply>;

/** The conversation with what was found out about its caller. A spread takes microseconds of each call. */
export function ofCaller(conversation: Conversation, caller: Caller): Conversation {
  const { services, request, address, named, envelope, session, numbers, admit, listen } = conversation;
  return { services, request, caller, address, named, envelope, session, numbers, admit, listen };
}

/** The state of a server in this process. */
export function stateOf({ services }: Pick<Conversation, "services">, server: McpServer): ServerState {
  return services.toolServers.of(server);
}

/** How a server is asked for the caller. What it may ask in return is what callers of its era can answer. */
export function askingOf(
  { services, request, caller, envelope, session, numbers }: Conversation,
  server: McpServer,
): Asking {
  const capabilities = envelope.era === "modern" ? envelope.capabilities : (session?.capabilities ?? {});
  return {
    headers: request.headers,
    subjectToken: isForCallers(server) ? subjectTokenOf(request, caller) : undefined,
    userId: caller.principal.userId,
    toolCaller: server.auth_type === "signed_jwt" ? toolCaller(services, request, caller) : undefined,
    waiting: request,
    sessionOf: session ? `session ${session.nonce}` : `caller ${callerPrint(caller.identity)}`,
    capabilities: elicitationOf(capabilities),
    session: sessionAt(session, services.toolServers.of(server), services.now()),
    numbers,
  };
}

/**
 * How a server is asked for its tools: by the gateway itself, for all callers, or in the name of a caller where it can
 * prove nothing else.
 */
export function listingFor(conversation: Conversation, server: McpServer): Asking {
  if (!isForCallers(server)) return ownAsking();
  const { sessionOf, subjectToken, userId, toolCaller: named } = askingOf(conversation, server);
  return { ...ownAsking(), sessionOf, subjectToken, userId, toolCaller: named };
}

/** The caller as the gateway's own token names it. */
function toolCaller({ environment, settings }: Services, request: ApiRequest, caller: Caller): ToolCaller {
  const { mcp_client_id_jwt_field: field } = settingsOfIssuer(caller.identity.issuer, settings.current()).jwtAuth;
  return toolCallerOf(caller, { issuer: gatewayAddress(environment, request), field });
}

/** The token of an identity provider that the caller has sent; undefined: another credential. */
function subjectTokenOf(request: ApiRequest, { identity: { kind, via } }: Caller): string | undefined {
  if (kind !== "jwt" || via !== "bearer") return undefined;
  const credential = readCredential(bearerHeader(request));
  if (credential.kind === "jwt") return credential.token;
  return credential.kind === "key" ? credential.secret : undefined;
}

/** Of a caller's capabilities, those that are passed on: sampling and roots stay here. */
export function elicitationOf(capabilities: JsonObject): JsonObject {
  return capabilities["elicitation"] === undefined ? {} : { elicitation: objectAt(capabilities, "elicitation") };
}

/**
 * The session at a server that the caller's own session names. Undefined: none, or one that the server has ended, in
 * place of which another is begun.
 */
function sessionAt(session: CallerSession | undefined, state: ServerState, now: number): ServerSession | undefined {
  const { name } = state.server;
  const kept = session && Object.hasOwn(session.servers, name) ? session.servers[name] : undefined;
  return kept && !state.hasEnded(kept.id) ? { ...kept, usedAt: now } : undefined;
}

/** A result, as callers of the conversation's era read it. */
export function resultReply(
  { services, envelope, numbers }: Pick<Conversation, "services" | "envelope" | "numbers">,
  { id, method }: { readonly id: MessageId; readonly method: string },
  result: JsonObject,
  headers: Readonly<Record<string, string>> = {},
): ApiReply {
  const shown = resultFor(envelope.era, method, result, clientInfoOf(services));
  return messageReply(200, numbers.restore(JSON.stringify(resultMessage(id, shown))), headers);
}

/** The same of a server's message, whose bytes are passed on where they can be. */
export function passedReply(
  conversation: Pick<Conversation, "services" | "envelope" | "numbers">,
  asked: { readonly id: MessageId; readonly method: string },
  { id, result, value, text }: Extract<Message, { kind: "result" }>,
  headers: Readonly<Record<string, string>>,
): ApiReply {
  const { services, envelope, numbers } = conversation;
  const read = text === undefined ? undefined : { id, result, value, text };
  const cut = read && resultText(envelope.era, asked.method, read, clientInfoOf(services));
  if (cut === undefined) return resultReply(conversation, asked, result, headers);
  return messageReply(
    200,
    `{"jsonrpc":"2.0","id":${numbers.restore(JSON.stringify(asked.id))},"result":${cut}}`,
    headers,
  );
}

/** The status with which callers get an error: in the modern era it tells what is wrong with the request itself. */
function statusOfError({ era }: CallerEnvelope, { code }: RpcError): number {
  if (era === "legacy") return 200;
  if (code === RPC.methodNotFound) return 404;
  return MODERN_CODES.has(code) ? 400 : 200;
}

export function errorReplyTo(
  { envelope, numbers }: Pick<Conversation, "envelope" | "numbers">,
  id: MessageId,
  error: RpcError,
  headers: Readonly<Record<string, string>> = {},
): ApiReply {
  const text = numbers.restore(JSON.stringify(errorMessage(id, error)));
  return messageReply(statusOfError(envelope, error), text, headers);
}

export function messageReply(status: number, body: string, headers: Readonly<Record<string, string>> = {}): ApiReply {
  const sent: Record<string, string> = { "content-type": "application/json", "cache-control": "no-store" };
  // A spread behind other members takes a microsecond.
  for (const name in headers) sent[name] = headers[name] ?? "";
  return { status, headers: sent, body };
}

/** An answer that comes event by event. */
export function streamReply(
  { services }: Pick<Conversation, "services">,
  body: AsyncGenerator<Uint8Array>,
  headers: Readonly<Record<string, string>> = {},
): ApiReply {
  return {
    status: 200,
    headers: {
      "content-type": "text/event-stream",
      "cache-control": "no-store",
      // nginx holds answers back in blocks of several kilobytes unless they say that it must not.
      "x-accel-buffering": "no",
      ...headers,
    },
    body,
    writeTimeoutMs: services.settings.current().general.write_timeout_seconds * 1000,
  };
}
