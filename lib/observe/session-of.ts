import type { ApiRequest } from "@/lib/doors/contract";

/** The caller's name for the session that a request belongs to, of any length; undefined: it names none. */
export function sessionOf({ headers }: Pick<ApiRequest, "headers">): string | undefined {
  const session = headers["x-gateway-session-id"];
  return typeof session === "string" && session !== "" ? session : undefined;
}
