import { Agent } from "undici";
import { boundedRequest } from "@/lib/auth/token/io/bounded-request";
import { isObject } from "@/lib/is-object";
import type { ProxyFor } from "@/lib/http/proxy-address";
import { guardedConnectors } from "@/lib/upstream/tunnel";
import { discoveryAddress, type LoginProvider } from "./login-providers";

/** The sign-in page's notice for people whose session at the provider goes on. */
export const SIGNED_OUT_HERE = "SignedOutHere";

/** How long the provider may take, in milliseconds. */
const TIMEOUT_MS = 5_000;
/** The longest discovery document that is read, in bytes. */
const MOST_BYTES = 256 * 1024;

export interface SignOut {
  /** The ID token of the session, which tells the provider which session to end. Undefined: it is no longer known. */
  readonly idToken: string | undefined;
  /** Where the provider sends the browser afterwards. */
  readonly returnTo: string;
}

/**
 * The address at which the browser ends its session at the provider (OpenID Connect RP-Initiated Logout 1.0).
 * Undefined: the provider has none.
 * @throws Error if the provider cannot be reached or sends no discovery document
 */
export async function endSessionAddress(
  client: LoginProvider,
  signOut: SignOut,
  proxyFor: ProxyFor,
): Promise<string | undefined> {
  const dispatcher = new Agent({ connect: guardedConnectors(proxyFor)(TIMEOUT_MS) });
  const metadata = await discover(client, dispatcher).finally(() => dispatcher.destroy());
  const endpoint = isObject(metadata) ? metadata["end_session_endpoint"] : undefined;
  return typeof endpoint === "string" ? addressAt(endpoint, client.clientId, signOut) : undefined;
}

async function discover(client: LoginProvider, dispatcher: Agent): Promise<unknown> {
  const limits = { signal: AbortSignal.timeout(TIMEOUT_MS), limit: MOST_BYTES };
  const { status, body } = await boundedRequest(discoveryAddress(client), { ...limits, dispatcher });
  return status === 200 ? JSON.parse(body.toString()) : undefined;
}

/** Keeps the endpoint's own query. Undefined: the endpoint is not a web address. */
function addressAt(endpoint: string, clientId: string, { idToken, returnTo }: SignOut): string | undefined {
  if (!URL.canParse(endpoint)) return undefined;
  const url = new URL(endpoint);
  if (url.protocol !== "https:" && url.protocol !== "http:") return undefined;
  if (idToken !== undefined) url.searchParams.set("id_token_hint", idToken);
  url.searchParams.set("client_id", clientId);
  url.searchParams.set("post_logout_redirect_uri", returnTo);
  return url.href;
}
