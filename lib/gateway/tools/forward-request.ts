import { isPromise, type MaybePromise } from "@/lib/async/maybe-promise";
import type { ApiReply } from "@/lib/doors/contract";
import { GatewayError } from "@/lib/errors";
import { errorMessage, resultMessage, type Message, type RequestMessage } from "@/lib/mcp/message";
import { RPC } from "@/lib/mcp/protocol";
import { resultFor } from "@/lib/mcp/translate";
import { objectAt, textAt, type JsonObject } from "@/lib/providers/json-value";
import { withHeaders } from "../request/record-refusal";
import { upstreamFailure } from "@/lib/upstream/failure";
import { openRequest, type OpenRequest, type SentRequest } from "./ask-server";
import { clientInfoOf, isResponse, tellCancelled } from "./server-session";
import { askingOf, errorReplyTo, passedReply, streamReply, type Conversation } from "./conversation";
import { CancelledByCaller } from "./running-requests";
import type { ServerState } from "./server-state";
import type { BookedRequest } from "./booked-request";
import { traced, withTrace } from "./trace-request";

const NOT_BOOKED: BookedRequest = { headers: {}, answered: async () => {}, failed: async () => {} };

/** A request for one server, as the server knows it. */
export interface ForwardedRequest {
  readonly state: ServerState;
  readonly method: string;
  readonly params: JsonObject;
  readonly inputSchema?: unknown;
}

/**
 * Asks a server and answers with what it says: its response alone, or a stream if it says something before.
 * @throws GatewayError when there is no response that can be passed on
 */
export async function forwardRequest(
  conversation: Conversation,
  asked: RequestMessage,
  { state, method, params: unplaced, inputSchema }: ForwardedRequest,
  given: BookedRequest = NOT_BOOKED,
): Promise<ApiReply> {
  const { services, caller, request, session } = conversation;
  const trace = services.tracing.toolRequestStarted(request, {
    method,
    tool: method === "tools/call" ? textAt(unplaced, "name") : undefined,
    server: state.server,
    meta: objectAt(unplaced, "_meta"),
  });
  const booked = traced(given, trace);
  const params = withTrace(unplaced, trace.headers);
  const asking = askingOf(conversation, state.server);
  let sent: SentRequest | undefined;
  const leaving: (() => void)[] = [];
  const leave = (): void => leaving.forEach((one) => one());
  const fail = async (error: unknown): Promise<never> => {
    leave();
    sent?.exchange.abort();
    const isGone = isNobodyWaiting(conversation, error);
    if (sent && isGone) tellCancelled(services, state, sent, asking);
    await booked.failed(sent?.exchange.isSent ?? false, isGone);
    throw withHeaders(upstreamFailure(error), booked.headers);
  };
  let open: OpenRequest;
  let first: Message;
  try {
    leaving.push(state.enter());
    const onSent = (begun: SentRequest): void => {
      sent = begun;
      services.underWay.enter(caller.principal.teamId, begun.exchange);
      if (session) leaving.push(services.toolServers.running.enter(session.nonce, asked.id, begun.exchange));
    };
    open = await openRequest(services, state, { method, params, inputSchema, onSent }, asking);
    const next = nextFor(conversation, open);
    first = isPromise(next) ? await next : next;
  } catch (error) {
    return fail(error);
  }
  const { headers } = booked;
  if (!isResponse(first, open.id)) {
    const cancel = (): void => sent && tellCancelled(services, state, sent, asking);
    const body = stream(conversation, asked, { state, open, first, booked, leave, cancel });
    return streamReply(conversation, body, headers);
  }
  leave();
  const finished = finish(open);
  if (finished) await finished;
  await booked.answered(first);
  return first.kind === "error"
    ? errorReplyTo(conversation, asked.id, first.error, headers)
    : passedReply(conversation, asked, first, headers);
}

/** Whether a request has failed because its caller has hung up or cancelled it. */
function isNobodyWaiting({ request }: Pick<Conversation, "request">, error: unknown): boolean {
  return request.isGone || error instanceof CancelledByCaller;
}

/** Ends the reading of an answer whose response has come. Undefined: it has ended. */
function finish({ messages, exchange }: OpenRequest): Promise<void> | undefined {
  const ended = messages.return();
  if (isPromise(ended)) return ended.then(() => exchange.abort());
  exchange.abort();
  return undefined;
}

type ReadMessage = IteratorResult<Message, undefined>;

/** The next message that the caller gets. Throws or rejects with GatewayError at the end of the answer. */
function nextFor(conversation: Conversation, open: OpenRequest): MaybePromise<Message> {
  const next = open.messages.next();
  return (isPromise(next) ? undefined : passedOn(conversation, open, next)) ?? laterFor(conversation, open, next);
}

async function laterFor(
  conversation: Conversation,
  open: OpenRequest,
  read: MaybePromise<ReadMessage>,
): Promise<Message> {
  for (let next = read; ; next = open.messages.next()) {
    const message = passedOn(conversation, open, await next);
    if (message) return message;
  }
}

/** The message that has been read; undefined: the caller does not get it. @throws GatewayError at the end */
function passedOn(conversation: Conversation, { id }: OpenRequest, { done, value }: ReadMessage): Message | undefined {
  if (done) throw new GatewayError("upstream_invalid_response", "The server ended its answer without a response.");
  return isResponse(value, id) || isForCaller(conversation, value) ? value : undefined;
}

/** Questions of a server reach only callers who can answer them: those of the legacy era, in a session. */
function isForCaller({ session }: Conversation, { kind }: Message): boolean {
  return kind === "notification" || (kind === "request" && session !== undefined);
}

interface Streamed {
  readonly state: ServerState;
  readonly open: OpenRequest;
  readonly first: Message;
  readonly booked: BookedRequest;
  readonly leave: () => void;
  /** Tells the server that nobody waits any more. */
  readonly cancel: () => void;
}

async function* stream(
  conversation: Conversation,
  asked: RequestMessage,
  { state, open, first, booked, leave, cancel }: Streamed,
): AsyncGenerator<Uint8Array> {
  const { numbers, request, services, envelope } = conversation;
  const event = (value: JsonObject): Buffer =>
    Buffer.from(`event: message\ndata: ${numbers.restore(JSON.stringify(value))}\n\n`);
  let isOver = false;
  try {
    let message = first;
    while (!isResponse(message, open.id)) {
      yield event(forCaller(message, state));
      message = await nextFor(conversation, open);
    }
    isOver = true;
    await booked.answered(message);
    yield event(
      message.kind === "error"
        ? errorMessage(asked.id, message.error)
        : resultMessage(asked.id, resultFor(envelope.era, asked.method, message.result, clientInfoOf(services))),
    );
  } catch (error) {
    isOver = true;
    const isGone = isNobodyWaiting(conversation, error);
    if (isGone) cancel();
    await booked.failed(true, isGone);
    if (request.isGone) throw error;
    const { code, message } = upstreamFailure(error);
    yield event(errorMessage(asked.id, { code: RPC.internalError, message, data: { code } }));
  } finally {
    leave();
    await finish(open);
    if (!isOver) {
      cancel();
      await booked.failed(true, true);
    }
  }
}

/** The separator between a server's name, which has none, and the id of its question. */
const QUESTION = ":";

/** A message for the caller. The id of a question names its server, so that the answer finds its way back. */
function forCaller(message: Message, { server }: ServerState): JsonObject {
  if (message.kind !== "request") return message.value;
  return { ...message.value, id: `${server.name}${QUESTION}${JSON.stringify(message.id)}` };
}

/** The server whose question a caller answers, and the question's own id; undefined: it is nobody's. */
export function answeredQuestion(id: unknown): { readonly server: string; readonly id: unknown } | undefined {
  if (typeof id !== "string") return undefined;
  const at = id.indexOf(QUESTION);
  if (at === -1) return undefined;
  try {
    return { server: id.slice(0, at), id: JSON.parse(id.slice(at + 1)) };
  } catch {
    return undefined;
  }
}
