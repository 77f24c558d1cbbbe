import type { ApiRequest } from "@/lib/doors/contract";
import { GatewayError } from "@/lib/errors";
import type { Operation } from "./operation";

/**
 * The query of a GET together with the parameters of its path, for the operation's input to check. A query that would
 * not be read is refused: that of a POST, and a name that the path gives already.
 * @throws GatewayError invalid_request that names the parameter
 */
export function readQuery(
  { method }: Pick<Operation, "method">,
  { query }: Pick<ApiRequest, "query">,
  path: Readonly<Record<string, string>>,
): Record<string, string> {
  if (query === "") return { ...path };
  const given = Object.fromEntries(new URLSearchParams(query));
  const unread = Object.keys(given).find((name) => method !== "GET" || Object.hasOwn(path, name));
  if (unread === undefined) return { ...given, ...path };
  const name = unread.slice(0, 60);
  throw new GatewayError("invalid_request", `"${name}" is not a query parameter of this operation.`, { param: name });
}
