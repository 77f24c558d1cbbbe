import type { Pieces } from "@/lib/http/pieces";
import type { GatewayError } from "@/lib/errors";
import type { Deployment } from "./deployment";
import type { Usage } from "@/lib/usage";
import type { RefusedStream } from "./events/refused-stream";
import type { DescribedAnswer } from "./answer-facts";
import type { CallBody } from "./call-body";
import type { Framing } from "./events/framing";
import type { AddressedMedia, FetchedMedia } from "./form/media";

/** One attempt at a call: what the caller sent and the deployment that it goes to. */
export interface AdapterCall {
  /** The canonical route, without `/v1`: `/chat/completions`, `/messages`. */
  readonly route: string;
  readonly body: CallBody;
  readonly deployment: Deployment;
  /** The caller's header `anthropic-beta`, for upstreams that take it in the body. */
  readonly beta?: string | readonly string[] | undefined;
  /** When the call arrived, in milliseconds since the epoch; for answers that contain a time. */
  readonly startedAt: number;
  /** What the gateway has fetched for it, by address; absent: nothing. */
  readonly fetched?: FetchedMedia;
}

/** The POST that is sent to the deployment's origin. */
export interface UpstreamRequest {
  /** Includes the deployment's base path and the query. */
  readonly path: string;
  /** The headers that the dialect needs: content type, key, version. */
  readonly headers: Readonly<Record<string, string>>;
  /** Bytes can be sent again. A stream, of a form that is still arriving, can be sent only once. */
  readonly body: Buffer | Pieces | AsyncIterable<Uint8Array>;
  /** The names of the members that the caller has sent and the upstream does not get; absent: it gets all. */
  readonly dropped?: readonly string[];
}

/** The answer to one of the requests of a call. */
export interface AnsweredPart {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly bytes: Buffer;
}

/** Where a route of an upstream is, and the headers that open it. */
export type Door = Pick<UpstreamRequest, "path" | "headers">;

export interface Kept {
  /** The known ids under which its upstream keeps it and its items; absent: it keeps nothing. */
  kept?(): readonly string[];
}

/** A complete answer in the caller's dialect. */
export interface WholeAnswer extends DescribedAnswer, Kept {
  readonly body: Buffer;
  /** Undefined if the upstream did not report it. */
  readonly usage: Usage | undefined;
  /** Bytes of the text that the model generated, by which usage is estimated; undefined: unknown. */
  generated(): number | undefined;
}

/** Reads a streamed answer as it passes, translates it into the caller's dialect and finds its usage. */
export interface StreamReader extends DescribedAnswer, Kept {
  /** An error that the upstream has sent in the stream; the caller gets it as one with a status, if it came first. */
  readonly refused?: RefusedStream | undefined;
  /** What to forward of a chunk, in order; possibly nothing. */
  push(chunk: Uint8Array): Uint8Array[];
  /** What is left to forward after the upstream has ended the stream. */
  end(): Uint8Array[];
  /** Whether a piece of content has passed: a word, an argument, a sound; not the events that come before it. */
  readonly hasContent: boolean;
  /** Whether the last event has passed, usage included, so that the call can be booked. */
  readonly isComplete: boolean;
  /** Whether the upstream has said how the answer ends. A stream that ends without it was cut off. */
  readonly mayEnd: boolean;
  /** The usage that the upstream has reported so far, otherwise an estimate from what passed. */
  usage(estimatedPromptTokens: number): Usage;
  /**
   * The event, in the caller's dialect, that says that the stream broke. It never invents an end of the answer.
   * Undefined if the format has no such event; then the connection breaks.
   */
  failure(error: GatewayError): Uint8Array | undefined;
}

/**
 * How calls of a route are sent to an upstream and how its answers are read. Stateless and pure: keys and addresses
 * come with the deployment. A translation throws `invalid_request` for what the upstream's dialect cannot express, and
 * `upstream_invalid_response` for an answer that it cannot read.
 */
export interface Adapter {
  /** Whether answers and refusals are rewritten as JSON, whatever content type the upstream sent. */
  readonly rewritesAnswers?: boolean;
  /** How its streams are framed; absent: as server-sent events. */
  readonly framing?: Framing;
  /** The maximum of completion tokens that it writes into a request that names none; absent: it writes none. */
  addedMaximum?(deployment: Pick<Deployment, "model" | "baseModel">): number | undefined;
  /** What the call names by address and its upstream takes only as bytes; absent: its upstream fetches all itself. */
  addressed?(call: AdapterCall): readonly AddressedMedia[];
  /** Where else an upstream is asked about what it keeps; absent: nobody can ask about it. */
  door?(deployment: Deployment, route: string): Door;
  request(call: AdapterCall): UpstreamRequest;
  /** Where the upstream takes less in one request than a call may have; `request` is not asked then. */
  readonly split?: {
    /** At least one. */
    requests(call: AdapterCall): readonly UpstreamRequest[];
    /** Their answers as one, which `answer` reads. */
    join(parts: readonly AnsweredPart[]): Buffer;
    /** What a joined answer reports, also of some of the parts; undefined: nothing. */
    usage(bytes: Buffer): Usage | undefined;
  };
  /** Reads the body of an answer with a status of 200 to 299. */
  answer(call: AdapterCall, bytes: Buffer): WholeAnswer;
  /** Translates the body of an answer with a status of 400 or above. */
  errorBody(call: AdapterCall, status: number, bytes: Buffer): Buffer;
  stream(call: AdapterCall): StreamReader;
}

/** The part of a deployment, or of an entry, that decides which adapter serves a route. */
export type AskedModel = Pick<Deployment, "provider"> &
  Partial<Pick<Deployment, "model" | "api" | "basePath" | "baseModel">>;

/** A way of speaking to upstreams. It stands in its own folder. */
export interface Dialect {
  /** As the docs name it. */
  readonly label: string;
  /** The adapter for a route, which sets the caller's dialect; undefined: upstreams of this dialect do not serve it. */
  adapterFor(route: string, asked: AskedModel): Adapter | undefined;
}
