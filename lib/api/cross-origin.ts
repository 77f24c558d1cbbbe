import type { ApiReply, ApiRequest } from "@/lib/doors/contract";
import { isModelFamily } from "@/lib/auth/routes";
import type { FoundOperation } from "./table";

type Asked = Pick<ApiRequest, "method" | "path" | "headers">;
type Find = (method: string, path: string) => FoundOperation | undefined;

/** How long a browser may remember the answer to a preflight, in seconds. */
const PREFLIGHT_SECONDS = "600";

/** Names of headers, as a browser lists them. */
const NAMES = /^[\w!#$%&'*+.^`|~, -]{1,2000}$/;

/**
 * The headers that let a script of another origin read an answer (Fetch, CORS protocol); undefined: it may not.
 * `allow-credentials` is never among them, so browsers neither send cookies nor show answers that depend on them: a
 * script can do what its own bearer can. Management stays closed to other origins, and what anybody may ask without a
 * credential, such as where to get one, is open to all.
 */
export function crossOriginHeaders(
  { method, path, headers }: Asked,
  allowed: readonly string[],
  find: Find,
): Record<string, string> | undefined {
  const { origin } = headers;
  if (typeof origin !== "string") return undefined;
  const asked = headers["access-control-request-method"];
  const isPreflight = method === "OPTIONS" && typeof asked === "string";
  const operation = find(isPreflight ? asked : method, path)?.operation;
  if (!operation) return undefined;
  const { openToScripts, family } = operation;
  const isCall = isModelFamily(family) || family === "mcp_routes";
  if (openToScripts || (isCall && allowed.includes("*")))
    return { "access-control-allow-origin": "*", "access-control-expose-headers": "*" };
  if (!isCall || !allowed.includes(origin)) return undefined;
  return { "access-control-allow-origin": origin, "access-control-expose-headers": "*", vary: "origin" };
}

/** The answer to a CORS preflight; undefined: the request is none, or its origin is not allowed. */
export function preflightReply(request: Asked, allowed: readonly string[], find: Find): ApiReply | undefined {
  if (request.method !== "OPTIONS" || !crossOriginHeaders(request, allowed, find)) return undefined;
  const { "access-control-request-method": method, "access-control-request-headers": names } = request.headers;
  if (typeof method !== "string") return undefined;
  const headers: Record<string, string> = {
    "access-control-allow-methods": method,
    "access-control-max-age": PREFLIGHT_SECONDS,
  };
  // The wildcard `*` would not cover Authorization (Fetch, CORS protocol).
  if (typeof names === "string" && NAMES.test(names)) headers["access-control-allow-headers"] = names;
  return { status: 200, headers, body: "" };
}
