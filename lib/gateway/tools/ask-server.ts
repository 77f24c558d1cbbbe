import { isPromise } from "@/lib/async/maybe-promise";
import { GatewayError } from "@/lib/errors";
import type { Message, MessageId, RpcError } from "@/lib/mcp/message";
import { addParameterHeaders, mirroredHeaders } from "@/lib/mcp/mirrored-headers";
import { knownMethod, MODERN_VERSION, type Era } from "@/lib/mcp/protocol";
import { requestText } from "@/lib/mcp/translate";
import type { JsonObject } from "@/lib/providers/json-value";
import type { UpstreamExchange } from "@/lib/upstream/exchange";
import { upstreamFailure } from "@/lib/upstream/failure";
import { asksUsers } from "./connections/issued-for";
import { answerOf, sendToServer, type Messages, type ServerAnswer } from "./io/server-exchange";
import { dropToken, provenHeaders, signedHeaders } from "./server-headers";
import {
  clientInfoOf,
  eraOfServer,
  isResponse,
  sessionFor,
  sessionHeaders,
  type Asking,
  type AskServices,
} from "./server-session";
import type { ServerSession, ServerState } from "./server-state";

/** A request that is in flight at a server. */
export interface OpenRequest extends ServerAnswer {
  readonly id: MessageId;
  readonly exchange: UpstreamExchange;
  readonly era: Era;
}

/** A session at a server has ended, and nothing was done. */
class SessionEnded extends GatewayError {
  constructor() {
    super("upstream_unreachable", "The server has ended the session, and has done nothing. Ask again.");
  }
}

/** A request on its way. `session`: in which a server of the legacy era is asked. */
export interface SentRequest {
  readonly id: MessageId;
  readonly exchange: UpstreamExchange;
  readonly session: ServerSession | undefined;
}

/** What is asked, with the schema of the tool that a call is of. */
export interface Question {
  readonly method: string;
  readonly params: JsonObject;
  readonly inputSchema?: unknown;
  /** Default: the server's own. */
  readonly timeoutMs?: number;
  /** Gets the request once it is on its way. */
  readonly onSent?: (sent: SentRequest) => void;
}

/**
 * Sends a request to a server as the server speaks. @throws GatewayError when no answer came that can be passed on, and
 * SessionEnded
 */
export async function openRequest(
  services: AskServices,
  state: ServerState,
  question: Question,
  asking: Asking,
): Promise<OpenRequest> {
  const { server } = state;
  const { method, params } = question;
  const over = tellingOnce(services, method);
  let exchange: UpstreamExchange | undefined;
  try {
    const spoken = eraOfServer(services, state, asking);
    const era = isPromise(spoken) ? await spoken : spoken;
    const session = era === "legacy" ? await sessionFor(services, state, asking) : undefined;
    const id = services.newId();
    const proven = provenHeaders(services, server, asking);
    const proof = isPromise(proven) ? await proven : proven;
    const client = { clientInfo: clientInfoOf(services), capabilities: asking.capabilities };
    const body = asking.numbers.restore(requestText(era, { id, method, params }, client));
    const headers = session ? sessionHeaders(session) : modernHeaders(question);
    // Two spreads take microseconds of each call.
    for (const name in proof) headers[name] ??= proof[name] ?? "";
    const signed = signedHeaders(services, server, headers, body);
    exchange = sendToServer(
      services,
      {
        server,
        headers: isPromise(signed) ? await signed : signed,
        body,
        via: asking.headers["via"],
        isRepeatable: method !== "tools/call",
        timeoutMs: question.timeoutMs ?? server.timeout * 1000,
      },
      asking.waiting,
    );
    exchange.onEnd(over);
    question.onSent?.({ id, exchange, session });
    const head = await exchange.head;
    const answer = answerOf(exchange, head, asking.numbers);
    if (session) session.usedAt = services.now();
    if (head.status === 401) {
      const dropped = dropToken(services, server, proof, asking);
      // The next request of the user, which may come at once, finds what has become of the connection.
      if (asksUsers(server)) await dropped;
    }
    const isAnswered = head.status >= 200 && head.status < 300;
    const { messages } = isAnswered ? answer : await refusedBy(state, asking, answer, session);
    return { head, messages, id, exchange, era };
  } catch (error) {
    over();
    if (!exchange) throw error;
    exchange.abort();
    throw upstreamFailure(error);
  }
}

/** The headers that repeat a request for a server of the modern era. */
function modernHeaders({ method, params, inputSchema }: Question): Record<string, string> {
  const headers = mirroredHeaders(MODERN_VERSION, method, params);
  if (inputSchema !== undefined) addParameterHeaders(headers, inputSchema, params["arguments"]);
  return headers;
}

/** Tells the observer, once, that a request is over: its last byte has come, or nobody reads on. */
function tellingOnce({ observer, now }: Pick<AskServices, "observer" | "now">, name: string): () => void {
  const startedAt = now();
  const method = knownMethod(name);
  let isOver = false;
  return () => {
    if (!isOver) observer.toolRequestEnded?.({ method, startedAt, endedAt: now() });
    isOver = true;
  };
}

/** An answer whose status says no: an error that the server says in words is passed on. */
async function refusedBy(
  state: ServerState,
  asking: Asking,
  { head, messages }: ServerAnswer,
  session: ServerSession | undefined,
): Promise<ServerAnswer> {
  const { status } = head;
  if (status === 404 && session?.id !== undefined) {
    if (asking.session === undefined) state.sessions.delete(asking.sessionOf);
    else state.endSession(session.id);
    throw new SessionEnded();
  }
  if (status === 401 && asksUsers(state.server))
    throw new GatewayError(
      "upstream_access_refused",
      "The server no longer accepts the token of your connection, and has done nothing. Ask again: another token is fetched, or you are told where to connect.",
    );
  if (status === 401 || status === 403 || status === 407)
    throw new GatewayError(
      "upstream_access_refused",
      "The server does not accept the gateway's credentials. Its administrators must correct them.",
    );
  if (status >= 300 && status < 400)
    throw new GatewayError(
      "upstream_invalid_response",
      `The server redirects requests (${status}), which is not followed.`,
    );
  const said = await errorIn(messages);
  // What is remembered about the server may have become wrong.
  if (!said) state.era = undefined;
  if (!said) throw new GatewayError("upstream_invalid_response", `The server answered with status ${status}.`);
  return { head, messages: one(said) };
}

async function errorIn(messages: Messages): Promise<Extract<Message, { kind: "error" }> | undefined> {
  try {
    for await (const message of messages) if (message.kind === "error") return message;
  } catch {
    // Its status says enough.
  }
  return undefined;
}

async function* one(message: Message): AsyncGenerator<Message, undefined> {
  yield message;
  return undefined;
}

/** The response of a request: what comes before it is dropped. @throws GatewayError as `openRequest` */
export async function responseOf(open: OpenRequest): Promise<Extract<Message, { kind: "result" | "error" }>> {
  try {
    for await (const message of open.messages) if (isResponse(message, open.id)) return message;
  } catch (error) {
    throw upstreamFailure(error);
  }
  throw new GatewayError("upstream_invalid_response", "The server ended its answer without a response.");
}

/** A server that says something now and then, and never its result, is left after that many milliseconds. */
export const WHOLE_MS = 30_000;

/**
 * Asks a server and waits for its result, for half a minute. @throws GatewayError, and RefusedByServer with the
 * server's own error
 */
export async function ask(
  services: AskServices,
  state: ServerState,
  question: Question,
  asking: Asking,
): Promise<JsonObject> {
  const open = await openRequest(services, state, question, asking);
  open.exchange.abortAfter(WHOLE_MS, () => new GatewayError("upstream_timeout", "The server did not finish in time."));
  const response = await responseOf(open);
  if (response.kind === "error") throw new RefusedByServer(response.error);
  return response.result;
}

/** An error that a server says in words. */
export class RefusedByServer extends Error {
  constructor(readonly error: RpcError) {
    super(error.message);
  }
}
