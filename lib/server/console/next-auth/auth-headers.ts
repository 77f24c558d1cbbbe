import type { ConsoleGateway } from "../port";
import { AUTH_PATH } from "./cookies";
import { withCurrentCsrfToken } from "./csrf-cookie";

/**
 * Changes the headers of a request to next-auth's routes, which next-auth reads as Next.js got them: its own addresses
 * lie below the base path, and a form's token that was written under a previous secret still counts.
 */
export function settleAuthHeaders(
  headers: Headers,
  {
    basePath,
    csrfCookie,
    secrets,
  }: { readonly basePath: string; readonly csrfCookie: string; readonly secrets: ConsoleGateway["sessionSecrets"] },
): void {
  // next-auth makes its addresses for providers and browsers from this header, and keeps a path in it.
  if (basePath !== "")
    headers.set("x-forwarded-host", `${headers.get("x-forwarded-host") ?? ""}${basePath}${AUTH_PATH}`);
  const cookie = headers.get("cookie");
  if (cookie !== null) headers.set("cookie", withCurrentCsrfToken(cookie, csrfCookie, secrets));
}
