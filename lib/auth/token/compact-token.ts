import type { Claims } from "../decision";
import { ALGORITHMS, type Algorithm } from "@/lib/config/algorithms";
import { quote } from "@/lib/quote";
import { parseJsonBytes, type ParsedObject } from "./json-object";
import { claimFault } from "./registered-claims";
import { idTokenFault, kindFault } from "./token-kind";

/** A parsed JWT whose signature has not been checked. Use it to choose a key, and for nothing else. */
export interface CompactToken {
  readonly algorithm: Algorithm;
  readonly keyId: string | undefined;
  /** The unverified `iss`, for choosing among the providers. */
  readonly issuer: string | undefined;
  /** The unverified claims. They count once the signature is proven. */
  readonly payload: Claims;
  /** Why it is an ID token and no access token, in one sentence; undefined if it is none. */
  readonly idTokenFault: string | undefined;
}

/** Why a string is neither an access nor an ID token. */
interface MalformedToken {
  readonly fault: string;
  /** The token's own value, for administrators. */
  readonly detail?: string;
}

/** The longest token that is parsed, in characters. */
export const MAX_TOKEN_LENGTH = 16 * 1024;

/**
 * Header members that ask for processing that this gateway does not implement. Such a token must be refused (RFC 7515
 * §4.1.11).
 */
const UNSUPPORTED_MEMBERS = ["crit", "b64", "zip", "enc"];

/**
 * Parses a compact JWS, or says in one sentence why it is neither an access nor an ID token. The sentence repeats
 * nothing of the token. Keys in the header (`jwk`, `jku`, `x5u`, `x5c`) are never read: only the provider's keys count
 * (RFC 8725 §3.10).
 */
export function parseCompactToken(token: string): CompactToken | MalformedToken {
  if (token.length > MAX_TOKEN_LENGTH) return { fault: `The token is longer than ${MAX_TOKEN_LENGTH} characters.` };
  const parts = token.split(".");
  if (parts.length === 5) return { fault: "The token is encrypted (JWE), which is not accepted; send a signed JWT." };
  const [encodedHeader, encodedPayload, signature] = parts;
  if (parts.length !== 3 || !encodedHeader || !encodedPayload || !signature) {
    return { fault: "The token is not a signed JWT of three parts." };
  }
  const [header, payloadBytes] = [readHeader(encodedHeader), decodeCanonical(encodedPayload)];
  if (!header || !payloadBytes || !decodeCanonical(signature))
    return { fault: "The token is not canonical base64url." };
  if ("fault" in header) return { fault: `The token's header ${header.fault}.` };
  const payload = parseJsonBytes(payloadBytes);
  if ("fault" in payload) return { fault: `The token's payload ${payload.fault}.` };
  return readParts(header.value, payload.value);
}

/** Headers as they were sent: the tokens of one key have the same one. */
const headers = new Map<string, ParsedObject>();
const MOST_HEADERS = 100;
const LONGEST_REMEMBERED = 512;

/** Undefined: it is not canonical. */
function readHeader(encoded: string): ParsedObject | undefined {
  const known = headers.get(encoded);
  if (known) return known;
  const bytes = decodeCanonical(encoded);
  const header = bytes && parseJsonBytes(bytes);
  if (!header || encoded.length > LONGEST_REMEMBERED) return header;
  if (headers.size >= MOST_HEADERS) headers.clear();
  // A copy, because a part of a string keeps all of it, here a token.
  headers.set(Buffer.from(encoded, "latin1").toString("latin1"), header);
  return header;
}

function readParts(header: Record<string, unknown>, payload: Claims): CompactToken | MalformedToken {
  const unsupported = UNSUPPORTED_MEMBERS.find((name) => Object.hasOwn(header, name));
  if (unsupported) return { fault: `The token's header has "${unsupported}", which is not supported.` };
  const algorithm = ALGORITHMS.find((known) => known === header["alg"]);
  if (!algorithm)
    return {
      fault: "The token's signature algorithm is not accepted; use RS, PS or ES 256/384/512 or EdDSA.",
      detail: `The token has the "alg" ${quote(String(header["alg"]))}.`,
    };
  const keyId = header["kid"];
  if (keyId !== undefined && typeof keyId !== "string") return { fault: "The token's kid is not a string." };
  const fault = claimFault(payload) ?? kindFault(header, payload);
  if (fault) return { fault };
  const issuer = payload["iss"];
  return {
    algorithm,
    keyId,
    issuer: typeof issuer === "string" ? issuer : undefined,
    payload,
    idTokenFault: idTokenFault(header, payload),
  };
}

/** Accepts one spelling only: otherwise one token could be sent in several spellings (RFC 7515 §2, RFC 4648 §3.5). */
function decodeCanonical(part: string): Buffer | undefined {
  const bytes = Buffer.from(part, "base64url");
  return bytes.toString("base64url") === part ? bytes : undefined;
}
