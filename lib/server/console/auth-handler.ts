import type { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { decode, encode } from "next-auth/jwt";
import { messageOf } from "@/lib/error-message";
import { AUTH_PATH, authCookies, failureCookieName, idTokenCookieName, readCookies, setCookie } from "./cookies";
import { endSessionAddress, SIGNED_OUT_HERE } from "./end-session";
import type { ConsoleGateway } from "./port";
import { returnPage, SIGN_IN_PAGE } from "./return-page";
import { SESSION_SECONDS } from "./session-cookie";
import { signInOptions, type SignInRequest } from "./sign-in";
import { failureCookie, type SignInFailure } from "./sign-in-failure";

/** Bytes. A longer ID token would not fit into a cookie once it is encrypted. */
const LONGEST_ID_TOKEN = 2_800;

type Context = { readonly params: Promise<{ nextauth: string[] }> };

/**
 * Answers next-auth's routes. Around next-auth, it takes the reason of a failed sign-in to the sign-in page, and signs
 * people out at the provider too. The forwarded headers of the request must be settled (public-address.ts).
 */
export async function handleAuth(
  gateway: ConsoleGateway,
  request: NextRequest,
  context: Context,
  now: () => number,
): Promise<Response> {
  const isSecure = request.headers.get("x-forwarded-proto") === "https";
  const [action = "", provider] = (await context.params).nextauth;
  const { searchParams } = request.nextUrl;
  const isCallback = action === "callback" && provider === "oidc";
  // The provider sends people back to this address after signing out too, as it is the one that it knows already.
  if (isCallback && request.method === "GET" && !searchParams.has("code") && !searchParams.has("error"))
    return redirectTo(SIGN_IN_PAGE);
  const signIn: SignInRequest = { isSecure, caller: request.headers.get("x-forwarded-for") || undefined, now };
  const answered: Response = await NextAuth(request, context, signInOptions(gateway, await gateway.settings(), signIn));
  const response = new Response(answered.body, answered);
  response.headers.set("cache-control", "no-store");
  const { failure, idToken, ended } = signIn;
  if (isCallback && failure) return failedSignIn(gateway, request, failure, isSecure);
  if (isCallback && idToken !== undefined) {
    response.headers.append("set-cookie", setCookie(failureCookieName(isSecure), "", { path: "/", maxAge: 0 }));
    if (idToken.length <= LONGEST_ID_TOKEN)
      response.headers.append("set-cookie", await idTokenCookie(idToken, gateway.sessionSecret, isSecure));
  }
  return action === "signout" && ended?.kind === "oidc" ? signedOut(gateway, request, response, isSecure) : response;
}

/** Leads to the sign-in page, which says why the sign-in failed and leads on to the page that was asked for. */
async function failedSignIn(
  gateway: ConsoleGateway,
  request: NextRequest,
  failure: SignInFailure,
  isSecure: boolean,
): Promise<Response> {
  const cookies = readCookies(request.headers.get("cookie"));
  const secret = gateway.sessionSecret;
  const isProven = !request.nextUrl.searchParams.has("error") || (await isOwnSignIn(request, secret, isSecure));
  const told = isProven ? failure : { ...failure, words: undefined };
  const asked = cookies.get(authCookies(isSecure).callbackUrl.name);
  const callbackUrl = returnPage(asked === undefined ? undefined : pathOf(decodeURIComponent(asked)));
  const response = redirectTo(`${SIGN_IN_PAGE}?${new URLSearchParams({ error: failure.fault, callbackUrl })}`);
  response.headers.append("set-cookie", await failureCookie(told, secret, isSecure));
  return response;
}

/**
 * Whether the browser itself began the sign-in that the provider answers. Words in the address of anything else are not
 * shown: anybody could make a link with words of their own.
 */
async function isOwnSignIn(request: NextRequest, secret: string, isSecure: boolean): Promise<boolean> {
  const { name } = authCookies(isSecure).state;
  const cookie = readCookies(request.headers.get("cookie")).get(name);
  const state = request.nextUrl.searchParams.get("state");
  if (cookie === undefined || state === null) return false;
  const begun = await decode({ token: cookie, secret, salt: name }).catch(() => null);
  return begun?.["value"] === state;
}

/** next-auth has ended the session here. The browser is told where the provider's own session ends. */
async function signedOut(
  gateway: ConsoleGateway,
  request: NextRequest,
  response: Response,
  isSecure: boolean,
): Promise<Response> {
  const name = idTokenCookieName(isSecure);
  const sealed = readCookies(request.headers.get("cookie")).get(name);
  const kept = sealed === undefined ? null : await decodeIdToken(sealed, gateway.sessionSecret, name);
  const { headers } = response;
  headers.append("set-cookie", setCookie(name, "", { path: AUTH_PATH, maxAge: 0 }));
  headers.set("content-type", "application/json");
  return new Response(JSON.stringify({ url: await endSessionAddressFor(gateway, request, kept) }), { headers });
}

async function endSessionAddressFor(
  { environment, log }: ConsoleGateway,
  request: NextRequest,
  idToken: string | null,
): Promise<string> {
  const here = `${SIGN_IN_PAGE}?${new URLSearchParams({ notice: SIGNED_OUT_HERE })}`;
  if (!environment.oidc) return here;
  const { headers } = request;
  const origin = `${headers.get("x-forwarded-proto") ?? "http"}://${headers.get("x-forwarded-host") ?? ""}`;
  try {
    const returnTo = `${origin}${AUTH_PATH}/callback/oidc`;
    return (await endSessionAddress(environment.oidc, { idToken, returnTo })) ?? here;
  } catch (error) {
    log.warn("console.provider_sign_out_failed", { error: messageOf(error) });
    return here;
  }
}

async function idTokenCookie(idToken: string, secret: string, isSecure: boolean): Promise<string> {
  const name = idTokenCookieName(isSecure);
  const value = await encode({ token: { idToken }, secret, salt: name, maxAge: SESSION_SECONDS });
  return setCookie(name, value, { path: AUTH_PATH, maxAge: SESSION_SECONDS });
}

async function decodeIdToken(sealed: string, secret: string, salt: string): Promise<string | null> {
  const kept = await decode({ token: sealed, secret, salt }).catch(() => null);
  return typeof kept?.["idToken"] === "string" ? kept["idToken"] : null;
}

function redirectTo(location: string): Response {
  return new Response(null, { status: 302, headers: { location, "cache-control": "no-store" } });
}

/** next-auth keeps the whole address of the page; only its path and query are followed. */
function pathOf(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { pathname, search } = new URL(address);
  return `${pathname}${search}`;
}
