import { isPromise, type MaybePromise } from "@/lib/async/maybe-promise";
import type { McpServer } from "@/lib/config/mcp/mcp-schema";
import type { ApiRequest } from "@/lib/doors/contract";
import { GatewayError } from "@/lib/errors";
import { isFaulty, readMessage, type Message } from "@/lib/mcp/message";
import { eventData, EventSplitter } from "@/lib/providers/events/event-splitter";
import type { ExactNumbers } from "@/lib/providers/exact-numbers";
import { decodedBody } from "@/lib/upstream/content-encoding";
import { UpstreamExchange, type UpstreamHead } from "@/lib/upstream/exchange";
import { upstreamHeaders } from "@/lib/upstream/headers";
import type { LineRequest } from "@/lib/upstream/http1/line";
import type { Upstreams } from "@/lib/upstream/pools";
import type { ProgramSpec } from "@/lib/upstream/programs/program";
import type { Programs } from "@/lib/upstream/programs/programs";
import type { ProgramDoor } from "./program-door";

/** The largest answer of a server, in bytes: also the largest event of a stream. */
const MOST_ANSWER = 8 * 1024 * 1024;
/** The type of every message to a server. */
export const MESSAGE_TYPE = "application/json";
const CONNECT_MS = 10_000;

/** Who waits for the answer: a caller who may hang up, or the gateway itself. */
export type Waiting = Pick<ApiRequest, "isGone" | "onGone">;
export const NOBODY_WAITS: Waiting = { isGone: false, onGone() {} };

/** A message on its way to a server. */
export interface SentMessage {
  readonly server: McpServer;
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined: there is no message, and the server is asked for its own stream (GET). */
  readonly body: string | undefined;
  /** Of the request that caused it. */
  readonly via: ApiRequest["headers"][string];
  /** Whether it may go up again if the connection breaks before an answer: never a call of a tool. */
  readonly isRepeatable: boolean;
  /** Milliseconds without a word of the server. */
  readonly timeoutMs: number;
}

/** What messages go out through: connections, and the programs of this process. */
export interface Sending {
  readonly upstreams: Upstreams;
  readonly programs: Programs<ProgramDoor>;
}

/** The program that a server is; undefined: it is elsewhere. */
function programOf({ transport, name, command, args, env }: McpServer): ProgramSpec | undefined {
  if (transport !== "stdio" || command === undefined) return undefined;
  return { name, command, args, env: Object.fromEntries(Object.entries(env).map(([key, one]) => [key, one.reveal()])) };
}

/** Sends a message to a server. Redirects are not followed, and every connection passes the guard on addresses. */
export function sendToServer({ upstreams, programs }: Sending, sent: SentMessage, waiting: Waiting): UpstreamExchange {
  const spec = programOf(sent.server);
  if (spec) return new UpstreamExchange((handler) => programs.of(spec).dispatch(sent, handler), waiting);
  const { origin, path } = addressOf(sent.server);
  const bytes = sent.body === undefined ? undefined : Buffer.from(sent.body);
  const own = {
    accept: bytes ? "application/json, text/event-stream" : "text/event-stream",
    ...(bytes && { "content-type": MESSAGE_TYPE }),
    ...sent.headers,
  };
  const line = upstreams.line(origin, CONNECT_MS);
  const request: LineRequest = {
    method: bytes ? "POST" : "GET",
    path,
    headers: upstreamHeaders({ headers: { via: sent.via } }, own, undefined),
    body: bytes,
    isSentOnce: !sent.isRepeatable,
    headersTimeout: sent.timeoutMs,
    bodyTimeout: sent.timeoutMs,
  };
  return new UpstreamExchange((handler) => line.dispatch(request, handler), waiting);
}

interface ServerAddress {
  readonly origin: string;
  /** Includes the query. */
  readonly path: string;
}

/** Parsing an address takes microseconds of each message. */
const addresses = new WeakMap<McpServer, ServerAddress>();

function addressOf(server: McpServer): ServerAddress {
  let address = addresses.get(server);
  if (!address) {
    const { origin, pathname, search } = new URL(server.url ?? "");
    addresses.set(server, (address = { origin, path: pathname + search }));
  }
  return address;
}

/** The messages of an answer, one after the other. Leaving early breaks an answer off that goes on. */
export interface Messages extends AsyncIterable<Message> {
  /** Returns no promise for an answer that is there as a whole. Throws or rejects with what is wrong with it. */
  next(): MaybePromise<IteratorResult<Message, undefined>>;
  return(value?: undefined): MaybePromise<unknown>;
}

/** How a server has answered: with messages, or by its status alone. */
export interface ServerAnswer {
  readonly head: UpstreamHead;
  readonly messages: Messages;
}

/** The answer with a head. */
export function answerOf(exchange: UpstreamExchange, head: UpstreamHead, numbers: ExactNumbers): ServerAnswer {
  const type = String(head.headers["content-type"] ?? "").toLowerCase();
  const messages = type.startsWith("text/event-stream")
    ? messagesOf(exchange, head, numbers)
    : new WholeAnswer(exchange, head, type.includes("json") ? numbers : undefined);
  return { head, messages };
}

const OVER = { done: true, value: undefined } as const;

/** An answer that is one message, or none. A generator would cost a call several microseconds. */
class WholeAnswer implements Messages {
  #isOver = false;

  /** `numbers`: undefined where the answer is not JSON, so that it has no message. */
  constructor(
    private readonly exchange: UpstreamExchange,
    private readonly head: UpstreamHead,
    private readonly numbers: ExactNumbers | undefined,
  ) {}

  async *[Symbol.asyncIterator](): AsyncGenerator<Message, undefined> {
    const { done, value } = await this.next();
    if (!done) yield value;
    return undefined;
  }

  /** Throws or rejects with GatewayError upstream_invalid_response for what is not a message, or too large. */
  next(): MaybePromise<IteratorResult<Message, undefined>> {
    if (this.#isOver) return OVER;
    this.#isOver = true;
    const collected = decodedBody(this.exchange, this.head).collect(MOST_ANSWER);
    return isPromise(collected) ? collected.then((bytes) => this.#read(bytes)) : this.#read(collected);
  }

  return(): void {
    this.#isOver = true;
  }

  #read(bytes: Buffer): IteratorResult<Message, undefined> {
    return bytes.length === 0 || !this.numbers ? OVER : { done: false, value: messageIn(bytes, this.numbers) };
  }
}

/** The messages of a stream of events. @throws GatewayError as those of a whole answer */
async function* messagesOf(
  exchange: UpstreamExchange,
  head: UpstreamHead,
  numbers: ExactNumbers,
): AsyncGenerator<Message, undefined> {
  const body = decodedBody(exchange, head);
  const events = new EventSplitter(MOST_ANSWER);
  for await (const chunk of body) {
    for (const event of events.push(chunk)) {
      if (event.length > MOST_ANSWER) throw invalid("The server's answer is too large.");
      const data = eventData(event);
      if (data.trim() !== "") yield messageIn(Buffer.from(data), numbers);
    }
  }
  const rest = eventData(events.flush());
  if (rest.trim() !== "") yield messageIn(Buffer.from(rest), numbers);
  return undefined;
}

function messageIn(bytes: Buffer, numbers: ExactNumbers): Message {
  const message = readMessage(bytes, numbers);
  if (isFaulty(message)) throw invalid(`The server's answer is not a message: ${message.fault.message}`);
  return message;
}

function invalid(message: string): GatewayError {
  return new GatewayError("upstream_invalid_response", message);
}
