import { request, type Dispatcher } from "undici";
import { messageOf } from "@/lib/error-message";
import { discoveryAddress } from "../discovery-address";
import { readKeyDocument, type KeyDocument } from "../key-set";
import { type PublicJwk } from "@/lib/auth/token/jwk";
import { readBounded } from "./read-bounded";

export interface FetchedKeys {
  readonly keys: readonly PublicJwk[];
  /** The issuer of these keys, if a discovery document names it. */
  readonly issuer: string | undefined;
}

/** How much one fetch may cost. */
export interface FetchLimits {
  readonly bytes: number;
  readonly milliseconds: number;
}

/** The address has answered, but with something other than keys or a discovery document. */
class OtherAnswer extends Error {
  override readonly name = "OtherAnswer";
}

/**
 * Fetches a key set, or a discovery document and then its key set. The address may also be the issuer's, whose
 * discovery document must then name it. Redirects are not followed: a provider must not lead the gateway to an internal
 * address. The size of each answer and the time for all of them are bounded, so a server that answers byte by byte
 * costs no more than one that hangs.
 *
 * @throws Error with a message that says why there are no keys; it repeats nothing of the answer
 */
export async function fetchKeys(url: string, dispatcher: Dispatcher, limits: FetchLimits): Promise<FetchedKeys> {
  const signal = AbortSignal.timeout(limits.milliseconds);
  const get = async (address: string): Promise<KeyDocument> => {
    const body = await fetchBytes(address, dispatcher, signal, limits.bytes);
    try {
      return readKeyDocument(body);
    } catch (error) {
      throw new OtherAnswer(messageOf(error));
    }
  };
  try {
    const document = await get(url).catch((error: unknown) => ofIssuer(url, error, get));
    if (document.kind === "keys") return { keys: document.keys, issuer: undefined };
    const keySet = await get(keySetAddress(url, document.jwksUri));
    if (keySet.kind !== "keys") throw new Error("the address in jwks_uri does not return a key set");
    return { keys: keySet.keys, issuer: document.issuer };
  } catch (error) {
    if (signal.aborted) throw new Error(`no complete answer within ${limits.milliseconds} ms`, { cause: error });
    throw error;
  }
}

/** What an issuer's address leads to. Any other address keeps its own fault. @throws Error */
async function ofIssuer(
  address: string,
  fault: unknown,
  get: (address: string) => Promise<KeyDocument>,
): Promise<KeyDocument> {
  if (!(fault instanceof OtherAnswer) || new URL(address).pathname.includes("/.well-known/")) throw fault;
  const document = await get(discoveryAddress(address)).catch(() => undefined);
  if (document?.kind !== "discovery" || !isSameAddress(document.issuer, address)) throw fault;
  return document;
}

/** A slash at the end makes no difference in the address; tokens are compared with the document's own spelling. */
function isSameAddress(issuer: string, address: string): boolean {
  return issuer.replace(/\/$/, "") === address.replace(/\/$/, "");
}

async function fetchBytes(url: string, dispatcher: Dispatcher, signal: AbortSignal, limit: number): Promise<Buffer> {
  const { statusCode, body } = await request(url, { dispatcher, signal, headers: { accept: "application/json" } });
  const bytes = await readBounded(body, limit);
  if (statusCode >= 300 && statusCode < 400)
    throw new OtherAnswer(`the answer is a redirect (status ${statusCode}), which is not followed`);
  if (statusCode >= 500) throw new Error(`the provider answered ${statusCode}`);
  if (statusCode !== 200) throw new OtherAnswer(`the provider answered ${statusCode}`);
  return bytes;
}

/** A discovery document must not lead from https to http. @throws Error */
function keySetAddress(from: string, jwksUri: string): string {
  const url = URL.canParse(jwksUri, from) ? new URL(jwksUri, from) : undefined;
  const isAllowed = url?.protocol === "https:" || (url?.protocol === "http:" && new URL(from).protocol === "http:");
  if (!url || !isAllowed) throw new Error("jwks_uri is not an https address");
  return url.href;
}
