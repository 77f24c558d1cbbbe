import { randomBytes } from "node:crypto";
import { NextResponse, type NextRequest } from "next/server";
import { isDevelopmentServer } from "@/lib/config/io/environment";
import { AUTH_PATH, authCookies, readCookies } from "@/lib/server/console/cookies";
import { FORM_TOKEN, formToken, withCurrentCsrfToken } from "@/lib/server/console/csrf-cookie";
import { NONCE } from "@/lib/server/console/nonce";
import { contentSecurityPolicy, pageHeaders, type PageSecurity } from "@/lib/server/console/page-headers";
import { publicAddress, withSettledAddress } from "@/lib/server/console/public-address";
import { consoleGateway } from "@/lib/server/console/published-gateway";
import { SIGN_IN_PAGE } from "@/lib/server/console/return-page";
import { SERVED_AT } from "@/lib/server/console/served-at";

/** Next.js calls this before every page: it settles who asks, and sets the headers that keep others out of the page. */
export function proxy(request: NextRequest): NextResponse {
  const { hasSettledAddresses, environment, sessionSecrets } = consoleGateway();
  const { basePath } = environment;
  const given = Object.fromEntries(request.headers);
  // Behind `next start` the connection is not seen, so no proxy can be told from others and none is trusted.
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
  if (request.nextUrl.pathname.startsWith(`${AUTH_PATH}/`)) {
    // next-auth makes the addresses that it gives to providers and browsers from this header, a path included.
    if (basePath !== "") headers.set("x-forwarded-host", `${settled["x-forwarded-host"] ?? ""}${basePath}${AUTH_PATH}`);
    // Here, because next-auth reads the cookies of the request that Next.js got, not of one that it is given.
    const cookie = headers.get("cookie");
    const { name } = cookies.csrfToken;
    if (cookie !== null) headers.set("cookie", withCurrentCsrfToken(cookie, name, sessionSecrets));
  }
  // A page cannot set cookies, and its form must work before any script does.
  const form =
    request.nextUrl.pathname === SIGN_IN_PAGE
      ? formToken(readCookies(headers.get("cookie")).get(cookies.csrfToken.name), sessionSecrets[0], randomToken)
      : undefined;
  if (form) headers.set(FORM_TOKEN, form.token);
  headers.set(NONCE, security.nonce);
  headers.set(SERVED_AT, String(Date.now()));
  // Next.js takes the nonce for its own scripts from this header of the request.
  headers.set("content-security-policy", contentSecurityPolicy(security));
  const response = NextResponse.next({ request: { headers } });
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
    // Pages that do not exist. The API's answers on door 1 need nothing of this, and lib/server/behind-next marks them.
    {
      source: "/((?!_next/).*)",
      has: [{ type: "header", key: "accept", value: "(.*)text/html(.*)" }],
      missing: [{ type: "header", key: "x-gateway-operation" }],
    },
  ],
};
