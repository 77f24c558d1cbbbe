import type { MaybePromise } from "@/lib/async/maybe-promise";
import { GatewayError } from "@/lib/errors";
import type { ApiRequest } from "@/lib/doors/contract";
import type { Message, MessageId, RpcError } from "@/lib/mcp/message";
import { mirroredHeaders } from "@/lib/mcp/mirrored-headers";
import { eraOf, MODERN_CODES, MODERN_VERSION, NEWEST_LEGACY, RPC, type Era } from "@/lib/mcp/protocol";
import { paramsFor } from "@/lib/mcp/translate";
import { ExactNumbers } from "@/lib/providers/exact-numbers";
import { listAt, textAt, type JsonObject } from "@/lib/providers/json-value";
import { upstreamFailure } from "@/lib/upstream/failure";
import type { Services } from "../services";
import type { ToolCaller } from "./identity/caller-claims";
import { asksUsers } from "./connections/issued-for";
import {
  answerOf,
  type Messages,
  NOBODY_WAITS,
  sendToServer,
  type ServerAnswer,
  type Waiting,
} from "./io/server-exchange";
import { dropToken, isForCallers, provenHeaders, signedHeaders } from "./server-headers";
import type { AskedEra, ServerSession, ServerState } from "./server-state";

export type AskServices = Pick<
  Services,
  "upstreams" | "programs" | "credentials" | "toolSigner" | "toolConnections" | "now" | "newId" | "version" | "observer"
>;

/** How long the gateway waits for a list, or for the first words with a server, in milliseconds. */
export const LIST_MS = 5_000;
/** For how long it is remembered how a server speaks, in milliseconds. */
const ERA_MS = 10 * 60_000;
/** After that many milliseconds a session that nobody used is begun again rather than tried. */
const IDLE_SESSION_MS = 4 * 60_000;

/** Why a server is asked, and for whom. */
export interface Asking {
  /** The headers of the caller's request; empty where the gateway asks for itself. */
  readonly headers: ApiRequest["headers"];
  /** The caller's own token of an identity provider, for servers that are asked in the caller's name. */
  readonly subjectToken?: string | undefined;
  /** The user for whom a server is asked, where that is by a connection of the user's. */
  readonly userId?: string | undefined;
  /** Whom the gateway's own token names, for servers that are asked by such a token. */
  readonly toolCaller?: ToolCaller | undefined;
  readonly waiting: Waiting;
  /** The name under which sessions with legacy servers are kept. */
  readonly sessionOf: string;
  /** What a server may ask of the caller in return. */
  readonly capabilities: JsonObject;
  /** The session that the caller's own session names for this server. */
  readonly session?: ServerSession | undefined;
  readonly numbers: ExactNumbers;
}

/** The gateway as it asks for itself. */
export function ownAsking(): Asking {
  return { headers: {}, waiting: NOBODY_WAITS, sessionOf: "", capabilities: {}, numbers: new ExactNumbers() };
}

/** By version: each request to a server, and each answer to a modern caller, says it. */
const clientInfos = new Map<string, JsonObject>();

/** The same object each time. */
export function clientInfoOf({ version }: Pick<Services, "version">): JsonObject {
  let info = clientInfos.get(version);
  if (!info) clientInfos.set(version, (info = { name: "model-gateway", version }));
  return info;
}

/** Whether a message is the response of a request. An error that could not read the id is one too. */
export function isResponse(message: Message, id: MessageId): message is Extract<Message, { kind: "result" | "error" }> {
  return (message.kind === "result" && message.id === id) || (message.kind === "error" && (message.id ?? id) === id);
}

export function sessionHeaders({ id, version }: ServerSession): Record<string, string> {
  return { "mcp-protocol-version": version, ...(id !== undefined && { "mcp-session-id": id }) };
}

/**
 * How a server speaks. It is asked once, as a modern one; a server that does not understand is a legacy one. Where a
 * server is asked in the names of callers, another caller's failure says nothing about this one.
 */
export function eraOfServer(services: AskServices, state: ServerState, asking: Asking): MaybePromise<Era> {
  const { era } = state;
  const asked = era && services.now() - era.askedAt <= ERA_MS ? era : undefined;
  return asked?.known ?? waitForEra(services, state, asking, asked?.answer);
}

async function waitForEra(
  services: AskServices,
  state: ServerState,
  asking: Asking,
  answer: Promise<Era> | undefined,
): Promise<Era> {
  const era = isForCallers(state.server) ? await answer?.catch(() => undefined) : await answer;
  if (era !== undefined) return era;
  const askedAt = services.now();
  // Others wait for it too, so it goes on when this caller hangs up.
  const asked: AskedEra = { askedAt, answer: discover(services, state, { ...asking, waiting: NOBODY_WAITS }) };
  state.era = asked;
  asked.answer.then(
    (found) => {
      asked.known = found;
      if (found === "modern") state.version = MODERN_VERSION;
    },
    () => {
      if (state.era === asked) state.era = undefined;
    },
  );
  return asked.answer;
}

async function discover(services: AskServices, state: ServerState, asking: Asking): Promise<Era> {
  const id = services.newId();
  const method = "server/discover";
  const client = { clientInfo: clientInfoOf(services), capabilities: {} };
  const { head, messages } = await speak(services, state, asking, {
    headers: mirroredHeaders(MODERN_VERSION, method, {}),
    message: { jsonrpc: "2.0", id, method, params: paramsFor("modern", {}, client) },
  });
  if (head.status === 401 || head.status === 403)
    throw new GatewayError("upstream_access_refused", "The server does not accept the gateway's credentials.");
  if (head.status >= 500)
    throw new GatewayError("upstream_unreachable", `The server answered with status ${head.status}.`);
  for await (const message of messages) {
    if (message.kind === "result") {
      await messages.return();
      return listAt(message.result, "supportedVersions").includes(MODERN_VERSION) ? "modern" : "legacy";
    }
    if (message.kind === "error")
      return MODERN_CODES.has(message.error.code) && speaksModern(message.error) ? "modern" : "legacy";
  }
  return "legacy";
}

/** A server that names the versions it speaks may be of the modern era in name, and not speak ours. */
function speaksModern({ code, data }: RpcError): boolean {
  if (code !== RPC.unsupportedVersion) return true;
  const supported = typeof data === "object" && data !== null && "supported" in data ? data.supported : [];
  return Array.isArray(supported) && supported.includes(MODERN_VERSION);
}

/** The session in which a server of the legacy era is asked. @throws GatewayError */
export async function sessionFor(services: AskServices, state: ServerState, asking: Asking): Promise<ServerSession> {
  if (asking.session) return asking.session;
  const { sessions } = state;
  const known = sessions.get(asking.sessionOf);
  if (known) {
    const session = await known;
    if (services.now() - session.usedAt <= IDLE_SESSION_MS) return session;
    if (sessions.get(asking.sessionOf) === known) sessions.delete(asking.sessionOf);
  }
  const current = sessions.get(asking.sessionOf);
  if (current) return current;
  const begun = beginSession(services, state, { ...asking, waiting: NOBODY_WAITS });
  sessions.set(asking.sessionOf, begun);
  begun.catch(() => sessions.delete(asking.sessionOf));
  if (sessions.size > MOST_SESSIONS) for (const oldest of [...sessions.keys()].slice(0, 1)) sessions.delete(oldest);
  return begun;
}

const MOST_SESSIONS = 5_000;

/** Begins a session with a server of the legacy era. @throws GatewayError */
export async function beginSession(services: AskServices, state: ServerState, asking: Asking): Promise<ServerSession> {
  const id = services.newId();
  const { head, messages } = await speak(services, state, asking, {
    headers: {},
    message: {
      jsonrpc: "2.0",
      id,
      method: "initialize",
      params: {
        protocolVersion: NEWEST_LEGACY,
        capabilities: asking.capabilities,
        clientInfo: clientInfoOf(services),
      },
    },
  });
  const response = await firstResponse(messages, id);
  const version = response.kind === "result" ? textAt(response.result, "protocolVersion") : undefined;
  if (version === undefined || eraOf(version) !== "legacy")
    throw new GatewayError(
      "upstream_invalid_response",
      "The server and the gateway have no version of the protocol in common.",
    );
  state.version = version;
  const given = head.headers["mcp-session-id"];
  const session = { id: typeof given === "string" ? given : undefined, version, usedAt: services.now() };
  const begun = await speak(services, state, asking, {
    headers: sessionHeaders(session),
    message: { jsonrpc: "2.0", method: "notifications/initialized" },
  });
  await drain(begun);
  return session;
}

async function firstResponse(messages: Messages, id: MessageId) {
  try {
    for await (const message of messages) if (isResponse(message, id)) return message;
  } catch (error) {
    throw upstreamFailure(error);
  }
  throw new GatewayError("upstream_invalid_response", "The server did not answer initialize.");
}

/** Sends a message of the gateway's own, which takes 5 s at most. @throws GatewayError */
async function speak(
  services: Omit<AskServices, "version">,
  { server }: ServerState,
  asking: Asking,
  { headers, message }: { readonly headers: Readonly<Record<string, string>>; readonly message: JsonObject },
): Promise<ServerAnswer> {
  const proof = await provenHeaders(services, server, asking);
  const body = JSON.stringify(message);
  const exchange = sendToServer(
    services,
    {
      server,
      headers: await signedHeaders(services, server, { ...proof, ...headers }, body),
      body,
      via: asking.headers["via"],
      isRepeatable: true,
      timeoutMs: LIST_MS,
    },
    asking.waiting,
  );
  exchange.abortAfter(LIST_MS, () => new GatewayError("upstream_timeout", "The server did not answer in time."));
  try {
    const answer = answerOf(exchange, await exchange.head, asking.numbers);
    if (answer.head.status === 401) {
      const dropped = dropToken(services, server, proof, asking);
      if (asksUsers(server)) await dropped;
    }
    return answer;
  } catch (error) {
    throw upstreamFailure(error);
  }
}

/** Passes a caller's answer on to the server that asked for it. @throws GatewayError */
export async function answerServer(
  services: AskServices,
  state: ServerState,
  message: JsonObject,
  asking: Asking & { readonly session: ServerSession },
): Promise<void> {
  await drain(await speak(services, state, asking, { headers: sessionHeaders(asking.session), message }));
}

/**
 * Tells a server that nobody waits for a request any more. One of the modern era notices by itself, because the
 * connection is closed; to one of the legacy era that means nothing. A server that does not listen is not waited for.
 */
export function tellCancelled(
  services: AskServices,
  state: ServerState,
  { id, session }: { readonly id: MessageId; readonly session: ServerSession | undefined },
  asking: Asking,
): void {
  if (!session) return;
  const message = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: id } };
  answerServer(services, state, message, { ...asking, waiting: NOBODY_WAITS, session }).catch(() => {});
}

/** Reads what nobody needs, so that the connection can be used again. @throws GatewayError */
async function drain({ messages }: ServerAnswer): Promise<void> {
  try {
    for await (const message of messages) void message;
  } catch (error) {
    throw upstreamFailure(error);
  }
}
