import { GatewayError } from "@/lib/errors";
import type { ApiRequest } from "@/lib/doors/contract";
import type { IfMatch } from "@/lib/store/row-version";

const TAGS = /^\s*(?:W\/)?"[^"]*"\s*(?:,\s*(?:W\/)?"[^"]*"\s*)*$/;

/**
 * The versions that a request is willing to change, from its `If-Match`. Undefined: any, as for `*`. Tags that a proxy
 * has made weak count as strong. @throws GatewayError invalid_request
 */
export function ifMatchOf({ headers }: Pick<ApiRequest, "headers">): IfMatch | undefined {
  const header = headers["if-match"];
  const text = Array.isArray(header) ? header.join(",") : header;
  if (text === undefined || text.trim() === "*") return undefined;
  if (!TAGS.test(text))
    throw new GatewayError("invalid_request", 'If-Match takes the ETag of an answer in its quotes, such as "abc".', {
      param: "If-Match",
    });
  return new Set(text.match(/"[^"]*"/g));
}
