import type { IncomingHttpHeaders } from "node:http";
import { isApiPath } from "@/lib/api/table";
import { MOST_TARGET, targetOf } from "@/lib/doors/node-door";

/** next-auth's own route takes log lines from anybody without credentials. */
const CLIENT_LOG = "/api/auth/_log";

/**
 * Whether the console answers a request. Its pages answer `GET` from callers who accept HTML, its sign-in answers
 * `POST` too. The API answers everything else, in JSON, because API clients cannot read a page. An unknown address gets
 * a page only if the caller names HTML in `Accept`: most clients send `*\/*`. `target` is that of the request line, in
 * either form.
 */
export function isForConsole(method: string, target: string, headers: IncomingHttpHeaders): boolean {
  const { path } = targetOf(target);
  // The API refuses an address that is too long.
  if (isApiPath(path) || target.length > MOST_TARGET) return false;
  const isRead = method === "GET" || method === "HEAD";
  if (path.startsWith("/api/auth/")) return path !== CLIENT_LOG && (isRead || method === "POST");
  if (!isRead || !path.startsWith("/")) return false;
  if (path.startsWith("/_next/")) return true;
  const { accept = "*/*" } = headers;
  if (accept.includes("text/html")) return true;
  const isPage = path === "/" || path === "/console" || path.startsWith("/console/");
  return isPage && accept.includes("*/*");
}
