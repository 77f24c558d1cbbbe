import type { Claims } from "../decision";
import { parseJsonBytes } from "./json-object";

/** What a provider says about a token. */
export type ProviderAnswer =
  | { readonly kind: "active"; readonly claims: Claims }
  /** The provider knows no such token, or the token is no longer good. */
  | { readonly kind: "refused" }
  /**
   * The provider did not say. `because` completes "the provider cannot be asked: …" and repeats nothing of the answer.
   */
  | { readonly kind: "unusable"; readonly because: string };

/** An HTTP answer that has arrived whole. */
export interface ArrivedAnswer {
  readonly status: number;
  readonly body: Uint8Array;
  /** Seconds after which the provider wants to be asked again (`Retry-After`), if it says so in seconds. */
  readonly retryAfter?: number | undefined;
}

/** Reads an introspection response (RFC 7662 §2.2): its claims without `active`. */
export function readIntrospection({ status, body }: ArrivedAnswer): ProviderAnswer {
  // RFC 7662 §2.3: a 401 is about the gateway's own credentials. A token is never refused by status.
  if (status === 401 || status === 403)
    return unusable(`it answers ${status} to the client credentials of "introspection"`);
  if (status !== 200) return unusable(`it answered ${status}`);
  const document = parseJsonBytes(body);
  if ("fault" in document) return unusable(`the answer ${document.fault}`);
  const { active, ...claims } = document.value;
  if (typeof active !== "boolean") return unusable('the answer has no "active" that is true or false');
  return active ? { kind: "active", claims } : { kind: "refused" };
}

/** Reads a UserInfo response (OpenID Connect Core §5.3). */
export function readUserinfo({ status, body }: ArrivedAnswer): ProviderAnswer {
  // RFC 6750 §3.1. Some providers answer 400 or 403 to a token that is unknown or is an application's.
  if (status === 400 || status === 401 || status === 403) return { kind: "refused" };
  if (status !== 200) return unusable(`it answered ${status}`);
  const document = parseJsonBytes(body);
  if ("fault" in document) return unusable(`the answer ${document.fault}; signed answers are not read`);
  const { sub } = document.value;
  if (typeof sub !== "string" || sub === "") return unusable('the answer has no "sub"');
  return { kind: "active", claims: document.value };
}

function unusable(because: string): ProviderAnswer {
  return { kind: "unusable", because };
}
