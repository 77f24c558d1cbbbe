import { lookup as resolve } from "node:dns";
import type { LookupFunction } from "node:net";
import { Agent, buildConnector } from "undici";
import type { CredentialAnswer } from "@/lib/credentials/source";
import { isPrivateAddress } from "@/lib/http/private-address";
import { NO_PROXY, type ProxyFor } from "@/lib/http/proxy-address";
import { exchange } from "./credentials/ports";
import { guarded } from "./guarded-lookup";
import { throughProxy } from "./tunnel";

const CONNECT_MS = 3_000;
const WHOLE_MS = 5_000;
const MOST_BYTES = 16 * 1024;

/**
 * Reads a document at an address that anybody may have named: on the public internet alone, at most 16 KiB in 5 s, and
 * without following redirects. @throws CredentialError without an answer
 */
export type PublicReader = (url: string) => Promise<Pick<CredentialAnswer, "status" | "text">>;

/** `lookup`: the resolver, which tests replace. A proxy resolves names itself. */
export function createPublicReader(lookup: LookupFunction = resolve, proxyFor: ProxyFor = NO_PROXY): PublicReader {
  const connect = guarded(
    lookup,
    (checked) => throughProxy(buildConnector({ timeout: CONNECT_MS, lookup: checked }), proxyFor, CONNECT_MS),
    isPrivateAddress,
  );
  const dispatcher = new Agent({ connect, keepAliveTimeout: 1 });
  return (url) =>
    exchange(
      dispatcher,
      { method: "GET", url, headers: { accept: "application/json" } },
      AbortSignal.timeout(WHOLE_MS),
      MOST_BYTES,
    );
}
