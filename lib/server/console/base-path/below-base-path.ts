import type { IncomingHttpHeaders } from "node:http";
import { withBasePath } from "@/lib/http/base-path";
import { basePathScript } from "@/lib/http/published-base-path";

/** The first script of every page that runs: it loads all others of the build. */
const FIRST_SCRIPT = /^\/_next\/static\/chunks\/turbopack-[^/?]*\.js(?:\?|$)/;

/** The script that is written before a file served below a base path; "" for most files. */
export function scriptBefore(path: string, basePath: string): string {
  return basePath !== "" && FIRST_SCRIPT.test(path) ? basePathScript(basePath) : "";
}

/**
 * The headers of a request for a file that a script is written before. Such a file must come whole and uncompressed.
 */
export function askingForWhole(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const { "accept-encoding": _, range: __, "if-range": ___, ...rest } = headers;
  return rest;
}

/**
 * The raw headers of an answer of Next.js, which does not know the base path. Its own redirections are put below it.
 * `before`: what is written before the body.
 */
export function headersBelow(raw: readonly string[], basePath: string, before: string): string[] {
  return raw.map((part, at) => {
    if (at % 2 === 0) return part;
    switch (raw[at - 1]?.toLowerCase()) {
      case "location":
        return part.startsWith("/") ? withBasePath(part, basePath) : part;
      case "content-length":
        return String(Number(part) + Buffer.byteLength(before));
      default:
        return part;
    }
  });
}
