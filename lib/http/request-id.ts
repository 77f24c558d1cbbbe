/** The header by which a request is known: what the caller sent, or else what the gateway calls it. */
export const REQUEST_ID_HEADER = "x-request-id";

/** Safe in a header, a log line, an address and a file name. */
const REQUEST_ID = /^[\w.:-]{1,128}$/;

/**
 * The id that a caller gave their request; undefined if there is none of that shape. A header that came twice has a
 * comma, or is a list, and counts as none.
 */
export function callerRequestId(headers: Readonly<Record<string, string | string[] | undefined>>): string | undefined {
  const given = headers[REQUEST_ID_HEADER];
  return typeof given === "string" && REQUEST_ID.test(given) ? given : undefined;
}
