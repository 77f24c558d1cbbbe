import { isPromise } from "@/lib/async/maybe-promise";
import type { ApiReply } from "@/lib/doors/contract";
import { GatewayError } from "@/lib/errors";
import type { Adapter, AdapterCall, StreamReader } from "@/lib/providers/adapter";
import { answerKind, beginsEvents, errorStatus, type AnswerKind } from "@/lib/providers/answer-kind";
import type { Framing, FrameReader } from "@/lib/providers/events/framing";
import type { RefusedStream } from "@/lib/providers/events/refused-stream";
import { ByteStreamReader } from "@/lib/providers/byte-stream";
import type { AnswerMemory, HeldAnswer } from "@/lib/upstream/answer-memory";
import { decodedBody, iteratedBody, type AnswerBody } from "@/lib/upstream/content-encoding";
import type { UpstreamExchange, UpstreamHead } from "@/lib/upstream/exchange";

/** A plain answer is read whole to find its usage; no model answers with more bytes than this. */
const MAX_PLAIN_ANSWER = 64 * 1024 * 1024;

/** How long an upstream may keep a stream open after its last event, in milliseconds. */
const LAST_MOMENTS_MS = 1_000;

/** The result of an attempt just before anything of it is sent to the caller. */
export type Outcome =
  | { readonly kind: "whole"; readonly head: UpstreamHead; readonly bytes: Buffer; readonly held: HeldAnswer }
  /** The first pieces for the caller, and what follows them. */
  | {
      readonly kind: "stream";
      readonly head: UpstreamHead;
      readonly reader: StreamReader;
      readonly pieces: readonly Uint8Array[];
      readonly rest: AsyncGenerator<Uint8Array>;
      /** Breaks the stream off if its upstream does not end it within moments, now that the last event has passed. */
      readonly endSoon: () => void;
    }
  | { readonly kind: "failed"; readonly head: UpstreamHead | undefined; readonly error: unknown };

/**
 * Waits for the whole of a plain answer, or for the first piece of a stream: until then another deployment can still
 * take over. A plain answer takes room until it is released. An error that was sent with 200 has the status that it
 * means. Never throws.
 */
export async function awaitOutcome(
  exchange: UpstreamExchange,
  adapter: Adapter,
  sent: AdapterCall,
  room: AnswerMemory,
): Promise<Outcome> {
  let head: UpstreamHead | undefined;
  let held: HeldAnswer | undefined;
  try {
    head = await exchange.head;
    let kind = head.status < 400 || head.status > 599 ? kindOf(head, sent, adapter.framing) : "whole";
    let body = decodedBody(exchange, head);
    if (kind === "frames" && adapter.framing) {
      ({ kind, body } = inEvents(body, adapter.framing));
      head = eventHead(head);
    }
    if (kind === "events or whole") {
      ({ kind, body } = await lookAtBeginning(body));
      if (kind === "events") head = eventHead(head);
    }
    if (kind === "whole") {
      held = room.enter();
      const collected = body.collect(MAX_PLAIN_ANSWER, held);
      const bytes = isPromise(collected) ? await collected : collected;
      held.end();
      const status = head.status < 400 ? errorStatus(bytes) : undefined;
      return { kind, head: status === undefined ? head : { ...head, status }, bytes, held };
    }
    const reader: StreamReader = kind === "events" ? adapter.stream(sent) : new ByteStreamReader(sent);
    const begun = await beginStream(body, head, reader);
    if (reader.refused && begun.pieces.length === 0) {
      exchange.abort();
      return refusedOutcome(head, reader.refused, (held = room.enter()));
    }
    return {
      ...begun,
      endSoon: () => exchange.abortAfter(LAST_MOMENTS_MS, keptOpen),
    };
  } catch (error) {
    exchange.abort();
    held?.release();
    return { kind: "failed", head, error };
  }
}

/** A reply whose large answer keeps its room until the caller has it. */
export function holdingRoom(reply: ApiReply, held: HeldAnswer | undefined): ApiReply {
  return held && held.bytes > 0 ? { ...reply, over: () => held.release() } : reply;
}

/** A stream of another framing as server-sent events. */
function inEvents(body: AnswerBody, framing: Framing): { kind: "events"; body: AnswerBody } {
  return { kind: "events", body: iteratedBody(() => reframed(body, framing.open())) };
}

async function* reframed(body: AnswerBody, frames: FrameReader): AsyncGenerator<Uint8Array> {
  for await (const chunk of body) yield* frames.push(chunk);
  yield* frames.end();
}

function eventHead(head: UpstreamHead): UpstreamHead {
  return { ...head, headers: { ...head.headers, "content-type": "text/event-stream" } };
}

function keptOpen(): Error {
  return new Error("The upstream kept a stream open whose last event had passed.");
}

/** Tells by its first bytes how to read an answer. `body` is the whole of it. */
async function lookAtBeginning(body: AnswerBody): Promise<{ kind: "events" | "whole"; body: AnswerBody }> {
  const rest = body[Symbol.asyncIterator]();
  let beginning = Buffer.of();
  let isEvents: boolean | undefined;
  while (isEvents === undefined) {
    const next = await rest.next();
    if (next.done) break;
    beginning = Buffer.concat([beginning, next.value]);
    isEvents = beginsEvents(beginning);
  }
  return { kind: isEvents ? "events" : "whole", body: iteratedBody(() => joined(beginning, rest)) };
}

async function* joined(beginning: Uint8Array, rest: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield beginning;
    yield* rest;
  } finally {
    await rest.return(undefined);
  }
}

/** An error that came as the first event of a stream is what it would be with a status of its own. */
function refusedOutcome(head: UpstreamHead, { status, body }: RefusedStream, held: HeldAnswer): Outcome {
  held.end();
  const headers = { ...head.headers, "content-type": "application/json" };
  return { kind: "whole", head: { status, headers }, bytes: body, held };
}

async function beginStream(
  body: AnswerBody,
  head: UpstreamHead,
  reader: StreamReader,
): Promise<Omit<Extract<Outcome, { kind: "stream" }>, "endSoon">> {
  const rest = body[Symbol.asyncIterator]();
  let pieces: readonly Uint8Array[] = [];
  while (pieces.length === 0 && !reader.refused) {
    const next = await rest.next();
    if (next.done) break;
    pieces = reader.push(next.value);
  }
  return { kind: "stream", head, reader, pieces, rest };
}

/** @throws GatewayError upstream_invalid_response for an answer that the route cannot have */
function kindOf(
  { status, headers }: UpstreamHead,
  { route, body }: AdapterCall,
  framing: Framing | undefined,
): AnswerKind | "frames" {
  if (status >= 300 && status < 400 && headers["location"] !== undefined)
    throw new GatewayError(
      "upstream_invalid_response",
      `The upstream redirects calls (${status}), which the gateway does not follow: its administrators must correct the deployment's api_base.`,
      { cause: new Error(`it redirects to ${destinationOf(String(headers["location"]))}`) },
    );
  if (status >= 300)
    throw new GatewayError(
      "upstream_invalid_response",
      `The upstream answered with status ${status}; no model answers with that status.`,
    );
  const given = headers["content-type"];
  const type = Array.isArray(given) ? given[0] : given;
  if (framing && type?.split(";", 1)[0]?.trim().toLowerCase() === framing.contentType) return "frames";
  return answerKind(route, type, body.stream);
}

/** An address for the log, without what may be secret. */
function destinationOf(location: string): string {
  const [address = ""] = location.split(/[?#]/, 1);
  return address.replace(/\/\/[^/]*@/, "//").slice(0, 200);
}
