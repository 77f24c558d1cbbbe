import { isObject } from "@/lib/is-object";
import { objectAt, type JsonObject } from "@/lib/providers/json-value";
import type { Message, RpcError } from "./message";
import { mirrorFault } from "./mirrored-headers";
import { eraOf, META, MODERN_VERSION, RPC, VERSIONS } from "./protocol";

/** What a caller says about itself beside its request. */
export type CallerEnvelope =
  | { readonly era: "modern"; readonly clientInfo: unknown; readonly capabilities: JsonObject }
  /** The version of the header; undefined: it says none, as before 2025-06-18. */
  | { readonly era: "legacy"; readonly version: string | undefined };

export interface EnvelopeFault {
  readonly status: 400 | 404;
  readonly error: RpcError;
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/**
 * Tells the era of a message, and checks that a modern one is complete and says the same in its headers. A message is
 * modern if its `_meta` names a version, or if its header names a modern one.
 */
export function readEnvelope(headers: Headers, message: Message): CallerEnvelope | EnvelopeFault {
  const header = headers["mcp-protocol-version"];
  const named = typeof header === "string" ? header : undefined;
  const params = message.kind === "request" || message.kind === "notification" ? message.params : {};
  const meta = objectAt(params, "_meta");
  const version = meta[META.version];
  if (version === undefined && (named === undefined || eraOf(named) === "legacy"))
    return { era: "legacy", version: named };
  if (typeof version !== "string" && message.kind === "request") {
    // An `initialize` negotiates: its own parameters say the version, whatever the header does.
    if (message.method === "initialize") return { era: "legacy", version: undefined };
    return eraOf(named ?? "") === "modern"
      ? refused(RPC.invalidParams, `"_meta" must have ${JSON.stringify(META.version)} as a string.`)
      : unsupported(named ?? "");
  }
  if (message.kind !== "request")
    return eraOf(named ?? MODERN_VERSION) === undefined
      ? unsupported(named ?? "")
      : { era: "modern", clientInfo: undefined, capabilities: {} };
  const asked = typeof version === "string" ? version : "";
  const mismatch = mirrorFault(headers, { method: message.method, params, version: asked });
  if (mismatch !== undefined) return refused(RPC.headerMismatch, mismatch);
  if (eraOf(asked) !== "modern") return unsupported(asked);
  const capabilities = meta[META.capabilities];
  if (!isObject(capabilities))
    return refused(RPC.invalidParams, `"_meta" must have ${JSON.stringify(META.capabilities)} as an object.`);
  return { era: "modern", clientInfo: meta[META.clientInfo], capabilities };
}

function refused(code: number, message: string): EnvelopeFault {
  return { status: 400, error: { code, message } };
}

function unsupported(requested: string): EnvelopeFault {
  const data = { supported: VERSIONS, requested: requested.slice(0, 60) };
  return { status: 400, error: { code: RPC.unsupportedVersion, message: "Unsupported protocol version.", data } };
}

export function isRefused(read: CallerEnvelope | EnvelopeFault): read is EnvelopeFault {
  return "error" in read;
}
