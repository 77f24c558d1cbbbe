import type { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { decode } from "next-auth/jwt";
import { messageOf } from "@/lib/error-message";
import { AUTH_PATH, authCookies, failureCookieName, readCookies, setCookie } from "./cookies";
import { endSessionAddress, SIGNED_OUT_HERE } from "./end-session";
import type { ConsoleGateway } from "./port";
import type { LoginProvider } from "./login-providers";
import { returnPage, SIGN_IN_PAGE } from "./return-page";
import { signInOptions, type SignInRequest } from "./sign-in";
import { failureCookie, type SignInFailure } from "./sign-in-failure";

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
  const settings = await gateway.settings();
  const isCallback = action === "callback" && settings.logins.some(({ id }) => id === provider);
  // The provider sends people back to this address after signing out too, as it is the one that it knows already.
  if (isCallback && request.method === "GET" && !searchParams.has("code") && !searchParams.has("error"))
    return redirectTo(SIGN_IN_PAGE);
  const signIn: SignInRequest = { isSecure, caller: request.headers.get("x-forwarded-for") || undefined, now };
  const answered: Response = await NextAuth(request, context, signInOptions(gateway, settings, signIn));
  const response = new Response(answered.body, answered);
  response.headers.set("cache-control", "no-store");
  const { failure, hasSignedIn, ended } = signIn;
  if (isCallback && failure) return failedSignIn(gateway, request, failure, isSecure);
  if (isCallback && hasSignedIn)
    response.headers.append("set-cookie", setCookie(failureCookieName(isSecure), "", { path: "/", maxAge: 0 }));
  const login = action === "signout" ? settings.logins.find(({ id }) => id === ended?.login) : undefined;
  return login ? signedOut(gateway, request, response, { login, idToken: ended?.idToken }) : response;
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
  { log }: ConsoleGateway,
  request: NextRequest,
  { headers }: Response,
  { login, idToken }: { readonly login: LoginProvider; readonly idToken: string | undefined },
): Promise<Response> {
  const here = `${SIGN_IN_PAGE}?${new URLSearchParams({ notice: SIGNED_OUT_HERE })}`;
  const { headers: asked } = request;
  const origin = `${asked.get("x-forwarded-proto") ?? "http"}://${asked.get("x-forwarded-host") ?? ""}`;
  let url: string | undefined;
  try {
    url = await endSessionAddress(login, { idToken, returnTo: `${origin}${AUTH_PATH}/callback/${login.id}` });
  } catch (error) {
    log.warn("console.provider_sign_out_failed", { error: messageOf(error) });
  }
  headers.set("content-type", "application/json");
  return new Response(JSON.stringify({ url: url ?? here }), { headers });
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
