import type { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { proxyFor, proxySettingsFrom } from "@/lib/config/proxy-settings";
import { messageOf } from "@/lib/error-message";
import { decodeCookie } from "./decode-cookie";
import { withBasePath, withoutBasePath } from "@/lib/http/base-path";
import {
  AUTH_PATH,
  authCookies,
  cookiePath,
  type CookieScope,
  failureCookieName,
  readCookies,
  setCookie,
} from "./cookies";
import { endSessionAddress, SIGNED_OUT_HERE } from "./end-session";
import type { ConsoleGateway, ConsoleSettings } from "./port";
import type { LoginProvider } from "./login-providers";
import { returnPage, SIGN_IN_PAGE } from "./return-page";
import { signInOptions, type SignInRequest } from "./sign-in";
import { failureCookie, type SignInFailure } from "./sign-in-failure";

const MASTER_KEY = "master-key";

type Context = { readonly params: Promise<{ nextauth: string[] }> };

/**
 * Answers next-auth's routes. Around next-auth, it takes the reason of a failed sign-in to the sign-in page, and signs
 * people out at the provider too. proxy.ts must have settled the forwarded headers of the request and its form's token.
 */
export async function handleAuth(
  gateway: ConsoleGateway,
  request: NextRequest,
  context: Context,
  now: () => number,
): Promise<Response> {
  const { basePath } = gateway.environment;
  const isSecure = request.headers.get("x-forwarded-proto") === "https";
  const scope: CookieScope = { isSecure, basePath };
  const [action = "", provider] = (await context.params).nextauth;
  const { searchParams } = request.nextUrl;
  const settings = await gateway.settings();
  const isCallback = action === "callback" && settings.logins.some(({ id }) => id === provider);
  // The provider sends people back to this address after signing out too, as it is the one that it knows already.
  if (isCallback && request.method === "GET" && !searchParams.has("code") && !searchParams.has("error"))
    return redirectTo(withBasePath(SIGN_IN_PAGE, basePath));
  const signIn: SignInRequest = { isSecure, caller: request.headers.get("x-forwarded-for") || undefined, now };
  const answered: Response = await NextAuth(request, context, signInOptions(gateway, settings, signIn));
  const response = new Response(answered.body, answered);
  response.headers.set("cache-control", "no-store");
  const { failure, hasSignedIn, ended } = signIn;
  if (action === "callback" && provider === MASTER_KEY && response.status === 302)
    return withoutDetour(request, response, basePath);
  if (isCallback && failure) return failedSignIn(gateway, request, failure, scope);
  if (isCallback && hasSignedIn)
    response.headers.append(
      "set-cookie",
      setCookie(failureCookieName(scope), "", { path: cookiePath(scope), maxAge: 0 }),
    );
  const login = action === "signout" ? settings.logins.find(({ id }) => id === ended?.login) : undefined;
  return login ? signedOut(gateway, request, response, { login, idToken: ended?.idToken, settings }) : response;
}

/**
 * The answer to the master key in a form that the browser sent without a script. next-auth leads what it refuses to the
 * sign-in page by addresses of its own, which lose why, or which page was asked for.
 */
function withoutDetour(request: NextRequest, response: Response, basePath: string): Response {
  const { pathname, searchParams } = new URL(response.headers.get("location") ?? "", request.url);
  if (!withoutBasePath(pathname, basePath)?.startsWith(`${AUTH_PATH}/`)) return response;
  const error = searchParams.has("csrf") ? "CookiesLost" : searchParams.get("error");
  if (error === null) return response;
  const callbackUrl = returnPage(request.nextUrl.searchParams.get("callbackUrl"));
  response.headers.set(
    "location",
    withBasePath(`${SIGN_IN_PAGE}?${new URLSearchParams({ error, callbackUrl })}`, basePath),
  );
  return response;
}

/** Leads to the sign-in page, which says why the sign-in failed and leads on to the page that was asked for. */
async function failedSignIn(
  gateway: ConsoleGateway,
  request: NextRequest,
  failure: SignInFailure,
  scope: CookieScope,
): Promise<Response> {
  const cookies = readCookies(request.headers.get("cookie"));
  const { sessionSecrets } = gateway;
  const isProven = !request.nextUrl.searchParams.has("error") || (await isOwnSignIn(request, sessionSecrets, scope));
  const told = isProven ? failure : { ...failure, words: undefined };
  const asked = cookies.get(authCookies(scope).callbackUrl.name);
  const callbackUrl = returnPage(asked === undefined ? undefined : pathOf(decodeURIComponent(asked), scope));
  const response = redirectTo(
    withBasePath(`${SIGN_IN_PAGE}?${new URLSearchParams({ error: failure.fault, callbackUrl })}`, scope.basePath),
  );
  response.headers.append("set-cookie", await failureCookie(told, sessionSecrets[0], scope));
  return response;
}

/**
 * Whether the browser itself began the sign-in that the provider answers. Words in the address of anything else are not
 * shown: anybody could make a link with words of their own.
 */
async function isOwnSignIn(request: NextRequest, secrets: readonly string[], scope: CookieScope): Promise<boolean> {
  const { name } = authCookies(scope).state;
  const cookie = readCookies(request.headers.get("cookie")).get(name);
  const state = request.nextUrl.searchParams.get("state");
  if (cookie === undefined || state === null) return false;
  const begun = await decodeCookie({ cookie, secrets, salt: name });
  return begun?.["value"] === state;
}

/** next-auth has ended the session here. The browser is told where the provider's own session ends. */
async function signedOut(
  { log, environment: { basePath } }: ConsoleGateway,
  request: NextRequest,
  { headers }: Response,
  {
    login,
    idToken,
    settings: { proxies },
  }: {
    readonly login: LoginProvider;
    readonly idToken: string | undefined;
    readonly settings: ConsoleSettings;
  },
): Promise<Response> {
  const here = withBasePath(`${SIGN_IN_PAGE}?${new URLSearchParams({ notice: SIGNED_OUT_HERE })}`, basePath);
  const { headers: asked } = request;
  let url: string | undefined;
  try {
    const inForce = proxySettingsFrom((name) => proxies[name]);
    // The origin alone, because proxy.ts adds a path to the header for next-auth.
    const { origin } = new URL(`${asked.get("x-forwarded-proto") ?? "http"}://${asked.get("x-forwarded-host") ?? ""}`);
    const returnTo = `${origin}${basePath}${AUTH_PATH}/callback/${login.id}`;
    url = await endSessionAddress(login, { idToken, returnTo }, (target) => proxyFor(target, inForce));
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
function pathOf(address: string, { basePath }: CookieScope): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { pathname, search } = new URL(address);
  return withoutBasePath(`${pathname}${search}`, basePath);
}
