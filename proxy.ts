import { randomBytes } from "node:crypto";
import { NextResponse, type NextRequest } from "next/server";
import { isDevelopmentServer } from "@/lib/config/io/environment";
import { settleAuthHeaders } from "@/lib/server/console/next-auth/auth-headers";
import { AUTH_PATH, authCookies, readCookies } from "@/lib/server/console/next-auth/cookies";
import { FORM_TOKEN, formToken } from "@/lib/server/console/next-auth/csrf-cookie";
import { NONCE } from "@/lib/server/console/nonce";
import { contentSecurityPolicy, pageHeaders, type PageSecurity } from "@/lib/server/console/page-headers";
import { publicAddress, withSettledAddress } from "@/lib/http/public-address";
import { gatewayOfProcess } from "@/lib/server/console/published-gateway";
import { SIGN_IN_PAGE } from "@/lib/server/console/return-page";
import { SERVED_AT } from "@/lib/server/console/served-at";

/** The pages, and next-auth's routes. A browser may also ask for the API, and for what does not exist. */
const OF_CONSOLE = /^\/(?:$|(?:console|api\/auth)(?:\/|$))/;

/** The page of an address that neither the console nor the API has. */
const NOTHING = "/nothing";

/**
 * Next.js calls this before every page. It settles the forwarded headers and sets the headers that protect the page.
 */
export function proxy(request: NextRequest): NextResponse {
  const gateway = gatewayOfProcess();
  const { hasSettledAddresses, environment, sessionSecrets } = gateway.console;
  const { basePath } = environment;
  const given = Object.fromEntries(request.headers);
  const { pathname } = request.nextUrl;
  const isKnown = OF_CONSOLE.test(pathname);
  if (!isKnown && !gateway.isForConsole(request.method, pathname, given)) return NextResponse.next();
  // Under `next start` the connection is not visible, so no proxy can be recognised and none is trusted.
  const settled = hasSettledAddresses
    ? given
    : withSettledAddress(given, publicAddress({ ...environment, trustedProxies: [] }, given, undefined));
  const security: PageSecurity = {
    nonce: randomBytes(16).toString("base64"),
    isSecure: settled["x-forwarded-proto"] === "https",
    isDevelopment: isDevelopmentServer(),
  };
  const cookies = authCookies({ isSecure: security.isSecure, basePath });
  const headers = new Headers();
  for (const [name, value] of Object.entries(settled)) if (typeof value === "string") headers.set(name, value);
  if (pathname.startsWith(`${AUTH_PATH}/`))
    settleAuthHeaders(headers, { basePath, csrfCookie: cookies.csrfToken.name, secrets: sessionSecrets });
  // Made here, because a page cannot set cookies and its form must work without scripts.
  const form =
    pathname === SIGN_IN_PAGE
      ? formToken(readCookies(headers.get("cookie")).get(cookies.csrfToken.name), sessionSecrets[0], randomToken)
      : undefined;
  if (form) headers.set(FORM_TOKEN, form.token);
  headers.set(NONCE, security.nonce);
  headers.set(SERVED_AT, String(Date.now()));
  // Next.js reads the nonce for its own scripts from this request header.
  headers.set("content-security-policy", contentSecurityPolicy(security));
  const passed = { request: { headers } };
  const response = isKnown ? NextResponse.next(passed) : NextResponse.rewrite(new URL(NOTHING, request.url), passed);
  for (const [name, value] of Object.entries(pageHeaders(security))) response.headers.set(name, value);
  const { name, options } = cookies.csrfToken;
  if (form?.cookie !== undefined) response.cookies.set(name, form.cookie, options);
  return response;
}

const randomToken = (): string => randomBytes(32).toString("hex");

export const config = {
  matcher: [
    "/console/:path*",
    "/api/auth/:path*",
    // Pages that do not exist. Requests with a body are for the API: Next.js would keep a copy of up to 10 MB of it,
    // and drop the rest.
    {
      source: "/((?!_next/).*)",
      has: [{ type: "header", key: "accept", value: "(.*)text/html(.*)" }],
      missing: [
        { type: "header", key: "content-length" },
        { type: "header", key: "transfer-encoding" },
      ],
    },
  ],
};
