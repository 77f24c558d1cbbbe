import { Readable } from "node:stream";
import type { Dispatcher } from "undici";
import type { UnsignedRequest } from "@/lib/credentials/deployment-credential";
import type { ApiRequest } from "@/lib/doors/contract";
import { UpstreamExchange } from "./exchange";
import { Pieces, wholeBytes } from "@/lib/http/pieces";
import type { TraceHeaders } from "@/lib/http/trace-context";
import { upstreamHeaders } from "./headers";
import type { Line, LineRequest } from "./http1/line";

/** A request in the upstream's dialect. */
interface UpstreamPost {
  /** Includes the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | Pieces | AsyncIterable<Uint8Array>;
}

/** Milliseconds until the first byte of the answer, and between two of its bytes. */
interface AnswerTimeouts {
  readonly firstByteMs: number;
  readonly idleMs: number;
}

/** Signs a request of which nothing changes any more: the headers that prove who sends it. */
export type SignRequest = (request: Omit<UnsignedRequest, "origin">) => Readonly<Record<string, string>>;

/**
 * Sends a POST to an upstream on behalf of a caller, with those of the caller's headers that are passed on. `trace`:
 * the place in a trace that is sent along.
 */
export function postUpstream(
  line: Line,
  { path, headers, body }: UpstreamPost,
  { firstByteMs, idleMs }: AnswerTimeouts,
  caller: ApiRequest,
  trace?: TraceHeaders,
  sign?: SignRequest,
): UpstreamExchange {
  const sent = upstreamHeaders(caller, headers, trace);
  if (sign) Object.assign(sent, sign({ method: "POST", path, headers: sent, body: wholeBytes(body) }));
  const request: LineRequest = {
    method: "POST",
    path,
    headers: sent,
    body: Buffer.isBuffer(body) || body instanceof Pieces ? body : Readable.from(body),
    headersTimeout: firstByteMs,
    bodyTimeout: idleMs,
  };
  return new UpstreamExchange((handler) => line.dispatch(request, handler), caller);
}

/**
 * Sends a request without a body to an upstream, a GET unless it is a DELETE, without any of the caller's headers;
 * aborted if the caller hangs up.
 */
export function getUpstream(
  line: Line | Pick<Dispatcher, "dispatch">,
  { path, headers, method = "GET" }: Pick<UpstreamPost, "path" | "headers"> & { readonly method?: "GET" | "DELETE" },
  { firstByteMs, idleMs }: AnswerTimeouts,
  caller: Pick<ApiRequest, "isGone" | "onGone">,
  sign?: SignRequest,
): UpstreamExchange {
  const sent = upstreamHeaders({ headers: {} }, headers, undefined);
  if (sign) Object.assign(sent, sign({ method, path, headers: sent, body: undefined }));
  const request = { method, path, headers: sent, headersTimeout: firstByteMs, bodyTimeout: idleMs };
  return new UpstreamExchange((handler) => line.dispatch(request, handler), caller);
}
