import type { ApiRequest } from "@/lib/doors/contract";
import { GatewayError } from "@/lib/errors";
import { methodsOf } from "./table";

/** The refusal of a path that names no operation, or has none with this method. */
export function noOperation({ method, path }: Pick<ApiRequest, "method" | "path">): GatewayError {
  const methods = methodsOf(path);
  const name = JSON.stringify(path.slice(0, 120));
  if (methods.length > 0)
    return new GatewayError(
      "method_not_allowed",
      `${method} is not a method of ${name}; use ${methods.join(" or ")}.`,
      {
        headers: { allow: methods.map((known) => (known === "GET" ? "GET, HEAD" : known)).join(", ") },
      },
    );
  const meant = meantPath(path);
  const hint = meant === undefined ? "" : ` Did you mean "${meant}"? Check the base address of the client.`;
  return new GatewayError("not_found", `There is no route ${name}.${hint}`);
}

/** More parts than this has no path of an operation. */
const MOST_PARTS = 8;

/** The operation that a path ends with: a base address may repeat `/v1`, end with a slash or lead elsewhere. */
function meantPath(path: string): string | undefined {
  const parts = path.split("/").filter((part) => part !== "");
  const ends = parts.slice(-MOST_PARTS).map((_, index, last) => `/${last.slice(index).join("/")}`);
  return ends.find((end) => methodsOf(end).length > 0);
}
