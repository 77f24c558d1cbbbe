import { isObject } from "@/lib/is-object";

/** An error in place of a stream, as it would have come with a status of its own. */
export interface RefusedStream {
  readonly status: number;
  /** An error body, in the upstream's dialect. */
  readonly body: Buffer;
}

/** The words of OpenAI's and Anthropic's errors, as types or codes, for which their APIs have a status. */
const STATUSES: ReadonlyMap<unknown, number> = new Map([
  ["invalid_request_error", 400],
  ["context_length_exceeded", 400],
  ["authentication_error", 401],
  ["invalid_api_key", 401],
  ["billing_error", 402],
  ["permission_error", 403],
  ["not_found_error", 404],
  ["model_not_found", 404],
  ["request_too_large", 413],
  ["rate_limit_error", 429],
  ["rate_limit_exceeded", 429],
  ["insufficient_quota", 429],
  ["tokens", 429],
  ["requests", 429],
  ["api_error", 500],
  ["server_error", 500],
  ["overloaded_error", 529],
  ["timeout_error", 504],
]);
const UNNAMED = 502;

/** The status that an error in a stream means: the one that it names, else that of its words, else 502. */
export function statusOfError(error: unknown): number {
  if (!isObject(error)) return UNNAMED;
  const { status, code, type } = error;
  return statusIn(status) ?? statusIn(code) ?? STATUSES.get(code) ?? STATUSES.get(type) ?? UNNAMED;
}

export function statusIn(value: unknown): number | undefined {
  const status = typeof value === "string" ? Number(value) : value;
  return typeof status === "number" && Number.isInteger(status) && status >= 400 && status <= 599 ? status : undefined;
}
