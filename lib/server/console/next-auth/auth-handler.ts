import type { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { proxyFor, proxySettingsFrom } from "@/lib/config/proxy-settings";
import { messageOf } from "@/lib/error-message";
import { decodeCookie } from "./decode-cookie";
import { errorReply, GatewayError } from "@/lib/errors";
import { TRIAL_STATE } from "@/lib/gateway/login/begin-trial";
import { LOGIN_ID } from "@/lib/wire/sign-in/login";
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
import { endSessionAddress, SIGNED_OUT_HERE } from "../end-session";
import type { ConsoleGateway, ConsoleSettings } from "../port";
import type { LoginProvider } from "../login-providers";
import { returnPage, SIGN_IN_PAGE } from "../return-page";
import { endTrial } from "./end-trial";
import { signInOptions, type SignInRequest } from "./sign-in";
import { failureCookie, type SignInFailure } from "./sign-in-failure";

const MASTER_KEY = "master-key";

type Context = { readonly params: Promise<{ nextauth: string[] }> };

/**
 * Answers next-auth's routes. Beyond next-auth, it takes the reason of a failed sign-in to the sign-in page and signs
 * people out at the provider too. proxy.ts must have settled the request's forwarded headers and the token of its form.
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
  // A provider answers with a redirect, since no login asks for a form. Only other sites send forms, with their detail.
  if (isCallback && request.method === "POST") return callbackForm();
  const state = searchParams.get("state") ?? "";
  if (action === "callback" && provider === LOGIN_ID && request.method === "GET" && state.startsWith(TRIAL_STATE))
    return endTrial(gateway, request, scope);
  // Providers also send people to this address after a sign-out, because it is the only one that they have registered.
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
 * The answer to a master-key form that a browser without scripts has sent. next-auth redirects a refused form to
 * addresses of its own, which lose the reason and the requested page. This leads straight to the sign-in page with
 * both.
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

function callbackForm(): Response {
  const detail = "A provider answers a login with GET.";
  const { status, headers, body } = errorReply(
    new GatewayError("method_not_allowed", detail, { headers: { allow: "GET" } }),
  );
  return Response.json(body, { status, headers });
}

/** Redirects to the sign-in page, which says why the sign-in failed and leads on to the requested page. */
async function failedSignIn(
  gateway: ConsoleGateway,
  request: NextRequest,
  failure: SignInFailure,
  scope: CookieScope,
): Promise<Response> {
  const cookies = readCookies(request.headers.get("cookie"));
  const { sessionSecrets } = gateway;
  const isOwn = await isOwnSignIn(request, sessionSecrets, scope);
  const shownFailure = isOwn ? failure : { ...failure, detail: undefined };
  const requestedPage = cookies.get(authCookies(scope).callbackUrl.name);
  const callbackUrl = returnPage(
    requestedPage === undefined ? undefined : pathOf(decodeURIComponent(requestedPage), scope),
  );
  const response = redirectTo(
    withBasePath(`${SIGN_IN_PAGE}?${new URLSearchParams({ error: failure.fault, callbackUrl })}`, scope.basePath),
  );
  response.headers.append("set-cookie", await failureCookie(shownFailure, sessionSecrets[0], scope));
  return response;
}

/**
 * Whether this browser began the sign-in that the provider answers. The detail about any other answer are not shown:
 * anybody could make a link with their own detail.
 */
async function isOwnSignIn(request: NextRequest, secrets: readonly string[], scope: CookieScope): Promise<boolean> {
  const { name } = authCookies(scope).state;
  const cookie = readCookies(request.headers.get("cookie")).get(name);
  const state = request.nextUrl.searchParams.get("state");
  if (cookie === undefined || state === null) return false;
  const begun = await decodeCookie({ cookie, secrets, salt: name });
  return begun?.["value"] === state;
}

/** The answer after next-auth has ended the session here: where the browser ends its session at the provider. */
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
  const { headers: forwarded } = request;
  let url: string | undefined;
  try {
    const inForce = proxySettingsFrom((name) => proxies[name]);
    // The origin alone, because proxy.ts adds a path to the header for next-auth.
    const { origin } = new URL(
      `${forwarded.get("x-forwarded-proto") ?? "http"}://${forwarded.get("x-forwarded-host") ?? ""}`,
    );
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
