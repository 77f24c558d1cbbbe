import { createHash, timingSafeEqual } from "node:crypto";
import type { Application } from "./application";
import { isRedirectOf } from "./redirects";
import type { BegunSignIn, GivenCode, GivenRefresh, WantedSignIn } from "./sealed-parts";

/** What a browser or an application has sent: a query or a form, each name once. */
export type Sent = Readonly<Record<string, string | undefined>>;

/** What people are told on a page. Nothing leads to the application before its user has agreed. */
export interface Refused {
  readonly refused: string;
}

/** An answer for an application, in the words of RFC 6749. */
export interface OAuthFault {
  readonly error: string;
  readonly text: string;
}

const CHALLENGE = /^[\w-]{43}$/;
const VERIFIER = /^[\w.~-]{43,128}$/;
/** RFC 6749 §3.3, and how much of it fits. */
const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]+(?: [\x21\x23-\x5b\x5d-\x7e]+)*$/;
const LONGEST = { state: 500, scope: 1_000 } as const;

/** Equal for one id, and for no other: ids of registered applications are long. */
export function printOf(id: string): string {
  return createHash("sha256").update(id).digest("base64url");
}

/**
 * What `/authorize` answers: what the user is asked about, or why not. `application`: of the `client_id` that was sent;
 * undefined: there is none. `isResource`: whether an address is one of the gateway's, or one of its tools.
 */
export function decideAuthorize(
  sent: Sent,
  application: Application | undefined,
  isResource: (address: string) => boolean,
): WantedSignIn | Refused {
  const { redirect_uri: redirect, state, scope = "", resource, code_challenge: challenge } = sent;
  if (!application)
    return {
      refused: "The application is not known here, or its registration has ended. Add the tool server to it again.",
    };
  if (redirect === undefined || !isRedirectOf(application.redirects, redirect))
    return { refused: "The application asks for an answer at an address that it has not registered." };
  if (sent["response_type"] !== "code") return { refused: "The application asks for something else than a code." };
  if (sent["code_challenge_method"] !== "S256" || challenge === undefined || !CHALLENGE.test(challenge))
    return { refused: "The application does not protect its sign-in by PKCE with S256." };
  if (state !== undefined && state.length > LONGEST.state)
    return { refused: `The application's state is longer than ${LONGEST.state} characters.` };
  if (scope !== "" && (scope.length > LONGEST.scope || !SCOPE.test(scope)))
    return { refused: "The application asks for scopes that cannot be read." };
  if (resource !== undefined && !isResource(resource))
    return { refused: "The application asks for access to something else than this gateway." };
  return { application: printOf(application.id), redirect, state, challenge, scope, resource };
}

/** What goes on after a return from the provider. */
export type Returned =
  | Refused
  /** The user has not signed in. */
  | { readonly begun: BegunSignIn; readonly error: string }
  | { readonly begun: BegunSignIn; readonly code: string };

/**
 * What the return from a provider means. `begun`: what was sealed in its `state`; undefined: the gateway has sealed
 * none of it. `browser`: the mark of the browser that returns. `now`: in milliseconds since the epoch.
 */
export function decideReturn(
  { code, error, iss }: Sent,
  {
    begun,
    browser,
    now,
  }: { readonly begun: BegunSignIn | undefined; readonly browser: string | undefined; readonly now: number },
): Returned {
  if (!begun || begun.until < now)
    return { refused: "This sign-in was not begun here, or it took too long. Begin it again." };
  if (browser === undefined || !isSame(begun.browser, printOf(browser)))
    return { refused: "This sign-in was begun in another browser. Begin it again in this one." };
  // RFC 9207 §2.4: an answer of another provider.
  if ((iss === undefined && begun.namesIssuer) || (iss !== undefined && iss !== begun.issuer))
    return { refused: "The answer is not one of the provider that was asked. Begin the sign-in again." };
  if (error !== undefined) return { begun, error: /^[a-z_]{1,60}$/.test(error) ? error : "server_error" };
  if (code === undefined || code === "") return { begun, error: "server_error" };
  return { begun, code };
}

/** What `/token` asks the provider for. */
export type TokenWish =
  | OAuthFault
  | { readonly kind: "code"; readonly given: GivenCode }
  | { readonly kind: "refresh"; readonly given: GivenRefresh };

/** What `/token` has to go by. */
export interface TokenFacts {
  /** Whether the `client_id` that was sent is one of an application. */
  readonly isKnown: boolean;
  /** What was sealed in `code` and in `refresh_token`; undefined: the gateway has sealed none of it. */
  readonly code: GivenCode | undefined;
  readonly refresh: GivenRefresh | undefined;
  readonly now: number;
}

/** What `/token` answers, or asks the provider for. */
export function decideToken(sent: Sent, { isKnown, code, refresh, now }: TokenFacts): TokenWish {
  const { grant_type: grant, client_id: client, resource } = sent;
  if (grant !== "authorization_code" && grant !== "refresh_token")
    return { error: "unsupported_grant_type", text: "grant_type must be authorization_code or refresh_token." };
  if (client === undefined) return { error: "invalid_request", text: "client_id is missing." };
  if (!isKnown)
    return { error: "invalid_client", text: "The application is not known, or its registration has ended." };
  const kind = grant === "refresh_token" ? "refresh" : "code";
  const given = kind === "refresh" ? refresh : code;
  if (!given || given.application !== printOf(client))
    return { error: "invalid_grant", text: `The ${kind} is not one that this application was given here.` };
  if (resource !== undefined && resource !== given.resource)
    return { error: "invalid_target", text: "The resource is another one than the sign-in was for." };
  if (grant === "refresh_token" && refresh) return { kind: "refresh", given: refresh };
  if (!code || code.until < now) return { error: "invalid_grant", text: "The code has expired." };
  if (sent["redirect_uri"] !== code.redirect)
    return { error: "invalid_grant", text: "The redirect_uri is another one than the code was sent to." };
  const verifier = sent["code_verifier"];
  if (verifier === undefined || !VERIFIER.test(verifier) || !isSame(code.challenge, printOf(verifier)))
    return { error: "invalid_grant", text: "The code_verifier is not that of the sign-in." };
  return { kind: "code", given: code };
}

function isSame(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}
