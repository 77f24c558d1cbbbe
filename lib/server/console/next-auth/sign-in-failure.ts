import { encode } from "next-auth/jwt";
import { isSignInFault, type SignInFault } from "@/lib/wire/sign-in/sign-in-faults";
import { cookiePath, type CookieScope, failureCookieName, readCookies, setCookie } from "./cookies";
import { decodeCookie } from "./decode-cookie";

/** Why a sign-in failed. */
export interface SignInFailure {
  readonly fault: SignInFault;
  /** What the provider or the gateway said about it. Undefined: nothing more than the fault. */
  readonly detail: string | undefined;
}

/** A sign-in fails for a known reason. */
export class SignInError extends Error {
  override readonly name = "SignInError";
  constructor(readonly failure: SignInFailure) {
    super(failure.detail ?? failure.fault);
  }
}

/** How long the sign-in page may show a failure, in seconds. */
const TOLD_SECONDS = 5 * 60;
/** The most characters of a provider's detail that are shown. */
const LONGEST_WORDS = 500;

/**
 * The `Set-Cookie` header that takes a failure to the sign-in page. The detail travels in an encrypted cookie and not
 * in the page's address: anybody could make a link that puts their own detail on the page.
 */
export async function failureCookie(failure: SignInFailure, secret: string, scope: CookieScope): Promise<string> {
  const name = failureCookieName(scope);
  const token = { fault: failure.fault, detail: failure.detail?.slice(0, LONGEST_WORDS) };
  const value = await encode({ token, secret, salt: name, maxAge: TOLD_SECONDS });
  return setCookie(name, value, { path: cookiePath(scope), maxAge: TOLD_SECONDS });
}

/** The detail of the fault in a page's address. Undefined: there is none, or it is about another fault. */
export async function detailOf(
  fault: string,
  cookieHeader: string | string[] | undefined,
  secrets: readonly string[],
  scope: CookieScope,
): Promise<string | undefined> {
  const name = failureCookieName(scope);
  const cookie = readCookies(cookieHeader).get(name);
  if (cookie === undefined || !isSignInFault(fault)) return undefined;
  const failure = await decodeCookie({ cookie, secrets, salt: name });
  return failure?.["fault"] === fault && typeof failure["detail"] === "string" ? failure["detail"] : undefined;
}

/** The failure that a line of next-auth's own log means. `code` and `metadata` are next-auth's. */
export function failureOfLog(code: string, metadata: unknown): SignInFailure {
  const { error, description } = partsOf(metadata);
  // The provider sent the browser back with an error (RFC 6749 §4.1.2.1).
  if (code === "OAUTH_CALLBACK_HANDLER_ERROR" && description !== undefined) {
    const fault = faultOfCode(error?.message);
    return { fault, detail: [error?.message, description && `(${description})`].filter(Boolean).join(" ") };
  }
  if (code === "SIGNIN_OAUTH_ERROR") return { fault: "OAuthSignin", detail: error?.message };
  const message = error?.message ?? "";
  if (/cookie was missing|could not be parsed|different provider|decryption/.test(message))
    return { fault: "CookiesLost", detail: undefined };
  if (/ECONN|ENOTFOUND|EAI_AGAIN|timed out|socket hang up|expected 200 OK/.test(message))
    return { fault: "ProviderUnreachable", detail: message };
  return { fault: code === "OAUTH_CALLBACK_ERROR" ? "OAuthCallback" : "Callback", detail: undefined };
}

/** Codes with which a provider says that it fails, or pauses, for everybody (RFC 6749 §4.1.2.1). */
const NOT_ABOUT_THE_PERSON: ReadonlySet<string | undefined> = new Set(["temporarily_unavailable", "server_error"]);

function faultOfCode(code: string | undefined): SignInFault {
  if (code === "access_denied") return "AccessDenied";
  return NOT_ABOUT_THE_PERSON.has(code) ? "ProviderFailed" : "ProviderRefused";
}

/** next-auth passes an error, or an object that holds one. `description` is empty if the provider gave none. */
function partsOf(metadata: unknown): { readonly error: Error | undefined; readonly description: string | undefined } {
  if (metadata instanceof Error) return { error: metadata, description: undefined };
  if (typeof metadata !== "object" || metadata === null) return { error: undefined, description: undefined };
  const error = "error" in metadata && metadata.error instanceof Error ? metadata.error : undefined;
  if (!("error_description" in metadata)) return { error, description: undefined };
  return { error, description: typeof metadata.error_description === "string" ? metadata.error_description : "" };
}
