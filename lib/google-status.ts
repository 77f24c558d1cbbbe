/** Google's word for a status (cloud.google.com/apis/design/errors, "Handling errors"). */
function googleStatus(status: number): string {
  return WORDS[status] ?? (status >= 500 ? "INTERNAL" : "INVALID_ARGUMENT");
}

const WORDS: Readonly<Record<number, string>> = {
  400: "INVALID_ARGUMENT",
  401: "UNAUTHENTICATED",
  403: "PERMISSION_DENIED",
  404: "NOT_FOUND",
  405: "UNIMPLEMENTED",
  408: "DEADLINE_EXCEEDED",
  409: "ABORTED",
  412: "FAILED_PRECONDITION",
  429: "RESOURCE_EXHAUSTED",
  499: "CANCELLED",
  500: "INTERNAL",
  501: "UNIMPLEMENTED",
  502: "UNAVAILABLE",
  503: "UNAVAILABLE",
  504: "DEADLINE_EXCEEDED",
};

/** What Google's clients read of an error (google.rpc.Status). */
export interface GoogleError {
  readonly code: number;
  readonly message: string;
  readonly status: string;
  readonly details?: readonly Readonly<Record<string, unknown>>[];
}

/**
 * An error in Google's form. `reason`: the word for programs; undefined: there is none. `retryAfter`: the header of
 * that name, which Google's clients do not read.
 */
export function googleError(
  status: number,
  message: string,
  reason: string | undefined,
  metadata: Readonly<Record<string, string>> = {},
  retryAfter?: string,
): GoogleError {
  const info = { "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason, domain: "model-gateway", metadata };
  const retry = { "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: `${retryAfter}s` };
  const details = [
    ...(reason === undefined ? [] : [info]),
    ...(retryAfter !== undefined && /^\d+$/.test(retryAfter) ? [retry] : []),
  ];
  return {
    code: status,
    message,
    status: googleStatus(status),
    ...(details.length > 0 && { details }),
  };
}
