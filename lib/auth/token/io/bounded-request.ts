import { request, type Dispatcher } from "undici";
import type { ArrivedAnswer } from "../provider-answer";
import { readBounded } from "./read-bounded";

export interface BoundedRequest {
  readonly method?: "GET" | "POST";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly dispatcher: Dispatcher;
  /** Ends the request when its time is up. */
  readonly signal: AbortSignal;
  /** The largest answer, in bytes. */
  readonly limit: number;
}

/**
 * Sends a request to a provider and waits for the whole answer. Redirects are not followed: a provider must not lead
 * the gateway, or its credentials, to another address.
 * @throws Error with a message that repeats nothing of the answer
 */
export async function boundedRequest(
  url: string,
  { limit, headers, ...options }: BoundedRequest,
): Promise<ArrivedAnswer> {
  const {
    statusCode,
    headers: answered,
    body,
  } = await request(url, { ...options, headers: { accept: "application/json", ...headers } });
  const bytes = await readBounded(body, limit);
  if (statusCode >= 300 && statusCode < 400)
    throw new Error(`the answer is a redirect (status ${statusCode}), which is not followed`);
  const { "retry-after": pause } = answered;
  const retryAfter = typeof pause === "string" && /^\d{1,6}$/.test(pause) ? Number(pause) : undefined;
  return { status: statusCode, body: bytes, retryAfter };
}
