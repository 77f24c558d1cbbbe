import type { ApiRequest } from "@/lib/doors/contract";
import { GatewayError } from "@/lib/errors";
import { hasQuery } from "@/lib/wire/contract";
import type { Operation } from "./operation";

/**
 * The query of a GET or DELETE together with the parameters of its path, for the operation's input to check. A query
 * that would not be read is refused: that of another method, a name that the path already gives, and a name that is
 * given twice, unless it ends with `[]`. A NUL character is refused too, because the database cannot compare it with
 * anything. `ignored`: names that the callers of this path always add.
 * @throws GatewayError invalid_request that names the parameter
 */
export function readQuery(
  { method }: Pick<Operation, "method">,
  { query }: Pick<ApiRequest, "query">,
  path: Readonly<Record<string, string>>,
  ignored: ReadonlySet<string> = NONE,
): Record<string, string | string[]> {
  if (query === "") return { ...path };
  const given = new Map<string, string | string[]>();
  for (const [name, value] of new URLSearchParams(query)) {
    if (ignored.has(name)) continue;
    if (!hasQuery(method) || Object.hasOwn(path, name))
      throw refused(name, "is not a query parameter of this operation");
    const before = given.get(name);
    if (before !== undefined && !name.endsWith("[]")) throw refused(name, "is given twice, but takes one value");
    if (name.includes("\0") || value.includes("\0")) throw refused(name, "contains a NUL character");
    given.set(name, before === undefined ? value : [before, value].flat());
  }
  return { ...Object.fromEntries(given), ...path };
}

/**
 * The fields of a body together with the parameters of its path. @throws GatewayError invalid_request for a field of
 * both
 */
export function besidePath(
  path: Readonly<Record<string, string>>,
  body: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const twice = Object.keys(path).find((name) => Object.hasOwn(body, name));
  if (twice !== undefined) throw refused(twice, "is in the path, and must not be in the body");
  return { ...body, ...path };
}

const NONE: ReadonlySet<string> = new Set();

function refused(parameter: string, because: string): GatewayError {
  const param = parameter.slice(0, 60);
  return new GatewayError("invalid_request", `"${param}" ${because}.`, { param });
}
