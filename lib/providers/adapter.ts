import type { GatewayError } from "@/lib/errors";
import type { Deployment } from "./deployment";
import type { Usage } from "@/lib/usage";
import type { CallBody } from "./call-body";

/** One attempt at a call: what the caller sent, and where it goes. */
export interface AdapterCall {
  /** Canonical, without `/v1`: `/chat/completions`, `/messages`. */
  readonly route: string;
  readonly body: CallBody;
  readonly deployment: Deployment;
  /** When the call came, in milliseconds since the epoch: for answers that carry a time. */
  readonly startedAt: number;
}

/** What is sent to the deployment's origin, as a POST. */
export interface UpstreamRequest {
  /** With the deployment's base path and the query. */
  readonly path: string;
  /** The dialect's own ones: content type, key, version. */
  readonly headers: Readonly<Record<string, string>>;
  /** Bytes can be sent again; a stream, of a form that is still on its way, only once. */
  readonly body: Buffer | AsyncIterable<Uint8Array>;
}

/** A whole answer, in the caller's dialect. */
export interface WholeAnswer {
  readonly body: Buffer;
  /** Undefined: the upstream did not say. */
  readonly usage: Usage | undefined;
}

/** Reads a streamed answer as it passes, gives it out in the caller's dialect, and finds its usage. */
export interface StreamReader {
  /** What to forward of a chunk, in order; possibly nothing. */
  push(chunk: Uint8Array): Uint8Array[];
  /** What is left to forward when the upstream has ended the stream. */
  end(): Uint8Array[];
  /** Whether the last event has passed, usage included: the call can be booked. */
  readonly isComplete: boolean;
  /** Whether the upstream has said how the answer ends; a stream that ends before that has been cut. */
  readonly mayEnd: boolean;
  /** What the upstream reported so far, else an estimate from what passed. */
  usage(estimatedPromptTokens: number): Usage;
  /** The event that tells the caller, in their dialect, that the stream broke. Never an invented end of the answer. Undefined: there is none, and the connection breaks. */
  failure(error: GatewayError): Uint8Array | undefined;
}

/**
 * How the calls of a route are put to an upstream, and how its answers come back. Stateless and pure: keys and
 * addresses come with the deployment, and a translation throws `invalid_request` for what the upstream's dialect
 * cannot say, `upstream_invalid_response` for an answer that is none.
 */
export interface Adapter {
  /** Whole answers and refusals are made anew, as JSON, whatever type the upstream's had. */
  readonly rewritesAnswers?: boolean;
  request(call: AdapterCall): UpstreamRequest;
  /** An answer with a status below 400. */
  answer(call: AdapterCall, bytes: Buffer): WholeAnswer;
  /** The body of an answer with a status of 400 or more. */
  refusal(call: AdapterCall, status: number, bytes: Buffer): Buffer;
  stream(call: AdapterCall): StreamReader;
}
