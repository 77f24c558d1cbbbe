import { findOperation } from "@/lib/api/table";
import { headerFault } from "@/lib/doors/broken-request";
import { originForm, targetOf } from "@/lib/doors/node-door";
import type { GatewayError } from "@/lib/errors";
import { isForConsole } from "../console/served-path";
import type { IncomingMessage } from "node:http";

/**
 * What happens to a request before Next.js sees it. `refuse`: nobody should read it. `answer`: the API itself answers,
 * because no page and no operation has that address, or because Next.js would rewrite the address first. `operation`
 * and `page`: Next.js serves it, with `url` as its target.
 */
export type NextRequestPlan =
  | { readonly does: "refuse"; readonly error: GatewayError }
  | { readonly does: "answer" }
  | { readonly does: "operation" | "page"; readonly url: string };

/** Plans a request that has come to a server of Next.js, by the rules of the gateway's own server. */
export function planNextRequest(
  { method = "", url: target = "/", headers, rawHeaders, httpVersion }: Readable,
  { isDevelopment }: { readonly isDevelopment: boolean },
): NextRequestPlan {
  const error = headerFault(rawHeaders, httpVersion);
  if (error) return { does: "refuse", error };
  const url = originForm(target);
  const { path } = targetOf(url);
  if (isDevelopment && OF_DEVELOPMENT.test(path)) return { does: "page", url };
  if (!isAsNextReadsIt(path)) return { does: "answer" };
  if (findOperation(method, path)) return { does: "operation", url };
  return isForConsole(method, url, headers) ? { does: "page", url } : { does: "answer" };
}

type Readable = Pick<IncomingMessage, "method" | "url" | "headers" | "rawHeaders" | "httpVersion">;

/** What `next dev` serves besides the pages: changed modules, and the positions of errors in the sources. */
const OF_DEVELOPMENT = /^\/(?:_next|__nextjs)/;

/**
 * Next.js resolves dot segments and turns backslashes into slashes, so it could serve another address than the one that
 * the rules have judged.
 */
function isAsNextReadsIt(path: string): boolean {
  const address = `http://host${path}`;
  return path.startsWith("/") && URL.canParse(address) && new URL(address).pathname === path;
}
